"""The REST wire format: turn request bodies into commands, and replies into JSON.

Replies arrive in RESP2, where status replies ("OK") and bulk strings look alike here. So a stored
value "OK" is sent as it is even where base64 is wanted; the SDK reads both forms as "OK".
"""

import base64
import json
from typing import Final, Never, TypeAlias

import redis

from infra.local.emulators.redis.commands import Command

Reply: TypeAlias = "int | float | bytes | list[Reply] | redis.RedisError | None"
Json: TypeAlias = "int | float | str | list[Json] | dict[str, Json] | None"

_NOT_A_COMMAND: Final = "ERR failed to parse command: a JSON array of strings and numbers is needed"
_NOT_COMMANDS: Final = "ERR failed to parse pipeline request: a JSON array of commands is needed"


class MalformedCommandError(Exception):
    """The request holds no command; its message is for the client."""


def command_of_body(body: bytes) -> Command:
    """Read `["SET", "key", 1]`."""
    return _command(_json(body))


def commands_of_body(body: bytes) -> list[Command]:
    """Read `[["SET", "key", 1], …]`, the body of a pipeline."""
    value = _json(body)
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise MalformedCommandError(_NOT_COMMANDS)
    if not value:
        raise MalformedCommandError("ERR empty pipeline request")
    return [_command(row) for row in value]


def answer(reply: Reply, *, encoded: bool) -> dict[str, Json]:
    """Shape the answer to one command: `{"result": …}`, or `{"error": …}`."""
    if isinstance(reply, redis.RedisError):
        return {"error": error_text(reply)}
    return {"result": _value(reply, encoded=encoded)}


def error_text(error: redis.RedisError) -> str:
    """A server's error with the code that redis-py cuts off: `NOSCRIPT No matching script`."""
    return f"{error.status_code} {error}" if error.status_code else str(error)


def _json(body: bytes) -> Json:
    """Parse a body; numbers keep the digits in which they were sent, since Redis stores text."""
    try:
        parsed: Json = json.loads(body, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise MalformedCommandError("ERR failed to parse request: it is not JSON") from error
    return parsed


def _refuse(constant: str) -> Never:
    raise ValueError(f"{constant} is not JSON")


def _command(value: Json) -> Command:
    if not isinstance(value, list) or not value or not isinstance(value[0], str) or not value[0]:
        raise MalformedCommandError(_NOT_A_COMMAND)
    return tuple(_argument(word) for word in value)


def _argument(value: Json) -> bytes:
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if not isinstance(value, str):
        raise MalformedCommandError(_NOT_A_COMMAND)
    try:
        return value.encode()
    except UnicodeEncodeError as error:  # a lone surrogate, which JSON can express
        raise MalformedCommandError("ERR failed to parse command: not valid Unicode") from error


def _value(reply: Reply, *, encoded: bool) -> Json:
    if isinstance(reply, list):
        return [_value(item, encoded=encoded) for item in reply]
    if isinstance(reply, redis.RedisError):
        reply = error_text(reply).encode()
    if not isinstance(reply, bytes):
        return reply
    if encoded and reply != b"OK":
        return base64.b64encode(reply).decode("ascii")
    return reply.decode("utf-8", "replace")
