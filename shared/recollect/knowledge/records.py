"""An item as it is kept: its text is searched, its metadata filtered, its content read back.

A short item of a conversation (`thread`) hardly says what it is about: "Yes, that one." So it is
kept a second time, as a *turn*: with the two items before and after it, its own text twice, and
its date. Both are searched (`docs/context.md` says how they are joined).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.core.timestamps import moment
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item, Metadata, text_of

CASES = "cases"
"""The namespace of resolved cases, which no project owns; `docs/data.md` has all namespaces."""
TURN_NEIGHBOURS = 2
# What is longer explains itself.
LONGEST_TURN = 4_000
# Fields of a record that say how it is kept; none of them is an item's own.
CONTENT, TEXT, TURN = "content", "text", "turn"
INTERNAL = frozenset({CONTENT, TEXT, TURN, "created_at_ms", "last_validated_at_ms"})


def items_namespace(scope: Scope) -> str:
    """Where the items of a project are searched."""
    return f"evidence:{scope.tenant}:{scope.project}"


def turns_namespace(scope: Scope) -> str:
    """Where the items of its conversations are searched a second time."""
    return f"{items_namespace(scope)}:turns"


@dataclass(frozen=True, slots=True)
class KnowledgeRecord:
    """A record of either namespace: `text` is searched, `metadata` holds all the rest."""

    id: str
    text: str
    metadata: Metadata


def record_of(item: Item) -> KnowledgeRecord:
    """The record of an item; an object stands in the metadata, a text is what is searched."""
    metadata = dict(item.metadata)
    if not isinstance(item.content, str):
        metadata[CONTENT] = item.content
    text = text_of(item.content)
    if is_turn(item.metadata, text):
        metadata[TURN] = True
    return KnowledgeRecord(item.id, text, metadata)


def item_of(record: KnowledgeRecord) -> Item:
    """The item behind a record of either namespace."""
    own_text = record.metadata.get(TEXT, record.text)
    return Item(
        id=record.id,
        content=record.metadata.get(CONTENT, own_text),
        metadata={name: value for name, value in record.metadata.items() if name not in INTERNAL},
    )


def is_turn(metadata: Metadata, text: str) -> bool:
    """Whether an item is one of a conversation, and short enough to need the others."""
    return bool(metadata.get("thread")) and len(text) <= LONGEST_TURN


def turn_of(
    record: KnowledgeRecord, before: Sequence[str], after: Sequence[str]
) -> KnowledgeRecord:
    """The record of an item among its neighbours' texts, which are in the order of time."""
    created_at = moment(record.metadata.get("created_at"))
    lines = [*before, record.text, record.text, *after, *_day(created_at)]
    return KnowledgeRecord(record.id, "\n".join(lines), {**record.metadata, TEXT: record.text})


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
