"""Erases a whole tenant or project: everything kept under its name, whatever it says.

Namespaces and keys tell what belongs to it (`docs/data.md`). Solved cases that needed nothing else
are removed; from others, the needed items that belong to it are removed.
"""

from dataclasses import dataclass
from functools import partial

from recollect.core.concurrency import gather_all
from recollect.erasure.kept import Keyspace, Scrub
from recollect.erasure.reach import Reaches
from recollect.erasure.records import KnowledgeWalk
from recollect.erasure.subject import ErasedKind
from recollect.erasure.walk import ErasurePage
from recollect.knowledge.ownership import Owners
from recollect.knowledge.passages import is_long, remove_passages
from recollect.knowledge.records import items_namespace, turns_namespace
from recollect.knowledge.solved_cases import Needs, SolvedCases
from recollect.knowledge.turns import ThreadRepository
from recollect.retrieval.candidates import Scope


@dataclass(frozen=True, slots=True)
class ErasableProject:
    """All evidence of a project."""

    scope: Scope
    repository: KnowledgeWalk
    threads: ThreadRepository
    owners: Owners

    @property
    def name(self) -> str:
        """The namespace."""
        return f"2 {items_namespace(self.scope)}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        namespace = items_namespace(self.scope)
        records, following = await self.repository.page(namespace, cursor, limit)
        ids = [each.id for each in records]
        long = [each.id for each in records if is_long(each)]

        async def erase() -> None:
            # Off the list first, as when an item is deleted by request.
            await self.owners.strike(namespace, ids)
            await self.repository.remove(turns_namespace(self.scope), ids)
            await remove_passages(self.scope, long, self.repository)
            await self.repository.remove(namespace, ids)
            await self.threads.note_change(self.scope)

        return ErasurePage(len(ids), following, {"evidence": len(ids)}, {}, erase)


@dataclass(frozen=True, slots=True)
class ErasableNamespace:
    """The records left in a namespace whose records are otherwise removed along with others.

    These are turns, passages and records of solved cases.
    """

    namespace: str
    repository: KnowledgeWalk

    @property
    def name(self) -> str:
        """The namespace, sorted after those of evidence."""
        return f"3 {self.namespace}"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        records, following = await self.repository.page(self.namespace, cursor, limit)
        ids = [each.id for each in records]
        remove = partial(self.repository.remove, self.namespace, ids)
        return ErasurePage(len(ids), following, {"traces": len(ids)}, {}, remove)


@dataclass(frozen=True, slots=True)
class ErasableNames:
    """The keys left under the names of projects, and what cases of runs needed of their evidence.

    A case that needed only evidence of namespaces that the erasure `reaches` is removed.
    """

    keyspace: Keyspace
    cases: SolvedCases
    reaches: Reaches

    @property
    def name(self) -> str:
        """A name sorted after those of records, so that nothing can need the records any more."""
        return "4 keys"

    async def page(self, cursor: str, limit: int) -> ErasurePage:
        """The page after `cursor`."""
        asked, keys, following = await self.keyspace.names(cursor, limit)
        going = [
            Scrub(key, "traces", is_removed=True) for key, of in keys.owned if self.reaches(of)
        ]
        read = await self.cases.runs.read(keys.runs) if keys.runs else ()
        needs = {run: case.needs for run, case in zip(keys.runs, read, strict=True) if case}
        theirs = {run: self._theirs(each) for run, each in needs.items()}
        whole = [run for run, each in theirs.items() if each and each == needs[run]]
        shared = {run: each for run, each in theirs.items() if each and run not in whole}

        async def erase() -> None:
            await self.cases.forget_runs(whole)
            await gather_all(self.cases.forget_needs(*each) for each in shared.items())
            await self.keyspace.scrub(going)

        removed: dict[ErasedKind, int] = {"solved_cases": len(whole), "traces": len(going)}
        return ErasurePage(asked, following, removed, {"solved_cases": len(shared)}, erase)

    def _theirs(self, needs: Needs) -> Needs:
        return {scope: ids for scope, ids in needs.items() if self.reaches(items_namespace(scope))}
