"""The stores that run commands: fakeredis in this process, or a real Redis elsewhere.

Both are used through redis-py's client, and replies are returned as Redis sent them.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import redis
from fakeredis import FakeServer, FakeStrictRedis
from redis.backoff import NoBackoff
from redis.retry import Retry
from typing_extensions import override

from infra.local.emulators.redis.commands import Command, may_flush, possible_keys
from infra.local.emulators.redis.journal import Journal, JournalError, KeyState
from infra.local.emulators.redis.key_locks import as_redis_runs_it
from infra.local.emulators.redis.wire import Reply

_KEYSPACE: Final = b"__keyspace@0__:"

# Gives scripts only what Redis gives them: a script that opens a file or forgets a `local` fails
# here as it does there. (fakeredis would accept a stray global, and then refuse all later scripts.)
# This is no sandbox: a caller who may run scripts may do everything that this process may.
_LIKE_REDIS: Final = b"""
python, io, require, package, module, dofile, loadfile, debug = nil
os = {clock = os.clock}
local function raised(ok, ...)
  if not ok then error(tostring((...)), 0) end
  return ...
end
for _, name in ipairs({'encode', 'decode'}) do
  local inner = cjson[name]
  cjson[name] = function(...) return raised(pcall(inner, ...)) end
end
for _, name in ipairs({'call', 'pcall', 'log', 'setresp'}) do
  local inner = redis[name]
  redis[name] = function(...)
    if select('#', ...) == 0 then error('Please specify at least one argument for this call') end
    return inner(...)
  end
end
setmetatable(_G, {
  __metatable = false,
  __newindex = function(_, name)
    error('Attempt to modify a readonly table: global variable ' .. tostring(name), 2)
  end,
})
"""


class RedisStore:
    """Runs commands with a client, from any thread. Errors of Redis are replies.

    Raises `redis.ConnectionError` or `redis.TimeoutError` when Redis cannot be reached.
    """

    def __init__(self, client: redis.Redis) -> None:
        # The callbacks would turn replies into Python objects (`True`, a dict).
        client.response_callbacks.clear()
        self._client = client

    def run(self, command: Command) -> Reply:
        """Run one command."""
        try:
            words = as_redis_runs_it(command)
            reply: Reply = self._client.execute_command(*words)  # type: ignore[no-untyped-call]  # redis-py's
        except redis.ResponseError as error:
            return error
        return reply

    def close(self) -> None:
        """Close files and connections."""
        self._client.close()


def remote_redis(url: str) -> RedisStore:
    """Connect to a real Redis. Raises RedisError if it cannot be reached."""
    client = redis.Redis.from_url(
        url,
        protocol=2,
        socket_connect_timeout=5,
        socket_timeout=10,
        retry=Retry(NoBackoff(), 0),  # a command whose answer is lost may have been run
    )
    store = RedisStore(client)
    # Fail here, not at the first write.
    store.run((b"PING",))
    return store


class InProcessRedis(RedisStore):
    """A fakeredis server in this process, kept in the file `path` if one is given.

    One lock serialises all commands: a command or a script never sees another one halfway, and its
    changes are on disk before it is answered and before the next one starts.
    """

    def __init__(self, path: Path | None = None) -> None:
        client = FakeStrictRedis(server=FakeServer(version=(7,)), protocol=2)
        super().__init__(client)
        self._lock = threading.Lock()
        prepared = super().run((b"EVAL", _LIKE_REDIS, b"0"))
        if isinstance(prepared, redis.RedisError):
            raise prepared
        self._journal = Journal(path) if path else None
        if self._journal:
            self._restore(self._journal.entries())
            self._changes = client.pubsub()  # type: ignore[no-untyped-call]  # redis-py's
            self._changes.psubscribe(_KEYSPACE + b"*")
            self._changes.get_message()  # the confirmation of the subscription

    @override
    def run(self, command: Command) -> Reply:
        with self._recording(command):
            return super().run(command)

    @override
    def close(self) -> None:
        with self._lock:
            super().close()
            if self._journal:
                self._journal.close()

    def _restore(self, entries: Sequence[KeyState]) -> None:
        for entry in entries:
            restored = super().run((b"RESTORE", entry.key, b"0", entry.payload or b""))
            if isinstance(restored, redis.RedisError):
                # Written by another fakeredis, or damaged: going on would lose the key silently.
                raise JournalError("the Redis journal cannot be read") from restored
            if entry.expires_at_ms is not None:
                super().run((b"PEXPIREAT", entry.key, b"%d" % entry.expires_at_ms))

    @contextmanager
    def _recording(self, command: Command) -> Iterator[None]:
        """Run the block alone, then record the command's changes, even if it failed halfway."""
        with self._lock:
            try:
                yield
            finally:
                if self._journal and (keys := self._changed_keys(self._journal, command)):
                    self._journal.record([self._entry(key) for key in keys])

    def _changed_keys(self, journal: Journal, command: Command) -> set[bytes]:
        """The keys that a command may have changed: those that Redis notifies of, and some more.

        fakeredis does not notify of a few commands (LMPOP, XREADGROUP), so the words of a command
        count as keys. Redis itself does not notify of a flush, which changes all keys.
        """
        changed = set(possible_keys(command))
        while message := self._changes.get_message():
            changed.add(message["channel"].removeprefix(_KEYSPACE))
        if may_flush(command):
            changed.update(journal.keys())
        return changed

    def _entry(self, key: bytes) -> KeyState:
        """The current state of a key. (PEXPIRETIME is negative for a key that never expires.)"""
        payload = super().run((b"DUMP", key))
        if not isinstance(payload, bytes):
            return KeyState(key, None, None)
        expires = super().run((b"PEXPIRETIME", key))
        if not isinstance(expires, int) or expires < 0:
            return KeyState(key, payload, None)
        return KeyState(key, payload, expires)
