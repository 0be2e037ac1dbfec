"""The fields of objects, with their values and units: `"availableQty": 44`, `"share": "93.4 %"`.

A cell is called a field here, as in the texts of the answer.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from pydantic import JsonValue

from recollect.core.lazy import lazy
from recollect.validation.fields.words.terms import term, terms
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.field_names import minutes_of_name
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.words import word_set
from recollect.validation.known.record_models import ResultValue

CellForm = Literal["number", "date", "flag", "text", "nothing"]
_ISO: Final = re.compile(r"(?:19|20)\d\d-\d\d-\d\d(?:[T ].*)?")
_FIGURES: Final = re.compile(
    r"(?P<figures>-?\d{1,15}(?:\.\d{1,9})?(?:e[+-]?\d{1,3})?)"
    r"(?: ?(?P<unit>%|ms|s|sec|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|kg|km|[kmgt]b))?",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.\d{1,6})?")
_LENGTHS: Final = word_set("duration elapsed uptime runtime age took")
"""Words in the names of fields whose `01:37:02` is a length, and no time of day."""

_TOO_LARGE: Final = 1e100
"""Numbers from here on are ignored: what is computed from them may be infinite."""

MEASURES: Final = word_set("kg g lb km kb mb gb tb")
"""Units at the end of names of fields, other than those of times and shares."""

_PERCENT_UNITS: Final = word_set("% percent percentage pct")
_QUANTITIES: Final = word_set("quantity qty count pieces units")
_STATE_NAMES: Final = word_set("status state outcome conclusion phase health overall condition")
_MAX_DECISION_WORDS: Final = 3
"""Words up to which a `decision` is a state (`Approved`), and not a description."""

_NAMING: Final = word_set("""
    id number no nr name title key code sku ref reference subject description label guest
    passenger flight user username email login host hostname service product item step stage
    summary model tracking pnr invoice order account instance cluster deployment device resource
    server database node pod contract policy claim meter course driver patient student employee
    member vehicle car tag asset serial barcode batch lot
""")
"""Last words of the names of fields that hold a name of their object."""


@dataclass(frozen=True)  # cached properties need a place of their own
class Cell:
    """A field of an object, with its value.

    `name` are the terms of its name and of the names of the inner objects that it is in, `parts`
    the words of its own name.
    """

    name: frozenset[str]
    parts: tuple[str, ...]
    value: JsonValue
    result_value: ResultValue
    path: tuple[str, ...]
    """The words of the names of the inner objects of its row that it is in, then its own."""

    @lazy
    def fold(self) -> str:
        """The value as a folded text."""
        return folded(self.result_value.text)

    @lazy
    def terms(self) -> tuple[str, ...]:
        """The terms of the value, in their order."""
        return terms(self.fold)

    @lazy
    def form(self) -> CellForm:
        """The kind of the value."""
        if isinstance(self.value, bool):
            return "flag"
        if self.value is None or self.value == "":
            return "nothing"
        if isinstance(self.value, (int, float)):
            return "number" if abs(self.value) < _TOO_LARGE else "nothing"
        if _ISO.fullmatch(self.result_value.text):
            return "date"
        is_number = self._measured is not None and abs(float(self._measured[0])) < _TOO_LARGE
        return "number" if is_number else "text"

    @lazy
    def _measured(self) -> tuple[str, str] | None:
        """The figures and the unit, or "", of a text that is a number: `93.4 %`."""
        found = _FIGURES.fullmatch(self.result_value.text)
        return (found["figures"], (found["unit"] or "").lower()) if found is not None else None

    @lazy
    def minutes(self) -> float:
        """The length of time that it has, also as on a clock: 97 of `01:37:02`; else 0."""
        if self.unit == TIME:
            return abs(self.number)
        found = None if _LENGTHS.isdisjoint(self.parts) else _CLOCK.fullmatch(self.fold)
        hours, minutes, seconds = map(int, found.groups()) if found is not None else (0, 0, 0)
        return hours * 60 + minutes + seconds / 60

    @lazy
    def unit(self) -> str:
        """The unit of its value or name: `time`, `%`, one of `MEASURES`, or "" if it has none."""
        if self._minutes:
            return TIME
        last = (self._measured[1] if self._measured else "") or (self.parts or ("",))[-1]
        return PERCENTAGE if last in _PERCENT_UNITS else (last if last in MEASURES else "")

    @lazy
    def _minutes(self) -> float:
        unit = self._measured[1] if self._measured else ""
        return minutes_of_name(unit) if unit else minutes_of_name("_".join(self.parts))

    @lazy
    def figure(self) -> float:
        """The number as it is written; 0 if the value is no number."""
        if self.form != "number":
            return 0.0
        if isinstance(self.value, (int, float)):
            return float(self.value)  # 93.33333333333333, too
        return float(self._measured[0]) if self._measured is not None else 0.0

    @lazy
    def number(self) -> float:
        """The number, in minutes if it is a time; 0 if the value is no number."""
        return self.figure * (self._minutes or 1.0)

    @lazy
    def moment(self) -> Moment:
        """The value as a date and time; only meaningful if `form` is `date`."""
        return moment(self.fold)

    @lazy
    def label(self) -> frozenset[str]:
        """The terms of its own name; those of `name` if its own name has none."""
        return frozenset(filter(None, map(term, self.parts))) & self.name or self.name

    @lazy
    def opposites(self) -> frozenset[str]:
        """The words that say that it is not so, if its name is one word: `inactive`, `unpaid`."""
        is_one_word = len(self.parts) == 1
        return frozenset(prefix + self.parts[0] for prefix in ("in", "un") if is_one_word)

    @lazy
    def per(self) -> frozenset[str]:
        """The terms behind each `per` in its name: pallet and day of `fee_per_pallet_per_day`."""
        divisors = (term(each) for before, each in pairwise(self.parts) if before == "per")
        return frozenset(filter(None, divisors))

    @lazy
    def container(self) -> frozenset[str]:
        """The terms of the names of the inner objects that it is in."""
        return self.name - self.label

    @property
    def is_inner(self) -> bool:
        """Whether it belongs to an inner object of its row."""
        return len(self.path) > len(self.parts)

    @lazy
    def is_code(self) -> bool:
        """Whether its value is one word with figures: 14A, A-03-2."""
        return " " not in self.fold and any(map(str.isdigit, self.fold))

    @property
    def is_state(self) -> bool:
        """Whether it holds the state of its object."""
        if not _STATE_NAMES.isdisjoint(self.parts):
            return True
        return "decision" in self.parts and len(self.fold.split()) <= _MAX_DECISION_WORDS

    @property
    def is_quantity(self) -> bool:
        """Whether its name says that it counts its object: `qty`."""
        return not _QUANTITIES.isdisjoint(self.parts)

    @property
    def is_own_state(self) -> bool:
        """Whether it is the state, in words, of the row's object itself, not of an inner one."""
        return self.is_state and self.form == "text" and not self.is_inner

    @property
    def names_object(self) -> bool:
        """Whether it holds a name of its object."""
        return not self.is_inner and bool(self.parts) and self.parts[-1] in _NAMING
