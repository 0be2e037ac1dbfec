"""Find the summary in the result of a tool, and the other values of the result."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.tools.contract import CASE_SUMMARY, INCIDENT_SUMMARY, SUMMARY_FIELDS
from recollect.validation.grammar.words import word_set
from recollect.validation.indexed_text import IndexedText, indexed, normalised, without_links
from recollect.validation.keywords import keywords
from recollect.validation.results import ReadResult, is_text_or_number, same_name

_MAX_VALUES: Final = 5_000
_MAX_CHARACTERS: Final = 200_000
_TICKET_FIELDS: Final = frozenset({CASE_SUMMARY, INCIDENT_SUMMARY})
# ServiceNow returns references as objects; their values belong to the field that holds the object.
_INNER: Final = frozenset({"value", "display_value"})
_LISTS: Final = word_set("cases incidents items results similarCases journalEntries records")
_NONE_FOUND: Final = "No matches: none found."
_SAYS_NONE: Final = re.compile(
    r"(?:search results\s+)?"
    r"(?:no\b[^.\n]{0,80}\b(?:match|matches|matched|found)\b"
    r"|found (?:0|no)\b|0 \w+ found"
    r"|no (?:\w+ )?(?:results|matches|cases|incidents|items|records)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)  # cached properties need a place of their own
class ToolSummary:
    """The summary in the result of one call: `text` normalised, `result` the whole result.

    `is_empty` if it says that a search found nothing. Properties are cached, since an answer that
    denies having information is compared with the summary twice.
    """

    tool: str
    field: str
    text: str
    result: Mapping[str, JsonValue]
    is_empty: bool = False

    @property
    def of_ticket(self) -> bool:
        """Whether this summarises a case or an incident; such summaries have sections."""
        return self.field in _TICKET_FIELDS and not self.is_empty

    @lazy
    def keywords(self) -> tuple[str, ...]:
        """The summary's most distinctive words."""
        return keywords(self.text)

    @lazy
    def values(self) -> Sequence[tuple[str, str]]:
        """The texts and numbers of the whole result with the names of their fields."""
        return list(named_values(self.result))

    @lazy
    def whole(self) -> str:
        """The summary and all texts and numbers of the result as one text, without repeats."""
        return "\n".join(dict.fromkeys((self.text, *(value for _, value in self.values))))

    @lazy
    def source(self) -> IndexedText:
        """The index of `whole`, without the words of links."""
        return indexed(without_links(normalised(self.whole)))


def tool_summaries(results: Sequence[ReadResult]) -> tuple[ToolSummary, ...]:
    """The summaries of the results that have one; for a search that found nothing an empty one."""
    return tuple(summary for result in results if (summary := _summary_of(result)) is not None)


def named_values(result: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """The texts and numbers of a result with the names of their fields, up to a total size."""
    room = _MAX_CHARACTERS
    waiting: list[tuple[str, JsonValue]] = [("", dict(result))]
    for _ in range(_MAX_VALUES):
        if not waiting or room <= 0:
            return
        name, value = waiting.pop()
        if is_text_or_number(value):
            text = str(value)[:room]
            room -= len(text)
            yield name, text
        elif isinstance(value, dict):
            inner = [(name if key in _INNER else key, each) for key, each in value.items()]
            waiting += reversed(inner)
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]


def _summary_of(result: ReadResult) -> ToolSummary | None:
    if result.contract is None or result.failed or not result.is_readable:
        return None
    fields = SUMMARY_FIELDS[result.contract]
    texts = list(_texts(result, fields))
    if texts:
        field, whole = texts[0][0], normalised("\n".join(text for _, text in texts))
        return ToolSummary(
            result.tool, field, whole, result.content, _SAYS_NONE.match(whole) is not None
        )
    if _is_empty_search(result.content):
        return ToolSummary(result.tool, fields[0], _NONE_FOUND, result.content, is_empty=True)
    return None


def _texts(result: ReadResult, fields: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each summary field that has a text, with the text; plain text counts as the first field."""
    for field in fields:
        for name, value in result.content.items():
            if same_name(name, field) and (text := _text(value)):
                yield field, text
                break
    if result.text and not any(_has(result.content, field) for field in fields):
        yield fields[0], result.text


def _has(content: Mapping[str, JsonValue], field: str) -> bool:
    return any(same_name(name, field) and _text(value) for name, value in content.items())


def _is_empty_search(content: Mapping[str, JsonValue]) -> bool:
    """Whether a search found nothing: all its lists are empty, or it has none and a total of 0."""
    found = [value for name, value in content.items() if name in _LISTS]
    return (bool(found) and all(each == [] for each in found)) or (
        not found and content.get("total") == 0
    )


def _text(value: JsonValue) -> str:
    """A text, or the texts of a list (such as `key_points`) as lines; "" for anything else."""
    if isinstance(value, list):
        return "\n".join(each.strip() for each in value if isinstance(each, str) and each.strip())
    return value.strip() if isinstance(value, str) else ""
