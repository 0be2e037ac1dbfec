"""The layout of an answer: its labels of fields, and the type that follows from them and headers.

Labels, as in `Assigned to: John Smith`, are read backwards from each colon. They are only a few
characters long, so the time is linear in the text.
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
"""The least share of its keywords that an answer must have to use a summary (seed 002)."""

_MIN_OVERVIEW_HEADERS: Final = 2
BRIEF: Final = 150
"""The length in characters below which an answer is one to a question about a field (seed 002)."""

_MIN_OVERVIEW_LENGTH: Final = 300


def _names(text: str) -> frozenset[str]:
    return frozenset(" ".join(name.split()) for name in text.split(","))


# Labels of fields that a service desk stores, but that summaries do not show by these names.
_RAW_LABELS: Final = _names(
    """
    created on, created, created at, created by, opened at, opened by, closed at, updated on,
    updated, updated at, description, short description, caller, caller id
    """
)
_FIELD_LABELS: Final = _names(
    """
    assigned to, assignee, assignment group, priority, status, state, impact, urgency, severity,
    zugewiesen an, bearbeiter, priorität, 担当者, 優先度, 状態, ステータス
    """
)
"""Labels that label a field wherever they stand: prose does not have them before a colon."""

_LABELS: Final = (
    _RAW_LABELS
    | _FIELD_LABELS
    | _names(
        """
        assigned, sla, opened, closed, due, due date, number, category, customer, location, account,
        contact, company, zugewiesen, kategorie, kunde, standort, nummer, fällig
        """
    )
)
CODED: Final = frozenset({"priority", "state", "status", "impact", "urgency", "severity"})
_MAX_LABEL_WORDS = 3
_MAX_LABEL_LENGTH, _MAX_VALUE_LENGTH = 40, 60
_MARKS: Final = " \t*_`\"'"
_BULLETS: Final = _MARKS + "•>-#|("
_CLAUSE_ENDS: Final = ".;,!?(:。、|"
_COPULAS: Final = frozenset({"is", "was", "are", "ist"})
_FIELD_NAME: Final = re.compile(r"[a-z][a-z0-9]*+(?:_[a-z0-9]++)+")
_BARE_CODE: Final = re.compile(r"\d{1,2}(?=\s*(?:[,.;)\]}\"]|$))")
_TIMESTAMP: Final = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}")


def classify(text: str, length: int, headers: Collection[str]) -> ResponseType:
    """The type of an answer, by the rules of the seed in their order.

    `text` is the normalised answer, `length` that of the answer as it was sent, in characters.
    """
    if len(headers) >= _MIN_OVERVIEW_HEADERS:
        return "overview"
    if length < BRIEF:
        return "field_query"
    if length >= _MIN_OVERVIEW_LENGTH:
        return "overview"
    is_field = any(label.is_pattern for label in labels(text))
    return "field_query" if is_field else "unknown"


@dataclass(frozen=True, slots=True)
class FieldLabel:
    """A label in lower case with the beginning of its value, which may be empty.

    `leads` if it begins a line or a clause; `is_field` if it is written like a key in data, such as
    `short_description` or `"priority"`.
    """

    label: str
    value: str
    leads: bool
    is_field: bool

    @property
    def is_pattern(self) -> bool:
        """Whether it labels a field; `customer` in `for the customer: John closed it` does not."""
        return self.leads or (self.label in _FIELD_LABELS and bool(self.value))

    @property
    def is_raw(self) -> bool:
        """Whether the label or its value is raw data, in a form that summaries do not have."""
        return (
            self.label in _RAW_LABELS
            or self.label.startswith("sys_")
            or _TIMESTAMP.match(self.value) is not None
            or (self.label in CODED and _BARE_CODE.match(self.value) is not None)
        )


def labels(text: str) -> Iterator[FieldLabel]:
    """The labels in a normalised text."""
    last = 0
    for colon in re.finditer(":", text):
        at = colon.start()
        before = text[max(last, at - _MAX_LABEL_LENGTH) : at].rpartition("\n")[2]
        value = text[at + 1 : at + _MAX_VALUE_LENGTH].partition("\n")[0].strip(_MARKS)
        if before and (found := _labelled(before, value)):
            yield found
        last = at + 1


def _labelled(before: str, value: str) -> FieldLabel | None:
    """The label that ends the text `before` a colon, if there is one."""
    words = before.casefold().strip(_MARKS).split()
    if words and words[-1] in _COPULAS:
        words.pop()
    for count in range(min(_MAX_LABEL_WORDS, len(words)), 0, -1):
        label = " ".join(words[-count:]).strip(_BULLETS)
        if label in _LABELS:
            rest = " ".join(words[:-count]).rstrip(_MARKS + "•>-#|")
            leads = not rest or rest[-1] in _CLAUSE_ENDS
            return FieldLabel(label, value, leads, is_field=before.rstrip().endswith('"'))
    name = re.split(r"[\s{\[(,]", before.strip())[-1].strip(_MARKS) if words else ""
    is_field = _FIELD_NAME.fullmatch(name) or before.rstrip().endswith('"')
    return FieldLabel(name, value, leads=False, is_field=True) if is_field and name else None
