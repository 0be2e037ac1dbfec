"""A real Postgres in a folder, for as long as the tests run."""

import json
import tempfile
import warnings
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import asyncpg
import pytest

from recollect.adapters.postgres.evidence import statement
from recollect.core.timestamps import parse_moment
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item, text_of

READER, READERS_PASSWORD = "reader", "open-sesame"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@cache
def postgres_url() -> str:
    """Start it with the table and a role that needs a password; it ends with this process."""
    with warnings.catch_warnings():
        # It warns that there is no XDG_RUNTIME_DIR.
        warnings.simplefilter("ignore")
        # There are wheels for Python up to 3.12, and none for Linux on arm64.
        pgserver = pytest.importorskip("pgserver")
        folder = Path(tempfile.mkdtemp(prefix="recollect-postgres-"))
        server = pgserver.get_server(folder, cleanup_mode="delete")
    rules = folder / "pg_hba.conf"
    rules.write_text(f"local all {READER} scram-sha-256\n" + rules.read_text())
    server.psql(
        f"{statement('evidence')} {statement('evidence')}"  # the second time changes nothing
        f"CREATE ROLE {READER} LOGIN PASSWORD '{READERS_PASSWORD}';"
        f"GRANT SELECT ON evidence TO {READER}; SELECT pg_reload_conf();"
    )
    url: str = server.get_uri()
    return url


async def put(scope: Scope, items: Iterable[Item]) -> None:
    """Store items as the documentation says."""
    connection = await asyncpg.connect(postgres_url())
    await connection.executemany(
        statement("put"),
        [
            (
                scope.tenant,
                scope.project,
                item.id,
                json.dumps(item.content),
                text_of(item.content),
                json.dumps(dict(item.metadata)),
                parse_moment(item.metadata.get("created_at")) or LONG_AGO,
            )
            for item in items
        ],
    )
    await connection.close()
