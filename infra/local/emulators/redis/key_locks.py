"""Which keys a script locks: all of the database, or with the flag `allow-key-locking` its KEYS.

Under the flag Upstash refuses a key that does not stand in KEYS. Redis knows no such flag, so Lua
that refuses the same takes the place of the line with the flags.
"""

from functools import cache
from pathlib import Path
from typing import Final

import redis

from infra.local.emulators.redis.commands import Command

_GUARD: Final = Path(__file__).with_suffix(".lua")
_KEY_LOCKING: Final = b"allow-key-locking"
_SHEBANG: Final = b"#!lua"
_FLAGS: Final = frozenset({_KEY_LOCKING, b"no-writes", b"allow-oom", b"allow-stale"})


def locks_all(command: Command) -> bool:
    """Say whether a command is a script that locks the whole database.

    What the digest of one means is not known.
    """
    name = command[0].upper()
    return name == b"EVALSHA" or (name == b"EVAL" and _KEY_LOCKING not in _flags_of(command))


def as_redis_runs_it(command: Command) -> Command:
    """The command without the flags of its script, but with what they refuse.

    Raises redis.ResponseError for an unknown flag. The digest of a script with flags is another
    one than Upstash has.
    """
    if command[0].upper() != b"EVAL" or not command[1:2] or not command[1].startswith(_SHEBANG):
        return command
    flags = _flags_of(command)
    for flag in sorted(flags - _FLAGS):
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
    """In one line, so that an error names the line of the script that it is in."""
    lines = map(str.strip, _GUARD.read_text().splitlines())
    return " ".join(each for each in lines if not each.startswith("--")).encode()
