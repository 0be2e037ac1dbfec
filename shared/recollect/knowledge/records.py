"""An item as it is kept: its text is searched, its metadata filtered, its content read back.

What of it must not be searched or filtered by is kept apart (`recollect.knowledge.indexing`).

A short item of a conversation (`thread`) hardly says what it is about: "Yes, that one." So it is
kept a second time, as a *turn*: with the two items before and after it, its own text twice, and
its date. Both are searched (`docs/context.md` says how they are joined).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from recollect.core.timestamps import parse_moment
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item, Metadata, string_of

CASES = "cases"
"""The namespace of resolved cases, which no project owns; `docs/data.md` has all namespaces."""
_EVIDENCE = "evidence"

TURN_NEIGHBOURS = 2
# What is longer explains itself.
LONGEST_TURN = 4_000
# Fields of a record that say how it is kept; none of them is an item's own.
CONTENT, TEXT, TURN = "content", "text", "turn"
APART = "kept-apart"
"""No filter can name it: it is no `FieldName` of a request."""
HEADING = "heading-length"
"""How many characters of what is searched are the item's names, and a line's end."""
INTERNAL = frozenset({CONTENT, TEXT, TURN, APART, HEADING, "created_at_ms", "last_validated_at_ms"})
# What stands in a text in place of what is hidden.
_MASK = re.compile(r"\[REDACTED[^\[\]]*\]")


def items_namespace(scope: Scope) -> str:
    """Where the items of a project are searched."""
    return f"{_EVIDENCE}:{scope.tenant}:{scope.project}"


def scope_of(namespace: str) -> Scope | None:
    """The project whose items are searched there; None of any other namespace."""
    match namespace.split(":"):
        case [kind, tenant, project] if kind == _EVIDENCE:
            return Scope(tenant, project)
        case _:
            return None


def turns_namespace(scope: Scope) -> str:
    """Where the items of its conversations are searched a second time."""
    return f"{items_namespace(scope)}:turns"


@dataclass(frozen=True, slots=True)
class KnowledgeRecord:
    """A record of either namespace: `text` is searched, `metadata` holds all the rest."""

    id: str
    text: str
    metadata: Metadata


class KnowledgeRepository(Protocol):
    """Where records are kept and searched."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Keep records, in place of those that have their ids.

        Raises WrittenInPart where some were kept and others not.
        """

    async def rewrite(self, namespace: str, record: KnowledgeRecord) -> bool:
        """Put a record in place of the one that has its id; False if there is none any more."""

    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        """The records that exist of these ids."""

    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove the records that exist of these ids."""

    async def remove_beginning(self, namespace: str, beginning: str) -> None:
        """Remove the records whose ids begin so."""


def item_of(record: KnowledgeRecord) -> Item:
    """The item behind a record of either namespace, with all that is kept apart."""
    found = record.metadata.get(APART)
    apart = found if isinstance(found, dict) else {}
    own_text = own_text_of(record)
    shown = {name: value for name, value in record.metadata.items() if name not in INTERNAL}
    hidden = apart.get("metadata")
    content = record.metadata.get(CONTENT, _whole(own_text, apart.get("text")))
    is_masked = isinstance(content, str) and content != own_text
    return Item(
        id=record.id,
        content=content,
        metadata=shown | hidden if isinstance(hidden, dict) else shown,
        masked=own_text if is_masked and isinstance(own_text, str) else None,
    )


def headed(record: KnowledgeRecord, heading: str) -> KnowledgeRecord:
    """A record that is searched by its item's names, too."""
    if not heading:
        return record
    line = f"{heading}\n"
    return KnowledgeRecord(record.id, line + record.text, {**record.metadata, HEADING: len(line)})


def heading_of(record: KnowledgeRecord) -> str:
    """What an item is called, as it stands before its text in what is searched."""
    length = record.metadata.get(HEADING)
    return record.text[:length] if isinstance(length, int) else ""


def own_text_of(record: KnowledgeRecord) -> JsonValue:
    """The text of an item itself in a record of either namespace."""
    return record.metadata.get(TEXT, record.text.removeprefix(heading_of(record)))


def thread_of(record: KnowledgeRecord) -> str | None:
    """The conversation that a record is a turn of, if it is one."""
    if TURN not in record.metadata:
        return None
    return string_of(item_of(record).metadata.get("thread"))


def hidden_parts(searched: str, whole: str) -> list[JsonValue]:
    """What `whole` has where `searched` has masks: for each its place, its length, and the part.

    Put in place of the masks, the parts give `whole` again.
    """
    masks = list(_MASK.finditer(searched))
    ends = [0, *(mask.end() for mask in masks)]
    starts = [*(mask.start() for mask in masks), len(searched)]
    first, *others = (searched[end:start] for end, start in zip(ends, starts, strict=True))
    parts: list[JsonValue] = []
    at = len(first) if whole.startswith(first) else -1
    for mask, after in zip(masks, others, strict=True):
        # What stands after the last mask ends the text; of the others the first place will do.
        is_last, end = mask is masks[-1], len(whole) - len(after)
        found = (end if whole.endswith(after) else -1) if is_last else whole.find(after, max(at, 0))
        if not 0 <= at <= found:
            return [[0, len(searched), whole]]
        parts.append([mask.start(), mask.end() - mask.start(), whole[at:found]])
        at = found + len(after)
    return parts or [[0, len(searched), whole]]


def _whole(searched: JsonValue, parts: JsonValue) -> JsonValue:
    """A text with what was hidden of it; as it is where nothing was, or it makes no sense."""
    if not isinstance(searched, str) or not isinstance(parts, list):
        return searched
    pieces, at = list[str](), 0
    for part in parts:
        match part:
            case [int() as start, int() as length, str() as hidden]:
                pieces += (searched[at:start], hidden)
                at = start + length
            case _:
                return searched
    return "".join((*pieces, searched[at:]))


def is_turn(metadata: Metadata, text: str) -> bool:
    """Whether an item is one of a conversation, and short enough to need the others."""
    return bool(metadata.get("thread")) and len(text) <= LONGEST_TURN


def turn_of(
    record: KnowledgeRecord, before: Sequence[str], after: Sequence[str]
) -> KnowledgeRecord:
    """The record of an item among its neighbours' texts, which are in the order of time."""
    created_at = parse_moment(record.metadata.get("created_at"))
    lines = [*before, record.text, record.text, *after, *_day(created_at)]
    return KnowledgeRecord(
        record.id, "\n".join(lines), {**record.metadata, TEXT: own_text_of(record)}
    )


def _day(created_at: datetime | None) -> tuple[str, ...]:
    # As people ask for it: "what did she say in May", "on Monday".
    return () if created_at is None else (f"{created_at:%A %d %B %Y}",)


def windows(order: Sequence[str], ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Of each id that is a neighbour of one of `ids` in `order`: its own neighbourhood.

    `order` is a thread or the part of it around `ids`. Since an item changes what its neighbours
    stand among, theirs are given, too.
    """
    places = [place for place, each in enumerate(order) if each in set(ids)]
    near = {
        neighbour
        for place in places
        for neighbour in range(place - TURN_NEIGHBOURS, place + TURN_NEIGHBOURS + 1)
        if 0 <= neighbour < len(order)
    }
    return {
        order[place]: tuple(order[max(0, place - TURN_NEIGHBOURS) : place + TURN_NEIGHBOURS + 1])
        for place in sorted(near)
    }
