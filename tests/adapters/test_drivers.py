"""What belongs to one source is imported for that source alone."""

from tests.test_imports import imported

DRIVERS = {"asyncpg", "qdrant_client", "neo4j", "psycopg", "pgserver"}
SOURCES = {f"recollect.adapters.{name}.evidence" for name in ("postgres", "qdrant", "neo4j")}


def test_the_functions_start_without_the_drivers() -> None:
    modules = imported("recollect.wiring", "functions.find_memories.handler")
    assert modules & (DRIVERS | {"recollect.adapters.postgres.database"}) == set()


def test_qdrant_and_neo4j_need_no_driver() -> None:
    modules = imported("recollect.adapters.qdrant.evidence", "recollect.adapters.neo4j.evidence")
    assert modules & DRIVERS == set()


def test_each_source_can_be_imported_alone() -> None:
    for name in SOURCES:
        assert imported(name) & SOURCES == {name}
