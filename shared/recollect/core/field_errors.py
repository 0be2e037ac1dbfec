"""What is wrong with a request, in words of the API: pydantic's name types and classes of ours.

Of a value that may be of several kinds pydantic tells an error for each of them, and puts the kind
into its place. Here that is one error, of the kinds that came furthest.
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
from recollect.core.spelling import most_similar

# A request can be wrong in a hundred thousand places, and a field's name as long as its body.
_MOST: Final = 20
_MOST_READ: Final = 10 * _MOST
_LONGEST_FIELD: Final = 128
_LIKE: Final = 0.75
_SHORTEST: Final = 3

_Place = tuple[int | str, ...]
# A kind of value, as it stands in a place: `constrained-str`, `tuple[bool, ...]`.
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
_WANTED: Final[Mapping[str, str]] = {**_SIMPLE, **_COMPOUND}


def field_errors(
    error: ValidationError, under: str = "", model: type[BaseModel] | None = None
) -> list[FieldError]:
    """What is wrong with the first fields that do not fit a model, without what was sent.

    The model is what the field `under` holds, where it is not the whole. The field of what is wrong
    with the whole is "". Where the `model` is given, a field that it does not have is told the one
    that may be meant.
    """
    details = error.errors(include_url=False, include_input=False)[:_MOST_READ]
    above = (under,) if under else ()
    unknown = {each["loc"] for each in details if each["type"] == "extra_forbidden"}
    names = [field.alias or name for name, field in (model.model_fields if model else {}).items()]
    return [
        FieldError(
            ".".join(map(str, (*above, *place)))[:_LONGEST_FIELD],
            f"{message}{_meant(place, names) if place in unknown else ''}",
        )
        for place, message in islice(_each_once(details), _MOST)
    ]


def _meant(place: _Place, names: Sequence[str]) -> str:
    """The field of the whole that a name which is none is most like, if it is like one."""
    if len(place) > 1:
        return ""
    given = _spelled(str(place[0])[:_LONGEST_FIELD])
    named = {_spelled(name): name for name in names}
    nearest = next((each for each in named if _begin_alike(given, each)), None)
    nearest = nearest or most_similar(given, named, least=_LIKE)
    return f"; did you mean {named[nearest]}?" if nearest else ""


def _begin_alike(one: str, other: str) -> bool:
    """Whether one of two names is the beginning of the other."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST and long.startswith(short)


def _spelled(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _each_once(details: Sequence[ErrorDetails]) -> Iterator[tuple[_Place, str]]:
    mixed = {place for each in details if (place := _mixed(each)) is not None}
    found = grouped((_value_at(each["loc"], mixed), each) for each in details)
    for place, errors in found.items():
        if place in mixed:
            yield from _of_kinds(place, errors)
            continue
        # Without what is wrong inside of it a list is too short, however long it was.
        inside = any(len(each) > len(place) and each[: len(place)] == place for each in found)
        for each in errors:
            if not (inside and each["type"] == "too_short"):
                yield place, _message(each)


def _mixed(error: ErrorDetails) -> _Place | None:
    """The place of the value of several kinds that an error is about; None where of none."""
    place = error["loc"]
    for depth, part in enumerate(place):
        if isinstance(part, str) and _KIND.fullmatch(part):
            return place[:depth]
    is_kind = place[-1:] and place[-1] in _SIMPLE_KINDS and error["type"] in _SIMPLE
    return place[:-1] if is_kind else None


def _value_at(place: _Place, mixed: set[_Place]) -> _Place:
    above = (place[:depth] for depth in range(len(place)))
    return next((each for each in above if each in mixed), place)


def _without_kinds(place: _Place, error: ErrorDetails) -> _Place:
    inside = (part for part in error["loc"][len(place) :] if not _is_kind(part))
    return (*place, *inside)


def _of_kinds(place: _Place, errors: Sequence[ErrorDetails]) -> Iterator[tuple[_Place, str]]:
    found = grouped((_without_kinds(place, each), each) for each in errors)
    furthest = max(map(len, found))
    for at, alike in found.items():
        if len(at) == furthest:
            wanted = [*dict.fromkeys(_WANTED.get(each["type"], "") for each in alike)]
            nearly = [each for each in alike if each["type"] not in _WANTED]
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
