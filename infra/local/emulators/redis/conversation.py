"""Commands and replies over a redis-py connection, one level below its client.

The client turns replies into Python's idea of them (`True`, a dict); the REST API needs them as
Redis sent them. fakeredis and a real server take the same path, with RESP2.
"""

from collections.abc import Sequence
from typing import Protocol

import redis

from infra.local.emulators.redis.commands import Command
from infra.local.emulators.redis.wire import Reply


class Connection(Protocol):
    """The part of redis-py's connection that is used here; redis-py gives it no types."""

    def pack_commands(self, commands: Sequence[Command], /) -> list[bytes]:
        """Write commands in Redis's protocol."""

    def send_packed_command(self, command: list[bytes], /) -> None:
        """Send them, connecting first if need be."""

    def read_response(self, *, disable_decoding: bool) -> Reply:
        """Read one reply; errors of the server are raised."""

    def disconnect(self) -> None:
        """Close the socket; the next command opens another."""


def converse(connection: Connection, commands: Sequence[Command]) -> list[Reply]:
    """Send commands in one go and read a reply for each; errors of Redis are replies too."""
    try:
        connection.send_packed_command(connection.pack_commands(commands))
        return [_read(connection) for _ in commands]
    except BaseException:
        # Half a conversation would answer the next command with this one's reply.
        connection.disconnect()
        raise


def transact(connection: Connection, commands: Sequence[Command]) -> Reply:
    """Run commands between MULTI and EXEC: a list of replies, or the error that discarded all."""
    return converse(connection, [(b"MULTI",), *commands, (b"EXEC",)])[-1]


def _read(connection: Connection) -> Reply:
    try:
        return connection.read_response(disable_decoding=True)
    except redis.RedisError as error:
        # The server's own errors; any other means that the connection is lost.
        if isinstance(error, redis.ResponseError) or error.status_code:
            return error
        raise
