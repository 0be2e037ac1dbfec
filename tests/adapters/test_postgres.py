"""The connection to Postgres: kept, replaced, bounded in time, and discreet about its password."""

import asyncio
import os
import signal
import socket
import traceback
from collections.abc import AsyncIterator

import asyncpg
import pytest

from recollect.adapters.postgres.database import Postgres
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from tests.adapters.misbehaving import Behaviour
from tests.adapters.postgres_server import READER, READERS_PASSWORD, postgres_url
from tests.cases import each_case

LONG, SHORT = 20.0, 0.4
BACKEND = "SELECT pg_backend_pid() AS pid"
COUNT = "SELECT count(*) AS n FROM evidence"


@pytest.fixture
async def admin() -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    connection = await asyncpg.connect(postgres_url())
    yield connection
    await connection.close()


async def pid(postgres: Postgres) -> int:
    [row] = await postgres.fetch(BACKEND)
    found: int = row["pid"]
    return found


async def test_the_connection_is_kept() -> None:
    postgres = Postgres(postgres_url(), LONG)
    assert await pid(postgres) == await pid(postgres)
    postgres.close()
    postgres.close()


async def test_calls_at_the_same_time_wait_for_each_other() -> None:
    postgres = Postgres(postgres_url(), LONG)
    assert len(set(await asyncio.gather(*(pid(postgres) for _ in range(5))))) == 1
    postgres.close()


async def test_a_statement_may_only_read() -> None:
    postgres = Postgres(postgres_url(), LONG)
    with pytest.raises(StoreRefused):
        await postgres.fetch("DELETE FROM evidence")
    postgres.close()


async def test_a_connection_that_broke_meanwhile_is_replaced(
    admin: "asyncpg.Connection[asyncpg.Record]",
) -> None:
    postgres = Postgres(postgres_url(), LONG)
    before = await pid(postgres)
    await admin.fetchval("SELECT pg_terminate_backend($1, 5000)", before)
    assert await pid(postgres) != before
    postgres.close()


async def test_a_server_that_breaks_under_a_new_connection_is_unavailable() -> None:
    postgres = Postgres(postgres_url(), LONG)
    with pytest.raises(StoreUnavailable):
        await postgres.fetch("SELECT pg_terminate_backend(pg_backend_pid())")
    assert await pid(postgres)
    postgres.close()


async def test_a_locked_table_ends_in_a_timeout_here_and_on_the_server(
    admin: "asyncpg.Connection[asyncpg.Record]",
) -> None:
    postgres = Postgres(postgres_url(), SHORT)
    async with admin.transaction():
        await admin.execute("LOCK TABLE evidence IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(StoreTimeout):
            await postgres.fetch(COUNT)
        async with asyncio.timeout(LONG):
            while await admin.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await admin.execute("SELECT pg_sleep(0.02)")
    patient = Postgres(postgres_url(), LONG)
    assert await patient.fetch(COUNT)
    patient.close()


async def test_a_stuck_server_is_given_up_at_the_deadline() -> None:
    postgres = Postgres(postgres_url(), SHORT)
    backend = await pid(postgres)
    os.kill(backend, signal.SIGSTOP)
    try:
        started = asyncio.get_running_loop().time()
        with pytest.raises(StoreTimeout):
            await pid(postgres)
        assert asyncio.get_running_loop().time() - started < 10 * SHORT
    finally:
        os.kill(backend, signal.SIGCONT)
    postgres.close()


async def test_after_a_cancellation_the_next_call_is_served() -> None:
    postgres = Postgres(postgres_url(), LONG)
    task = asyncio.create_task(postgres.fetch("SELECT pg_sleep(15)"))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await pid(postgres)
    postgres.close()


async def test_a_missing_table_is_refused() -> None:
    postgres = Postgres(postgres_url(), LONG)
    with pytest.raises(StoreRefused, match="UndefinedTableError"):
        await postgres.fetch("SELECT FROM no_such_table")
    assert await pid(postgres)
    postgres.close()


def as_reader(password: str) -> str:
    return postgres_url().replace("postgres:@", f"{READER}:{password}@")


async def test_the_right_password_is_accepted() -> None:
    postgres = Postgres(as_reader(READERS_PASSWORD), LONG)
    assert await postgres.fetch(COUNT)
    postgres.close()


async def failure(url: str, seconds: float = LONG) -> StoreError:
    postgres = Postgres(url, seconds)
    with pytest.raises(StoreError) as caught:
        await postgres.fetch(COUNT)
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))
    assert caught.value.store == "postgres"
    return caught.value


async def test_a_value_that_the_server_quotes_is_not_shown() -> None:
    postgres = Postgres(as_reader(READERS_PASSWORD), LONG)
    with pytest.raises(StoreRefused) as caught:
        await postgres.fetch("SELECT 's3cret'::int")
    assert 'type integer: "s3cret"' not in "".join(traceback.format_exception(caught.value))
    postgres.close()


async def test_a_wrong_password_is_refused_and_not_shown() -> None:
    assert type(await failure(as_reader("s3cret"))) is StoreRefused


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        url = f"postgresql://me:s3cret@127.0.0.1:{taken.getsockname()[1]}/x"
        assert type(await failure(url)) is StoreUnavailable


@each_case(
    "url",
    [
        "mysql://me:s3cret@host/x",
        "postgresql://me:s3cret/x@host:5432/x",
        "postgresql://me:s3cret@host:s3cret/x",
        "postgresql://me:s3cret@host/x?sslmode=s3cret",
        "postgresql://[s3cret",
    ],
)
async def test_an_invalid_url_is_refused_and_not_shown(url: str) -> None:
    assert type(await failure(url)) is StoreRefused


@each_case(
    ("behaviour", "expected"),
    [
        (Behaviour.HANG, StoreTimeout),
        (Behaviour.HANG_UP, StoreUnavailable),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", StoreError),
    ],
)
async def test_a_server_that_is_not_postgres_raises_a_store_error(
    behaviour: bytes | Behaviour, expected: type[StoreError]
) -> None:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        if isinstance(behaviour, bytes):
            writer.write(behaviour)
        elif behaviour is Behaviour.HANG:
            await reader.read()
        writer.close()

    async with await asyncio.start_server(handle, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert isinstance(await failure(f"postgresql://me:s3cret@127.0.0.1:{port}/x", 2), expected)
