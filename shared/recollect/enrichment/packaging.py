"""Memories as the argument `memoryContext` of a tool, within so many bytes of JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from math import isfinite
from typing import Final

from recollect.core.timestamps import iso, possible_moment
from recollect.detection.mask import masked
from recollect.enrichment.memories import ContextSummary, ToolMemoryKind
from recollect.enrichment.snippets import READABLE, shown
from recollect.language.texts import ELLIPSIS, shortened
from recollect.tools.memory_context import MemoryContext, MemoryContextItem

_MOST_ITEMS: Final = 100
_MOST_TAGS: Final = 8
_MOST_TAGS_READ: Final = 32
_LONGEST_TAG: Final = 64
_LONGEST_SNIPPET: Final = 4_000
# A text cut at a word is up to a seventh shorter than it may be, and is still to be readable.
_LEAST_ROOM: Final = 24
# How near to the longest that fits: each step costs time that the tool waits.
_NEAR_ENOUGH: Final = 16
_MOST_TAGS_NAMED: Final = 5
# The summary may take this share of the bytes; what does not fit into it is left out.
_SHARE_OF_SUMMARY: Final = 4
# Tags about the memory itself, which mean nothing to a tool.
_OWN: Final = ("mem_ctx:",)
_NOT_NAMED: Final = ("mem_ctx:", "tool:", "domain:", "kind:")
_CALLED: Final[dict[ToolMemoryKind, tuple[str, str]]] = {
    "tool_exec": ("execution of this tool", "executions of this tool"),
    "operational": ("incident", "incidents"),
    "conversation": ("note of this conversation", "notes of this conversation"),
}
_AGES: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@dataclass(frozen=True, slots=True)
class _Item:
    memory: ContextSummary
    tags: tuple[str, ...]
    snippet: str


def packaged(
    summaries: Sequence[ContextSummary], top_k: int, most_bytes: int, now: datetime
) -> MemoryContext | None:
    """The first `top_k` memories, in their order, as JSON of at most `most_bytes` bytes of UTF-8.

    Where they do not fit, snippets are shortened evenly, then tags left out, then the last
    memories. None where not even one with a readable snippet fits.
    """
    # What takes more bytes than there are is cut before it is looked at.
    longest = min(_LONGEST_SNIPPET, max(most_bytes, 0))
    read = ((each, shortened(each.snippet, longest)) for each in summaries)
    readable = islice(
        ((m, text) for m, text in read if len(text) >= READABLE), max(min(top_k, _MOST_ITEMS), 0)
    )
    items = [_Item(memory, clean_tags(memory.tags), text) for memory, text in readable]
    for fewer in _fewer(items):
        context = _fitted(fewer, most_bytes, now)
        if context is not None:
            return context
    return None


def size_of(context: MemoryContext) -> int:
    """The bytes of its JSON in UTF-8."""
    return len(context.model_dump_json().encode())


def clean_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """At most 8 tags of at most 64 characters each, none of them secret or personal."""
    lines = (shortened(tag[: 2 * _LONGEST_TAG], _LONGEST_TAG) for tag in tags[:_MOST_TAGS_READ])
    tags_of_case = (tag for tag in lines if tag.strip(ELLIPSIS) and not tag.startswith(_OWN))
    return tuple(islice(filter(_is_harmless, dict.fromkeys(tags_of_case)), _MOST_TAGS))


@lru_cache(maxsize=1_024)
def _is_harmless(tag: str) -> bool:
    """Remembered, for the same few tags are on most memories of a tool."""
    return masked(tag) == tag


def _fewer(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    for count in range(len(items), 0, -1):
        yield list(items[:count])
        yield [replace(each, tags=()) for each in items[:count]]


def _fitted(items: Sequence[_Item], most_bytes: int, now: datetime) -> MemoryContext | None:
    """All items, their snippets about as long as fits; None where they would be unreadable."""
    summary = _summary(items, most_bytes // _SHARE_OF_SUMMARY, now)
    least, most = _LEAST_ROOM, max(len(each.snippet) for each in items)
    if size_of(_context(summary, items, most)) <= most_bytes:
        return _safely_cut(summary, items, most, most_bytes)
    if size_of(_context(summary, items, least)) > most_bytes:
        return None
    while most - least > _NEAR_ENOUGH:
        middle = (least + most) // 2
        if size_of(_context(summary, items, middle)) <= most_bytes:
            least = middle
        else:
            most = middle
    return _safely_cut(summary, items, least, most_bytes)


def _safely_cut(
    summary: str, items: Sequence[_Item], limit: int, most_bytes: int
) -> MemoryContext | None:
    """As short as that, or shorter where a text without its end had to be masked anew."""
    while limit >= READABLE:
        cut = [replace(each, snippet=shown(each.snippet, limit)) for each in items]
        if all(len(each.snippet) >= READABLE for each in cut):
            context = _context(summary, cut, limit)
            if size_of(context) <= most_bytes:
                return context
        limit = limit * 3 // 4
    return None


def _context(summary: str, items: Sequence[_Item], limit: int) -> MemoryContext:
    return MemoryContext(
        summary=summary,
        items=tuple(
            MemoryContextItem(
                score=_score(each.memory),
                at=_moment(each.memory.timestamp),
                tags=each.tags,
                snippet=shortened(each.snippet, limit),
            )
            for each in items
        ),
    )


def _score(memory: ContextSummary) -> float:
    return round(min(max(memory.score, 0.0), 1.0), 4) if isfinite(memory.score) else 0.0


def _moment(epoch_ms: int | None) -> str | None:
    """ISO 8601 in UTC; None for what is no moment of our times."""
    moment = possible_moment(epoch_ms)
    return None if moment is None else iso(moment)


def _summary(items: Sequence[_Item], most_bytes: int, now: datetime) -> str:
    """What the items are, by their metadata; the longest of its wordings that fits."""
    counts = f"{len(items)} relevant {'memory' if len(items) == 1 else 'memories'}"
    sources = Counter(each.memory.source for each in items)
    kinds = ", ".join(
        f"{sources[each]} {names[sources[each] > 1]}"
        for each, names in _CALLED.items()
        if sources[each]
    )
    tags = ", ".join(_common_tags(items))
    newest = _age(items, now)
    details = [*([f"tags {tags}"] if tags else []), *([f"newest {newest}"] if newest else [])]
    wordings = ("; ".join((f"{counts}: {kinds}", *details)), f"{counts}: {kinds}", counts)
    fitting = (each for each in wordings if len(each.encode()) <= most_bytes)
    return next(fitting, "")


def _common_tags(items: Sequence[_Item]) -> list[str]:
    tags = Counter(tag for each in items for tag in each.tags if not tag.startswith(_NOT_NAMED))
    return [tag for tag, _ in tags.most_common(_MOST_TAGS_NAMED)]


def _age(items: Sequence[_Item], now: datetime) -> str:
    times = [each.memory.timestamp for each in items if each.memory.timestamp is not None]
    seconds = now.timestamp() - max(times) / 1000 if times else -1.0
    if seconds < 0:
        return ""
    for length, unit in _AGES:
        count = int(seconds // length)
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
