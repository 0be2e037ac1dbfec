"""Count the commands that Upstash bills, and those that lock the whole database.

Each command of a pipeline counts; a script is one command.
"""

import threading
from collections import Counter
from typing import TypedDict

from infra.local.emulators.redis.commands import Command
from infra.local.emulators.redis.key_locks import locks_all


class Billed(TypedDict):
    """The number of commands by name, and how many of them locked the whole database."""

    commands: dict[str, int]
    whole_locks: int


class Bill:
    """Counts commands since the start; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._commands = Counter[str]()
        self._whole_locks = 0

    def count(self, command: Command) -> None:
        """Count a command, whether it succeeds or not."""
        with self._lock:
            self._commands[command[0].decode("utf-8", "replace").upper()] += 1
            self._whole_locks += locks_all(command)

    def totals(self) -> Billed:
        """The counts up to now."""
        with self._lock:
            return {"commands": dict(self._commands), "whole_locks": self._whole_locks}
