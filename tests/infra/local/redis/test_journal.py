"""What the journalled store still knows after its process has ended, however it ended."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.local.emulators.redis.journal import JournalError
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.redis.wire import Reply

ROOT = Path(__file__).parents[4]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "redis.sqlite3"


@contextmanager
def opened(path: Path) -> Iterator[InProcessRedis]:
    store = InProcessRedis(path)
    try:
        yield store
    finally:
        store.close()


def run(store: InProcessRedis, *words: str | int | bytes) -> Reply:
    return store.run(tuple(w if isinstance(w, bytes) else str(w).encode() for w in words))


def test_every_type_of_value_survives_a_restart(path: Path) -> None:
    with opened(path) as store:
        run(store, "SET", "string", b"\x00\xff bytes")
        run(store, "SET", "empty", "")
        run(store, "HSET", "hash", "upvotes", 1, "field ü", "OK")
        run(store, "SADD", "set", "b", "a")
        run(store, "ZADD", "zset", "1.5", "a", 2, "b")
        run(store, "RPUSH", "list", "a", "b", "a")
        entry = run(store, "XADD", "stream", "*", "event", "stored")
        run(store, "XGROUP", "CREATE", "stream", "group", "0")

    with opened(path) as store:
        assert run(store, "GET", "string") == b"\x00\xff bytes"
        assert run(store, "GET", "empty") == b""
        assert run(store, "HGETALL", "hash") == [b"upvotes", b"1", "field ü".encode(), b"OK"]
        assert run(store, "SMISMEMBER", "set", "a", "b", "c") == [1, 1, 0]
        assert run(store, "ZRANGE", "zset", 0, -1, "WITHSCORES") == [b"a", b"1.5", b"b", b"2"]
        assert run(store, "LRANGE", "list", 0, -1) == [b"a", b"b", b"a"]
        assert run(store, "XRANGE", "stream", "-", "+") == [[entry, [b"event", b"stored"]]]
        assert run(store, "XREADGROUP", "GROUP", "group", "me", "STREAMS", "stream", ">") == [
            [b"stream", [[entry, [b"event", b"stored"]]]]
        ]
        assert run(store, "DBSIZE") == 7


REMOVED: tuple[tuple[list[tuple[str | int, ...]], set[bytes]], ...] = (
    ([("DEL", "a")], {b"b"}),
    ([("RENAME", "a", "c")], {b"b", b"c"}),
    ([("COPY", "a", "c")], {b"a", b"b", b"c"}),
    ([("GETDEL", "a")], {b"b"}),
    ([("FLUSHALL",)], set()),
    ([("FLUSHDB",), ("SET", "d", "1")], {b"d"}),
    ([("EVAL", "redis.call('FLUSHALL') redis.call('SET', 'd', '1')", 0)], {b"d"}),
    ([("EVAL", "redis.call('DEL', 'a') return redis.call('NONSENSE')", 0)], {b"b"}),
    ([("RPUSH", "l", "2", "1"), ("SORT", "l", "STORE", "m")], {b"a", b"b", b"l", b"m"}),
    ([("SPOP", "a")], {b"a", b"b"}),
)


def test_removed_and_moved_keys_stay_so_after_a_restart(path: Path) -> None:
    for number, (commands, left) in enumerate(REMOVED):
        file = path.with_name(f"{number}.sqlite3")
        with opened(file) as store:
            run(store, "MSET", "a", 1, "b", 2)
            for command in commands:
                run(store, *command)

        with opened(file) as store:
            keys = run(store, "KEYS", "*")
            assert isinstance(keys, list)
            assert set(keys) == left, commands


def test_changes_that_fakeredis_makes_quietly_survive_a_restart(path: Path) -> None:
    with opened(path) as store:
        run(store, "RPUSH", "list", "a", "b")
        run(store, "LMPOP", 1, "list", "LEFT")
        run(store, "XADD", "stream", "1-1", "f", "v")
        run(store, "XGROUP", "CREATE", "stream", "group", "0")
        run(store, "XREADGROUP", "GROUP", "group", "me", "STREAMS", "stream", ">")

    with opened(path) as store:
        assert run(store, "LRANGE", "list", 0, -1) == [b"b"]
        pending = run(store, "XPENDING", "stream", "group", "-", "+", 10, "me")
        assert isinstance(pending, list)
        assert [entry[0] for entry in pending if isinstance(entry, list)] == [b"1-1"]


def test_keys_keep_expiring_while_no_process_runs(path: Path) -> None:
    with opened(path) as store:
        run(store, "SET", "short", "1", "PX", 30)
        run(store, "SET", "long", "1", "EX", 86_400)
        run(
            store,
            "EVAL",
            "redis.call('SET', 'scripted', 1) redis.call('EXPIRE', 'scripted', 90)",
            0,
        )
        run(store, "SET", "persisted", "1", "EX", 100)
        run(store, "PERSIST", "persisted")
        moments = [run(store, "PEXPIRETIME", key) for key in ("long", "scripted")]

    time.sleep(0.05)

    with opened(path) as store:
        assert run(store, "GET", "short") is None
        assert [run(store, "PEXPIRETIME", key) for key in ("long", "scripted")] == moments
        assert run(store, "TTL", "persisted") == -1


def test_a_key_that_expired_can_be_stored_again(path: Path) -> None:
    with opened(path) as store:
        run(store, "SET", "once", "first", "PX", 1)
        while run(store, "EXISTS", "once"):
            pass
        run(store, "SET", "once", "second", "NX")

    with opened(path) as store:
        assert run(store, "GET", "once") == b"second"


def test_killing_the_process_loses_nothing_that_was_answered(path: Path) -> None:
    writer = [sys.executable, "-m", "tests.infra.local.redis.endless_writer", str(path)]
    with subprocess.Popen(  # noqa: S603 - our own module
        writer, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        answered = [int(process.stdout.readline()) for _ in range(200)]
        process.kill()
        answered += [int(line) for line in process.stdout if line.endswith("\n")]

    with opened(path) as store:
        upvotes = run(store, "HGET", "memory", "upvotes")
        assert isinstance(upvotes, bytes)
        # The last one may have been applied and not yet answered.
        assert answered[-1] <= int(upvotes) <= answered[-1] + 1
        assert run(store, "XLEN", "log") == int(upvotes)
        assert run(store, "EVAL", "return redis.call('HINCRBY', 'memory', 'upvotes', 1)", 0) == (
            int(upvotes) + 1
        )


def test_a_second_process_cannot_take_the_same_file(path: Path) -> None:
    with opened(path), pytest.raises(JournalError, match="in use by another process"):
        InProcessRedis(path)


def test_an_unreadable_journal_stops_the_start(path: Path) -> None:
    with opened(path) as store:
        run(store, "SET", "key", "value")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE keys SET payload = x'00'")

    with pytest.raises(JournalError, match="journal cannot be read"):
        InProcessRedis(path)


def test_a_file_that_is_no_journal_stops_the_start(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"nothing that SQLite knows " * 99)

    with pytest.raises(JournalError, match="cannot be read: file is not a database"):
        InProcessRedis(path)


_KEYS = st.sampled_from(["a", "b", "c"])
_COMMANDS = st.one_of(
    st.tuples(st.just("SET"), _KEYS, st.text()),
    st.tuples(st.just("HSET"), _KEYS, st.text(), st.text()),
    st.tuples(st.just("HINCRBY"), _KEYS, st.just("n"), st.integers(-5, 5)),
    st.tuples(st.just("DEL"), _KEYS),
    st.tuples(st.just("RENAME"), _KEYS, _KEYS),
    st.tuples(st.just("SADD"), _KEYS, st.text()),
    st.tuples(st.just("SMOVE"), _KEYS, _KEYS, st.text()),
    st.tuples(st.just("XADD"), _KEYS, st.just("*"), st.just("f"), st.text()),
    st.tuples(st.just("EXPIRE"), _KEYS, st.integers(-1, 1000)),
    st.tuples(st.just("LPUSH"), _KEYS, st.text()),
    st.tuples(st.just("LMOVE"), _KEYS, _KEYS, st.just("LEFT"), st.just("RIGHT")),
)


@given(commands=st.lists(_COMMANDS, max_size=15))
@settings(max_examples=25, deadline=None)
def test_a_restart_after_any_commands_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, commands: list[tuple[str | int, ...]]
) -> None:
    def state(store: InProcessRedis) -> list[Reply]:
        asked = ((word, key) for key in "abc" for word in ("DUMP", "PEXPIRETIME"))
        return [run(store, word, key) for word, key in asked]

    path = tmp_path_factory.mktemp("any") / "redis.sqlite3"
    with opened(path) as store:
        for command in commands:
            run(store, *command)
        before = state(store)

    with opened(path) as store:
        assert state(store) == before
