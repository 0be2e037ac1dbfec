"""Who wrote what: a record is its writer's, and only who may take over writes in its place.

What was stored before writers were kept is nobody's, and so the next writer's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final, Protocol

from recollect.core.customers import Customers
from recollect.core.errors import OwnedByAnother
from recollect.core.writer import Writer
from recollect.knowledge.records import KnowledgeRecord, KnowledgeRepository, item_of
from recollect.retrieval.items import string_of
from recollect.slicing.policy import local_verdict, policy_input
from recollect.slicing.specialist import Specialist

NOTHING: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})

Sees = Callable[[KnowledgeRecord], bool]
"""Whether somebody may see a record, and so be told whose it is."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A record that somebody else wrote."""

    id: str
    writer: str


class Owners(Protocol):
    """Where it is kept who wrote what. Raises StoreError."""

    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        writer: Writer,
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> Foreign | None:
        """Make records the writer's, all or none; the first that is somebody else's, if one is.

        Of two writers at once, one owns a record and the other is told so. Which of them supersede
        others of them is noted at those.
        """

    async def enlist(
        self, namespace: str, places: Mapping[str, str], writer: str, at: datetime | None = None
    ) -> None:
        """Put records, by id, on the namespace's list at their places (`recollect.core.places`).

        Those that are nobody's are the writer's then, unless that is "". Of those that were on it
        it is noted that they were stored again `at` a time, if one is given.
        """

    async def strike(self, namespace: str, ids: Sequence[str]) -> int:
        """Take records from the list, and forget whose they are; answer how many keys went."""


class ItemLists(Protocol):
    """What there is by time. Raises StoreError."""

    async def listed(self, namespace: str, after: str, least: str, limit: int) -> tuple[str, ...]:
        """The places before `after` and from `least` on ("" for no bound), newest first."""


def sees_nothing(_: KnowledgeRecord) -> bool:
    """For who may write and not read."""
    return False


@dataclass(frozen=True, slots=True)
class Ownership:
    """What a writer, who `sees` some records and not others, may write."""

    writer: Writer
    owners: Owners
    repository: KnowledgeRepository
    sees: Sees = sees_nothing

    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> None:
        """Make records the writer's before they are written; OwnedByAnother if one is not to be."""
        foreign = await self.owners.own(namespace, ids, self.writer, supersedes)
        if foreign is None:
            return
        stored = await self.repository.get(namespace, [foreign.id])
        raise OwnedByAnother(foreign.id, foreign.writer if any(map(self.sees, stored)) else None)

    async def enlist(
        self, namespace: str, places: Mapping[str, str], at: datetime | None = None
    ) -> None:
        """Put records that were written, at a time, on the namespace's list."""
        await self.owners.enlist(namespace, places, self.writer.subject, at)


def sees_evidence_as(specialist: Specialist, *, reads: bool) -> Sees:
    """Evidence that the local rules let a specialist see; none for who does not read any."""
    if not reads:
        return sees_nothing
    return lambda record: local_verdict(policy_input(specialist, item_of(record))).allow


def sees_cases_of(customers: Customers, *, reads: bool) -> Sees:
    """Cases of these customers, and nobody's; none for who does not read any."""
    if not reads:
        return sees_nothing
    return lambda record: customers.allow(string_of(record.metadata.get("company")))
