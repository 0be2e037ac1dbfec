"""What requests and answers are made of: bounded texts, names, numbers, and how strict they are."""

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
    StringConstraints,
)
from pydantic.alias_generators import to_camel

from recollect.core.invisible import composed, visible
from recollect.core.timestamps import NO_TIME, in_utc, zoned

SLUG_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,63}$"
# Ids as they come in: runs, conversations and voters are named by callers, memories by us.
REFERENCE_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,127}$"
# Names of the world outside, as people write them: anything but control characters and halves of
# surrogate pairs, and something that can be seen.
_ON_A_LINE: Final = r"(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
NAME_PATTERN = rf"^{_ON_A_LINE}{{1,128}}$"
# Numbers of cases as people write them: `recollect.servicedesk.numbers` reads them.
CASE_NUMBER_PATTERN = r"^ *#?([A-Za-z0-9][A-Za-z0-9_-]{0,39}|[A-Za-z]{2,10} [0-9]{4,12}) *$"
# The same once read: no white space, no sign before it.
PLAIN_NUMBER_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$"

# Who a memory or an item of evidence comes from.
Source = Literal["agent", "human", "system"]


class Message(BaseModel):
    """What is sent in or out: immutable, and unknown fields are an error."""

    # Schemas are built on first use: a function pays for the models that it serves, not for all.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CamelMessage(Message):
    """A message whose fields are camelCase as JSON, in schemas and in errors, and snake_case here.

    What comes in from outside is read with `by_name=False`: only the names of JSON are known there.
    """

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )


_LINE: Final = re.compile(f"{_ON_A_LINE}+")


def without_nul(text: str) -> str:
    """Refuse NUL, which some stores cannot keep."""
    if "\0" in text:
        raise ValueError("must not contain NUL characters")
    return text


def _on_one_line(text: str) -> str:
    # pydantic's own patterns look neither ahead nor for surrogates, which no JSON brings it.
    if not _LINE.fullmatch(text):
        raise ValueError("must not contain control characters")
    return text


def _is_none(value: object) -> bool:
    return value is None


_T = TypeVar("_T")
Omittable = Annotated[_T | None, Field(exclude_if=_is_none)]
"""A field that is absent in JSON, not null, where there is nothing to say."""

OmittedIfFalsy = Annotated[_T, Field(exclude_if=operator.not_)]
"""A field that is absent in JSON where it is false or empty."""


def _text(limit: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=1, max_length=limit)


def _shown(value: object) -> object:
    """What people write, as it is kept and shown; what is no text is refused by what follows."""
    return visible(value) if isinstance(value, str) else value


def _composed(value: object) -> object:
    return composed(value) if isinstance(value, str) else value


AS_KEPT = BeforeValidator(_composed)
"""Of what is compared with what is kept: as `composed` has it, which may be longer."""

Prose = Annotated[str, _text(16_000), AfterValidator(without_nul), BeforeValidator(_shown)]
LONGEST_QUERY: Final = 4_096
Query = Annotated[str, _text(LONGEST_QUERY), AfterValidator(without_nul), BeforeValidator(_shown)]
Note = Annotated[str, _text(4_000), AfterValidator(without_nul), BeforeValidator(_shown)]
Word = Annotated[str, _text(64), AfterValidator(without_nul), BeforeValidator(_shown)]
# The same as they are kept: what stands for what was masked is longer than that.
KeptProse = Annotated[str, _text(64_000), AfterValidator(without_nul), BeforeValidator(_shown)]
KeptNote = Annotated[str, _text(16_000), AfterValidator(without_nul), BeforeValidator(_shown)]
KeptWord = Annotated[str, _text(256), AfterValidator(without_nul), BeforeValidator(_shown)]
Name = Annotated[str, _text(128), AfterValidator(_on_one_line)]
Title = Annotated[str, _text(256), AfterValidator(_on_one_line), BeforeValidator(_shown)]
Reference = Annotated[str, StringConstraints(pattern=REFERENCE_PATTERN)]
# Ids of evidence stand in filters, which know no escape: no quotes, backslashes or white space.
LONGEST_ITEM_ID: Final = 256
ITEM_ID_PATTERN = rf"^[^\s\x00-\x1f\x7f\"'\\]{{1,{LONGEST_ITEM_ID}}}$"
ItemId = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_ITEM_ID, pattern=ITEM_ID_PATTERN)
]
Slug = Annotated[str, StringConstraints(pattern=SLUG_PATTERN)]
CHANNEL_PATTERN = r"^[A-Z0-9]{1,32}$"
ChannelId = Annotated[str, StringConstraints(pattern=CHANNEL_PATTERN)]
Tags = Annotated[tuple[Word, ...], Field(max_length=32)]
Cursor = Annotated[str, StringConstraints(max_length=256)]


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
"""Beside the bounds of a number: true is not 1, and 5.0 is 5, which JSON does not tell apart."""

PageSize = Annotated[int, Field(ge=1, le=100), NUMERIC]
"""How many are asked for at most."""

Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), NUMERIC]
Moment = Annotated[AwareDatetime, AfterValidator(in_utc), BeforeValidator(_zoned_moment)]
"""A time in ISO 8601 with a zone, to the millisecond, in UTC."""
MomentText = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""The same in an answer, as it is sent."""
