"""Where to put FIND_THRESHOLD: what is similar passes, what only shares a word does not.

`data/similar.jsonl` has decisions, each with questions that a person would call similar, and with
traps: questions about something else that were made of several of its words. For every threshold
this measures which share passes of

- the questions with their own decision,
- the questions with every other decision of the file that shares a word with them,
- the traps with the decision whose words they borrow.

The decisions stand among others, since BM25 depends on the collection.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import cast
from uuid import uuid4

from infra.local.emulators.vector.embedders import EmbedderName
from infra.local.emulators.vector.words import terms
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.routes import FUNCTIONS
from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.memories.identity import memory_id
from recollect.memories.ports import MemoryStores
from recollect.memories.transfer import Line, import_memories
from recollect.relevance.filters import Filters
from recollect.relevance.fusion import Fusion
from recollect.relevance.identifiers import identifiers
from recollect.settings.stores import read_settings
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import Stores, build_stores
from tests.bench.corpus import decisions

_APP = "calibration"
_COLLECTION = collection_of(_APP)
_CANDIDATES = 1000
_STEPS = tuple(step / 100 for step in range(4, 62, 2))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A decision with questions that are similar to it, and traps."""

    line: Line
    similar: tuple[str, ...]
    traps: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id that the decision gets."""
        return memory_id(_COLLECTION, self.line.situation, self.line.decision)


@dataclass(frozen=True, slots=True)
class Point:
    """At a threshold: the shares of each kind of pair that pass."""

    threshold: float
    similar: float
    shares_a_word: float
    traps: float


@dataclass(slots=True)
class Relevances:
    """The relevance of each pair of a question and a decision, by kind."""

    similar: list[float] = field(default_factory=list)
    shares_a_word: list[float] = field(default_factory=list)
    traps: list[float] = field(default_factory=list)


def curve(embedder: EmbedderName, others: int) -> list[Point]:
    """Measure the curve among `others` further decisions."""
    options = PlatformOptions(embedder=embedder, extra_environment={"LOG_LEVEL": "ERROR"})
    with running_platform(options) as platform:
        settings = read_settings(environment(FUNCTIONS[1], platform.url, options))
        measured = asyncio.run(_relevances(build_stores(settings), others))
    return [
        Point(
            step,
            similar=_share(measured.similar, step),
            shares_a_word=_share(measured.shares_a_word, step),
            traps=_share(measured.traps, step),
        )
        for step in _STEPS
    ]


def _share(values: Sequence[float], threshold: float) -> float:
    return sum(value >= threshold for value in values) / len(values)


async def _relevances(connected: Stores, others: int) -> Relevances:
    stores, fusion = build_memory_stores(connected), connected.fusion
    labelled = list(_labelled())
    await _fill(stores, [each.line for each in labelled] + list(decisions(others)))
    measured = Relevances()
    for each in labelled:
        for question in each.similar:
            found = await _search(stores, fusion, question)
            measured.similar.append(found.get(each.id, 0.0))
            measured.shares_a_word += [
                found.get(other.id, 0.0)
                for other in labelled
                if other is not each and set(terms(question)) & set(terms(other.line.situation))
            ]
        for question in each.traps:
            measured.traps.append((await _search(stores, fusion, question)).get(each.id, 0.0))
    return measured


async def _search(stores: MemoryStores, fusion: Fusion, question: str) -> dict[str, float]:
    found = await stores.index.search([_COLLECTION], question, Filters({}, ()), _CANDIDATES)
    asked = identifiers(question)
    return {
        candidate.record.id: fusion.relevance(asked, candidate.record.content, candidate.arms)
        for candidate in found
    }


def _labelled() -> list[Labelled]:
    path = Path(__file__).parent / "data" / "similar.jsonl"
    rows = cast("list[dict[str, object]]", [json.loads(row) for row in path.open(encoding="utf-8")])
    return [
        Labelled(
            Line.model_validate({name: row[name] for name in ("situation", "decision")}),
            similar=tuple(cast("list[str]", row["similar"])),
            traps=tuple(cast("list[str]", row["traps"])),
        )
        for row in rows
    ]


async def _fill(stores: MemoryStores, lines: Sequence[Line]) -> None:
    for start in range(0, len(lines), 100):
        await import_memories(
            lines[start : start + 100],
            _APP,
            Operation("bench", datetime.now(UTC)),
            uuid4().hex,
            stores,
        )
