"""Readers for tests: one that may see everything, and ones that may not see some items."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from typing_extensions import override

from recollect.retrieval.candidates import CandidateSource, EvidenceQuery
from recollect.retrieval.items import Item
from recollect.retrieval.visibility import Bounds, Reader, Sight


@dataclass(frozen=True, slots=True)
class FakeReader(Reader):
    """A reader that sees all but the `hidden` ids; it gives stores no bounds."""

    hidden: Collection[str] = ()
    named: str = ""

    @property
    @override
    def rights(self) -> str:
        return self.named

    @property
    @override
    def bounds(self) -> Bounds | None:
        return None

    @property
    @override
    def knows_all(self) -> bool:
        return True

    @property
    @override
    def audited(self) -> Sequence[Item]:
        return ()

    @override
    async def see(self, items: Sequence[Item]) -> Sequence[Sight | None]:
        return [None if each.id in self.hidden else Sight(each) for each in items]


ALL_SEEING = FakeReader()
see_all = ALL_SEEING.see


async def found(source: CandidateSource, query: EvidenceQuery) -> list[str]:
    """The ids that a source finds, in its order, for a reader who may see everything."""
    return [each.item.id for each in await source.candidates(query, see_all)]


async def hops(source: CandidateSource, query: EvidenceQuery) -> dict[str, int | None]:
    """The hops from its start of each item that a walk finds, for a reader who sees everything."""
    return {each.item.id: each.hops for each in await source.candidates(query, see_all)}
