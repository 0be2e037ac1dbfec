"""Records who wrote what: only a record's writer, or a writer that may take over, replaces it."""

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
"""Whether a caller may see a record, and so may learn who wrote it."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A record that somebody else wrote."""

    id: str
    writer: str


class Owners(Protocol):
    """The store that records who wrote what. Raises StoreError."""

    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        writer: Writer,
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> Foreign | None:
        """Make the writer the owner of all records or, if one is somebody else's, of none.

        Answers the first that is somebody else's, or None. If two writers claim a record at once,
        one gets it and the other gets this answer. A writer without a name owns nothing.
        `supersedes` maps records to those that they supersede, at which that is noted.
        """

    async def enlist(
        self, namespace: str, places: Mapping[str, str], writer: str, at: datetime | None = None
    ) -> None:
        """Put records, by id, on the namespace's list at their places (`recollect.core.places`).

        Records that belong to nobody, since somebody removed them meanwhile, become the writer's,
        unless that is "".
        For records that were on the list already, it is noted that they were stored again `at` this
        time, if given.
        """

    async def strike(self, namespace: str, ids: Sequence[str]) -> int:
        """Take records off the list and forget their writers; answers how many keys went."""


class ItemLists(Protocol):
    """The lists of records by time. Raises StoreError."""

    async def listed(
        self, namespace: str, after: str, limit: int, *, least: str
    ) -> tuple[str, ...]:
        """Up to `limit` places, newest first, before `after` and from `least` on ("": no bound)."""


def sees_nothing(_: KnowledgeRecord) -> bool:
    """`Sees` for a caller that may write but not read."""
    return False


@dataclass(frozen=True, slots=True)
class Ownership:
    """Decides which records a writer, who `sees` only some records, may write."""

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
        """Make records the writer's before they are written; OwnedByAnother if that is refused."""
        foreign = await self.owners.own(namespace, ids, self.writer, supersedes)
        if foreign is None:
            return
        stored = await self.repository.get(namespace, [foreign.id])
        raise OwnedByAnother(foreign.id, foreign.writer if any(map(self.sees, stored)) else None)

    async def enlist(
        self, namespace: str, places: Mapping[str, str], at: datetime | None = None
    ) -> None:
        """Put records that were written, `at` a time, on the namespace's list."""
        await self.owners.enlist(namespace, places, self.writer.subject, at)


def sees_evidence_as(specialist: Specialist, *, reads: bool) -> Sees:
    """`Sees` for evidence: what the local rules let a specialist see, or nothing unless `reads`."""
    if not reads:
        return sees_nothing
    return lambda record: local_verdict(policy_input(specialist, item_of(record))).allow


def sees_cases_of(customers: Customers, *, reads: bool) -> Sees:
    """`Sees` for cases: those of these customers and of none, or nothing unless `reads`."""
    if not reads:
        return sees_nothing
    return lambda record: customers.allow(string_of(record.metadata.get("company")))
