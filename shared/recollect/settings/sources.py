"""The settings of further sources of evidence: a group for each, which is None if it is off."""

from dataclasses import dataclass, field, fields
from typing import Annotated

from typing_extensions import override

from recollect.settings.declared import Group, Settings, Token, Url


class PostgresUrl(Token):
    """The URL of a Postgres database, with user and password."""

    @override
    def parse(self, text: str) -> str:
        value = Token.parse(self, text)
        if not value.startswith(("postgres://", "postgresql://")):
            raise ValueError("is not a postgres or postgresql URL")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresSettings(Settings):
    """A Postgres database; its URL contains user and password."""

    url: Annotated[str, PostgresUrl("DATABASE_URL", given_by="secret")] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class QdrantSettings(Settings):
    """A Qdrant server, the collection to search, and the embedding model."""

    url: Annotated[str, Url("QDRANT_URL", given_by="secret")]
    api_key: Annotated[str | None, Token("QDRANT_API_KEY", given_by="secret")] = field(
        default=None, repr=False
    )
    collection: Annotated[str, Token("QDRANT_COLLECTION")] = "evidence"
    model: Annotated[str, Token("QDRANT_MODEL")] = "sentence-transformers/all-minilm-l6-v2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neo4jSettings(Settings):
    """A Neo4j server, the user, and the database to read."""

    url: Annotated[str, Url("NEO4J_URL", given_by="secret")]
    user: Annotated[str, Token("NEO4J_USER", given_by="secret")] = "neo4j"
    password: Annotated[str, Token("NEO4J_PASSWORD", given_by="secret")] = field(repr=False)
    database: Annotated[str, Token("NEO4J_DATABASE")] = "neo4j"


SourceSettings = PostgresSettings | QdrantSettings | Neo4jSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherSources(Settings):
    """The sources besides Upstash Vector; each is on if its URL is set."""

    postgres: Annotated[PostgresSettings | None, Group(PostgresSettings, when="DATABASE_URL")] = (
        None
    )
    qdrant: Annotated[QdrantSettings | None, Group(QdrantSettings, when="QDRANT_URL")] = None
    neo4j: Annotated[Neo4jSettings | None, Group(Neo4jSettings, when="NEO4J_URL")] = None

    @property
    def active(self) -> tuple[SourceSettings, ...]:
        """The sources that are on, in the order in which they are asked and joined."""
        groups = (getattr(self, source.name) for source in fields(self))
        return tuple(group for group in groups if group is not None)
