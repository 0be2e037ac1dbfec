"""Which keys a script locks: the whole database, or with the flag `allow-key-locking` its KEYS.

With the flag, Upstash refuses access to keys that are not in KEYS. Redis does not know the flag, so
the line with the flags is replaced by Lua code that refuses the same.
"""

from functools import cache
from pathlib import Path
from typing import Final

import redis

from infra.local.emulators.redis.commands import Command

_GUARD: Final = Path(__file__).with_suffix(".lua")
_KEY_LOCKING: Final = b"allow-key-locking"
_SHEBANG: Final = b"#!lua"
_KNOWN_FLAGS: Final = frozenset({_KEY_LOCKING, b"no-writes", b"allow-oom", b"allow-stale"})


def locks_all(command: Command) -> bool:
    """Whether a command is a script that locks the whole database.

    EVALSHA counts as one: the flags of its script are not known.
    """
    name = command[0].upper()
    return name == b"EVALSHA" or (name == b"EVAL" and _KEY_LOCKING not in _flags_of(command))


def as_redis_runs_it(command: Command) -> Command:
    """The command with the flags of its script replaced by code that does what they do.

    Raises redis.ResponseError for an unknown flag. A script with flags has another digest here than
    at Upstash.
    """
    if command[0].upper() != b"EVAL" or not command[1:2] or not command[1].startswith(_SHEBANG):
        return command
    flags = _flags_of(command)
    for flag in sorted(flags - _KNOWN_FLAGS):
        named = flag.decode("utf-8", "replace")
        raise redis.ResponseError(f"ERR Unexpected flag in script shebang: {named}")
    _, _, body = command[1].partition(b"\n")
    guard = _guard() if _KEY_LOCKING in flags else b""
    return (command[0], guard + b"\n" + body, *command[2:])


def _flags_of(command: Command) -> frozenset[bytes]:
    line = command[1].partition(b"\n")[0] if command[1:2] else b""
    if not line.startswith(_SHEBANG):
        return frozenset()
    _, _, flags = line.partition(b"flags=")
    return frozenset(each for each in flags.strip().split(b",") if each)


@cache
def _guard() -> bytes:
    """The Lua guard in one line, so that line numbers in a script's errors stay right."""
    lines = map(str.strip, _GUARD.read_text().splitlines())
    return " ".join(each for each in lines if not each.startswith("--")).encode()
