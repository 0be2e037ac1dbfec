"""The modules and drivers of a source are imported for that source alone."""

from tests.test_imports import FLOOR, all_imported

DRIVERS = {"asyncpg", "qdrant_client", "neo4j", "psycopg", "pgserver"}
SOURCES = [f"recollect.adapters.{name}.evidence" for name in ("qdrant", "neo4j", "postgres")]


def test_each_source_is_imported_alone_and_qdrant_and_neo4j_without_a_driver() -> None:
    qdrant, neo4j, postgres = all_imported(FLOOR, *([each] for each in SOURCES))

    for name, modules in zip(SOURCES, (qdrant, neo4j, postgres), strict=True):
        assert modules & set(SOURCES) == {name}
    assert (qdrant | neo4j) & DRIVERS == set()
