"""How many objects a tool returned: none in `{"issues": []}`, two in `{"pods": [{…}, {…}]}`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pydantic import JsonValue

from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.known.records import Source
from recollect.validation.results import ReadResult

_STEM_LENGTH: Final = 6
_FURTHER: Final = ("more", "next", "cursor", "truncated")
"""What fields are called that tell of objects on further pages."""

_GENERAL: Final = frozenset({"data", "result", "results", "items", "records", "values", "value"})
"""Names of lists of anything; what they are of is in the name of the tool."""

_ASKING: Final = frozenset({"get", "list", "search", "find", "query", "describe", "lookup"})


class ListSize(NamedTuple):
    """The size of a list, and the stems of nouns for its objects."""

    size: int
    stems: frozenset[str]
    source: Source


def list_sizes(results: Iterable[ReadResult]) -> Iterator[ListSize]:
    """The sizes of the lists that results consist of, as far as they are whole."""
    for result in results:
        for name, value in result.content.items():
            is_list = isinstance(value, list) and all(isinstance(each, dict) for each in value)
            if isinstance(value, list) and is_list and _is_whole(len(value), result.content):
                stems = frozenset(map(noun_stem, _nouns(result.tool, name)))
                yield ListSize(len(value), stems, Source(result.tool, name))


def _nouns(tool: str, name: str) -> Sequence[str]:
    parts = parts_of_name(name)
    of_tool = [each for each in parts_of_name(tool) if each not in _ASKING]
    return [*parts, *of_tool] if _GENERAL.issuperset(parts) else parts


def noun_stem(word: str) -> str:
    """What the singular and the plural of an English noun have in common."""
    return word.removesuffix("s")[:_STEM_LENGTH]


def _is_whole(size: int, content: Mapping[str, JsonValue]) -> bool:
    """Whether nothing beside a list tells of more than it has."""
    return not any(
        (value and any(each in name.lower() for each in _FURTHER))
        or (isinstance(value, int) and value > size)
        for name, value in content.items()
        if not isinstance(value, list)
    )
