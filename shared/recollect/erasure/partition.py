"""A tenant or a project, whole: what is kept under its name goes, whatever it says.

Which is its own is read off namespaces and keys (`docs/data.md`). Solved cases go that needed
nothing else; from others goes what they needed of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from recollect.core.concurrency import each_of
from recollect.erasure.kept import Keyspace, Scrub
from recollect.erasure.subject import ErasedKind
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.conversations import ThreadRepository
from recollect.knowledge.ownership import Owners
from recollect.knowledge.records import items_namespace, turns_namespace
from recollect.knowledge.renewal import KnowledgeWalk
from recollect.knowledge.solved_cases import RunCase, SolvedCases
from recollect.retrieval.candidates import Scope

_AT_ONCE: Final = 8
Reaches = Callable[[str], bool]
"""Whether a namespace is looked at."""


@dataclass(frozen=True, slots=True)
class ProjectStores:
    """Where the evidence of a project is kept, with all that knows of it."""

    repository: KnowledgeWalk
    threads: ThreadRepository
    owners: Owners
    cases: SolvedCases


@dataclass(frozen=True, slots=True)
class ErasableProject:
    """All evidence of a project, and the solved cases that needed nothing but what `reaches`.

    In a dry run, in which they stay, each counts where the first of its items is.
    """

    scope: Scope
    stores: ProjectStores
    reaches: Reaches
    dry_run: bool

    @property
    def name(self) -> str:
        """The namespace."""
        return f"2 {items_namespace(self.scope)}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        scope, namespace, stores = self.scope, items_namespace(self.scope), self.stores
        records, following = await stores.repository.page(namespace, cursor, limit)
        ids = [each.id for each in records]
        needing = await stores.cases.needing(scope, ids)
        whole = [run for run, case in needing.items() if self._is_whole(case)]
        counted = [each for each in whole if not self.dry_run or self._begins(needing[each], ids)]
        shared = [case for run, case in needing.items() if run not in whole]
        needed = {each for case in shared for each in case.needs.get(scope, ())}

        async def erase() -> None:
            await stores.cases.forget_runs(whole)
            taken = sorted(needed.intersection(ids))
            await each_of(partial(stores.cases.forget_item, scope), taken, at_once=_AT_ONCE)
            # First off the list, as by hand.
            await stores.owners.strike(namespace, ids)
            await stores.repository.remove(turns_namespace(scope), ids)
            await stores.repository.remove(namespace, ids)
            await stores.threads.note_change(scope)

        removed: dict[ErasedKind, int] = {"evidence": len(ids), "solved_cases": len(counted)}
        return ErasurePage(len(ids), following, removed, {}, erase)

    def _is_whole(self, case: RunCase) -> bool:
        return all(self.reaches(items_namespace(each)) for each in case.needs)

    def _begins(self, case: RunCase, ids: list[str]) -> bool:
        first = min(case.needs, key=items_namespace)
        return first == self.scope and min(case.needs[first]) in ids


@dataclass(frozen=True, slots=True)
class ErasableNamespace:
    """What is left of a namespace whose records go with others: turns, records of solved cases."""

    namespace: str
    repository: KnowledgeWalk

    @property
    def name(self) -> str:
        """The namespace, behind those of evidence."""
        return f"3 {self.namespace}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        records, following = await self.repository.page(self.namespace, cursor, limit)
        ids = [each.id for each in records]
        remove = partial(self.repository.remove, self.namespace, ids)
        return ErasurePage(len(ids), following, {"traces": len(ids)}, {}, remove)


@dataclass(frozen=True, slots=True)
class ErasableNames:
    """The keys that are left under the names of projects."""

    keyspace: Keyspace
    reaches: Reaches

    @property
    def name(self) -> str:
        """A name behind those of records, which take their keys with them."""
        return "4 keys"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        asked, owned, following = await self.keyspace.owned(cursor, limit)
        going = [Scrub(key, "traces", is_removed=True) for key, of in owned if self.reaches(of)]

        async def erase() -> None:
            await self.keyspace.scrub(going)

        return ErasurePage(asked, following, {"traces": len(going)}, {}, erase)
