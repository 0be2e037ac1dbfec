"""Picks the records of a repeated batch that are not stored yet as they are.

Writing an item again means embedding it again. A hundred long items may take a model more time than
a request has; then the repeat, which stores the rest, must not begin with those already stored.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from recollect.core.timestamps import epoch_ms
from recollect.knowledge.records import KnowledgeRecord
from recollect.retrieval.items import Metadata

# What a model embeds within one request. A smaller batch is written again, with a new date.
_MAX_ITEMS_IN_TIME: Final = 20
_MAX_CHARACTERS_IN_TIME: Final = 60_000
# An item without its own time is dated when it is stored; a repeat comes sooner than this.
_REPEAT_MS: Final = timedelta(minutes=10) // timedelta(milliseconds=1)
_TIMES: Final = ("created_at", "created_at_ms")


def may_have_been_cut_off(records: Sequence[KnowledgeRecord]) -> bool:
    """Whether so much is written that time may be up before all of it is stored."""
    return (
        len(records) > _MAX_ITEMS_IN_TIME
        or sum(len(each.text) for each in records) > _MAX_CHARACTERS_IN_TIME
    )


def unwritten(
    records: Sequence[KnowledgeRecord], stored: Sequence[KnowledgeRecord], now: datetime | None
) -> Sequence[KnowledgeRecord]:
    """The records that are not among `stored` as they are.

    A record that is dated `now`, for want of its own time, also equals one that differs only in a
    date less than ten minutes ago.
    """
    there = {each.id: each for each in stored}
    now_ms = None if now is None else epoch_ms(now)
    return [
        record
        for record in records
        if (former := there.get(record.id)) is None or not _is_same(record, former, now_ms)
    ]


def _is_same(record: KnowledgeRecord, former: KnowledgeRecord, now_ms: int | None) -> bool:
    metadata, before = dict(record.metadata), former.metadata.get("created_at_ms")
    if now_ms is not None and isinstance(before, int):
        is_undated = metadata.get("created_at_ms") == now_ms
        if is_undated and 0 <= now_ms - before < _REPEAT_MS:
            metadata |= {name: former.metadata.get(name) for name in _TIMES}
    return record.text == former.text and _written(metadata) == _written(former.metadata)


def _written(metadata: Metadata) -> str:
    return json.dumps(dict(metadata), sort_keys=True)
