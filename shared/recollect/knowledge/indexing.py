"""Makes the record of an item, whose text is searched without what is hidden in it.

Whoever may not read a value must not find it either, and a search knows no rights to words. So
parts that the writer declares hidden are not searched at all, and what detection finds besides is
masked in its place. The hidden parts are kept apart from what is searched and filtered; reading
puts them back (`recollect.knowledge.records.item_of`), and the policy decides who sees them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.detection.content_inspection import digits_of
from recollect.detection.mask import masked
from recollect.detection.member_names import meaning_of_name
from recollect.knowledge.records import (
    APART,
    CONTENT,
    TURN,
    KnowledgeRecord,
    headed,
    hidden_parts,
    is_turn,
    item_of,
    turn_of,
)
from recollect.retrieval.items import (
    INSTRUCTION_LIKE,
    LIFTED_AT,
    LIFTED_BY,
    Item,
    Metadata,
    names_of,
    strings_of,
    text_of,
)
from recollect.slicing.policy import is_set, personal_fields
from recollect.slicing.redaction import MASKED_TEXTS, REDACTED, redact

MAX_RECORD_BYTES: Final = 47_000
"""The bytes of JSON beside the text of a record with something hidden; Upstash keeps 48 KB."""

_TIMES: Final = ("created_at_ms", "last_validated_at_ms")
# Fields that only we interpret; they say nothing about anybody.
PLAIN: Final = frozenset(
    {
        "sensitivity",
        "trust",
        "importance",
        "source",
        "containsPII",
        "piiFields",
        "piiTexts",
        "hasCredentials",
        "restrictedToGroups",
        MASKED_TEXTS,
        INSTRUCTION_LIKE,
        LIFTED_AT,
        "created_at",
        "last_validated_at",
        "valid_from",
        "valid_until",
        *_TIMES,
    }
)
# Traversals follow the references to other items in the metadata, so these stay there. Who lifted a
# mark is said by us, and shown to auditors alone.
_NEVER_APART: Final = PLAIN | {"caused_by", "derived_from", "supersedes", LIFTED_BY}
_MAX_DEPTH: Final = 64
"""No stored content is nested deeper."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What the writer declares to be hidden in an item: JSONPaths, and whether credentials."""

    pii_fields: tuple[str, ...] = ()
    has_credentials: bool = False


NOTHING_DECLARED: Final = Declared()


def record_of(item: Item, declared: Declared = NOTHING_DECLARED) -> KnowledgeRecord:
    """The record of an item; its text, title and aliases are searched.

    A content that is an object is also kept in the metadata.
    """
    return headed(_record_of(item, declared), _heading(item, declared))


def _heading(item: Item, declared: Declared) -> str:
    """The title and aliases of an item, without what is hidden."""
    if not names_of(item.metadata) or declared.has_credentials:
        return ""
    left = redact(Item("", None, item.metadata), declared.pii_fields)
    return masked("\n".join(names_of(left.metadata)))


def _record_of(item: Item, declared: Declared) -> KnowledgeRecord:
    metadata, text = dict(item.metadata), text_of(item.content)
    if not isinstance(item.content, str):
        metadata[CONTENT] = item.content
    if is_turn(item.metadata, text):
        metadata[TURN] = True
    if not has_something_hidden(item.metadata):
        return KnowledgeRecord(item.id, text, metadata)
    searched = searched_text(item, declared)
    apart: dict[str, JsonValue] = {
        "told": {"piiFields": list(declared.pii_fields), "hasCredentials": declared.has_credentials}
    }
    if isinstance(item.content, str) and searched != item.content:
        apart["text"] = hidden_parts(searched, item.content)
    if hidden := _hidden_fields(item.metadata):
        apart["metadata"] = {name: item.metadata[name] for name in hidden}
        metadata = {name: value for name, value in metadata.items() if name not in hidden}
        metadata |= {name: left for name, left in hidden.items() if left}
    return KnowledgeRecord(item.id, searched, {**metadata, APART: apart})


def _hidden_fields(metadata: Metadata) -> Mapping[str, list[JsonValue]]:
    """The fields that are hidden, even in part, because of personal data.

    Each with the elements of a list that may be seen.
    """
    paths = personal_fields(metadata)
    seen = redact(Item("", None, metadata), paths).metadata if paths else metadata
    return {
        name: _same(value, seen.get(name))
        for name, value in metadata.items()
        if name not in _NEVER_APART and (name not in seen or seen[name] != value)
    }


def _same(value: JsonValue, seen: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list) or not isinstance(seen, list):
        return []
    return [one for one, other in zip(value, seen, strict=True) if one == other]


def stored_item(record: KnowledgeRecord) -> Item:
    """The item of a record, with the times that stores compare, ready to be written again."""
    item = item_of(record)
    times = {name: record.metadata[name] for name in _TIMES if name in record.metadata}
    return Item(item.id, item.content, {**item.metadata, **times})


def size_of(record: KnowledgeRecord) -> int:
    """The bytes of JSON that a record has besides its text, counted as a turn if it is one."""
    kept = turn_of(record, (), ()) if TURN in record.metadata else record
    return len(json.dumps(dict(kept.metadata), ensure_ascii=False).encode("utf-8", "replace"))


def declared_in(record: KnowledgeRecord) -> Declared:
    """What was declared about an item when it was stored."""
    apart = record.metadata.get(APART)
    declared = apart.get("told") if isinstance(apart, dict) else None
    if not isinstance(declared, dict):  # nothing of the item is hidden
        return NOTHING_DECLARED
    return Declared(strings_of(declared.get("piiFields")), is_set(declared.get("hasCredentials")))


def searched_text(item: Item, declared: Declared) -> str:
    """The text of an item without what is declared hidden, and with what detection finds masked."""
    left = redact(item, declared.pii_fields)
    if declared.has_credentials or left.problem:
        return REDACTED
    shown = _masked(left.content)
    # Again as a whole: a name and its value may reveal together what neither does alone.
    return shown if isinstance(shown, str) else masked(text_of(shown))


def _masked(value: JsonValue, parent: str = "", name: str = "", depth: int = 0) -> JsonValue:
    """A copy of content with private values masked, found by their names or by their texts."""
    match value:
        case None | bool():
            return value
        case str():
            is_private = meaning_of_name(parent, name, value).is_private
            return REDACTED if is_private else masked(value)
        case int() | float():
            is_private = meaning_of_name(parent, name, digits_of(value)).is_private
            return REDACTED if is_private else value
        case _ if depth > _MAX_DEPTH:
            return REDACTED
        case list():
            return [_masked(each, parent, name, depth + 1) for each in value]
        case dict():
            return {each: _masked(below, name, each, depth + 1) for each, below in value.items()}


def has_something_hidden(metadata: Metadata) -> bool:
    """Whether the flags of an item say that it holds personal data or credentials."""
    return is_set(metadata.get("containsPII")) or is_set(metadata.get("hasCredentials"))
