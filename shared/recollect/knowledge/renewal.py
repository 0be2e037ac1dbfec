"""Rewrites stored records by the rules of this release: scans them anew, unindexes hidden parts.

Until then, records of an earlier release are read and found as they were. A record that changes
meanwhile is left alone, since whoever writes it now follows the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from pydantic import JsonValue

from recollect.core.concurrency import gather_all, gather_each
from recollect.core.errors import StoreUnavailable
from recollect.core.grouping import grouped
from recollect.detection.mask import masked
from recollect.knowledge.conversations import Arrivals, ThreadRepository, store_turns
from recollect.knowledge.indexing import (
    MAX_RECORD_BYTES,
    declared_in,
    has_something_hidden,
    record_of,
    size_of,
    stored_item,
)
from recollect.knowledge.items import flagged
from recollect.knowledge.passages import drop_outdated, is_long, put_passages, remove_former
from recollect.knowledge.records import (
    CASES,
    KnowledgeRecord,
    KnowledgeRepository,
    items_namespace,
    scope_of,
    thread_of,
)
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import INSTRUCTION_LIKE

PAGE_SIZE: Final = 100
EXEMPLARS: Final = "exemplars"
_TOOLS: Final = "tools"
_RECORDS_AT_ONCE: Final = 8
# The fields of exemplars and of tool memories that are shown besides the searched text.
_SHOWN: Final = ("action_taken", "snippet")


class KnowledgeWalk(KnowledgeRepository, Protocol):
    """The store of records, with access to whole namespaces."""

    async def namespaces(self) -> Sequence[str]:
        """The names of all namespaces."""

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        """The records after `cursor` ("" for the first), and the next cursor ("" at the end)."""


def is_renewed(namespace: str) -> bool:
    """Whether the records of a namespace are renewed; turns are renewed with their items."""
    is_of_tools = namespace.partition(":")[0] == _TOOLS
    return scope_of(namespace) is not None or namespace in {CASES, EXEMPLARS} or is_of_tools


@dataclass(frozen=True, slots=True)
class Renewal:
    """The ids of records that differ from how this release would write them.

    Those `too_large` have more hidden than a record can keep: they stay as they are, and should be
    stored again in parts.
    """

    changed: Sequence[str] = ()
    too_large: Sequence[str] = ()


async def renew(
    namespace: str,
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
    *,
    dry_run: bool = False,
) -> Renewal:
    """Rewrite those of a page of records that this release would write differently."""
    scope = scope_of(namespace)
    renewed = [_renewed(each) if scope else _masked(each) for each in records]
    differing = [(old, new) for old, new in zip(records, renewed, strict=True) if old != new]
    fitting = {new.id: (old, new) for old, new in differing if size_of(new) <= MAX_RECORD_BYTES}
    renewal = Renewal(list(fitting), [new.id for _, new in differing if new.id not in fitting])
    if dry_run:
        return renewal
    if scope:
        after = [new for new in renewed if new.id not in renewal.too_large]
        await renew_items(scope, records, after, repository, threads)
    else:
        await write_anew(namespace, fitting, repository)
    return renewal


async def write_anew(
    namespace: str,
    changes: Mapping[str, tuple[KnowledgeRecord, KnowledgeRecord]],
    repository: KnowledgeRepository,
) -> None:
    """Replace each record by a new one, if it is unchanged; `changes` has (old, new) by id.

    A record that is deleted meanwhile stays deleted.
    """
    now = await repository.get(namespace, list(changes))
    same = [changes[each.id][1] for each in now if changes[each.id][0] == each]
    await gather_each(partial(repository.rewrite, namespace), same, at_once=_RECORDS_AT_ONCE)


async def renew_items(
    scope: Scope,
    before: Sequence[KnowledgeRecord],
    after: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Rewrite items with their passages and neighbourhoods.

    Items that are not in `after` stay as they are, without passages. Passages are stored first: if
    that fails, it raises StoreUnavailable, items stay as they are, and a repeat finds them.
    """
    were = {each.id: each for each in before}
    await remove_former(scope, after, before, repository)
    if failed := await put_passages(scope, after, None, repository):
        raise StoreUnavailable("knowledge", f"{len(failed)} items are without their passages")
    changes = {new.id: (were[new.id], new) for new in after if were[new.id] != new}
    await write_anew(items_namespace(scope), changes, repository)
    await drop_outdated(scope, after, repository)
    if any(map(is_long, after)):
        await threads.note_change(scope, has_passages=True)
    await renew_turns(scope, before, repository, threads)


async def renew_turns(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Rewrite the neighbourhoods of turns: some neighbours may not belong there any more."""
    turns = grouped(
        (thread, each.id) for each in records if (thread := thread_of(each)) is not None
    )
    await gather_all(
        store_turns(scope, thread, Arrivals(left=ids), (), repository, threads)
        for thread, ids in turns.items()
    )
    await threads.note_change(scope)


def _renewed(record: KnowledgeRecord) -> KnowledgeRecord:
    declared = declared_in(record)
    item = flagged(stored_item(record), declared)
    if has_something_hidden(item.metadata):
        return record_of(item, declared)
    # An item with nothing hidden stays as it is, even one without flags, written by others.
    if INSTRUCTION_LIKE not in record.metadata:
        return record
    mark = {INSTRUCTION_LIKE: item.metadata[INSTRUCTION_LIKE]}
    return replace(record, metadata={**record.metadata, **mark})


def _masked(record: KnowledgeRecord) -> KnowledgeRecord:
    shown: Mapping[str, JsonValue] = {
        name: masked(value)
        for name in _SHOWN
        if isinstance(value := record.metadata.get(name), str)
    }
    return KnowledgeRecord(record.id, masked(record.text), {**record.metadata, **shown})
