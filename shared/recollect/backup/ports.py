"""Where a backup comes from and goes to. All of it raises StoreError."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from recollect.knowledge.records import KnowledgeRecord

KeyKind = Literal["string", "hash", "set", "zset", "stream"]


class KeyEntry(BaseModel):
    """All that is kept under a key.

    `items` are, by kind: the text; field and value of each field; each member; member and score of
    each member; the id of each entry with its fields and values. `expires_at_ms` is in
    milliseconds since 1970.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, StringConstraints(min_length=1)]
    kind: KeyKind
    items: tuple[tuple[str, ...], ...]
    expires_at_ms: int | None = Field(default=None, ge=0)


class RecordEntry(BaseModel):
    """A record of the index; its vectors are made of `text` anew."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    namespace: str
    id: str
    text: str
    metadata: dict[str, JsonValue]


class RestoreMark(NamedTuple):
    """How far a restore has come: so many pages of this backup are back."""

    backup: str
    pages: int


class BackupKeys(Protocol):
    """All keys."""

    async def read(self, cursor: str, limit: int) -> tuple[Sequence[KeyEntry], str]:
        """About `limit` keys after `cursor`, and where it goes on ("" at the end).

        A key that is there from the beginning to the end is met, perhaps more than once. The mark
        is not among them.
        """

    async def write(self, entries: Sequence[KeyEntry]) -> None:
        """Keep these in place of what is kept under the same keys; again changes nothing."""

    async def is_empty(self) -> bool:
        """Whether there is no key at all."""

    async def load_mark(self) -> RestoreMark | None:
        """How far an interrupted restore had come."""

    async def save_mark(self, mark: RestoreMark) -> None:
        """Note how far a restore has come."""

    async def clear_mark(self) -> None:
        """Forget it: the restore is whole."""


class BackupRecords(Protocol):
    """All records of the index, by namespace."""

    async def namespaces(self) -> Sequence[str]:
        """The names of all namespaces."""

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        """The records after `cursor` ("" for the first), and the next cursor ("" at the end)."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Keep records, in place of those that have their ids."""


class BackupPages(Protocol):
    """Where pages lie, by their numbers from 1."""

    async def last(self) -> int:
        """The highest number there is, 0 where there is no page."""

    async def get(self, number: int) -> bytes | None:
        """A page, None where there is none."""

    async def put(self, number: int, content: bytes) -> None:
        """Keep a page, whole or not at all. Raises PageTaken where it is there already."""
