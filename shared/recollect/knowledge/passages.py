"""The passages of long items, each of which is kept a second time and searched by itself.

A passage stands behind what its item is called, as far as that is short, and has what the item is
filtered by. Its id says of which text it is: what is left of another one finds nothing.
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
_BETWEEN: Final = " "  # which no id of an item has
# A title and the end of its line: behind more names no model would read a passage.
_LONGEST_HEADING: Final = 257
_AT_ONCE: Final = 8
# As many as a model embeds in some seconds, so that what is kept when time is up stays kept.
_PUT_AT_ONCE: Final = 200


def passages_namespace(scope: Scope) -> str:
    """Where the passages of a project's long items are searched."""
    return f"{items_namespace(scope)}:passages"


def is_long(record: KnowledgeRecord) -> bool:
    """Whether an item is kept in passages, too."""
    return len(record.text) > LONG


def passage_records(record: KnowledgeRecord) -> Iterator[KnowledgeRecord]:
    """The passages of a long item; none of a short one."""
    beginning, names = text_id(record.id, record.text), heading_of(record)
    heading = names[: names.rfind("\n", 0, _LONGEST_HEADING) + 1]
    metadata = {
        name: value for name, value in record.metadata.items() if name not in _NO_FILTER_NAMES
    }
    for place, passage in enumerate(passages_of(record.text)):
        text = passage if place == 0 else heading + passage
        yield KnowledgeRecord(f"{beginning}{_BETWEEN}{place}", text, metadata)


def text_id(item_id: str, text: str) -> str:
    """How the ids of the passages begin that an item has with this text."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{item_id}{_BETWEEN}{digest[:16]}"


def text_id_of(passage_id: str) -> str:
    """Of which text of which item a passage is, as `text_id` says it."""
    return passage_id.rpartition(_BETWEEN)[0]


def item_id_of(passage_id: str) -> str:
    """The id of the item that a passage is of."""
    return passage_id.partition(_BETWEEN)[0]


async def remove_former(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
) -> None:
    """Remove all passages of items that say something else as `records` than they did `before`.

    For who is about to write them: once they are written, a repeat cannot read what they were. Of
    another writer's passages those go whose item is there already, and about to be replaced.
    """
    now = {each.id: each for each in records}
    gone = [
        was.id
        for was in before
        if (new := now.get(was.id)) is None or new.text != was.text
        if is_long(was) or (new is not None and is_long(new))
    ]
    await remove_passages(scope, gone, repository)


async def put_passages(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    now: datetime | None,
    repository: KnowledgeRepository,
    until: float | None = None,
) -> Mapping[str, str]:
    """Keep the passages of items.

    What is there as it would be written (`now`, if it is said) is not written again. Answers the
    ids of items whose passages could not all be kept, `until` then by the clock of the event loop,
    with a word why. Raises StoreError where what is there cannot be read.
    """
    namespace = passages_namespace(scope)
    passages = {each.id: each for record in records for each in passage_records(record)}
    missing = unwritten(
        list(passages.values()), await repository.get(namespace, list(passages)), now
    )
    outcomes: dict[str, str | None] = {}
    with suppress(TimeoutError):  # what is not kept by then is named below
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
    """Keep passages; of each why it could not be kept, None of what is."""
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
    """Remove the passages of items that say something else by now, or are gone.

    For who has just put them, beside others who stored the same items.
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
    await gather_each(remove, [f"{each}{_BETWEEN}" for each in of], at_once=_AT_ONCE)
