"""What tools found nothing of: issues, where results are nothing but `{"issues": []}`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.known.record_models import Source
from recollect.validation.results import ReadResult

_STEM_LENGTH: Final = 6
_FURTHER: Final = ("next", "cursor")
"""What fields are called whose text leads to further pages."""

_GENERAL: Final = frozenset({"data", "result", "results", "items", "records", "values", "value"})
"""Names of lists of anything; what they are of is in the name of the tool."""

_ASKING: Final = frozenset({"get", "list", "search", "find", "query", "describe", "lookup"})


class EmptyList(NamedTuple):
    """A list without objects, and the stems of nouns for what it would have."""

    stems: frozenset[str]
    source: Source


def empty_lists(results: Sequence[ReadResult]) -> Sequence[EmptyList]:
    """The empty lists, if results have nothing else: an answer may be about what others have."""
    found = [list(_lists_of(each)) for each in results]
    is_all = all(found) and all(_is_empty(each.content) and not each.text for each in results)
    return [each for lists in found for each in lists] if is_all else ()


def _lists_of(result: ReadResult) -> Iterator[EmptyList]:
    for name, value in result.content.items():
        if isinstance(value, list):
            stems = frozenset(map(noun_stem, _nouns(result.tool, name)))
            yield EmptyList(stems, Source(result.tool, name))


def _nouns(tool: str, name: str) -> Iterable[str]:
    parts = parts_of_name(name)
    of_tool = [each for each in parts_of_name(tool) if each not in _ASKING]
    return [*parts, *of_tool] if _GENERAL.issuperset(parts) else parts


def noun_stem(word: str) -> str:
    """What the singular and the plural of an English noun have in common."""
    return word.removesuffix("s")[:_STEM_LENGTH]


def _is_empty(content: Mapping[str, JsonValue]) -> bool:
    """Whether fields have nothing, but for what tells of no objects: `"query": "vpn"`."""
    return all(
        not value or _is_query(value) or (isinstance(value, str) and _is_text(name, value))
        for name, value in content.items()
    )


def _is_query(value: JsonValue) -> bool:
    """Whether a value is what was searched for: `{"customer": ["Contoso"]}`."""
    return isinstance(value, dict) and all(
        isinstance(each, list) and all(isinstance(one, str) for one in each)
        for each in value.values()
    )


def _is_text(name: str, value: str) -> bool:
    """Whether a text is no number of objects, and leads to no further page of them."""
    return not value.isdecimal() and not any(each in name.lower() for each in _FURTHER)
