"""Results of tools: which text of a result is its summary, and its other values."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from recollect.tools.contract import CASE_SUMMARY, INCIDENT_SUMMARY, SUMMARY_FIELDS
from recollect.validation.models import ToolCall
from recollect.validation.words import normal

_MOST_VALUES: Final = 5_000
_MOST_CHARACTERS: Final = 200_000
_TICKET_FIELDS: Final = frozenset({CASE_SUMMARY, INCIDENT_SUMMARY})
# ServiceNow gives references as objects; what is in them belongs to the field that holds them.
_INNER: Final = frozenset({"value", "display_value"})


@dataclass(frozen=True, slots=True)
class GivenSummary:
    """The summary of one call, in normal form, and all that came with it."""

    tool: str
    field: str
    text: str
    result: Mapping[str, JsonValue]

    @property
    def of_ticket(self) -> bool:
        """Whether this is the summary of cases or incidents, which has sections."""
        return self.field in _TICKET_FIELDS


def known_results(calls: Iterable[ToolCall]) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
    """The names and results of tools that have a contract, where the result is an object."""
    for call in calls:
        if call.tool_name in SUMMARY_FIELDS and isinstance(call.result, dict):
            yield call.tool_name, call.result


def given_summaries(calls: Iterable[ToolCall]) -> tuple[GivenSummary, ...]:
    """The summaries that are there; an empty one is none."""
    return tuple(
        GivenSummary(tool, found[0][0], normal("\n".join(text for _, text in found)), result)
        for tool, result in known_results(calls)
        if (found := _found(tool, result))
    )


def values(result: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """The texts and numbers of a result with the names of their fields, up to a bound."""
    room = _MOST_CHARACTERS
    waiting: list[tuple[str, JsonValue]] = [("", dict(result))]
    for _ in range(_MOST_VALUES):
        if not waiting or room <= 0:
            return
        name, value = waiting.pop()
        if isinstance(value, str) or (
            isinstance(value, (int, float)) and not isinstance(value, bool)
        ):
            text = str(value)[:room]
            room -= len(text)
            yield name, text
        elif isinstance(value, dict):
            inner = [(name if key in _INNER else key, each) for key, each in value.items()]
            waiting += reversed(inner)
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]


def _found(tool: str, result: Mapping[str, JsonValue]) -> list[tuple[str, str]]:
    texts = ((field, _text(result.get(field))) for field in SUMMARY_FIELDS[tool])
    return [(field, text) for field, text in texts if text]


def _text(value: JsonValue) -> str:
    """A text, or texts as lines: `key_points` is a list; "" for anything else."""
    if isinstance(value, list):
        return "\n".join(each.strip() for each in value if isinstance(each, str) and each.strip())
    return value.strip() if isinstance(value, str) else ""
