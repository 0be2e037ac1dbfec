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

import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from tests.bench.knowledge import Json, bring_in, fresh_platform, lines_of, results_of

_FOLDER: Final = Path(__file__).parent / "data" / "gone"
_LIMIT: Final = 10


def is_right(case: Json, found: Sequence[str]) -> bool:
    """Whether the right item is among the results, before the items that must come after it."""
    if case["first"] not in found:
        return False
    return not {*found[: found.index(case["first"])]} & {*case["after"]}


def main(
    embedder: EmbedderName = "hashed",
    show: Annotated[bool, typer.Option("--show", help="Show the failures that were read.")] = False,
) -> None:
    """Print how many cases are right, by file and kind."""
    right, count, wrong = Counter[tuple[str, str]](), Counter[tuple[str, str]](), list[Json]()
    with fresh_platform(embedder) as client:
        for file in sorted(_FOLDER.glob("*.jsonl")):
            for case in lines_of(file):
                bring_in(client, case["items"], case["id"])
                found = results_of(client, case["question"], case["id"], _LIMIT)
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
