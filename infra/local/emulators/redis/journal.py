"""Durability for the in-process store: every key that a command changed, on disk before the answer.

The journal holds effects, never commands: each key as fakeredis dumps it, and the time it expires.
A replayed script could decide differently (a key has expired since, `XADD *` reads another clock),
and a replayed `EXPIRE 60` would start its minute again. Since a row holds a key's last state, the
file is its own snapshot: it needs no compaction, and no replay in order.
"""

import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS keys (
    key BLOB PRIMARY KEY,
    payload BLOB NOT NULL,
    expires_at_ms INTEGER
)
"""
# After how many records the rows of expired keys are removed: a key expires without a command, so
# its row stays until then.
_SWEEP_EVERY: Final = 500


class JournalError(RuntimeError):
    """The file of a journal is in use, or cannot be read."""


@dataclass(frozen=True, slots=True)
class KeyState:
    """The state of a key: its DUMP (`None` if it is gone), and its expiry in epoch milliseconds."""

    key: bytes
    payload: bytes | None
    expires_at_ms: int | None


def now_ms() -> int:
    """The current time as in Redis, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


class Journal:
    """A SQLite file with the last state of every key. Not thread-safe: its owner must lock."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A second process with the same file would overwrite the changes of this one. The exclusive
        # lock makes it fail at once, and disappears with this process, however that ends.
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        try:
            for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=NORMAL"):
                self._file.execute(f"PRAGMA {pragma}")
            self._file.execute(_SCHEMA)
        except sqlite3.Error as error:
            self._file.close()
            busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            reason = "is in use by another process" if busy else f"cannot be read: {error}"
            raise JournalError(f"{path} {reason}") from error
        self._until_sweep = 0

    def entries(self) -> list[KeyState]:
        """Read every key that has not expired."""
        self._sweep()
        return [KeyState(*row) for row in self._file.execute("SELECT * FROM keys")]

    def keys(self) -> list[bytes]:
        """Read the names of all keys."""
        return [key for (key,) in self._file.execute("SELECT key FROM keys")]

    def record(self, entries: Iterable[KeyState]) -> None:
        """Write the new states of some keys, all or none."""
        self._file.execute("BEGIN IMMEDIATE")
        with self._file:
            for entry in entries:
                self._put(entry)
            self._until_sweep -= 1
            if self._until_sweep <= 0:
                self._sweep()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _put(self, entry: KeyState) -> None:
        if entry.payload is None:
            self._file.execute("DELETE FROM keys WHERE key = ?", (entry.key,))
            return
        self._file.execute(
            "INSERT OR REPLACE INTO keys VALUES (?, ?, ?)",
            (entry.key, entry.payload, entry.expires_at_ms),
        )

    def _sweep(self) -> None:
        self._file.execute("DELETE FROM keys WHERE expires_at_ms <= ?", (now_ms(),))
        self._until_sweep = _SWEEP_EVERY
