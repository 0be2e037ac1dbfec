"""What kind of answer this is: to a question for a field, an overview, or neither."""

from collections.abc import Collection, Mapping
from typing import Final

from recollect.validation.alerts import ResponseType
from recollect.validation.labels import labels

THRESHOLDS: Final[Mapping[ResponseType, float]] = {
    "field_query": 0.10,
    "overview": 0.20,
    "unknown": 0.15,
}
"""The share of keywords from which a summary counts as used (seed 002)."""

_FEWEST_HEADERS: Final = 2
_SHORT: Final = 150
_LONG: Final = 300


def classify(text: str, length: int, headers: Collection[str]) -> ResponseType:
    """The type of an answer, by the rules of the seed in their order.

    `text` is in normal form, `length` that of the answer as it was sent, in characters.
    """
    if len(headers) >= _FEWEST_HEADERS:
        return "overview"
    if length < _SHORT:
        return "field_query"
    if length >= _LONG:
        return "overview"
    return "field_query" if any(label.leads for label in labels(text)) else "unknown"
