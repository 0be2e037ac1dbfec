"""What callers send to `POST /evidence`, and what they get."""

import json
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)

from recollect.knowledge.records import INTERNAL
from recollect.messages import Fraction, ItemId, Message, Slug, Tags, Word
from recollect.retrieval.items import text_of

# Upstash keeps 48 KB of metadata a record, of which some are ours.
MOST_METADATA_BYTES = 40_000
_DEEPEST = 32

ItemIds = Annotated[tuple[ItemId, ...], Field(max_length=100)]
Path = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
Source = Literal["agent", "human", "system"]


def _readable(content: JsonValue) -> JsonValue:
    if not text_of(content).strip():
        raise ValueError("must not be empty")
    if _holds_nul(content, 0):
        raise ValueError("must not contain NUL characters")
    return content


def _holds_nul(content: JsonValue, depth: int) -> bool:
    if depth > _DEEPEST:
        raise ValueError(f"must not be nested deeper than {_DEEPEST} levels")
    if isinstance(content, str):
        return "\0" in content
    if isinstance(content, dict):
        return any("\0" in key or _holds_nul(each, depth + 1) for key, each in content.items())
    return isinstance(content, list) and any(_holds_nul(each, depth + 1) for each in content)


class NewEvidence(Message):
    """An item that may become evidence; whatever further fields it has are its metadata."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    id: ItemId | None = None
    content: Annotated[dict[str, JsonValue] | str, AfterValidator(_readable)]
    created_at: AwareDatetime | None = None
    last_validated_at: AwareDatetime | None = None
    tags: Tags = ()
    source: Source = "agent"
    importance: Fraction = 0.5
    trust: Fraction = 0.7
    sensitivity: Fraction = 0.0
    containsPII: bool = False  # noqa: N815  # the seed's name
    piiFields: Annotated[tuple[Path, ...], Field(max_length=100)] = ()  # noqa: N815  # the seed's name
    hasCredentials: bool = False  # noqa: N815  # the seed's name
    restrictedToGroups: Annotated[tuple[Word, ...], Field(max_length=100)] = ()  # noqa: N815  # the seed's name
    caused_by: ItemIds = ()
    derived_from: ItemIds = ()
    thread: Word | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if taken := INTERNAL & self.__pydantic_extra__.keys():
            raise ValueError(f"{min(taken)} is a name of ours")
        kept: dict[str, JsonValue] = dict(self.__pydantic_extra__)
        if _holds_nul(kept, 0):
            raise ValueError("must not contain NUL characters")
        if isinstance(self.content, dict):
            kept["content"] = self.content
        size = len(json.dumps(kept, ensure_ascii=False).encode())
        if size > MOST_METADATA_BYTES:
            raise ValueError(
                f"an object and further metadata may have {MOST_METADATA_BYTES} bytes of JSON "
                f"together, not {size}; a longer content goes as a text"
            )
        return self


class EvidenceBatch(Message):
    """Items for a project; one that has the id of another takes its place."""

    tenant: Slug = "default"
    project: Slug = "default"
    items: Annotated[tuple[NewEvidence, ...], Field(min_length=1, max_length=100)]


class StoredEvidence(Message):
    """How many items are kept now, and their ids in order."""

    stored: int
    ids: tuple[str, ...]
