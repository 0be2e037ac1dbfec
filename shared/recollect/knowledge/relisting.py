"""Writes again what the ledger keeps of evidence and resolved cases, as far as the index has it.

For stores whose ledger was lost without a backup: its lists are empty then, conversations and long
items are not searched by their parts, and what was superseded by name is found again. What only the
ledger knew stays lost: whose a record is, how often it was read, and which runs needed it. What was
written since then stays, so a repeat is safe.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from recollect.core.writer import Writer
from recollect.knowledge.list_places import CREATED, RESOLVED, places_of
from recollect.knowledge.ownership import Owners
from recollect.knowledge.passages import passages_namespace
from recollect.knowledge.records import (
    CASES,
    KnowledgeRecord,
    RecordPages,
    items_namespace,
    superseded_by_name,
)
from recollect.knowledge.solved_cases import RunCases
from recollect.knowledge.turns import ThreadRepository, threads_of
from recollect.retrieval.candidates import Scope

_AT_ONCE: Final = 100
_NOBODY: Final = Writer("", takes_over=True)


@dataclass(frozen=True, slots=True)
class Relisting:
    """Reads `records`, and writes to the ledger's ports."""

    records: RecordPages
    owners: Owners
    threads: ThreadRepository
    runs: RunCases

    async def everything(self) -> AsyncIterator[tuple[str, int]]:
        """Go through all records; yields how many of a namespace were listed, page by page."""
        names = await self.records.namespaces()
        for namespace in names:
            match namespace.split(":"):
                case ["cases"]:
                    async for page in self._pages(CASES):
                        await self.owners.enlist(CASES, places_of(page, RESOLVED), "")
                        yield CASES, len(page)
                case ["evidence", tenant, project]:
                    scope = Scope(tenant, project)
                    async for page in self._pages(namespace):
                        await self._relist(scope, page)
                        yield namespace, len(page)
                    has_passages = passages_namespace(scope) in names
                    await self.threads.note_change(scope, has_passages=has_passages)
                case ["experience", tenant, project]:
                    await self.runs.note_solved(Scope(tenant, project))
                case _:
                    pass

    async def _relist(self, scope: Scope, records: Sequence[KnowledgeRecord]) -> None:
        namespace = items_namespace(scope)
        if supersedes := superseded_by_name(records):
            olds = list(dict.fromkeys(chain(*supersedes.values())))
            await self.owners.own(namespace, olds, _NOBODY, supersedes)
        for thread, places in threads_of(records).items():
            await self._rejoin(scope, thread, places)
        await self.owners.enlist(namespace, places_of(records, CREATED), "")

    async def _rejoin(self, scope: Scope, thread: str, places: Sequence[tuple[float, str]]) -> None:
        """Put items into a thread that are not in it; those that are have a more exact place."""
        near = await self.threads.join_thread(scope, thread, (), [each for _, each in places])
        missing = [each for each, around in zip(places, near.orders, strict=True) if not around]
        if missing:
            await self.threads.join_thread(scope, thread, missing)

    async def _pages(self, namespace: str) -> AsyncIterator[Sequence[KnowledgeRecord]]:
        cursor, is_last = "", False
        while not is_last:
            page, cursor = await self.records.page(namespace, cursor, _AT_ONCE)
            yield page
            is_last = not cursor
