"""The passages of long items, which are stored in addition to the item and searched separately.

A passage begins with the item's names, as far as they are short, and has the metadata that the item
is filtered by. Its id names the text that it is part of, so passages left over from a former text
of the item are not found.
"""

import asyncio
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.errors import StoreError, StoreTimeout, WrittenInPart
from recollect.core.grouping import batched
from recollect.knowledge.records import (
    APART,
    CONTENT,
    HEADING,
    TEXT,
    TURN,
    KnowledgeRecord,
    KnowledgeRepository,
    heading_of,
    items_namespace,
)
from recollect.knowledge.repeats import unwritten
from recollect.relevance.passages import LONG, passages_of
from recollect.retrieval.candidates import Scope

_NO_FILTER_NAMES: Final = frozenset({APART, CONTENT, HEADING, TEXT, TURN})
_SEPARATOR: Final = " "  # which no id of an item contains
# In characters, with a line end: after longer names a model would not get to read the passage.
_MAX_HEADING_LENGTH: Final = 257
_AT_ONCE: Final = 8
# As many as a model embeds in some seconds, so that those stored before time is up stay stored.
_PUT_AT_ONCE: Final = 200


def passages_namespace(scope: Scope) -> str:
    """The namespace in which the passages of a project's long items are searched."""
    return f"{items_namespace(scope)}:passages"


def is_long(record: KnowledgeRecord) -> bool:
    """Whether an item is so long that it is also kept in passages."""
    return len(record.text) > LONG


def passage_records(record: KnowledgeRecord) -> Iterator[KnowledgeRecord]:
    """The passages of a long item; none of a short one."""
    beginning, names = text_id(record.id, record.text), heading_of(record)
    heading = names[: names.rfind("\n", 0, _MAX_HEADING_LENGTH) + 1]
    metadata = {
        name: value for name, value in record.metadata.items() if name not in _NO_FILTER_NAMES
    }
    for place, passage in enumerate(passages_of(record.text)):
        text = passage if place == 0 else heading + passage
        yield KnowledgeRecord(f"{beginning}{_SEPARATOR}{place}", text, metadata)


def text_id(item_id: str, text: str) -> str:
    """The beginning of the ids of an item's passages while it has this text."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{item_id}{_SEPARATOR}{digest[:16]}"


def text_id_of(passage_id: str) -> str:
    """The `text_id` of the text that a passage is part of."""
    return passage_id.rpartition(_SEPARATOR)[0]


def item_id_of(passage_id: str) -> str:
    """The id of the item that a passage is part of."""
    return passage_id.partition(_SEPARATOR)[0]


async def remove_former(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
) -> None:
    """Remove all passages of items whose text in `records` differs from that `before`.

    Call it before writing the items: once they are written, a repeat cannot know their former
    texts. This also removes passages of a concurrent writer of the same item, if that is already
    stored and about to be replaced.
    """
    now = {each.id: each for each in records}
    gone = [
        was.id
        for was in before
        if (new := now[was.id]).text != was.text
        if is_long(was) or is_long(new)
    ]
    await remove_passages(scope, gone, repository)


async def put_passages(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    now: datetime | None,
    repository: KnowledgeRepository,
    until: float | None = None,
) -> Mapping[str, str]:
    """Store the passages of items.

    Passages that are stored as they would be written (`now`, if given) are not written again.
    Answers the ids of items whose passages were not all stored `until` that time of the event
    loop's clock, each with a reason. Raises StoreError if the stored passages cannot be read.
    """
    namespace = passages_namespace(scope)
    passages = {each.id: each for record in records for each in passage_records(record)}
    missing = unwritten(
        list(passages.values()), await repository.get(namespace, list(passages)), now
    )
    outcomes: dict[str, str | None] = {}
    with suppress(TimeoutError):  # passages that are not stored by then are named below
        async with asyncio.timeout_at(until):
            for part in batched(missing, _PUT_AT_ONCE):
                outcomes |= await _outcomes(namespace, part, repository)
    return {
        item_id_of(each.id): reason
        for each in missing
        if (reason := outcomes.get(each.id, StoreTimeout.reason)) is not None
    }


async def _outcomes(
    namespace: str, passages: Sequence[KnowledgeRecord], repository: KnowledgeRepository
) -> dict[str, str | None]:
    """Store passages; answers for each why it could not be stored, None if it was."""
    ids = [each.id for each in passages]
    try:
        await repository.put(namespace, passages)
    except WrittenInPart as error:
        return {each: error.failed.get(each) for each in ids}
    except StoreError as error:
        return dict.fromkeys(ids, error.reason)
    return dict.fromkeys(ids)


async def drop_outdated(
    scope: Scope, records: Sequence[KnowledgeRecord], repository: KnowledgeRepository
) -> None:
    """Remove the passages of `records` whose item now has another text, or is gone.

    Call it after putting them, since others may have stored or deleted the same items meanwhile.
    """
    long = {each.id: each for each in records if is_long(each)}
    stored = await repository.get(items_namespace(scope), list(long))
    texts = {each.id: each.text for each in stored}
    outdated = [
        text_id(each.id, each.text) for each in long.values() if texts.get(each.id) != each.text
    ]
    await remove_passages(scope, outdated, repository)


async def remove_passages(
    scope: Scope, of: Collection[str], repository: KnowledgeRepository
) -> None:
    """Remove the passages of items, by their ids, or of one text of each, by its `text_id`."""
    remove = partial(repository.remove_beginning, passages_namespace(scope))
    await gather_each(remove, [f"{each}{_SEPARATOR}" for each in of], at_once=_AT_ONCE)
