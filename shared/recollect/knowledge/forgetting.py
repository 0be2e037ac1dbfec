"""Deletes evidence and cases completely: record, counts, places in lists and conversations.

The record itself is removed last, so that the repeat of a removal that broke off does all of it.
"""

from recollect.core.errors import NotFound
from recollect.core.messages import Message
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.passages import remove_passages
from recollect.knowledge.records import (
    CASES,
    KnowledgeRepository,
    items_namespace,
    thread_of,
    turns_namespace,
)
from recollect.knowledge.solved_cases import SolvedCases
from recollect.knowledge.turns import Conversations, ThreadRepository
from recollect.retrieval.candidates import Scope
from recollect.servicedesk.numbers import case_number


class Forgotten(Message):
    """What was removed."""

    deleted_count: int
    deleted_ids: tuple[str, ...]


async def forget_evidence(
    scope: Scope,
    item_id: str,
    ownership: Ownership,
    *,
    repository: KnowledgeRepository,
    threads: ThreadRepository,
    cases: SolvedCases,
) -> Forgotten:
    """Remove an item of the writer; NotFound if there is none, OwnedByAnother if another wrote it.

    Its neighbours in a conversation are rewritten without its words.
    """
    items, turns = items_namespace(scope), turns_namespace(scope)
    found = [
        *await repository.get(items, [item_id]),
        *await repository.get(turns, [item_id]),
    ]
    if not found:
        raise NotFound(f"there is no evidence {item_id} in {scope.tenant}/{scope.project}")
    await ownership.own(items, [item_id])
    conversations = Conversations(scope, repository, threads)
    left = {each for each in map(thread_of, found) if each is not None}
    for thread in left:
        await conversations.remove_turn(thread, item_id)
    await cases.forget_item(scope, item_id)
    # Off the list first: if somebody stores it meanwhile, that puts it back after its record.
    await ownership.owners.strike(items, [item_id])
    await remove_passages(scope, [item_id], repository)
    await repository.remove(turns, [item_id])
    # It may have moved to another conversation meanwhile.
    moved = map(thread_of, await repository.get(items, [item_id]))
    left.update(each for each in moved if each is not None)
    await repository.remove(items, [item_id])
    # Again: somebody who stored it or a neighbour meanwhile, and still saw its record, has stored
    # passages or turns.
    await remove_passages(scope, [item_id], repository)
    if left and not await repository.get(items, [item_id]):
        for thread in left:
            await conversations.remove_turn(thread, item_id)
        await repository.remove(turns, [item_id])
    await threads.note_change(scope)
    return Forgotten(deleted_count=1, deleted_ids=(item_id,))


async def forget_case(
    number: str, ownership: Ownership, *, repository: KnowledgeRepository
) -> Forgotten:
    """Remove a case of the writer, however its number is written.

    NotFound if there is none, OwnedByAnother if another wrote it.
    """
    case_id = case_number(number)
    if not await repository.get(CASES, [case_id]):
        raise NotFound(f"there is no case {number}")
    await ownership.own(CASES, [case_id])
    await ownership.owners.strike(CASES, [case_id])
    await repository.remove(CASES, [case_id])
    return Forgotten(deleted_count=1, deleted_ids=(case_id,))
