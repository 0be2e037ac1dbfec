"""How good are a base's answers? `python -m tests.bench.knowledge [FOLDER] [--embedder minilm]`.

A folder has `items.jsonl`, the evidence to store, and `questions.jsonl`: which items `must` be
among the first three results, which one comes `first`, which must be `not_above` another, which is
`never` a result, and whether there is an answer at all. A question passes if all of this holds.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.platform import PlatformOptions, running_platform

OURS = Path(__file__).parent / "data" / "knowledge"
_TOP = 3
_BATCH = 5

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question, the ids of its results, and the mistakes in them."""

    question: Json
    found: Sequence[str]
    wrong: Sequence[str]


@contextmanager
def fresh_platform(embedder: EmbedderName) -> Iterator[httpx.Client]:
    """A client of a platform that contains nothing."""
    options = PlatformOptions(embedder=embedder, extra_environment={"LOG_LEVEL": "ERROR"})
    with (
        running_platform(options) as platform,
        httpx.Client(base_url=platform.url, timeout=60) as client,
    ):
        yield client


def measure(folder: Path, embedder: EmbedderName) -> list[Outcome]:
    """Ask a platform that contains only the items of a folder."""
    items, questions = (lines_of(folder / name) for name in ("items.jsonl", "questions.jsonl"))
    with fresh_platform(embedder) as client:
        bring_in(client, items)
        return [_asked(client, question) for question in questions]


def bring_in(client: httpx.Client, items: Sequence[Json], project: str = "default") -> None:
    """Store items of evidence, a few at a time."""
    for start in range(0, len(items), _BATCH):
        batch = {"project": project, "items": items[start : start + _BATCH]}
        client.post("/evidence", json=batch).raise_for_status()


def wrong_with(question: Json, found: Sequence[str]) -> list[str]:
    """The expectations of a question that the first results do not meet."""
    if not question["answerable"]:
        return [f"{each} answers nothing" for each in found]
    place = {each: at for at, each in enumerate(found)}
    first = question["first"]
    return [
        *(f"{each} is missing" for each in question["must"] if each not in place),
        *([f"{first} is not first"] if first and found[:1] != [first] else []),
        *(f"{each} is there" for each in question["never"] if each in place),
        *(
            f"{above} is above {below}"
            for above, below in question["not_above"]
            if above in place and place[above] < place.get(below, len(found))
        ),
    ]


def results_of(
    client: httpx.Client, text: str, project: str = "default", limit: int = _TOP, **asked: object
) -> list[str]:
    """The ids of the first results of a question, three by default; `asked` adds to its query."""
    sender = {"type": "specialist", "id": "bench"}
    body = {
        "meta": {"type": "ContextRequest", "from": sender, "project": project},
        "payload": {"query": {"type": "hybrid", "text": text, **asked}, "limit": limit},
    }
    answer = client.post("/context", json=body).raise_for_status().json()
    return [each["id"] for each in answer["payload"]["results"]]


def lines_of(file: Path) -> list[Json]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def _asked(client: httpx.Client, question: Json) -> Outcome:
    found = results_of(client, question["text"])
    return Outcome(question, found, wrong_with(question, found))


def main(
    folder: Annotated[Path, typer.Argument(help="With items.jsonl and questions.jsonl.")] = OURS,
    embedder: EmbedderName = "hashed",
    show: Annotated[bool, typer.Option("--show", help="Show what went wrong.")] = False,
) -> None:
    """Print the share of questions that passed, by kind."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in measure(folder, embedder):
        kinds[outcome.question["kind"]].append(outcome)
    everything = [each for outcomes in kinds.values() for each in outcomes]
    table = Table("kind", "passed", "of", title=f"{folder.name}, {embedder}")
    for kind, outcomes in (*sorted(kinds.items()), ("all", everything)):
        passed = sum(not each.wrong for each in outcomes)
        table.add_row(kind, str(passed), str(len(outcomes)))
    console = Console()
    console.print(table)
    for each in everything if show else ():
        if each.wrong:
            asked = f"{each.question['id']} {each.question['text']}"
            console.print(f"{asked}: {'; '.join(each.wrong)} ({', '.join(each.found)})")


if __name__ == "__main__":
    typer.run(main)
