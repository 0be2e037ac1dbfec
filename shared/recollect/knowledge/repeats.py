"""Picks, of the records of a batch that is sent again, those that are not stored as they are.

To write an item again is to embed it again. A hundred long ones may take a model more time than a
request has; then the repeat that stores the rest must not begin with what is there.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from recollect.core.timestamps import epoch_ms, in_utc
from recollect.knowledge.records import KnowledgeRecord
from recollect.retrieval.items import Metadata

# What a model embeds in one request: less than that is written once more, and dated anew.
_FEW: Final = 20
_SHORT: Final = 60_000
# An item without a time of its own is as new as its store; a repeat comes sooner than this.
_REPEAT_MS: Final = timedelta(minutes=10) // timedelta(milliseconds=1)
_TIMES: Final = ("created_at", "created_at_ms")


def may_have_been_cut_off(records: Sequence[KnowledgeRecord]) -> bool:
    """Whether so much is written that a request may end before all of it is."""
    return len(records) > _FEW or sum(len(each.text) for each in records) > _SHORT


def unwritten(
    records: Sequence[KnowledgeRecord], stored: Sequence[KnowledgeRecord], now: datetime | None
) -> Sequence[KnowledgeRecord]:
    """The records that are not stored as they are.

    One that is dated `now` is stored as it is, too, if it was stored less than ten minutes ago.
    """
    there = {each.id: each for each in stored}
    now_ms = None if now is None else epoch_ms(in_utc(now))
    return [
        record
        for record in records
        if (was := there.get(record.id)) is None or not _is_same(record, was, now_ms)
    ]


def _is_same(record: KnowledgeRecord, was: KnowledgeRecord, now_ms: int | None) -> bool:
    metadata, before = dict(record.metadata), was.metadata.get("created_at_ms")
    if now_ms is not None and isinstance(before, int):
        is_undated = metadata.get("created_at_ms") == now_ms
        if is_undated and 0 <= now_ms - before < _REPEAT_MS:
            metadata |= {name: was.metadata.get(name) for name in _TIMES}
    return record.text == was.text and _written(metadata) == _written(was.metadata)


def _written(metadata: Metadata) -> str:
    return json.dumps(dict(metadata), sort_keys=True)
