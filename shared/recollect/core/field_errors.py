"""Turns pydantic's validation errors into messages in the words of the API.

pydantic's own messages name our Python types and classes. For a value that may be of several kinds
(a union), pydantic reports an error for each kind, and adds the kind to the place of the error.
Here they become one error: of the kinds whose errors lie deepest inside the value, since
these fit best.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from recollect.core.errors import FieldError
from recollect.core.grouping import grouped
from recollect.core.shapes import shape_in_words
from recollect.core.spelling_similarity import most_similar

# A request can be wrong in a hundred thousand places, and a field's name can be as long as the
# body.
_MAX_ERRORS: Final = 20
_MAX_ERRORS_READ: Final = 10 * _MAX_ERRORS
_MAX_FIELD_CHARACTERS: Final = 128
_MIN_SIMILARITY: Final = 0.75
_MIN_PREFIX_CHARACTERS: Final = 3

# Where in a request an error is: names of fields and indexes of lists, from the outermost inwards.
_Place = tuple[int | str, ...]
# A kind of value, as pydantic writes it into a place: `constrained-str`, `tuple[bool, ...]`.
_KIND: Final = re.compile(r"constrained-[a-z]+|[a-z-]+\[.*\]", re.DOTALL)
_SIMPLE_KINDS: Final = frozenset({"bool", "int", "float", "str"})
_SIMPLE: Final[Mapping[str, str]] = {
    "bool_type": "true or false",
    "int_type": "a number",
    "float_type": "a number",
    "string_type": "a text",
}
_COMPOUND: Final[Mapping[str, str]] = {
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}
_EXPECTED: Final[Mapping[str, str]] = {**_SIMPLE, **_COMPOUND}


def field_errors(
    error: ValidationError, under: str = "", model: type[BaseModel] | None = None
) -> list[FieldError]:
    """The errors of the first wrong fields, at most 20. Their messages contain no values.

    `under` is the field that holds what was validated, if it was not the whole request. The field
    of an error about the whole is "". With the `model` given, the message about an unknown field
    suggests the field that may be meant.
    """
    details = error.errors(include_url=False, include_input=False)[:_MAX_ERRORS_READ]
    above = (under,) if under else ()
    unknown = {each["loc"] for each in details if each["type"] == "extra_forbidden"}
    names = [field.alias or name for name, field in (model.model_fields if model else {}).items()]
    return [
        FieldError(
            ".".join(map(str, (*above, *place)))[:_MAX_FIELD_CHARACTERS],
            f"{message}{_suggestion(place, names) if place in unknown else ''}",
        )
        for place, message in islice(_each_once(details), _MAX_ERRORS)
    ]


def _suggestion(place: _Place, names: Sequence[str]) -> str:
    """The end of the message about an unknown field, which names the most similar known field.

    "" if no field is similar, or if the unknown one is inside another field.
    """
    if len(place) > 1:
        return ""
    given = _normalised(str(place[0])[:_MAX_FIELD_CHARACTERS])
    named = {_normalised(name): name for name in names}
    nearest = next((name for name in named if _begin_alike(given, name)), None)
    nearest = nearest or most_similar(given, named, least=_MIN_SIMILARITY)
    return f"; did you mean {named[nearest]}?" if nearest else ""


def _begin_alike(one: str, other: str) -> bool:
    """Whether one of two names is the beginning of the other."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _MIN_PREFIX_CHARACTERS and long.startswith(short)


def _normalised(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _each_once(details: Sequence[ErrorDetails]) -> Iterator[tuple[_Place, str]]:
    union_places = {place for each in details if (place := _union_place(each)) is not None}
    found = grouped((_value_at(each["loc"], union_places), each) for each in details)
    for place, errors in found.items():
        if place in union_places:
            yield from _union_errors(place, errors)
            continue
        # pydantic drops wrong items of a list and then calls it too short, however long it was.
        has_inner_errors = any(
            len(other) > len(place) and other[: len(place)] == place for other in found
        )
        for error in errors:
            if not (has_inner_errors and error["type"] == "too_short"):
                yield place, _message(error)


def _union_place(error: ErrorDetails) -> _Place | None:
    """The place of the value of several kinds that an error is about; None if there is none."""
    place = error["loc"]
    for depth, part in enumerate(place):
        if isinstance(part, str) and _KIND.fullmatch(part):
            return place[:depth]
    is_kind = place[-1:] and place[-1] in _SIMPLE_KINDS and error["type"] in _SIMPLE
    return place[:-1] if is_kind else None


def _value_at(place: _Place, union_places: set[_Place]) -> _Place:
    above = (place[:depth] for depth in range(len(place)))
    return next((each for each in above if each in union_places), place)


def _without_kinds(place: _Place, error: ErrorDetails) -> _Place:
    inside = (part for part in error["loc"][len(place) :] if not _is_kind(part))
    return (*place, *inside)


def _union_errors(place: _Place, errors: Sequence[ErrorDetails]) -> Iterator[tuple[_Place, str]]:
    found = grouped((_without_kinds(place, each), each) for each in errors)
    furthest = max(map(len, found))
    for at, alike in found.items():
        if len(at) == furthest:
            wanted = [*dict.fromkeys(_EXPECTED.get(each["type"], "") for each in alike)]
            nearly = [each for each in alike if each["type"] not in _EXPECTED]
            yield at, _message(nearly[-1]) if nearly else f"must be {_either(wanted)}"


def _is_kind(part: int | str) -> bool:
    return isinstance(part, str) and (part in _SIMPLE_KINDS or _KIND.fullmatch(part) is not None)


def _either(kinds: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))


def _message(error: ErrorDetails) -> str:
    match error:
        case {"type": "too_short", "ctx": {"min_length": int(least)}}:
            return f"must have at least {least} item{'' if least == 1 else 's'}"
        case {"type": "too_long", "ctx": {"max_length": int(most)}}:
            return f"must have at most {most} item{'' if most == 1 else 's'}"
        case {"type": "string_pattern_mismatch", "ctx": {"pattern": str(pattern)}}:
            return shape_in_words(pattern)
        case {"type": str(kind)} if kind in _COMPOUND:
            return f"must be {_COMPOUND[kind]}"
    return error["msg"].removeprefix("Value error, ")
