"""How an answer is laid out: labels of fields, and the type that follows from them and headers.

Labels, as in
`Assigned to: John Smith`, are read backwards from each colon, a few characters far, so that time
is linear in the text.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from recollect.validation.models import ResponseType

THRESHOLDS: Final[Mapping[ResponseType, float]] = {
    "field_query": 0.10,
    "overview": 0.20,
    "unknown": 0.15,
}
"""The share of keywords from which a summary counts as used (seed 002)."""

_FEWEST_HEADERS: Final = 2
BRIEF: Final = 150
"""Characters below which an answer is one to a question about a field (seed 002)."""

_LONG: Final = 300


def _names(text: str) -> frozenset[str]:
    return frozenset(" ".join(name.split()) for name in text.split(","))


# What a service desk stores, and summaries do not show under these names.
_RAW_LABELS: Final = _names(
    """
    created on, created, created at, created by, opened at, opened by, closed at, updated on,
    updated, updated at, description, short description, caller, caller id
    """
)
_PATTERNS: Final = _names(
    """
    assigned to, assignee, assignment group, priority, status, state, impact, urgency, severity,
    zugewiesen an, bearbeiter, priorität, 担当者, 優先度, 状態, ステータス
    """
)
"""The labels that no prose has before a colon, wherever they stand."""

_LABELS: Final = (
    _RAW_LABELS
    | _PATTERNS
    | _names(
        """
        assigned, sla, opened, closed, due, due date, number, category, customer, location, account,
        contact, company, zugewiesen, kategorie, kunde, standort, nummer, fällig
        """
    )
)
CODED: Final = frozenset({"priority", "state", "status", "impact", "urgency", "severity"})
_MOST_WORDS = 3
_BEFORE, _AFTER = 40, 60
_MARKS: Final = " \t*_`\"'"
_BULLETS: Final = _MARKS + "•>-#|("
_CLAUSE_ENDS: Final = ".;,!?(:。、|"
_COPULAS: Final = frozenset({"is", "was", "are", "ist"})
_FIELD_NAME: Final = re.compile(r"[a-z][a-z0-9]*+(?:_[a-z0-9]++)+")
_BARE_CODE: Final = re.compile(r"\d{1,2}(?=\s*(?:[,.;)\]}\"]|$))")
_TIMESTAMP: Final = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}")


def classify(text: str, length: int, headers: Collection[str]) -> ResponseType:
    """The type of an answer, by the rules of the seed in their order.

    `text` is in normal form, `length` that of the answer as it was sent, in characters.
    """
    if len(headers) >= _FEWEST_HEADERS:
        return "overview"
    if length < BRIEF:
        return "field_query"
    if length >= _LONG:
        return "overview"
    is_field = any(label.is_pattern for label in labels(text))
    return "field_query" if is_field else "unknown"


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """A label in lower case with the beginning of its value, which may be empty.

    `leads` if it begins a line or a clause; `is_field` if it is a name as data has it, such as
    `short_description` or `"priority"`.
    """

    label: str
    value: str
    leads: bool
    is_field: bool

    @property
    def is_pattern(self) -> bool:
        """Whether it labels a field: `for the customer: John closed it` does not."""
        return self.leads or (self.label in _PATTERNS and bool(self.value))

    @property
    def is_raw(self) -> bool:
        """Whether a summary would not say it like this."""
        return (
            self.label in _RAW_LABELS
            or self.label.startswith("sys_")
            or _TIMESTAMP.match(self.value) is not None
            or (self.label in CODED and _BARE_CODE.match(self.value) is not None)
        )


def labels(text: str) -> Iterator[FieldLabel]:
    """The labels of a normal text."""
    last = 0
    for colon in re.finditer(":", text):
        at = colon.start()
        before = text[max(last, at - _BEFORE) : at].rpartition("\n")[2]
        value = text[at + 1 : at + _AFTER].partition("\n")[0].strip(_MARKS)
        if before and (found := _labelled(before, value)):
            yield found
        last = at + 1


def _labelled(before: str, value: str) -> FieldLabel | None:
    words = before.casefold().strip(_MARKS).split()
    if words and words[-1] in _COPULAS:
        words.pop()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        label = " ".join(words[-count:]).strip(_BULLETS)
        if label in _LABELS:
            rest = " ".join(words[:-count]).rstrip(_MARKS + "•>-#|")
            leads = not rest or rest[-1] in _CLAUSE_ENDS
            return FieldLabel(label, value, leads, is_field=before.rstrip().endswith('"'))
    name = re.split(r"[\s{\[(,]", before.strip())[-1].strip(_MARKS) if words else ""
    is_field = _FIELD_NAME.fullmatch(name) or before.rstrip().endswith('"')
    return FieldLabel(name, value, leads=False, is_field=True) if is_field and name else None
