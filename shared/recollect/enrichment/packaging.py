"""Pack memories into the argument `memoryContext` of a tool, within a number of bytes of JSON."""

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

_MAX_ITEMS: Final = 100
_MAX_TAGS: Final = 8
_MAX_TAGS_READ: Final = 32
_MAX_TAG_LENGTH: Final = 64
_MAX_SNIPPET_LENGTH: Final = 4_000
# The least length to cut a snippet to: cut at a word it is up to a seventh shorter, yet readable.
_MIN_SNIPPET_LENGTH: Final = 24
# The search for the longest length that fits stops this near: each step makes the tool wait.
_LENGTH_TOLERANCE: Final = 16
_MAX_TAGS_NAMED: Final = 5
# The summary may take one in this many bytes; details that do not fit into them are left out.
_SUMMARY_DIVISOR: Final = 4
# Tags about the memory itself, which mean nothing to a tool.
_OWN_TAGS: Final = ("mem_ctx:",)
_TAGS_NOT_NAMED: Final = ("mem_ctx:", "tool:", "domain:", "kind:")
_KIND_NAMES: Final[dict[ToolMemoryKind, tuple[str, str]]] = {
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

    If they do not fit, snippets are shortened evenly, then tags left out, then the last memories.
    None if not even one memory with a readable snippet fits.
    """
    # A snippet cannot have more characters than there are bytes, so it is cut first.
    longest = min(_MAX_SNIPPET_LENGTH, max(most_bytes, 0))
    read = ((each, shortened(each.snippet, longest)) for each in summaries)
    readable = islice(
        ((m, text) for m, text in read if len(text) >= READABLE), max(min(top_k, _MAX_ITEMS), 0)
    )
    items = [_Item(memory, clean_tags(memory.tags), text) for memory, text in readable]
    for fewer in _fewer(items):
        context = _fitted(fewer, most_bytes, now)
        if context is not None:
            return context
    return None


def size_of(context: MemoryContext) -> int:
    """The size of the JSON, in bytes of UTF-8."""
    return len(context.model_dump_json().encode())


def clean_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """At most 8 tags of at most 64 characters each, without secrets and personal data."""
    lines = (
        shortened(tag[: 2 * _MAX_TAG_LENGTH], _MAX_TAG_LENGTH) for tag in tags[:_MAX_TAGS_READ]
    )
    tags_of_case = (tag for tag in lines if tag.strip(ELLIPSIS) and not tag.startswith(_OWN_TAGS))
    return tuple(islice(filter(_is_harmless, dict.fromkeys(tags_of_case)), _MAX_TAGS))


@lru_cache(maxsize=1_024)
def _is_harmless(tag: str) -> bool:
    """Whether nothing in a tag is masked; cached, as most memories of a tool share their tags."""
    return masked(tag) == tag


def _fewer(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """The items with tags, then without, then the same without the last item, and so on."""
    for count in range(len(items), 0, -1):
        yield list(items[:count])
        yield [replace(each, tags=()) for each in items[:count]]


def _fitted(items: Sequence[_Item], most_bytes: int, now: datetime) -> MemoryContext | None:
    """All items, with snippets about as long as fits; None if these would be unreadable."""
    summary = _summary(items, most_bytes // _SUMMARY_DIVISOR, now)
    least, most = _MIN_SNIPPET_LENGTH, max(len(each.snippet) for each in items)
    if size_of(_context(summary, items, most)) <= most_bytes:
        return _safely_cut(summary, items, most, most_bytes)
    if size_of(_context(summary, items, least)) > most_bytes:
        return None
    while most - least > _LENGTH_TOLERANCE:
        middle = (least + most) // 2
        if size_of(_context(summary, items, middle)) <= most_bytes:
            least = middle
        else:
            most = middle
    return _safely_cut(summary, items, least, most_bytes)


def _safely_cut(
    summary: str, items: Sequence[_Item], limit: int, most_bytes: int
) -> MemoryContext | None:
    """Cut snippets to `limit`, or less if a cut text had to be masked again; None if unreadable."""
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
    """ISO 8601 in UTC; None if the number is no plausible time."""
    moment = possible_moment(epoch_ms)
    return None if moment is None else iso(moment)


def _summary(items: Sequence[_Item], most_bytes: int, now: datetime) -> str:
    """A summary of the items by their metadata, in the longest wording that fits."""
    counts = f"{len(items)} relevant {'memory' if len(items) == 1 else 'memories'}"
    sources = Counter(each.memory.source for each in items)
    kinds = ", ".join(
        f"{sources[each]} {names[sources[each] > 1]}"
        for each, names in _KIND_NAMES.items()
        if sources[each]
    )
    tags = ", ".join(_common_tags(items))
    newest = _age(items, now)
    details = [*([f"tags {tags}"] if tags else []), *([f"newest {newest}"] if newest else [])]
    wordings = ("; ".join((f"{counts}: {kinds}", *details)), f"{counts}: {kinds}", counts)
    fitting = (each for each in wordings if len(each.encode()) <= most_bytes)
    return next(fitting, "")


def _common_tags(items: Sequence[_Item]) -> list[str]:
    tags = Counter(
        tag for each in items for tag in each.tags if not tag.startswith(_TAGS_NOT_NAMED)
    )
    return [tag for tag, _ in tags.most_common(_MAX_TAGS_NAMED)]


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
