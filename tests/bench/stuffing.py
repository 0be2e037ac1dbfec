"""How far items made of questions reach: `python -m tests.bench.stuffing CORPUS…`.

An attacker knows half of the questions and stores items that contain nothing else, each made of a
question and those that share most words with it. For the other half, which has other answers, it
counts how often one of these items is among the first three results: by relevance alone, as if
honest items were as recent, and by all signals, with the stuffed items as the newest of all. For
comparison, it prints how far an honest item reaches, and how many questions the most needed one
answers.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from recollect.adapters.http.transport import new_http_client
from recollect.context.building import Retrieve
from recollect.knowledge.requests import EvidenceBatch, NewEvidence
from recollect.settings.context import ContextSettings
from recollect.settings.stores import StoreSettings
from recollect.wiring.evidence import build_evidence_services
from recollect.wiring.knowledge import KnowledgeServices, build_knowledge_services
from recollect.wiring.stores import build_stores
from tests.bench import retrieval
from tests.bench.judged import JudgedCorpus, Question, read

_TOP = 3
_MAX_QUESTION_CHARACTERS = 600
_HALVES = 3
_MAX_ASKED = 60
_STUFFED = "stuffed-"
_PLANS = ((1, 3), (1, 10), (8, 10), (32, 10))
_SYSTEMS = tuple(each for each in retrieval.SYSTEMS if each.type == "hybrid")


@dataclass(frozen=True, slots=True)
class Reach:
    """Shares of questions with any of the items, and with the best item, among the first three."""

    any_item: float
    best_item: float


def reach_of(tops: Sequence[Sequence[str]]) -> Reach:
    """The reach of the items in `tops`, which has the first results of each question."""
    counts = Counter(each for top in tops for each in set(top))
    return Reach(sum(map(bool, tops)) / len(tops), max(counts.values(), default=0) / len(tops))


def halves(
    questions: Sequence[Question], chance: random.Random
) -> tuple[list[Question], list[Question]]:
    """Known questions and others; questions with the same answers stay together."""
    wanted = list(dict.fromkeys(each.relevant for each in questions))
    chance.shuffle(wanted)
    known = set(wanted[: len(wanted) // 2])
    return (
        [each for each in questions if each.relevant in known],
        [each for each in questions if each.relevant not in known],
    )


def stuffed(
    known: Sequence[Question], items: int, size: int, chance: random.Random
) -> list[list[str]]:
    """The questions of each item: a random one, and those that share most words with it.

    A single item is made of random questions, since it has to match all.
    """
    texts = list(dict.fromkeys(each.text[:_MAX_QUESTION_CHARACTERS] for each in known))
    seeds = chance.sample(texts, min(items, len(texts)))
    if items == 1:
        return [chance.sample(texts, min(size, len(texts)))]
    return [_nearest(seed, texts)[:size] for seed in seeds]


def _nearest(seed: str, texts: Iterable[str]) -> list[str]:
    said = frozenset(seed.lower().split())

    def likeness(text: str) -> float:
        words = frozenset(text.lower().split())
        return len(said & words) / len(said | words)

    return sorted(texts, key=likeness, reverse=True)


@dataclass(frozen=True, slots=True)
class Row:
    """How far items reach by a system; for honest items, only the best item is measured."""

    who: str
    system: str
    best_item: float
    any_item: float | None = None


def measure(corpus: JudgedCorpus, embedder: EmbedderName) -> list[Row]:
    """How far honest and stuffed items reach: the means over scopes and halves."""
    options = PlatformOptions(embedder=embedder)
    with running_platform(options) as platform:
        variables = {**environment(retrieval.FUNCTION, platform.url, options), **retrieval.SETTINGS}
        return asyncio.run(_measured(corpus, variables))


async def _measured(corpus: JudgedCorpus, variables: dict[str, str]) -> list[Row]:
    settings = ContextSettings.read(variables)
    async with new_http_client() as client:
        connected = build_stores(StoreSettings.read(variables), client)
        knowledge = build_knowledge_services(connected)
        for batch in retrieval.batches(corpus.documents):
            await retrieval.bring_in(batch, corpus, knowledge, postgres=False)
        retrieves = {
            each: build_evidence_services(each.settings(settings), connected).builder.retrieve
            for each in _SYSTEMS
        }
        bench = _Bench(corpus, knowledge, retrieves, settings.candidate_limit)
        rows = [await bench.honest(system) for system in _SYSTEMS]
        rows.append(bench.needed())
        for items, size in _PLANS:
            rows += await bench.stuffed(items, size)
        return rows


class _Bench:
    """A stored corpus, and the ways to search it."""

    def __init__(
        self,
        corpus: JudgedCorpus,
        knowledge: KnowledgeServices,
        retrieves: Mapping[retrieval.System, Retrieve],
        limit: int,
    ) -> None:
        self._corpus = corpus
        self._knowledge = knowledge
        self._retrieves = retrieves
        self._limit = limit
        names = dict.fromkeys(each.scope for each in corpus.questions)
        self._scopes = {
            name: [each for each in corpus.questions if each.scope == name] for name in names
        }

    async def honest(self, system: retrieval.System) -> Row:
        """The share of questions with the most often found item among their first results."""
        reaches = [
            reach_of([await self._top(each, system) for each in questions])
            for questions in self._scopes.values()
        ]
        return Row("honest", system.name, fmean(each.best_item for each in reaches))

    def needed(self) -> Row:
        """The share of questions that the most often relevant item answers."""
        reaches = [
            reach_of([list(each.relevant) for each in questions])
            for questions in self._scopes.values()
        ]
        return Row("honest", "judges", fmean(each.best_item for each in reaches))

    async def stuffed(self, items: int, size: int) -> list[Row]:
        """How far `items` items, each made of `size` questions, reach by each system."""
        reached = {system: list[Reach]() for system in self._retrieves}
        for scope, half in product(self._scopes, range(_HALVES)):
            chance = random.Random(half)  # noqa: S311  # no secret
            known, others = halves(self._scopes[scope], chance)
            asked = chance.sample(others, min(_MAX_ASKED, len(others)))
            batch = _batch(scope, asked, stuffed(known, items, size, chance))
            await retrieval.bring_in(batch, self._corpus, self._knowledge, postgres=False)
            for system, reaches in reached.items():
                tops = [await self._top(each, system) for each in asked]
                reaches.append(reach_of([_stuffed_only(top) for top in tops]))
        return [
            Row(
                f"{items} stuffed with {size}",
                system.name,
                fmean(each.best_item for each in reaches),
                fmean(each.any_item for each in reaches),
            )
            for system, reaches in reached.items()
        ]

    async def _top(self, question: Question, system: retrieval.System) -> list[str]:
        found = await retrieval.ranking_of(question, system, self._retrieves[system], self._limit)
        return found[:_TOP]


def _batch(scope: str, asked: Sequence[Question], items: Sequence[Sequence[str]]) -> EvidenceBatch:
    """The stuffed items; surplus items of an earlier round are emptied."""
    created_at = min(each.now for each in asked) - timedelta(seconds=1)
    most = max(items for items, _ in _PLANS)
    texts = [" ".join(each) for each in items] + ["."] * (most - len(items))
    return EvidenceBatch(
        tenant=retrieval.TENANT,
        project=scope.lower(),
        items=tuple(
            NewEvidence(id=f"{_STUFFED}{place}", content=text, created_at=created_at)
            for place, text in enumerate(texts)
        ),
    )


def _stuffed_only(ids: Iterable[str]) -> list[str]:
    return [each for each in ids if each.startswith(_STUFFED)]


def main(
    corpora: Annotated[list[Path], typer.Argument(exists=True, help="Folders, or locomo10.json.")],
    embedder: EmbedderName = "hashed",
) -> None:
    """Measure how far items that are made of questions reach."""
    table = Table("corpus", "items", "system", "any in the first three", "the best", title=embedder)
    for path in corpora:
        corpus = read(path)
        for row in measure(corpus, embedder):
            any_item = "" if row.any_item is None else f"{row.any_item:.0%}"
            table.add_row(corpus.name, row.who, row.system, any_item, f"{row.best_item:.0%}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
