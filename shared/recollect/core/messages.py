"""The types of which requests and answers are made: bounded texts, names, numbers and times."""

import operator
import re
from datetime import datetime
from typing import Annotated, Final, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
)
from pydantic.alias_generators import to_camel

from recollect.core.invisible import visible
from recollect.core.timestamps import NO_TIME, in_utc, iso, zoned

SLUG_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,63}$"
# Ids in requests: callers choose those of runs, conversations and voters, Recollect those of
# memories.
REFERENCE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,127}$"
# Names of things outside Recollect, as people write them: any characters but control characters and
# lone surrogates, of which one at least is not white space.
_ON_A_LINE: Final = r"(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
NAME_PATTERN = rf"^{_ON_A_LINE}{{1,128}}$"
# Numbers of cases as people write them: `recollect.servicedesk.numbers` reads them.
CASE_NUMBER_PATTERN = r"^ *#?([A-Za-z0-9][A-Za-z0-9_-]{0,39}|[A-Za-z]{2,10} [0-9]{4,12}) *$"
# A case number after it was read: without white space, and without # before it.
PLAIN_NUMBER_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"

# The kind of source that a memory or an item of evidence comes from.
Source = Literal["agent", "human", "system"]


class Message(BaseModel):
    """A request, an answer, or a part of one. It is immutable, and unknown fields are an error."""

    # Schemas are built on first use, so that a function builds only those of the models it serves.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CamelMessage(Message):
    """A message whose fields are snake_case in Python, and camelCase in JSON, schemas and errors.

    Requests are read with `by_name=False`, so that only the camelCase names are accepted.
    """

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )


_LINE: Final = re.compile(f"{_ON_A_LINE}+")


def without_nul(text: str) -> str:
    """The text, unless it contains NUL, which some stores cannot keep. Raises ValueError."""
    if "\0" in text:
        raise ValueError("must not contain NUL characters")
    return text


def _on_one_line(text: str) -> str:
    # pydantic's own patterns have no lookahead, and cannot match surrogates.
    if not _LINE.fullmatch(text):
        raise ValueError("must not contain control characters")
    return text


def _is_none(value: object) -> bool:
    return value is None


_T = TypeVar("_T")
Omittable = Annotated[_T | None, Field(exclude_if=_is_none)]
"""A field that is absent in JSON, instead of null, when it is None."""

OmittedIfFalsy = Annotated[_T, Field(exclude_if=operator.not_)]
"""A field that is absent in JSON when it is false or empty."""


def _text(limit: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=1, max_length=limit)


def _shown(value: object) -> object:
    """A text as it is kept and shown; other values are left for the next validator to refuse."""
    return visible(value) if isinstance(value, str) else value


AS_KEPT = BeforeValidator(_shown)
"""For texts that are kept or compared with kept ones; see `visible`. They may become longer."""

Prose = Annotated[str, _text(16_000), AfterValidator(without_nul), AS_KEPT]
MAX_QUERY_CHARS: Final = 4_096
Query = Annotated[str, _text(MAX_QUERY_CHARS), AfterValidator(without_nul), AS_KEPT]
Note = Annotated[str, _text(4_000), AfterValidator(without_nul), AS_KEPT]
Word = Annotated[str, _text(64), AfterValidator(without_nul), AS_KEPT]
# The same texts as they are kept: masks may be longer than what they hide.
KeptProse = Annotated[str, _text(64_000), AfterValidator(without_nul), AS_KEPT]
KeptNote = Annotated[str, _text(16_000), AfterValidator(without_nul), AS_KEPT]
KeptWord = Annotated[str, _text(256), AfterValidator(without_nul), AS_KEPT]
Name = Annotated[str, _text(128), AfterValidator(_on_one_line), AS_KEPT]
Title = Annotated[str, _text(256), AfterValidator(_on_one_line), AS_KEPT]
Reference = Annotated[str, StringConstraints(pattern=REFERENCE_PATTERN)]
# Ids of evidence stand in filters, whose language has no escapes: so they hold no quotes,
# backslashes or white space.
MAX_ITEM_ID_CHARS: Final = 256
ITEM_ID_PATTERN = rf"^[^\s\x00-\x1f\x7f\"'\\]{{1,{MAX_ITEM_ID_CHARS}}}$"
ItemId = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_ITEM_ID_CHARS, pattern=ITEM_ID_PATTERN)
]
Slug = Annotated[str, StringConstraints(pattern=SLUG_PATTERN)]
CHANNEL_PATTERN = r"^[A-Z0-9]{1,32}$"
ChannelId = Annotated[str, StringConstraints(pattern=CHANNEL_PATTERN)]
Tags = Annotated[tuple[Word, ...], Field(max_length=32)]


def _number(value: object) -> object:
    if value is True or value is False:
        raise ValueError("must be a number")
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _zoned_moment(value: object) -> object:
    if value is None or isinstance(value, datetime):
        return value
    if isinstance(value, str):  # a number could be seconds, milliseconds or a year
        return zoned(value)
    raise ValueError(NO_TIME)


NUMERIC = BeforeValidator(_number)
"""Makes a number refuse true and false, and read 5.0 as 5, since JSON does not distinguish them."""

PageSize = Annotated[int, Field(ge=1, le=100), NUMERIC]
"""How many items a page of a list has at most."""

Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), NUMERIC]
Moment = Annotated[
    AwareDatetime,
    AfterValidator(in_utc),
    BeforeValidator(_zoned_moment),
    PlainSerializer(iso, when_used="json-unless-none"),
]
"""A time in ISO 8601 with a zone, to the millisecond, in UTC."""
MomentText = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""Such a time as a text, in an answer."""
