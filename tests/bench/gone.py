"""Does the current item precede one that relies on what is gone? `python -m tests.bench.gone`.

Each case is a small knowledge base with one question. In an *ended* case a newer item says, in some
words, that a thing is gone on which an older item relies. In a *trap* it says so, too, but it does
not matter for the question. `first` must be a result, and precede the items in `after`. The rules
were written with `read.jsonl` in sight; nobody has read the failures in `aside.jsonl`.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import httpx
import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedders import EmbedderName
from infra.local.platform import PlatformOptions, running_platform
from tests.bench.knowledge import Json, lines_of

_FOLDER: Final = Path(__file__).parent / "data" / "gone"


def is_right(case: Json, found: Sequence[str]) -> bool:
    """Whether the right item is among the results, before the items that must come after it."""
    if case["first"] not in found:
        return False
    return not {*found[: found.index(case["first"])]} & {*case["after"]}


def _results_of(client: httpx.Client, case: Json, project: str) -> list[str]:
    """The ids of the results, after storing the items of the case in a project of its own."""
    items = [{name: value for name, value in each.items() if value} for each in case["items"]]
    client.post("/evidence", json={"project": project, "items": items}).raise_for_status()
    sender = {"type": "specialist", "id": "bench"}
    body = {
        "meta": {"type": "ContextRequest", "from": sender, "project": project},
        "payload": {"query": {"type": "hybrid", "text": case["question"]}, "limit": 10},
    }
    answer = client.post("/context", json=body).raise_for_status().json()
    return [each["id"] for each in answer["payload"]["results"]]


def main(
    embedder: EmbedderName = "hashed",
    show: Annotated[bool, typer.Option("--show", help="Show the failures that were read.")] = False,
) -> None:
    """Print how many cases are right, by file and kind."""
    options = PlatformOptions(embedder=embedder, extra_environment={"LOG_LEVEL": "ERROR"})
    right, count, wrong = Counter[tuple[str, str]](), Counter[tuple[str, str]](), list[Json]()
    with (
        running_platform(options) as platform,
        httpx.Client(base_url=platform.url, timeout=60) as client,
    ):
        for file in sorted(_FOLDER.glob("*.jsonl")):
            for case in lines_of(file):
                found = _results_of(client, case, case["id"])
                group = (file.stem, case["kind"])
                count[group] += 1
                right[group] += is_right(case, found)
                if show and file.stem == "read" and not is_right(case, found):
                    wrong.append({**case, "found": found})
    table = Table("file", "kind", "right", "of", title=f"gone, {embedder}")
    for file_name, kind in sorted(count):
        table.add_row(file_name, kind, str(right[file_name, kind]), str(count[file_name, kind]))
    console = Console()
    console.print(table)
    for case in wrong:
        console.print(f"{case['id']} {case['question']}: {case['first']} ({case['found']})")


if __name__ == "__main__":
    typer.run(main)
