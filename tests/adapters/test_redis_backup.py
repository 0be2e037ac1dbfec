"""Keys of every kind come back as they were, however much is kept under them."""

import time
from collections.abc import Collection
from datetime import UTC, datetime

import pytest

from recollect.adapters.upstash.redis.backup import RedisBackup
from recollect.adapters.upstash.redis.client import Command
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.backup.page import BEGINNING
from recollect.backup.parts import BothStores
from recollect.backup.ports import KeyEntry, KeyKind, RestoreMark
from recollect.wiring.stores import Stores

MANY = 1_203
NUMBERS = range(MANY)
IN_AN_HOUR = (int(time.time()) + 3600) * 1000

ITEMS: dict[KeyKind, tuple[tuple[str, ...], ...]] = {
    "string": (("ä\n\x00{}",),),
    "hash": tuple((f"field {n}", f"{n}") for n in NUMBERS),
    "set": tuple((f"member {n}",) for n in NUMBERS),
    "zset": tuple((f"member {n}", f"{n}") for n in NUMBERS),
    "stream": tuple((f"{n + 1}-1", "actor", f"a{n}", "details", "") for n in NUMBERS),
}


async def entries_of(backup: RedisBackup, names: Collection[str]) -> dict[str, KeyEntry]:
    found, cursor = dict[str, KeyEntry](), ""
    while True:
        entries, cursor = await backup.read(cursor, 500)
        found |= {each.name: each for each in entries if each.name in names}
        if not cursor:
            return found


@pytest.mark.parametrize("expires_at_ms", [None, IN_AN_HOUR], ids=["stays", "expires"])
async def test_a_key_of_any_kind_comes_back_unchanged_even_if_it_is_written_twice(
    emulated: Stores, expires_at_ms: int | None
) -> None:
    backup = RedisBackup(emulated.redis)
    written = {
        f"backed up {kind}": KeyEntry(
            name=f"backed up {kind}", kind=kind, items=items, expires_at_ms=expires_at_ms
        )
        for kind, items in ITEMS.items()
    }

    await backup.write(list(written.values()))
    await backup.write(list(written.values()))
    read = await entries_of(backup, written)

    assert set(read) == set(written)
    for name, entry in written.items():
        assert sorted(read[name].items) == sorted(entry.items)
        assert read[name].model_copy(update={"items": entry.items}) == entry
        if entry.kind == "stream":
            assert read[name].items == entry.items


async def test_a_key_that_has_expired_since_does_not_come_back(emulated: Stores) -> None:
    backup = RedisBackup(emulated.redis)
    gone: Command = ["EXISTS", "long gone"]

    await backup.write(
        [KeyEntry(name="long gone", kind="string", items=(("x",),), expires_at_ms=1)]
    )

    assert await emulated.redis.pipeline([gone], repeatable=True) == [0]


async def test_the_mark_of_a_restore_is_not_part_of_a_backup(emulated: Stores) -> None:
    backup = RedisBackup(emulated.redis)
    mark = RestoreMark("0" * 32, 3)

    await backup.save_mark(mark)
    entries, _ = await backup.read("", 10_000)

    assert await backup.load_mark() == mark
    assert "maintain:restore" not in {each.name for each in entries}
    assert not await backup.is_empty()
    await backup.clear_mark()
    assert await backup.load_mark() is None


async def test_keys_that_expire_within_a_quarter_of_an_hour_are_not_backed_up(
    emulated: Stores,
) -> None:
    stores = BothStores(RedisBackup(emulated.redis), VectorKnowledge(emulated.vector))
    in_ten_minutes = IN_AN_HOUR - 50 * 60 * 1000
    await stores.keys.write(
        [
            KeyEntry(name="fleeting", kind="string", items=(("x",),), expires_at_ms=in_ten_minutes),
            KeyEntry(name="lasting", kind="string", items=(("x",),), expires_at_ms=IN_AN_HOUR),
        ]
    )

    place, names = BEGINNING, set[str]()
    while place.part == "keys":
        lines, following = await stores.read(place, datetime.now(UTC))
        assert following is not None
        names |= {KeyEntry.model_validate_json(line).name for line in lines}
        place = following

    assert names & {"fleeting", "lasting"} == {"lasting"}
