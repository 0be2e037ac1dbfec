"""An item as it is kept: its text is searched, its metadata filtered, its content read back.

Parts that must be neither searched nor filtered are kept apart (`recollect.knowledge.indexing`).

A short item of a conversation (`thread`) hardly says what it is about: "Yes, that one." So it is
kept a second time, as a *turn*: with the two items before and after it, its own text twice, and
its date. Both records are searched (`docs/context.md` says how their results are joined).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from recollect.core.timestamps import parse_moment
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import MASK, Item, Metadata, string_of, strings_of

CASES = "cases"
"""The namespace of resolved cases, which no project owns; `docs/data.md` has all namespaces."""
_EVIDENCE = "evidence"

TURN_NEIGHBOURS = 2
# In characters; a longer item explains itself.
MAX_TURN_CHARS = 4_000
# Fields of a record that say how it is kept; they are not fields of the item.
CONTENT, TEXT, TURN = "content", "text", "turn"
APART = "kept-apart"
"""No filter can name this field, since it is not a valid `FieldName` of a request."""
HEADING = "heading-length"
"""How many characters at the start of the text are the item's names and a line end."""
INTERNAL = frozenset({CONTENT, TEXT, TURN, APART, HEADING, "created_at_ms", "last_validated_at_ms"})


def items_namespace(scope: Scope) -> str:
    """The namespace in which the items of a project are searched."""
    return f"{_EVIDENCE}:{scope.tenant}:{scope.project}"


def turns_namespace(scope: Scope) -> str:
    """The namespace in which the turns of a project's conversations are searched."""
    return f"{items_namespace(scope)}:turns"


@dataclass(frozen=True, slots=True)
class KnowledgeRecord:
    """A record of any namespace: `text` is searched, `metadata` holds everything else."""

    id: str
    text: str
    metadata: Metadata


class RecordPages(Protocol):
    """All records of the index, by namespace. Raises StoreError."""

    async def namespaces(self) -> Sequence[str]:
        """The names of all namespaces."""

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        """The records after `cursor` ("" for the first), and the next cursor ("" at the end)."""


class KnowledgeRepository(Protocol):
    """The store in which records are kept and searched."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Store records; they replace those with the same ids.

        Raises WrittenInPart if some were stored and others not.
        """

    async def rewrite(self, namespace: str, record: KnowledgeRecord) -> bool:
        """Replace the record with the same id; False if it no longer exists."""

    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        """The records with these ids that exist."""

    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove the records with these ids that exist."""

    async def remove_beginning(self, namespace: str, beginning: str) -> None:
        """Remove the records whose ids begin with `beginning`."""


def item_of(record: KnowledgeRecord) -> Item:
    """The item of a record or turn, with everything that is kept apart put back."""
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
    """The record with its item's names (`heading`) before its text, so that they are searched."""
    if not heading:
        return record
    line = f"{heading}\n"
    return KnowledgeRecord(record.id, line + record.text, {**record.metadata, HEADING: len(line)})


def heading_of(record: KnowledgeRecord) -> str:
    """The item's names as they stand before its text in a record, or ""."""
    length = record.metadata.get(HEADING)
    return record.text[:length] if isinstance(length, int) else ""


def own_text_of(record: KnowledgeRecord) -> JsonValue:
    """The item's own text in a record or turn, without its names and neighbours."""
    return record.metadata.get(TEXT, record.text.removeprefix(heading_of(record)))


def thread_of(record: KnowledgeRecord) -> str | None:
    """The conversation that a record is a turn of, or None."""
    if TURN not in record.metadata:
        return None
    return string_of(item_of(record).metadata.get("thread"))


def superseded_by_name(records: Iterable[KnowledgeRecord]) -> Mapping[str, Sequence[str]]:
    """The ids that records name in `supersedes`, by the id of each record that names any."""
    named = {each.id: strings_of(each.metadata.get("supersedes")) for each in records}
    return {new: olds for new, olds in named.items() if olds}


def hidden_parts(searched: str, whole: str) -> list[JsonValue]:
    """For each mask in `searched`: its place, its length, and the part of `whole` that it hides.

    Replacing the masks by the parts gives `whole` again.
    """
    masks = list(MASK.finditer(searched))
    ends = [0, *(mask.end() for mask in masks)]
    starts = [*(mask.start() for mask in masks), len(searched)]
    first, *others = (searched[end:start] for end, start in zip(ends, starts, strict=True))
    parts: list[JsonValue] = []
    at = len(first) if whole.startswith(first) else -1
    for mask, after in zip(masks, others, strict=True):
        # The text after the last mask is the end of `whole`; for others the first match will do.
        is_last, end = mask is masks[-1], len(whole) - len(after)
        found = (end if whole.endswith(after) else -1) if is_last else whole.find(after, max(at, 0))
        if not 0 <= at <= found:
            return [[0, len(searched), whole]]
        parts.append([mask.start(), mask.end() - mask.start(), whole[at:found]])
        at = found + len(after)
    return parts or [[0, len(searched), whole]]


def _whole(searched: JsonValue, parts: JsonValue) -> JsonValue:
    """The text with its hidden parts put back; unchanged without any, or if they are malformed."""
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
    """Whether an item is part of a conversation, and short enough to need its neighbours."""
    return bool(metadata.get("thread")) and len(text) <= MAX_TURN_CHARS


def turn_of(
    record: KnowledgeRecord, before: Sequence[str], after: Sequence[str]
) -> KnowledgeRecord:
    """The turn of an item: its record among its neighbours' texts, in order of time."""
    created_at = parse_moment(record.metadata.get("created_at"))
    lines = [*before, record.text, record.text, *after, *_day(created_at)]
    return KnowledgeRecord(
        record.id, "\n".join(lines), {**record.metadata, TEXT: own_text_of(record)}
    )


def _day(created_at: datetime | None) -> tuple[str, ...]:
    # In words, as people ask for it: "what did she say in May", "on Monday".
    return () if created_at is None else (f"{created_at:%A %d %B %Y}",)


def windows(order: Sequence[str], ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The neighbourhood of each of `ids` and of their neighbours in `order`.

    `order` is a thread or the part of it around `ids`. Neighbours are included, since an item is
    part of their neighbourhoods, too.
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
