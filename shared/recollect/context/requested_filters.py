"""The filters of a request: what they may hold, and what they mean."""

import json
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.messages import AS_KEPT, without_nul
from recollect.core.shapes import FIELD_PATTERN
from recollect.core.timestamps import NO_TIME, zoned
from recollect.relevance.filters import Filters, Scalar
from recollect.slicing.sliced import NEVER_ASKED

_TAGS, _SINCE, _UNTIL = "tags", "since", "until"
_MAX_VALUES = 100
_MAX_FILTER_BYTES = 8 * 1024
MAX_SAFE_INTEGER = 2**53 - 1
"""Larger whole numbers are not distinct in JSON."""


def _not_an_operator(name: str) -> str:
    if name.upper() == "HAS":
        raise ValueError("is a word of the filter language")
    return name


# A field called HAS would be read as the beginning of `HAS FIELD` in a store's filter.
FieldName = Annotated[
    str, StringConstraints(pattern=FIELD_PATTERN), AfterValidator(_not_an_operator)
]
_Text = Annotated[
    str, StringConstraints(min_length=1, max_length=1_000), AfterValidator(without_nul), AS_KEPT
]
_Number = Annotated[
    float, Field(allow_inf_nan=False, ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER, strict=True)
]
_Whole = Annotated[int, Field(ge=-MAX_SAFE_INTEGER, le=MAX_SAFE_INTEGER, strict=True)]
# A value keeps its type: 1, "1" and true are three different values to the system that stored them.
_Value = Annotated[StrictBool | _Whole | _Number | _Text, Field(union_mode="smart")]


def _of_bounded_size(
    filters: dict[str, Scalar | tuple[Scalar, ...]],
) -> dict[str, Scalar | tuple[Scalar, ...]]:
    """Refuse filters that are too long for a store, which gets them as one text."""
    if len(json.dumps(filters, ensure_ascii=False).encode()) > _MAX_FILTER_BYTES:
        raise ValueError(f"must have at most {_MAX_FILTER_BYTES} bytes of JSON")
    return filters


RequestedFilters = Annotated[
    dict[FieldName, _Value | Annotated[tuple[_Value, ...], Field(max_length=_MAX_VALUES)]],
    Field(max_length=32),
    AfterValidator(_of_bounded_size),
]


def filters_of(asked: dict[str, Scalar | tuple[Scalar, ...]]) -> Filters:
    """Filters of a request: a scalar means equality, a list any of its values, `tags` all of them.

    `since` and `until` bound `created_at`. A field that no answer shows becomes a list without
    values, so that no store is asked for it.
    """
    rest = {
        name: () if name in NEVER_ASKED else value
        for name, value in asked.items()
        if name not in {_TAGS, _SINCE, _UNTIL}
    }
    return Filters(
        equals={name: value for name, value in rest.items() if not isinstance(value, tuple)},
        tags=_tags(asked.get(_TAGS, ())),
        any_of={name: value for name, value in rest.items() if isinstance(value, tuple)},
        since=_time(asked, _SINCE),
        until=_time(asked, _UNTIL),
    )


def _tags(value: Scalar | tuple[Scalar, ...]) -> tuple[str, ...]:
    values = value if isinstance(value, tuple) else (value,)
    tags = tuple(each for each in values if isinstance(each, str))
    if len(tags) != len(values):
        raise InvalidRequest([FieldError("payload.query.filters.tags", "must be texts")])
    return tags


def _time(asked: dict[str, Scalar | tuple[Scalar, ...]], name: str) -> datetime | None:
    if name not in asked:
        return None
    value, field = asked[name], f"payload.query.filters.{name}"
    if not isinstance(value, str):
        raise InvalidRequest([FieldError(field, NO_TIME)])
    try:
        return zoned(value)
    except ValueError as error:
        raise InvalidRequest([FieldError(field, str(error))]) from None
