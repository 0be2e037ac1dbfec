"""The parts of a backup: all keys, then all records.

Keys come first: if something is deleted while the backup is taken, the backup may have counts
without their record, which nobody finds, but no record without its counts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from recollect.backup.page import PartPlace
from recollect.backup.ports import BackupKeys, BackupRecords, KeyEntry, RecordEntry
from recollect.knowledge.records import KnowledgeRecord

_KEYS_AT_ONCE: Final = 500
_RECORDS_AT_ONCE: Final = 100
# Copies and claims live no longer than this, and are made again, so they are not backed up.
_FLEETING: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class BothStores:
    """The two stores that are backed up."""

    keys: BackupKeys
    records: BackupRecords

    async def read(
        self, place: PartPlace, at: datetime
    ) -> tuple[Sequence[bytes], PartPlace | None]:
        """The entries at a place, as lines, and the place after them; None at the end."""
        if place.part == "keys":
            entries, cursor = await self.keys.read(place.cursor, _KEYS_AT_ONCE)
            lines = [_line(each) for each in entries if _lasts(each, at)]
            return lines, PartPlace("keys", cursor) if cursor else PartPlace("records", "")
        records, cursor = await self._records(place.cursor)
        return [_line(each) for each in records], PartPlace("records", cursor) if cursor else None

    async def write(self, place: PartPlace, lines: Sequence[bytes]) -> None:
        """Store the entries of a page that begins at `place`. Raises ValidationError."""
        if place.part == "keys":
            await self.keys.write([KeyEntry.model_validate_json(line) for line in lines])
            return
        entries = [RecordEntry.model_validate_json(line) for line in lines]
        for namespace, group in groupby(entries, lambda each: each.namespace):
            records = [KnowledgeRecord(each.id, each.text, each.metadata) for each in group]
            await self.records.put(namespace, records)

    async def are_empty(self) -> bool:
        """Whether both stores are empty."""
        if not await self.keys.is_empty():
            return False
        for namespace in await self.records.namespaces():
            records, _ = await self.records.page(namespace, "", 1)
            if records:
                return False
        return True

    async def _records(self, cursor: str) -> tuple[Sequence[RecordEntry], str]:
        """The records after a cursor, which has a namespace and a cursor within it."""
        start, within = json.loads(cursor) if cursor else ("", "")
        names = [each for each in sorted(await self.records.namespaces()) if each >= start]
        if not names:
            return (), ""
        name = names[0]
        records, following = await self.records.page(
            name, within if name == start else "", _RECORDS_AT_ONCE
        )
        entries = [
            RecordEntry(namespace=name, id=each.id, text=each.text, metadata=dict(each.metadata))
            for each in records
        ]
        if following:
            return entries, json.dumps([name, following])
        return entries, json.dumps([names[1], ""]) if len(names) > 1 else ""


def _lasts(entry: KeyEntry, at: datetime) -> bool:
    expires = entry.expires_at_ms
    return expires is None or expires > (at + _FLEETING).timestamp() * 1000


def _line(entry: KeyEntry | RecordEntry) -> bytes:
    return entry.model_dump_json(exclude_defaults=True).encode()
