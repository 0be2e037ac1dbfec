"""`make bench`: print tables of the measurements; `--json FILE` also writes the numbers."""

import json
import platform
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tests.bench.answer_times import AnswerTimes, measure_answers
from tests.bench.contexts import Stage, measure_contexts
from tests.bench.enrichment import EnrichmentTimes, measure_enrichment
from tests.bench.footprint import Footprint, measure_fetching, measure_footprints, needs
from tests.bench.hostile import Hostile, measure_hostile
from tests.bench.learning import measure_learning
from tests.bench.learning import show as show_learning
from tests.bench.memories import Imported, Measured, measure
from tests.bench.oracle import check_answers
from tests.bench.packs import PackTimes, measure_packs
from tests.bench.sizing import SIZES, Needs, sized, smallest
from tests.bench.start_up import StartUp, measure_start_up

_SIZES = (1_000, 10_000)
_DOCUMENTS = 1_000


def main(
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the numbers here.")
    ] = None,
    requests: Annotated[int, typer.Option(help="Requests of each operation.")] = 300,
    oracle: Annotated[
        int, typer.Option(help="Ask so many requests for what is hidden instead.")
    ] = 0,
    footprint: Annotated[
        bool, typer.Option("--footprint", help="Measure memory and CPU of the functions instead.")
    ] = False,
) -> None:
    """Measure the local platform on this machine."""
    console = Console()
    if oracle:
        check_answers(oracle)
        console.print(f"{oracle:,} requests told nothing of what was hidden from their callers.")
        return
    if footprint:
        footprints = measure_footprints(requests)
        functions = needs(footprints, measure_fetching(runs=5))
        console.print(_of_footprints(footprints))
        console.print(_of_sizes(functions))
        if json_file:
            measured = {
                "cases": [asdict(each) for each in footprints],
                "functions": [asdict(each) for each in functions],
            }
            json_file.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
        return
    stages = measure_contexts(_DOCUMENTS, requests)
    console.print(_of_contexts(stages))
    packs = measure_packs(requests)
    console.print(_of_packs(packs))
    answers = measure_answers(requests)
    console.print(_of_answers(answers))
    hostile = measure_hostile()
    console.print(_of_hostile(hostile))
    enrichment = measure_enrichment(requests)
    console.print(_of_enrichment(enrichment))
    learned = measure_learning()
    show_learning(console, learned)
    start_up = measure_start_up(runs=15)
    console.print(_of_start_up(start_up))
    results = [measure(size, requests) for size in _SIZES]
    console.print(_of_requests([row for _, rows in results for row in rows]))
    console.print(_of_imports([imported for imported, _ in results]))
    if json_file:
        numbers = {
            "machine": {"python": sys.version.split()[0], "machine": platform.machine()},
            "learning": [asdict(each) for each in learned],
            "start_up": [asdict(each) for each in start_up],
            "contexts": [asdict(stage) for stage in stages],
            "packs": [asdict(each) for each in packs],
            "answers": [asdict(each) for each in answers],
            "hostile": [asdict(each) for each in hostile],
            "enrichment": [asdict(each) for each in enrichment],
            "requests": [asdict(row) for _, rows in results for row in rows],
            "imports": [asdict(imported) for imported, _ in results],
        }
        json_file.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


def _of_start_up(starts: list[StartUp]) -> Table:
    title = (
        f"Import from the layer, medians of {starts[0].runs} pairs; floor: pydantic, httpx, Logger"
    )
    rows = [(each.function, each.floor, each.handler, f"{each.ratio:.2f}") for each in starts]
    return _table(title, "handler; floor, ms; ms; ratio", rows, "{:.0f}")


def _of_requests(rows: list[Measured]) -> Table:
    titles = "operation; memories; requests; p50; p95; own p50; own p95"
    return _table("Whole request and our own share, ms", titles, map(astuple, rows))


def _of_contexts(stages: list[Stage]) -> Table:
    title = f"Context requests over {_DOCUMENTS:,} documents, ms"
    rows = [(each.case, each.stage, each.p50, each.p95) for each in stages]
    return _table(title, "case; stage; p50; p95", rows)


def _of_packs(packs: list[PackTimes]) -> Table:
    titles = "pack; requests; p50; p95; own p95; beyond slowest section p95"
    return _table("Discovery packs, ms", titles, map(astuple, packs), "{:.1f}")


def _of_answers(answers: list[AnswerTimes]) -> Table:
    return _table("Tools and answers, ms", "what; runs; p50; p95", map(astuple, answers))


def _of_hostile(hostile: list[Hostile]) -> Table:
    titles = "rule; piece; characters; ms; twice as long; growth"
    rows = [
        (
            *(each.rule, repr(each.piece), each.characters),
            *(each.once, each.doubled, each.doubled / each.once),
        )
        for each in hostile
    ]
    return _table("Texts made to be slow, ms", titles, rows, "{:.1f}")


def _of_enrichment(enrichment: list[EnrichmentTimes]) -> Table:
    titles = "what; calls; p50; p95; longest"
    return _table("Memory enrichment, ms", titles, map(astuple, enrichment), "{:.3f}")


def _of_footprints(footprints: list[Footprint]) -> Table:
    title = "Peak memory, and CPU ms of a start and of requests"
    titles = "function; case; MB ready; MB after; start; first; mean; p95; worst"
    rows = [
        (
            *(each.function, each.case),
            *(f"{value:.0f}" for value in (each.memory_ready, each.memory, each.start, each.first)),
            *(each.mean, each.p95, each.worst),
        )
        for each in footprints
    ]
    return _table(title, titles, rows, "{:.1f}")


def _of_sizes(functions: list[Needs]) -> Table:
    title = "With the secret; at each size: cold start ms, $ a million warm"
    sizes = "; ".join(f"{size} MB" for size in SIZES)
    rows = [
        (
            *(each.function, each.memory, each.start, each.first, each.p95),
            *(f"{one.cold:,.0f} / {one.dollars:.2f}" for one in (sized(each, at) for at in SIZES)),
            smallest(each).size,
        )
        for each in functions
    ]
    return _table(title, f"function; MB; start; first; p95; {sizes}; fits", rows, "{:.0f}")


def _of_imports(rows: list[Imported]) -> Table:
    return _table("Import", "memories; a second", map(astuple, rows), "{:,.0f}")


def _table(
    title: str, titles: str, rows: Iterable[Sequence[object]], figure: str = "{:.2f}"
) -> Table:
    """A table; `figure` is the format of its fractions, and whole numbers have their commas."""
    table = Table(*titles.split("; "), title=title)
    formats = {float: figure, int: "{:,}"}
    for row in rows:
        table.add_row(*(formats.get(type(each), "{}").format(each) for each in row))
    return table


if __name__ == "__main__":
    typer.run(main)
