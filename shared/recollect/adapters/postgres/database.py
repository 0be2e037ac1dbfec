"""A connection to Postgres, with Recollect's own deadline and errors.

It uses asyncpg rather than psycopg, for two reasons. asyncpg takes 50 ms to import, psycopg 150.
And an asyncpg connection can be dropped at once, while a cancelled psycopg goes on talking to the
server for up to ten seconds, so that a stuck server would break every deadline. Importing this
module needs the extra `postgres`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import asyncpg

from recollect.adapters.http.retries import within
from recollect.core.errors import StoreRefused, StoreTimeout, StoreUnavailable
from recollect.core.stopwatch import outside_call

STORE = "postgres"
# The server went away, is starting or stopping, or has no free resources.
_UNAVAILABLE = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    OSError,
)


class Postgres:
    """One connection, opened on first use and kept; `url` is a libpq URL, `timeout` in seconds.

    After any failure the connection is thrown away, so its state need not be known. If a connection
    that was kept turns out to be broken, the statement is repeated once on a new connection.
    """

    def __init__(self, url: str, timeout: float) -> None:
        self._url = url
        self._timeout = timeout
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._lock = asyncio.Lock()

    async def fetch(self, statement: str, *arguments: object) -> Sequence[asyncpg.Record]:
        """The rows of one statement, run in a read-only transaction. Raises StoreError."""
        with _translated_errors():
            async with within(STORE, self._timeout), self._lock:
                with outside_call(STORE):
                    return await self._fetch(statement, arguments)

    def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _fetch(
        self, statement: str, arguments: tuple[object, ...]
    ) -> Sequence[asyncpg.Record]:
        if self._connection is not None:
            try:
                return await self._fetch_once(self._connection, statement, arguments)
            except asyncpg.QueryCanceledError:
                raise
            except (asyncpg.InterfaceError, asyncpg.InternalClientError, *_UNAVAILABLE):
                pass  # the connection broke while it was idle: try a new one
        self._connection = await self._connect()
        return await self._fetch_once(self._connection, statement, arguments)

    async def _connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        try:
            # Poolers such as PgBouncer may run each transaction on a different server connection,
            # which would not know the statements that were prepared on another one.
            return await asyncpg.connect(self._url, statement_cache_size=0)
        except OSError:
            raise
        except (ValueError, asyncpg.InterfaceError):
            # The cause's message may quote the URL, and with it the password.
            raise StoreRefused(STORE, "the URL cannot be used") from None

    async def _fetch_once(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        statement: str,
        arguments: tuple[object, ...],
    ) -> Sequence[asyncpg.Record]:
        try:
            # `statement_timeout` lets the server end a statement that we no longer wait for. JIT is
            # off, since compiling these statements would take longer than running them.
            await connection.execute(
                f"BEGIN READ ONLY; SET LOCAL jit = off;"
                f" SET LOCAL statement_timeout = {max(1, round(self._timeout * 1000))}"
            )
            rows = await connection.fetch(statement, *arguments)
            await connection.execute("COMMIT")
        except BaseException:
            self._connection = None
            connection.terminate()
            raise
        return rows


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Translate the driver's errors, which are no causes: their texts may quote rows and URLs."""
    try:
        yield
    except asyncpg.QueryCanceledError:
        raise StoreTimeout(STORE, "the server ended the statement") from None
    except _UNAVAILABLE as error:
        raise StoreUnavailable(STORE, type(error).__name__) from None
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
        raise StoreRefused(STORE, type(error).__name__) from None
