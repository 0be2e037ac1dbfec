"""What Upstash bills and locks: each command, also of a pipeline, where a script is one."""

import threading
from collections import Counter
from typing import TypedDict

from infra.local.emulators.redis.commands import Command
from infra.local.emulators.redis.key_locks import locks_all


class Billed(TypedDict):
    """How many commands of each name, and how many of them locked the whole database."""

    commands: dict[str, int]
    whole_locks: int


class Bill:
    """Counts commands, from any thread, from the start on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._commands = Counter[str]()
        self._whole_locks = 0

    def count(self, command: Command) -> None:
        """Count a command, whether it succeeds or not."""
        with self._lock:
            self._commands[command[0].decode("utf-8", "replace").upper()] += 1
            self._whole_locks += locks_all(command)

    def told(self) -> Billed:
        """What was counted."""
        with self._lock:
            return {"commands": dict(self._commands), "whole_locks": self._whole_locks}
