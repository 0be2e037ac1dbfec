"""Reads whole keys of Upstash Redis for a backup, and writes them back."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from recollect.adapters.upstash.redis.client import (
    Command,
    RedisAdapter,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import is_sum, is_summed, sum_key
from recollect.backup.ports import KeyEntry, KeyKind, RestoreMark
from recollect.core.grouping import batched

_MARK: Final = "maintain:restore"
_SCANS: Final[dict[KeyKind, str]] = {"hash": "HSCAN", "set": "SSCAN", "zset": "ZSCAN"}
_ADDS: Final[dict[KeyKind, str]] = {"hash": "HSET", "set": "SADD"}
_ITEMS_AT_ONCE: Final = 500
# What PEXPIRETIME answers for a key that does not expire.
_NEVER: Final = -1


class RedisBackup(RedisAdapter):
    """The port `BackupKeys` of `recollect.backup`."""

    async def read(self, cursor: str, limit: int) -> tuple[Sequence[KeyEntry], str]:
        """About `limit` keys after `cursor`, and the next cursor ("" at the end)."""
        (answer,) = await self._asked([["SCAN", cursor or "0", "COUNT", limit]])
        with translated_errors():
            following = str(answer[0])
            found = map(str, answer[1])
            # Copies of hashes in one text are left out: `write` makes them anew from the hashes,
            # and here a copy could be newer than the hash that was read.
            names = [each for each in found if each != _MARK and not is_sum(each)]
        kinds = await self._asked([["TYPE", name] for name in names])
        expiries = await self._asked([["PEXPIRETIME", name] for name in names])
        # A key that has expired since is of the kind "none".
        kept: dict[str, KeyKind] = {
            name: kind for name, kind in zip(names, kinds, strict=True) if kind in get_args(KeyKind)
        }
        items = await self._items(kept)
        with translated_errors():
            expires = {
                name: None if int(each) == _NEVER else max(int(each), 0)
                for name, each in zip(names, expiries, strict=True)
            }
        entries = [
            KeyEntry(name=name, kind=kind, items=items[name], expires_at_ms=expires[name])
            for name, kind in kept.items()
            if items[name]
        ]
        return entries, "" if following == "0" else following

    async def write(self, entries: Sequence[KeyEntry]) -> None:
        """Write keys, replacing what is under the same keys."""
        commands = [command for entry in entries for command in _commands(entry)]
        await self._redis.pipeline(commands, repeatable=False)

    async def is_empty(self) -> bool:
        """Whether there is no key at all."""
        return await self._redis.dbsize() == 0

    async def load_mark(self) -> RestoreMark | None:
        """How far an interrupted restore had come; None if there is none."""
        fields = await self._redis.hgetall(_MARK)
        with translated_errors():
            return RestoreMark(fields["backup"], int(fields["pages"])) if fields else None

    async def save_mark(self, mark: RestoreMark) -> None:
        """Save how far a restore has come."""
        await self._redis.hset(_MARK, values={"backup": mark.backup, "pages": mark.pages})

    async def clear_mark(self) -> None:
        """Remove the mark: the restore is complete."""
        await self._redis.delete(_MARK)

    async def _asked(self, commands: Sequence[Command]) -> list[Any]:
        return await self._redis.pipeline(commands, repeatable=True)

    async def _items(self, kinds: dict[str, KeyKind]) -> dict[str, tuple[tuple[str, ...], ...]]:
        """All items of each key, by key. Each round trip reads the next part of every key."""
        # Dicts, for their keys, as ordered sets: a scan may answer an item twice.
        items: dict[str, dict[tuple[str, ...], None]] = {name: {} for name in kinds}
        pending = dict.fromkeys(kinds, "")
        while pending:
            commands = [_next_part(name, kinds[name], cursor) for name, cursor in pending.items()]
            answers = await self._asked(commands)
            with translated_errors():
                read = {
                    name: _part(kinds[name], answer)
                    for name, answer in zip(pending, answers, strict=True)
                }
            for name, (part, _) in read.items():
                items[name].update(dict.fromkeys(part))
            pending = {name: cursor for name, (_, cursor) in read.items() if cursor}
        return {name: tuple(found) for name, found in items.items()}


def _next_part(name: str, kind: KeyKind, cursor: str) -> Command:
    if kind == "string":
        return ["GET", name]
    if kind == "stream":
        return ["XRANGE", name, f"({cursor}" if cursor else "-", "+", "COUNT", _ITEMS_AT_ONCE]
    return [_SCANS[kind], name, cursor or "0", "COUNT", _ITEMS_AT_ONCE]


def _part(kind: KeyKind, answer: Any) -> tuple[list[tuple[str, ...]], str]:
    """The items in an answer about a key, and the cursor of the next ones ("" at the end)."""
    if kind == "string":
        return ([] if answer is None else [(str(answer),)]), ""
    if kind == "stream":
        entries = [(str(entry[0]), *map(str, entry[1])) for entry in answer]
        return entries, entries[-1][0] if len(entries) == _ITEMS_AT_ONCE else ""
    cursor, flat = str(answer[0]), [str(each) for each in answer[1]]
    found = [(each,) for each in flat] if kind == "set" else list(mapping_from_pairs(flat).items())
    return [*found], "" if cursor == "0" else cursor


def _commands(entry: KeyEntry) -> Iterator[Command]:
    """The commands that write a key. The first removes it, since a page may be written again."""
    yield ["DEL", entry.name]
    if entry.kind == "string":
        yield ["SET", entry.name, *entry.items[0]]
    elif entry.kind == "stream":
        for item in entry.items:
            yield ["XADD", entry.name, *item]
    else:
        for batch in batched(entry.items, _ITEMS_AT_ONCE):
            yield _adding(entry, batch)
    if is_summed(entry.name):
        flat = [word for item in entry.items for word in item]
        yield ["SET", sum_key(entry.name), json.dumps(flat, ensure_ascii=False)]
    if entry.expires_at_ms is not None:
        yield ["PEXPIREAT", entry.name, entry.expires_at_ms]


def _adding(entry: KeyEntry, items: Sequence[tuple[str, ...]]) -> Command:
    if entry.kind == "zset":
        # A scan answers the member first, then its score; ZADD takes them the other way round.
        return ["ZADD", entry.name, *(word for member, score in items for word in (score, member))]
    return [_ADDS[entry.kind], entry.name, *(word for item in items for word in item)]
