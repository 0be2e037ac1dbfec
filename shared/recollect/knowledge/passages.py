"""The passages of long items, each of which is kept a second time and searched by itself.

A passage stands behind what its item is called, and has what the item is filtered by. Its id says
of which text it is: what is left of another one finds nothing.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.errors import StoreError, WrittenInPart
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
_AT_ONCE: Final = 8


def passages_namespace(scope: Scope) -> str:
    """Where the passages of a project's long items are searched."""
    return f"{items_namespace(scope)}:passages"


def is_long(record: KnowledgeRecord) -> bool:
    """Whether an item is kept in passages, too."""
    return len(record.text) > LONG


def passage_records(record: KnowledgeRecord) -> Iterator[KnowledgeRecord]:
    """The passages of a long item; none of a short one."""
    beginning, heading = text_id(record.id, record.text), heading_of(record)
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


async def put_passages(
    scope: Scope,
    records: Sequence[KnowledgeRecord],
    before: Sequence[KnowledgeRecord],
    now: datetime | None,
    repository: KnowledgeRepository,
) -> Mapping[str, str]:
    """Keep the passages of items, in place of those of what the items were `before`.

    What is there as it would be written (`now`, if it is said) is not written again. Answers the
    ids of items whose passages could not all be kept, with a word why. Raises StoreError where the
    others cannot be read or removed.
    """
    namespace = passages_namespace(scope)
    passages = {each.id: each for record in records for each in passage_records(record)}
    were = [each.id for record in before for each in passage_records(record)]
    await repository.remove(namespace, [each for each in were if each not in passages])
    stored = await repository.get(namespace, [each for each in were if each in passages])
    missing = unwritten(list(passages.values()), stored, now)
    try:
        await repository.put(namespace, missing)
    except WrittenInPart as error:
        return {item_id_of(each): reason for each, reason in error.failed.items()}
    except StoreError as error:
        return {item_id_of(each.id): error.reason for each in missing}
    return {}


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
        passage.id
        for each in long.values()
        if texts.get(each.id) != each.text
        for passage in passage_records(each)
    ]
    await repository.remove(passages_namespace(scope), outdated)


async def remove_passages(
    scope: Scope, item_ids: Collection[str], repository: KnowledgeRepository
) -> None:
    """Remove all passages of items, whatever text they are of."""
    remove = partial(repository.remove_beginning, passages_namespace(scope))
    await gather_each(remove, [f"{each}{_BETWEEN}" for each in item_ids], at_once=_AT_ONCE)
