"""The ports that a backup reads from and writes to. All methods raise StoreError."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from recollect.knowledge.records import KnowledgeRecord, RecordPages

KeyKind = Literal["string", "hash", "set", "zset", "stream"]


class KeyEntry(BaseModel):
    """Everything that is kept under a key.

    `items` depend on the kind. string: the text; hash: name and value of each field; set: each
    member; zset: each member with its score; stream: the id of each entry with its fields and
    values. `expires_at_ms` is in milliseconds since 1970.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, StringConstraints(min_length=1)]
    kind: KeyKind
    items: tuple[tuple[str, ...], ...]
    expires_at_ms: int | None = Field(default=None, ge=0)


class RecordEntry(BaseModel):
    """A record of the index; its vectors are computed anew from `text`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    namespace: str
    id: str
    text: str
    metadata: dict[str, JsonValue]


class RestoreMark(NamedTuple):
    """How far a restore has come: how many `pages` of this backup are restored."""

    backup: str
    pages: int


class BackupKeys(Protocol):
    """All keys of the ledger."""

    async def read(self, cursor: str, limit: int) -> tuple[Sequence[KeyEntry], str]:
        """About `limit` keys after `cursor`, and the next cursor ("" at the end).

        A key that exists during the whole walk is met, perhaps more than once. The mark of a
        restore is not among them.
        """

    async def write(self, entries: Sequence[KeyEntry]) -> None:
        """Store entries in place of what is under the same keys; repeating changes nothing."""

    async def is_empty(self) -> bool:
        """Whether there are no keys."""

    async def load_mark(self) -> RestoreMark | None:
        """How far an interrupted restore had come, or None."""

    async def save_mark(self, mark: RestoreMark) -> None:
        """Save how far a restore has come."""

    async def clear_mark(self) -> None:
        """Remove the mark: the restore is complete."""


class BackupRecords(RecordPages, Protocol):
    """All records of the index, by namespace, and where they are restored."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Store records; they replace those with the same ids."""


class BackupPages(Protocol):
    """The store of pages, by their numbers from 1."""

    async def last(self) -> int:
        """The highest number of a page, 0 without pages."""

    async def get(self, number: int) -> bytes | None:
        """The page of this number, or None."""

    async def put(self, number: int, content: bytes) -> None:
        """Store a page, completely or not at all. Raises PageTaken if it exists already."""
