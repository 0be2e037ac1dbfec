"""`make bench`: print tables of the measurements; `--json FILE` also writes the numbers."""

import json
import platform
import sys
from dataclasses import asdict
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
        _show_footprints(console, footprints)
        _show_sizes(console, functions)
        if json_file:
            measured = {
                "cases": [asdict(each) for each in footprints],
                "functions": [asdict(each) for each in functions],
            }
            json_file.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
        return
    stages = measure_contexts(_DOCUMENTS, requests)
    _show_contexts(console, stages)
    packs = measure_packs(requests)
    _show_packs(console, packs)
    answers = measure_answers(requests)
    _show_answers(console, answers)
    hostile = measure_hostile()
    _show_hostile(console, hostile)
    enrichment = measure_enrichment(requests)
    _show_enrichment(console, enrichment)
    learned = measure_learning()
    show_learning(console, learned)
    start_up = measure_start_up(runs=15)
    _show_start_up(console, start_up)
    results = [measure(size, requests) for size in _SIZES]
    _show_requests(console, [row for _, rows in results for row in rows])
    _show_imports(console, [imported for imported, _ in results])
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


def _show_start_up(console: Console, starts: list[StartUp]) -> None:
    title = (
        f"Import from the layer, medians of {starts[0].runs} pairs; floor: pydantic, httpx, Logger"
    )
    table = Table("handler", "floor, ms", "ms", "ratio", title=title)
    for each in starts:
        table.add_row(
            each.function, f"{each.floor:.0f}", f"{each.handler:.0f}", f"{each.ratio:.2f}"
        )
    console.print(table)


def _show_requests(console: Console, rows: list[Measured]) -> None:
    titles = ("operation", "memories", "requests", "p50", "p95", "own p50", "own p95")
    table = Table(*titles, title="Whole request and our own share, ms")
    for row in rows:
        times = (row.p50, row.p95, row.own_p50, row.own_p95)
        table.add_row(
            row.operation, f"{row.size:,}", str(row.requests), *(f"{each:.2f}" for each in times)
        )
    console.print(table)


def _show_contexts(console: Console, stages: list[Stage]) -> None:
    titles = ("case", "stage", "p50", "p95")
    table = Table(*titles, title=f"Context requests over {_DOCUMENTS:,} documents, ms")
    for stage in stages:
        table.add_row(stage.case, stage.stage, f"{stage.p50:.2f}", f"{stage.p95:.2f}")
    console.print(table)


def _show_packs(console: Console, packs: list[PackTimes]) -> None:
    titles = ("pack", "requests", "p50", "p95", "own p95", "beyond slowest section p95")
    table = Table(*titles, title="Discovery packs, ms")
    for each in packs:
        times = (each.p50, each.p95, each.own_p95, each.beyond_p95)
        table.add_row(each.case, str(each.requests), *(f"{value:.1f}" for value in times))
    console.print(table)


def _show_answers(console: Console, answers: list[AnswerTimes]) -> None:
    table = Table("what", "runs", "p50", "p95", title="Tools and answers, ms")
    for each in answers:
        table.add_row(each.case, str(each.runs), f"{each.p50:.2f}", f"{each.p95:.2f}")
    console.print(table)


def _show_hostile(console: Console, hostile: list[Hostile]) -> None:
    titles = ("rule", "piece", "characters", "ms", "twice as long", "growth")
    table = Table(*titles, title="Texts made to be slow, ms")
    for each in hostile:
        times = (each.once, each.doubled, each.doubled / each.once)
        table.add_row(
            each.rule, repr(each.piece), f"{each.characters:,}", *(f"{time:.1f}" for time in times)
        )
    console.print(table)


def _show_enrichment(console: Console, enrichment: list[EnrichmentTimes]) -> None:
    table = Table("what", "calls", "p50", "p95", "longest", title="Memory enrichment, ms")
    for each in enrichment:
        times = (each.p50, each.p95, each.longest)
        table.add_row(each.case, str(each.calls), *(f"{value:.3f}" for value in times))
    console.print(table)


def _show_footprints(console: Console, footprints: list[Footprint]) -> None:
    titles = ("function", "case", "MB ready", "MB after", "start", "first", "mean", "p95", "worst")
    table = Table(*titles, title="Peak memory, and CPU ms of a start and of requests")
    for each in footprints:
        memory = (each.memory_ready, each.memory, each.start, each.first)
        warm = (each.mean, each.p95, each.worst)
        figures = (*(f"{value:.0f}" for value in memory), *(f"{value:.1f}" for value in warm))
        table.add_row(each.function, each.case, *figures)
    console.print(table)


def _show_sizes(console: Console, functions: list[Needs]) -> None:
    titles = ("function", "MB", "start", "first", "p95", *(f"{size} MB" for size in SIZES), "fits")
    table = Table(*titles, title="With the secret; at each size: cold start ms, $ a million warm")
    for each in functions:
        figures = (each.memory, each.start, each.first, each.p95)
        at = [sized(each, size) for size in SIZES]
        table.add_row(
            each.function,
            *(f"{value:.0f}" for value in figures),
            *(f"{one.cold:,.0f} / {one.dollars:.2f}" for one in at),
            str(smallest(each).size),
        )
    console.print(table)


def _show_imports(console: Console, rows: list[Imported]) -> None:
    table = Table("memories", "a second", title="Import")
    for row in rows:
        table.add_row(f"{row.size:,}", f"{row.memories_per_second:,.0f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
