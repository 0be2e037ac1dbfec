"""What runs the commands: fakeredis in this process, or a real Redis elsewhere.

Both are reached through redis-py's connections; see `conversation`.
"""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

import redis
from fakeredis import FakeServer, FakeStrictRedis

# A private module of fakeredis: the one place that sees every write, also those of scripts. The
# durability tests fail if it moves.
from fakeredis._core import Database
from typing_extensions import override

from infra.local.emulators.redis.commands import Command, only_reads
from infra.local.emulators.redis.conversation import Connection, converse, transact
from infra.local.emulators.redis.journal import Entry, Journal, JournalError
from infra.local.emulators.redis.wire import Reply

# Scripts have what Redis gives them and no more: one that opens a file or forgets a `local` fails
# here as there. (fakeredis would let a stray global in, and then refuse every script after it.)
# This is no sandbox: whoever may run scripts here may do what this process may.
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


class RedisStore(Protocol):
    """Runs commands. Safe to call from any thread; errors of Redis are replies."""

    def run(self, command: Command) -> Reply:
        """Run one command."""

    def transact(self, commands: Sequence[Command]) -> Reply:
        """Run commands between MULTI and EXEC: a list of replies, or the error of all."""

    def close(self) -> None:
        """Let go of files and connections."""


class InProcessRedis:
    """One fakeredis server in this process, kept in the file `path` if there is one.

    One lock serialises everything: a command, a script or a transaction sees no other one halfway,
    and what it changed is on disk before it is answered and before the next one starts.
    """

    def __init__(self, path: Path | None = None) -> None:
        server = FakeServer(version=(7,))
        self._keys = _WatchedDatabase(server.lock)
        server.dbs[0] = self._keys
        client = FakeStrictRedis(server=server, protocol=2)
        self._connection: Connection = client.connection_pool.get_connection()
        self._lock = threading.Lock()
        prepared = converse(self._connection, [(b"EVAL", _LIKE_REDIS, b"0")])[0]
        if isinstance(prepared, redis.RedisError):
            raise prepared
        self._journal = Journal(path) if path else None
        if self._journal:
            self._restore(self._journal.entries())

    def run(self, command: Command) -> Reply:
        """Run one command."""
        with self._lock:
            try:
                return converse(self._connection, [command])[0]
            finally:
                self._keep([command])

    def transact(self, commands: Sequence[Command]) -> Reply:
        """Run commands as a transaction."""
        with self._lock:
            try:
                return transact(self._connection, commands)
            finally:
                self._keep(commands)

    def close(self) -> None:
        """Close the journal; there is nothing left to write."""
        with self._lock:
            self._connection.disconnect()
            if self._journal:
                self._journal.close()

    def _restore(self, entries: Sequence[Entry]) -> None:
        commands: list[Command] = []
        for entry in entries:
            commands.append((b"RESTORE", entry.key, b"0", entry.payload or b""))
            if entry.expires_at_ms is not None:
                commands.append((b"PEXPIREAT", entry.key, b"%d" % entry.expires_at_ms))
        replies = converse(self._connection, commands)
        if failed := [reply for reply in replies if isinstance(reply, redis.RedisError)]:
            # Written by another fakeredis, or damaged: to go on would be to lose it silently.
            raise JournalError("the Redis journal cannot be read") from failed[0]
        self._keys.touched.clear()

    def _keep(self, commands: Sequence[Command]) -> None:
        """Write what the last commands changed, also when they failed halfway."""
        touched, self._keys.touched = self._keys.touched, set()
        if not self._journal:
            return
        # A few commands of fakeredis (LMPOP, XREADGROUP) change a value without a word of it.
        for command in commands:
            if not only_reads(command):
                touched.update(word for word in command[1:] if word in self._keys)
        if touched:
            self._journal.record(self._entries(list(touched)))

    def _entries(self, keys: list[bytes]) -> list[Entry]:
        """Ask what is stored under `keys` now, and until when: negative where nothing expires."""
        questions = [(word, key) for key in keys for word in (b"DUMP", b"PEXPIRETIME")]
        replies = iter(converse(self._connection, questions))
        return [
            Entry(
                key,
                payload if isinstance(payload, bytes) else None,
                expires if isinstance(expires, int) and expires >= 0 else None,
            )
            for key, payload, expires in zip(keys, replies, replies, strict=True)
        ]


class RemoteRedis:
    """A real Redis named by `url`, through a pool of connections; RedisError if it is not there."""

    def __init__(self, url: str) -> None:
        self._pool = redis.ConnectionPool.from_url(
            url, protocol=2, socket_connect_timeout=5, socket_timeout=10
        )
        # Better to fail here than at everybody's first write.
        self.run((b"PING",))

    def run(self, command: Command) -> Reply:
        """Run one command."""
        connection = self._pool.get_connection()
        try:
            return converse(connection, [command])[0]
        finally:
            self._pool.release(connection)

    def transact(self, commands: Sequence[Command]) -> Reply:
        """Run commands as a transaction."""
        connection = self._pool.get_connection()
        try:
            return transact(connection, commands)
        finally:
            self._pool.release(connection)

    def close(self) -> None:
        """Close the connections."""
        self._pool.disconnect()


class _WatchedDatabase(Database):
    """A fakeredis database that remembers which keys were written since somebody looked."""

    def __init__(self, lock: threading.Lock) -> None:
        super().__init__(lock)
        self.touched: set[bytes] = set()

    @override
    def notify_watch(self, key: bytes) -> None:
        """Take note of a written key; fakeredis calls this wherever WATCH needs to know of it."""
        self.touched.add(key)
        super().notify_watch(key)
