"""Replaces stored records by changed ones, with what else is kept of them.

A record that changes meanwhile is left alone, and one that is deleted does not come back.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.errors import StoreUnavailable
from recollect.core.grouping import grouped
from recollect.knowledge.passages import drop_outdated, is_long, put_passages, remove_former
from recollect.knowledge.records import (
    KnowledgeRecord,
    KnowledgeRepository,
    items_namespace,
    thread_of,
)
from recollect.knowledge.turns import Arrivals, Conversations, ThreadRepository
from recollect.retrieval.candidates import Scope

_RECORDS_AT_ONCE: Final = 8


async def rewrite_records(
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


async def rewrite_items(
    scope: Scope,
    changes: Mapping[str, tuple[KnowledgeRecord, KnowledgeRecord]],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Rewrite items with their passages and neighbourhoods; `changes` has (old, new) by id.

    Passages are stored first: if that fails, it raises StoreUnavailable, items stay as they are,
    and a repeat finds them.
    """
    before, after = ([each[place] for each in changes.values()] for place in (0, 1))
    await remove_former(scope, after, before, repository)
    if failed := await put_passages(scope, after, None, repository):
        raise StoreUnavailable("knowledge", f"{len(failed)} items are without their passages")
    await rewrite_records(items_namespace(scope), changes, repository)
    await drop_outdated(scope, after, repository)
    if any(map(is_long, after)):
        await threads.note_change(scope, has_passages=True)
    await rewrite_turns(scope, before, repository, threads)


async def rewrite_turns(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Rewrite the neighbourhoods of turns: some neighbours may not belong there any more."""
    turns = grouped(
        (thread, each.id) for each in records if (thread := thread_of(each)) is not None
    )
    left = {thread: Arrivals(left=ids) for thread, ids in turns.items()}
    await Conversations(scope, repository, threads).change(left)
    await threads.note_change(scope)
