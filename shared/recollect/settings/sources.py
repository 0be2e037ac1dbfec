"""Where further sources of evidence are: one group of settings a source, None where it is off."""

from dataclasses import dataclass, field

from recollect.settings.stores import Reader


@dataclass(frozen=True, slots=True)
class PostgresSettings:
    """`DATABASE_URL`, with user and password in it."""

    url: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class QdrantSettings:
    """`QDRANT_URL`, and which collection is searched with which model."""

    url: str
    api_key: str | None = field(repr=False)
    collection: str
    model: str


@dataclass(frozen=True, slots=True)
class Neo4jSettings:
    """`NEO4J_URL`, and which database is read as which user."""

    url: str
    user: str
    password: str = field(repr=False)
    database: str


SourceSettings = PostgresSettings | QdrantSettings | Neo4jSettings


def read_source_settings(read: Reader) -> tuple[SourceSettings, ...]:
    """Read the sources that are on, in the order in which they are asked and joined."""
    groups = (_postgres(read), _qdrant(read), _neo4j(read))
    return tuple(group for group in groups if group is not None)


def _postgres(read: Reader) -> PostgresSettings | None:
    url = read.optional_token("DATABASE_URL")
    return PostgresSettings(url) if url else None


def _qdrant(read: Reader) -> QdrantSettings | None:
    url = read.optional_url("QDRANT_URL")
    api_key = read.optional_token("QDRANT_API_KEY")
    collection = read.optional_token("QDRANT_COLLECTION") or "evidence"
    model = read.optional_token("QDRANT_MODEL") or "sentence-transformers/all-minilm-l6-v2"
    return QdrantSettings(url, api_key, collection, model) if url else None


def _neo4j(read: Reader) -> Neo4jSettings | None:
    url = read.optional_url("NEO4J_URL")
    user = read.optional_token("NEO4J_USER") or "neo4j"
    database = read.optional_token("NEO4J_DATABASE") or "neo4j"
    return Neo4jSettings(url, user, read.token("NEO4J_PASSWORD"), database) if url else None
