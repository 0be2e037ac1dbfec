"""`recollect calibrate` at the terminal: read folders, ask an index, fit, write, and report."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final

import typer
from rich.table import Table

from infra.cli.calibrating.asking import Found, ask
from infra.cli.calibrating.fitting import SHOWN_FLOORS, TYPES, Fitted, SetReport, fit
from infra.cli.calibrating.judged import JudgedCorpus, read_folder
from infra.cli.calibrating.reliability import TO_KEEP, TO_KEEP_OF_EACH, Tenth
from infra.cli.console import CommandError, plain, stderr
from infra.cli.stores import StoreTarget, choose_target, platform_target, store_errors
from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.platform import PlatformOptions, running_platform

_VECTOR_URL: Final = "UPSTASH_VECTOR_REST_URL"
_VECTOR_TOKEN: Final = "UPSTASH_VECTOR_REST_TOKEN"  # noqa: S105  # the name of a variable


def calibrate(
    folders: Sequence[Path],
    model: str,
    url: str | None,
    embedder: EmbedderName | None,
    output: Path | None,
    reliability: Path | None,
) -> None:
    """Write the calibration of a model to a file or stdout, and its quality to stderr."""
    corpora = [read_folder(each) for each in folders]
    doubled = [name for name, count in Counter(each.name for each in corpora).items() if count > 1]
    if doubled:
        raise CommandError(f"two folders are called {doubled[0]}; their figures need a name")
    with _target(url, embedder) as target, store_errors(target):
        found = asyncio.run(_ask(target, corpora))
    result = fit(model, found)
    _show(result)
    calibration = result.calibration.written()
    if reliability is not None:
        sets = [asdict(each) for each in result.sets]
        reliability.write_text(json.dumps(sets, indent=2) + "\n", encoding="utf-8")
    if output is None:
        typer.echo(calibration)
    else:
        output.write_text(calibration + "\n", encoding="utf-8")


@contextmanager
def _target(url: str | None, embedder: EmbedderName | None) -> Iterator[StoreTarget]:
    if embedder is None:
        yield choose_target(url)
        return
    with running_platform(PlatformOptions(embedder=embedder, workers=1)) as platform:
        yield platform_target(platform.url)


async def _ask(
    target: StoreTarget, corpora: Sequence[JudgedCorpus]
) -> Mapping[str, Sequence[Found]]:
    try:
        url, token = (target.environment[name] for name in (_VECTOR_URL, _VECTOR_TOKEN))
    except KeyError as error:
        raise CommandError(f"{error.args[0]} is not set") from error
    answers = await ask(url, token, corpora)
    return {corpus.name: found for corpus, found in zip(corpora, answers, strict=True)}


def _show(result: Fitted) -> None:
    stderr.print(_sets_table(result.sets))
    stderr.print(_tenths_table(result.sets))
    stderr.print(_floors_table(result.sets))
    if result.calibration.floor:
        stderr.print(
            f"The floor {result.calibration.floor:g} is the highest that keeps the best answers of "
            f"{TO_KEEP:.0%} of the questions that have one, and {TO_KEEP_OF_EACH:.0%} of each set."
        )
    else:
        stderr.print("No floor keeps the best answers of enough questions: it is 0.")


def _sets_table(sets: Sequence[SetReport]) -> Table:
    titles = ("unseen", "questions", "without answer", "pairs", *(f"ECE {each}" for each in TYPES))
    table = Table("", *(plain(each.name) for each in sets), title="Expected calibration error")
    for row in zip((*titles, "nDCG@10"), *map(_set_cells, sets), strict=True):
        table.add_row(*row)
    return table


def _set_cells(report: SetReport) -> Sequence[str]:
    counts = (report.questions, report.unanswerable, report.pairs)
    return (
        "yes" if report.unseen else "no",
        *(f"{count:,}" for count in counts),
        *(f"{report.errors[kind]:.3f}" for kind in TYPES),
        "" if report.ndcg is None else f"{report.ndcg:.3f}",
    )


def _tenths_table(sets: Sequence[SetReport]) -> Table:
    table = Table("relevance", *(plain(each.name) for each in sets))
    table.title = "Hybrid queries: mean relevance → share relevant (pairs)"
    for place in range(10):
        cells = [_tenth_cell(each.tenths[place]) for each in sets]
        table.add_row(f"{place / 10:.1f}-{(place + 1) / 10:.1f}", *cells)
    return table


def _tenth_cell(part: Tenth | None) -> str:
    return f"{part.said:.2f} → {part.observed:.2f} ({part.pairs:,})" if part else ""


def _floors_table(sets: Sequence[SetReport]) -> Table:
    table = Table("floor", *(plain(each.name) for each in sets))
    table.title = "What floors do: best answers kept · results a question · unanswerable answered"
    for place, floor in enumerate(SHOWN_FLOORS):
        effects = [(each, each.floors[place]) for each in sets]
        table.add_row(
            f"{floor:g}",
            *(
                f"{effect.kept:.0%} · {effect.results:.1f}"
                + (f" · {effect.answered} of {report.unanswerable}" if report.unanswerable else "")
                for report, effect in effects
            ),
        )
    return table
