"""Masks a person in items that only mention them: in texts, and in all texts of a JSON value."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from recollect.core.json_texts import json_in
from recollect.detection.content_inspection import digits_of
from recollect.erasure.subject_spellings import Find, Spelling
from recollect.erasure.written_apart import NamePart, split_names

MARK: Final = "[REDACTED:subject]"
"""The mask that replaces a place that named the subject."""

_REDACTED: Final = "[REDACTED]"
# What is left around masks may, put together, name the person again, so masking is repeated.
_ROUNDS: Final = 4
_MAX_DEPTH = 64


def masked_text(text: str, find: Find) -> str:
    """The text with the subject masked; unchanged if the subject is not found in it."""
    for _ in range(_ROUNDS):
        found = find(text)
        if not found:
            return text
        parts, end = list[str](), 0
        for each in found:
            parts += (text[end : each.start], MARK)
            end = each.end
        text = "".join((*parts, text[end:]))
    return text if not find(text) else _REDACTED


def masked_value(value: JsonValue, find: Find, depth: int = 0) -> JsonValue:
    """A copy of a JSON value with the subject masked in texts, numbers and names of members."""
    match value:
        case None | bool():
            return value
        case str():
            return masked_text(value, find)
        case int() | float():
            return MARK if find(digits_of(value)) else value
        case _ if depth > _MAX_DEPTH:
            return _REDACTED
        case list():
            return [masked_value(each, find, depth + 1) for each in value]
        case dict():
            return {
                masked_text(name, find): masked_value(each, find, depth + 1)
                for name, each in (value | _masked_pairs(value, find)).items()
            }


def masked_fields(
    metadata: Mapping[str, JsonValue], ours: Collection[str], find: Find
) -> dict[str, JsonValue]:
    """The metadata with the subject masked in all fields except `ours`."""
    masked = masked_value(user_fields(metadata, ours), find)
    kept = {name: value for name, value in metadata.items() if name in ours}
    return kept | masked if isinstance(masked, dict) else kept


def user_fields(metadata: Mapping[str, JsonValue], ours: Collection[str]) -> dict[str, JsonValue]:
    """The fields that callers set: all except `ours`, which name nobody and are read by rules."""
    return {name: value for name, value in metadata.items() if name not in ours}


def holds(value: JsonValue, find: Find) -> bool:
    """Whether the subject is found anywhere in a JSON value."""
    return any(map(find, texts_in(value)))


def texts_in(value: JsonValue, depth: int = 0) -> Iterator[str]:
    """All texts, numbers and names of members, and names of people that two members have in parts.

    Below 64 levels only texts and names of members.
    """
    match value:
        case None | bool():
            return
        case str():
            yield value
        case int() | float():
            yield digits_of(value)
        case _ if depth > _MAX_DEPTH:
            yield from _texts_of_deep(value)
        case list():
            for each in value:
                yield from texts_in(each, depth + 1)
        case dict():
            for name, each in value.items():
                yield name
                yield from texts_in(each, depth + 1)
            yield from (_joined((*given, *family)) for given, family in split_names(value))


def texts_of_json(text: str) -> Iterator[str]:
    """All texts within a JSON text, also in JSON within its texts; of other texts, the text itself.

    A store keeps an answer as JSON after hashes, which name nobody.
    """
    begin = min((at for sign in "[{" if (at := text.find(sign)) >= 0), default=-1)
    read = json_in(text[begin:]) if begin >= 0 else None
    if not isinstance(read, list | dict):
        yield text
        return
    yield text[:begin]
    for each in texts_in(read):
        # Stored answers contain JSON within JSON; it is shorter each time, so this ends.
        yield from texts_of_json(each) if each[:1] in {"{", "["} else (each,)


def _joined(parts: Iterable[NamePart]) -> str:
    return " ".join(each.text for each in parts)


def _masked_pairs(fields: Mapping[str, JsonValue], find: Find) -> dict[str, JsonValue]:
    """The fields that name the subject only together with another field, masked."""
    masked = dict[str, JsonValue]()
    for given, family in split_names(fields):
        parts = (*given, *family)
        for place in find(_joined(parts)):
            _mask_parts(parts, place, masked, fields)
    return masked


def _mask_parts(
    parts: Sequence[NamePart],
    place: Spelling,
    masked: dict[str, JsonValue],
    fields: Mapping[str, JsonValue],
) -> None:
    """Put the fields into `masked`, with what `place` covers of their joined parts masked."""
    begin = 0
    for name, at, text in parts:
        start, end = max(place.start - begin, 0), place.end - begin
        begin += len(text) + 1
        if start >= len(text) or end <= 0:
            continue
        left = text[:start] + MARK + text[end:]
        if at is None:
            masked[name] = left
            continue
        old = masked.get(name, fields[name])
        items = list(old) if isinstance(old, list) else []
        items[at] = left
        masked[name] = items


def _texts_of_deep(value: JsonValue) -> Iterator[str]:
    todo: list[JsonValue] = [value]
    while todo:
        each = todo.pop()
        match each:
            case str():
                yield each
            case list():
                todo.extend(each)
            case dict():
                todo.extend((*each, *each.values()))
            case _:
                continue
