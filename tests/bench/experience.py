"""What solved cases bring: `python -m tests.bench.experience FOLDER [--embedder minilm]`.

The folder has `corpus.jsonl` and `queries.jsonl`, whose ids are `case/kind`. The documents go into
a fresh local platform; each case of the kind `ask` is a run that cites what it needed, and ends
well. Then each case is asked about while its own run counts as failed, so that only the others
are solved (leave one out), and recall is printed

    none        with no case solved
    all         with all others solved
    twelve      with twelve of the others, drawn once for each case
    below .9    without cases nearer than a cosine of .9
    below .7    without cases nearer than a cosine of .7
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table
from typing_extensions import override

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from recollect.adapters.http.transport import new_http_client
from recollect.adapters.upstash.vector.experience import VectorExperience
from recollect.core.operation import Operation
from recollect.knowledge.solved_cases import CaseOutcome, SolvedCases
from recollect.learning.experience import SolvedCase
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope
from recollect.retrieval.retrieving import Experience, Retriever
from recollect.settings.context import ContextSettings
from recollect.settings.stores import StoreSettings
from recollect.slicing.decisions import LocalDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.specialist import ALL_GROUPS, Specialist
from recollect.wiring.evidence import build_retriever
from recollect.wiring.knowledge import build_knowledge_services
from recollect.wiring.stores import build_stores
from tests.bench.judged import read
from tests.bench.retrieval import FUNCTION, SETTINGS, TENANT, batches, bring_in

DEPTHS = (10, 20, 50)
_MAX_TEXT_CHARACTERS = 4_096
_DRAWN_CASES = 12
_COLLECTION = "support:bench"
_SPECIALIST = Specialist("specialist", "bench", "restricted", frozenset({ALL_GROUPS}))

Counts = Callable[[SolvedCase], bool]


@dataclass(frozen=True, slots=True)
class Case:
    """A case: what was asked, when, and what it needed."""

    name: str
    scope: Scope
    text: str
    needed: frozenset[str]
    now: datetime


@dataclass(frozen=True, slots=True)
class Some(Experience):
    """Only those solved cases for which `counts` is true."""

    experience: Experience
    counts: Counts

    @override
    async def similar(self, query: EvidenceQuery) -> Sequence[SolvedCase]:
        """The similar cases that count."""
        return [each for each in await self.experience.similar(query) if self.counts(each)]


def cases_of(folder: Path) -> list[Case]:
    """The cases of a folder."""
    lines = map(json.loads, (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines())
    return [
        Case(
            name=str(each["id"]).split("/", maxsplit=1)[0],
            scope=Scope(TENANT, str(each["scope"]).lower()),
            text=str(each["text"])[:_MAX_TEXT_CHARACTERS],
            needed=frozenset(each["relevant"]),
            now=datetime.fromisoformat(each["now"]),
        )
        for each in lines
        if each.get("category") == "ask"
    ]


def recalls(found: Sequence[str], needed: frozenset[str]) -> tuple[float, ...]:
    """The share of the needed items among the first results, at each depth."""
    return tuple(len(needed.intersection(found[:depth])) / len(needed) for depth in DEPTHS)


async def measured(folder: Path, variables: dict[str, str]) -> dict[str, tuple[float, ...]]:
    """Recall at each depth, by the set of cases that count."""
    corpus, cases = read(folder), cases_of(folder)
    async with new_http_client() as client:
        connected = build_stores(StoreSettings.read(variables), client)
        knowledge = build_knowledge_services(connected)
        for batch in track(list(batches(corpus.documents)), "items"):
            await bring_in(batch, corpus, knowledge, postgres=False)
        settings = ContextSettings.read(variables)
        retriever = build_retriever(settings, connected)
        experience = VectorExperience(connected.vector)
        for each in track(cases, "cases"):
            await _solve(each, knowledge.cases)
        found: dict[str, list[tuple[float, ...]]] = {}
        for each in track(cases, "questions"):
            await _judge(each, "failure", knowledge.cases)
            query = _query(each, settings.candidate_limit)
            near = await experience.similar(query)
            for name, counts in _sets(each, near).items():
                some = replace(retriever, experience=Some(experience, counts))
                ids = await _found(query, some, each.now)
                found.setdefault(name, []).append(recalls(ids, each.needed))
            await _judge(each, "success", knowledge.cases)
    return {
        name: tuple(fmean(column) for column in zip(*rows, strict=True))
        for name, rows in found.items()
    }


def _sets(case: Case, near: Sequence[SolvedCase]) -> dict[str, Counts]:
    # Drawn from all cases: cases beyond the similar ones would count for little anyway.
    ids = sorted(each.id for each in near)
    few = frozenset(random.Random(case.name).sample(ids, min(_DRAWN_CASES, len(ids))))  # noqa: S311  # the same each time
    return {
        "none": lambda _: False,
        "all": lambda _: True,
        "twelve": lambda each: each.id in few,
        "below .9": lambda each: each.similarity < 0.9,
        "below .7": lambda each: each.similarity < 0.7,
    }


def _query(case: Case, limit: int) -> EvidenceQuery:
    return EvidenceQuery(
        scope=case.scope, type="hybrid", text=case.text, filters=Filters(), limit=limit
    )


async def _found(query: EvidenceQuery, retriever: Retriever, now: datetime) -> list[str]:
    reader = SpecialistReader(_SPECIALIST, LocalDecisions())
    ranking = (await retriever.retrieve(query, reader, now)).ranking
    return [each.candidate.item.id for each in ranking.kept]


async def _solve(case: Case, cases: SolvedCases) -> None:
    needs = {case.scope: sorted(case.needed)}
    run = (_COLLECTION, case.name)
    await cases.cite(run, case.text, needs, Operation("agent", case.now))
    await _judge(case, "success", cases)


async def _judge(case: Case, outcome: CaseOutcome, cases: SolvedCases) -> None:
    await cases.judge((_COLLECTION, case.name), outcome, case.now, Operation("judge", case.now))


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False)],
    embedder: EmbedderName = "hashed",
) -> None:
    """Measure what solved cases bring."""
    options = PlatformOptions(embedder=embedder)
    with running_platform(options) as platform:
        variables = {**environment(FUNCTION, platform.url, options), **SETTINGS}
        figures = asyncio.run(measured(folder, variables))
    table = Table("cases", *(f"recall@{depth}" for depth in DEPTHS), title=f"{embedder}")
    for name, row in figures.items():
        table.add_row(name, *(f"{value:.3f}" for value in row))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
