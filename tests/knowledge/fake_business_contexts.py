"""The in-memory directory of business contexts; it fulfils the contract of the real one."""

from dataclasses import dataclass, field

from typing_extensions import override

from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import (
    BusinessContext,
    BusinessContextEntry,
    BusinessContextRepository,
    ForeignEntry,
)
from recollect.knowledge.folded_names import folded_name

# ("alias", its folded name) or ("channel", its id)
Pointer = tuple[str, str]


@dataclass(slots=True)
class FakeBusinessContexts(BusinessContextRepository):
    """Contexts by entity, and the aliases and channels that point to them."""

    contexts: dict[str, BusinessContext] = field(default_factory=dict)
    pointers: dict[Pointer, str] = field(default_factory=dict)
    writers: dict[str, str] = field(default_factory=dict)

    @override
    async def put(self, entry: BusinessContextEntry, writer: Writer) -> ForeignEntry | None:
        entity = entry.entity
        holders = [
            (entity, entity),
            *((each, self.pointers.get(("alias", each))) for each in (entity, *entry.aliases)),
            *((each, self.pointers.get(("channel", each))) for each in entry.channels),
        ]
        for name, holder in holders:
            by = self.writers.get(holder or "")
            if holder and by not in {None, writer.subject} and not writer.takes_over:
                return ForeignEntry(name, str(by), self.contexts[holder])
        self.pointers = {name: each for name, each in self.pointers.items() if each != entity}
        self.pointers |= {("alias", each): entity for each in entry.aliases}
        self.pointers |= {("channel", each): entity for each in entry.channels}
        self.contexts[entity] = entry.context
        self.writers[entity] = writer.subject
        return None

    @override
    async def get(self, entity: str) -> BusinessContext | None:
        return self.contexts.get(entity)

    @override
    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        name = folded_name(company or "")
        ways = (
            self.pointers.get(("channel", channel_id or "")),
            name,
            self.pointers.get(("alias", name)),
        )
        found = (self.contexts.get(each) for each in ways if each)
        return next((each for each in found if each is not None), None)
