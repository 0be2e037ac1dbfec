"""Decides whether an item is about a person, only mentions them, or neither.

An item is about a person if its id, or a field that is an id or an address, names them, or if they
stand at the beginning of its title, its text, or a field that says whom it concerns, after a label
at most. Only a spelling that is `sure` counts for that; all others are mentions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from pydantic import JsonValue

from recollect.erasure.masking import holds
from recollect.erasure.subject_spellings import Find

Involvement = Literal["about", "mentions"]

# Names of fields in lower case, without signs: those that identify, and those that name somebody.
_IDENTIFYING: Final = (
    "id itemid conversationid sessionid sessionkey run thread threadid userid email mail phone"
).split()
_NAMING: Final = "user person contact customer customers company name fullname displayname".split()
# In characters; a title or the first line of a text is hardly longer.
_BEGINNING: Final = 400
_LABEL: Final = re.compile(r"\W{0,20}(?:\w[\w ]{0,30}:\W{0,5})?\Z")


def involvement(
    find: Find,
    item_id: str,
    metadata: Mapping[str, JsonValue],
    beginnings: Sequence[str],
    parts: Sequence[JsonValue],
) -> Involvement | None:
    """What an item has to do with the person, by its id, its metadata, and its parts.

    `beginnings` are the texts that begin with what they are about.
    """
    objects = (dict(metadata), *parts)
    ids = [each for part in objects for each in _values(part, find.fields or _IDENTIFYING)]
    if any(_is_sure(find, each) for each in ids):
        return "about"
    if find.fields:
        return None
    names = (each for part in objects for each in _values(part, _NAMING))
    if _is_sure(find, item_id) or any(_begins(find, each) for each in (*beginnings, *names)):
        return "about"
    return "mentions" if any(holds(each, find) for each in objects) else None


def _is_sure(find: Find, text: str) -> bool:
    return any(each.sure for each in find(text))


def _begins(find: Find, text: str) -> bool:
    # A mention further behind is not at the beginning.
    first = next(iter(find(text[:_BEGINNING])), None)
    return first is not None and first.sure and _LABEL.fullmatch(text[: first.start]) is not None


def _values(part: JsonValue, fields: Sequence[str]) -> Iterator[str]:
    """The texts of these fields of an object."""
    if not isinstance(part, Mapping):
        return
    for name, value in part.items():
        if re.sub(r"[\W_]", "", name).casefold() in fields:
            yield from _texts(value)


def _texts(value: JsonValue) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str | int | float) and not isinstance(each, bool):
            yield str(each)
