"""What `recollect import` brings in: memories, resolved cases, business contexts.

Memories are added where they are missing. A case or a business context takes the place of the
former, so importing it again is going on.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO, TypeVar

from typing_extensions import override

from infra.cli.lines import InvalidLine, Lines
from infra.cli.transfer import Imported, Importer, Reading
from recollect.core.messages import Name
from recollect.knowledge.business_contexts import NewBusinessContext, put_business_context
from recollect.knowledge.cases import CaseBatch, NewCase, ingest_cases
from recollect.memories.ports import MemoryStores
from recollect.wiring.knowledge import KnowledgeServices

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Given:
    """A file, whether to leave lines out and who hears of that, and of each batch that is in."""

    file: BinaryIO
    skip_invalid: bool
    on_skip: Callable[[InvalidLine], None]
    on_batch: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Stored:
    """How many lines were brought in, and how many were left out."""

    stored: int
    skipped: int

    @override
    def __str__(self) -> str:
        return f"{self.stored} stored, {self.skipped} skipped"


Bringing = Callable[
    [Given, MemoryStores, KnowledgeServices],
    Coroutine[Any, Any, Imported] | Coroutine[Any, Any, Stored],
]


class NamedBusinessContext(NewBusinessContext):
    """A business context with the name that it is kept under."""

    entity_name: Name


def memories_of(app_slug: str) -> Bringing:
    """Bring memories into an app."""

    async def bring(given: Given, memories: MemoryStores, _: KnowledgeServices) -> Imported:
        reading = Reading(given.file, given.skip_invalid, given.on_skip)
        return await Importer(app_slug, memories, reading, given.on_batch).run()

    return bring


async def bring_cases(given: Given, _: MemoryStores, knowledge: KnowledgeServices) -> Stored:
    """Bring resolved cases in; the last line of a number stands."""

    async def put(batch: Sequence[NewCase]) -> None:
        last = {case.case_number.upper(): case for case in batch}
        await ingest_cases(CaseBatch(cases=tuple(last.values())), repository=knowledge.repository)

    reading = Lines(given.file, given.skip_invalid, given.on_skip, read=NewCase.model_validate_json)
    return await _brought(reading, put, given)


async def bring_business_contexts(
    given: Given, _: MemoryStores, knowledge: KnowledgeServices
) -> Stored:
    """Bring business contexts in, one after the other: the last that claims an alias has it."""

    async def put(batch: Sequence[NamedBusinessContext]) -> None:
        for each in batch:
            new = NewBusinessContext.model_validate(each.model_dump(exclude={"entity_name"}))
            await put_business_context(each.entity_name, new, directory=knowledge.directory)

    reading = Lines(
        given.file,
        given.skip_invalid,
        given.on_skip,
        read=partial(NamedBusinessContext.model_validate_json, by_name=False),
    )
    return await _brought(reading, put, given)


async def _brought(
    reading: Lines[_T], put: Callable[[Sequence[_T]], Coroutine[Any, Any, None]], given: Given
) -> Stored:
    stored = 0
    for batch in reading.batches():
        await put(batch)
        stored += len(batch)
        given.on_batch()
    return Stored(stored, reading.skipped)
