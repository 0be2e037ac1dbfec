"""What callers send to `POST /evidence`, and what it answers."""

import json
import math
from collections.abc import Mapping
from typing import Annotated, Final, Self, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)

from recollect.core.ids import UNNAMED
from recollect.core.invisible import visible, without_invisible
from recollect.core.messages import (
    Fraction,
    ItemId,
    Message,
    Moment,
    Omittable,
    Slug,
    Source,
    Title,
    Word,
    without_nul,
)
from recollect.core.shapes import PLAIN_WEB_PATTERN
from recollect.detection.content_inspection import MIN_FINDING_CHARS
from recollect.detection.personal_data import personal_data_in
from recollect.detection.secrets import secrets_in
from recollect.knowledge.records import CONTENT, INTERNAL, TEXT, is_turn
from recollect.language.mails import text_of_mail
from recollect.retrieval.items import Item, text_of
from recollect.slicing.redaction import is_costly, redact, shown

# Upstash keeps 48 KB of metadata a record, some of which is for what detection adds.
MAX_METADATA_BYTES = 40_000
_MAX_DEPTH = 32
_SOURCES: Final = frozenset(get_args(Source))
LIFT: Final = "lift_instruction_like"
"""The field of a request by which somebody lifts the mark of an item."""
_METADATA_PATH: Final = "$.metadata.metadata"
# A mark is lifted by who says so of the item itself, not by what is known of it elsewhere.
_RESERVED_NAMES: Final = INTERNAL | {"id", "content", "source", "metadata", LIFT}
# Scanning a text takes up to 0.25 ms of CPU; texts below `MIN_FINDING_CHARS` are not scanned.
_MAX_TEXTS = 2_000


def _without_secrets(text: str) -> str:
    # Names and ids are shown, compared and followed as they are, so they cannot be redacted.
    if secrets_in(text):
        raise ValueError("must not hold a secret")
    return text


def _without_personal_data(item_id: str) -> str:
    if personal_data_in(item_id):
        raise ValueError("must not hold personal data: an id is shown to whoever sees the item")
    return item_id


def _without_invisible(item_id: str) -> str:
    if without_invisible(item_id) != item_id:  # it would look like another id
        raise ValueError("must not hold characters that nobody sees")
    return item_id


def _as_tuple(value: object) -> object:
    # After a validator of the whole model a list is a Python list, which strict mode refuses.
    return tuple(value) if isinstance(value, list) else value


_LISTED = BeforeValidator(_as_tuple)
_PublicId = Annotated[ItemId, AfterValidator(_without_secrets), AfterValidator(_without_invisible)]
OwnId = Annotated[_PublicId, AfterValidator(_without_personal_data)]
ItemIds = Annotated[tuple[_PublicId, ...], Field(max_length=100), _LISTED]
_Label = Annotated[Word, AfterValidator(_without_secrets)]
_Title = Annotated[Title, AfterValidator(_without_secrets)]
_Url = Annotated[
    str,
    StringConstraints(max_length=2_048, pattern=PLAIN_WEB_PATTERN),
    AfterValidator(_without_secrets),
]
Path = Annotated[
    str, StringConstraints(min_length=1, max_length=1_000), AfterValidator(without_nul)
]


def _readable(content: JsonValue) -> JsonValue:
    _check_storable(content, 0)
    shown = _shown(text_of_mail(content) if isinstance(content, str) else content)
    if not text_of(shown).strip():
        raise ValueError("must not be empty")
    return shown


def _shown(value: JsonValue) -> JsonValue:
    """The value with its texts as they are kept and shown; names of members stay as they are."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [_shown(each) for each in value]
    if isinstance(value, dict):
        return {name: _shown(each) for name, each in value.items()}
    return value


def _check_storable(value: JsonValue, depth: int) -> None:
    """Refuse values that one of the stores cannot keep."""
    if depth > _MAX_DEPTH:
        raise ValueError(f"must not be nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, str):
        without_nul(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("must not contain NaN or infinite numbers")
    elif isinstance(value, dict):
        for name, each in value.items():
            without_nul(name)
            _check_storable(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check_storable(each, depth + 1)


def _unwrapped_metadata(metadata: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The fields of an object `metadata`, as fields of the item itself.

    In answers, `origin` is the item's own source; so it is here. A `source` that is not one of our
    sources (others put the path of a file there) and names that are reserved here stay in
    `metadata`.
    """
    origin = metadata.get("origin", metadata.get("source"))
    is_ours = isinstance(origin, str) and origin in _SOURCES
    aside = _RESERVED_NAMES - {"source"} if is_ours else _RESERVED_NAMES
    beside = {name: value for name, value in metadata.items() if name not in aside}
    left: JsonValue = {name: value for name, value in metadata.items() if name in aside}
    if is_ours:
        beside["source"] = origin
    if left:
        beside["metadata"] = left
    return beside


class NewEvidence(Message):
    """An item that may become evidence; any further fields are its metadata.

    These may also be in an object `metadata`, as in answers; a field beside it takes precedence.
    Only `lift_instruction_like` has to stand beside it.
    """

    model_config = ConfigDict(extra="allow")
    # Without `init=False`, type checkers would take it for one more argument.
    __pydantic_extra__: dict[str, Annotated[JsonValue, AfterValidator(_shown)]] = Field(init=False)

    id: OwnId | None = None
    content: Annotated[dict[str, JsonValue] | str, AfterValidator(_readable)]
    created_at: Moment | None = None
    last_validated_at: Moment | None = None
    tags: Annotated[tuple[_Label, ...], Field(max_length=32), _LISTED] = ()
    source: Source = "agent"
    importance: Fraction = 0.5
    trust: Fraction = 0.7
    sensitivity: Fraction = 0.0
    containsPII: bool = False  # noqa: N815  # the seed's name
    piiFields: Annotated[tuple[Path, ...], Field(max_length=100), _LISTED] = ()  # noqa: N815  # the seed's name
    hasCredentials: bool = False  # noqa: N815  # the seed's name
    restrictedToGroups: Annotated[tuple[Word, ...], Field(max_length=100), _LISTED] = ()  # noqa: N815  # the seed's name
    caused_by: ItemIds = ()
    derived_from: ItemIds = ()
    thread: _Label | None = None
    title: _Title | None = None
    url: _Url | None = None
    aliases: Annotated[tuple[_Label, ...], Field(max_length=32), _LISTED] = ()
    supersedes: Annotated[tuple[_PublicId, ...], Field(max_length=20), _LISTED] = ()
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    lift_instruction_like: bool = False

    @model_validator(mode="before")
    @classmethod
    def _with_metadata_beside(cls, given: object) -> object:
        metadata = given.get("metadata") if isinstance(given, dict) else None
        if not isinstance(given, dict) or not isinstance(metadata, dict):
            return given
        beside = _unwrapped_metadata(metadata)
        own = {
            name: value
            for name, value in given.items()
            if name != "metadata" and (value is not None or name not in beside)
        }
        return {**beside, **own}

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.id is not None and self.id in self.supersedes:
            raise ValueError("an item cannot supersede itself")
        if self.valid_from and self.valid_until and self.valid_until < self.valid_from:
            raise ValueError("valid_until must not be before valid_from")
        if taken := INTERNAL & self.__pydantic_extra__.keys():
            raise ValueError(f"{min(taken)} is a name of ours")
        if any(map(secrets_in, self.__pydantic_extra__)):
            raise ValueError("the name of a field must not hold a secret")
        _check_storable(dict(self.__pydantic_extra__), 0)
        size = len(json.dumps(self._beside_text(), ensure_ascii=False).encode())
        if size > MAX_METADATA_BYTES:
            raise ValueError(
                f"metadata with an object, or with a text in a thread, may have "
                f"{MAX_METADATA_BYTES} bytes of JSON, not {size}; a longer content goes as a text"
            )
        document = Item("", self.content, self.__pydantic_extra__)
        if is_costly(document, self.piiFields):
            raise ValueError("piiFields lead to too many values; name the value above them")
        inside = tuple(each for each in self.piiFields if each.startswith(_METADATA_PATH))
        if unmatched := redact(document, inside).unmatched:
            raise ValueError(
                f"piiFields: nothing is at {shown(unmatched[0])}; "
                "what an object metadata has as x stands at $.metadata.x"
            )
        return self

    @property
    def texts(self) -> int:
        """How many texts and names of members detection has to scan."""
        lists: tuple[JsonValue, ...] = (
            [*self.tags],
            [*self.caused_by],
            [*self.derived_from],
            [*self.aliases],
            [*self.supersedes],
            [each for each in (self.title, self.url) if each],
        )
        return sum(map(_texts_in, (self.content, self.__pydantic_extra__, *lists)))

    def _beside_text(self) -> dict[str, JsonValue]:
        """What the record of this item has besides its searched text."""
        kept = self.model_dump(mode="json", exclude={"id", "content", LIFT}, exclude_none=True)
        text = text_of(self.content)
        if isinstance(self.content, dict):
            kept[CONTENT] = self.content
        if is_turn(kept, text):
            kept[TEXT] = text
        return kept


def _texts_in(value: JsonValue) -> int:
    match value:
        case str():
            return len(value) >= MIN_FINDING_CHARS
        case list():
            return sum(map(_texts_in, value))
        case dict():
            return sum(map(_texts_in, (*value, *value.values())))
        case _:
            return 0


def _few_texts(items: tuple[NewEvidence, ...]) -> tuple[NewEvidence, ...]:
    """Refuse a batch that takes too long to scan; it can be sent in parts."""
    if sum(item.texts for item in items) > _MAX_TEXTS:
        raise ValueError(f"may have {_MAX_TEXTS} texts and names of members together")
    return items


class EvidenceBatch(Message):
    """Items for a project; each replaces what the same writer stored under its id."""

    tenant: Slug = UNNAMED
    project: Slug = UNNAMED
    items: Annotated[
        tuple[NewEvidence, ...], Field(min_length=1, max_length=100), AfterValidator(_few_texts)
    ]


class FailedItem(Message):
    """An item that could not be stored completely: its place in the request, its id, and why."""

    index: int
    id: str
    reason: str


class WithheldItem(Message):
    """An item that is stored but shown to nobody: its place in the request, its id, and why."""

    index: int
    id: str
    reason: str


class StoredEvidence(Message):
    """How many items were stored, and their ids in order; `failed` ones may be sent again.

    `withheld` names stored items that are shown to nobody, because they hold credentials or have a
    trust below 0.3. Only their writer is told.
    """

    stored: int
    ids: tuple[str, ...]
    failed: Omittable[tuple[FailedItem, ...]] = None
    withheld: Omittable[tuple[WithheldItem, ...]] = None
