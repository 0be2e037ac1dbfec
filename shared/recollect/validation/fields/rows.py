"""Objects of results as rows, and their fields as cells, with the terms of their names.

A row is called an object here, and a cell a field, as in the texts of the answer.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal
from weakref import ref

from pydantic import JsonValue

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.fields.terms import term, terms, terms_of_name
from recollect.validation.grammar.field_names import minutes_of_name
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.quantities import TIME
from recollect.validation.known.records import ResultValue

CellForm = Literal["number", "date", "flag", "text", "nothing"]

_ISO: Final = re.compile(r"(?:19|20)\d\d-\d\d-\d\d(?:[T ].*)?")
_FIGURES: Final = re.compile(
    r"(?P<figures>-?\d{1,15}(?:\.\d{1,9})?(?:e[+-]?\d{1,3})?)"
    r"(?: ?(?P<unit>%|ms|s|sec|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|kg|km|[kmgt]b))?",
    re.IGNORECASE,
)
_TOO_LARGE: Final = 1e100
"""Numbers from here on are ignored: what is computed from them may be infinite."""

MEASURES: Final = frozenset(["kg", "g", "lb", "km", "kb", "mb", "gb", "tb"])
"""Units at the end of names of fields, other than those of times and shares."""

SYS_ID: Final = ("sys", "id")
"""The words of the field name `sys_id`, whose value no answer repeats."""

_RATE_NAMES: Final = frozenset(["rate", "ratio", "share", "percent"])
_PERCENT_UNITS: Final = frozenset(["%", "percent", "percentage", "pct"])
_STATE_NAMES: Final = frozenset(
    ["status", "state", "outcome", "conclusion", "phase", "health", "overall", "condition"]
)
_MAX_DECISION_WORDS: Final = 3
"""Words up to which a `decision` is a state (`Approved`), and not a description."""

_NAMING: Final = frozenset(
    """
    id number no nr name title key code sku ref reference subject description label guest
    passenger flight user username email login host hostname service product item step stage
    summary model tracking pnr invoice order account instance cluster deployment device resource
    server database node pod contract policy claim meter course driver patient student employee
    member vehicle car tag asset serial barcode batch lot
    """.split()
)
"""Last words of the names of fields that hold a name of their object."""

_ALIASES: Final = {
    short: term(word)
    for word, shorts in (
        ("database", "db sql"),
        ("backup", "bkp bak bck bk"),
        ("firewall", "fw"),
        ("switch", "sw"),
        ("router", "rtr rt"),
        ("printer", "prt prn"),
        ("file", "fs"),
        ("gateway", "gw"),
        ("controller", "dc"),
    )
    for short in shorts.split()
}
"""Abbreviations in names of machines, with the terms that they stand for."""


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
    def unit(self) -> str:
        """The unit of its value or name: `time`, `%`, one of `MEASURES`, or "" if it has none."""
        if self._minutes:
            return TIME
        last = (self._measured[1] if self._measured else "") or (self.parts or ("",))[-1]
        return "%" if last in _PERCENT_UNITS else (last if last in MEASURES else "")

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
    def is_own_state(self) -> bool:
        """Whether it is the state, in words, of the row's object itself, not of an inner one."""
        return self.is_state and self.form == "text" and not self.is_inner

    @property
    def names_object(self) -> bool:
        """Whether it holds a name of its object."""
        return not self.is_inner and bool(self.parts) and self.parts[-1] in _NAMING


class NamedFields:
    """Fields by the rarest word and the rarest term of their names.

    Words that name a field have at least one of the two.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._cells = list(cells)
        counts = Counter(each for cell in self._cells for each in (*cell.parts, *cell.label))
        self._places = postings(
            [
                min(words, key=counts.__getitem__)
                for words in (cell.parts, sorted(cell.label))
                if words
            ]
            for cell in self._cells
        )

    def among(self, words: Iterable[str]) -> Sequence[Cell]:
        """The fields, in their order, that these words and terms may name."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self._cells[at] for at in sorted(places)]


class LikeFields:
    """Fields of one kind, indexed by the terms of their names; a value may mean any of them."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = list(cells)
        self.containers = frozenset(cell.container for cell in self.cells)
        self._places = postings(cell.name for cell in self.cells)

    def named_by(self, words: Iterable[str]) -> Sequence[Cell]:
        """The fields, in their order, whose names have one of these terms."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self.cells[at] for at in sorted(places)]

    def own(self, cell: Cell) -> frozenset[str]:
        """The terms that only this field has; all of its terms if others have them, too."""
        alone = (each for each in cell.name if len(self._places.get(each, ())) == 1)
        return frozenset(alone) or cell.name


class LikeNumbers:
    """The number fields of an object, by kind: times, shares or others; each kind is cached."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._numbers = [cell for cell in cells if cell.form == "number"]
        self._per = frozenset(each for cell in self._numbers for each in cell.per)
        self._known: dict[tuple[bool, bool, str, str], LikeFields] = {}

    def of(self, noun: str, measure: str, *, is_time: bool, is_share: bool) -> LikeFields:
        """The fields that are times, shares or neither, in the unit `measure` unless it is "".

        A field that is a rate per `noun` is left out: `fee_per_pallet` counts no pallets.
        """
        key = (is_time, is_share, noun if noun in self._per else "", measure)
        if key not in self._known:
            self._known[key] = LikeFields(
                cell
                for cell in self._numbers
                if noun not in cell.per
                and (cell.unit == TIME) == is_time
                and (cell.unit == "%" or not _RATE_NAMES.isdisjoint(cell.parts)) == is_share
                and (not measure or cell.unit == measure)
            )
        return self._known[key]


Layout = tuple[str, tuple[tuple[frozenset[str], tuple[str, ...], CellForm, str], ...]]
"""The list of an object, and the names, parts, forms and units of its numbers and dates."""


@dataclass(eq=False)
class ResultRow:
    """An object of a result.

    `table` is the tool and path of its list, without indices; `cells` are its fields and those of
    inner objects, `children` the objects of lists within it.
    """

    table: str
    inside: "ref[ResultRow] | None" = None
    """Its parent; a weak reference, so that no cycle keeps rows alive after their tables."""
    cells: list[Cell] = field(default_factory=list)
    children: list["ResultRow"] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    """Its names, each as terms."""

    @property
    def parent(self) -> "ResultRow | None":
        """The object whose list it is in."""
        return self.inside() if self.inside is not None else None

    @lazy
    def name_terms(self) -> frozenset[str]:
        """The terms of all of its names."""
        return frozenset(each for name in self.names for each in name)

    @lazy
    def aliases(self) -> frozenset[str]:
        """The parts of its names without figures, and what they stand for: db and database."""
        parts = frozenset(each.rstrip("0123456789") for each in self.name_terms)
        full_words = (_ALIASES.get(part, part) for part in parts)
        return frozenset((*parts, *full_words)) - self.name_terms - {""}

    @lazy
    def kind(self) -> frozenset[str]:
        """The terms of the name of its list, such as `stages`: what kind of object it is."""
        return terms_of_name(self.table.rpartition(" ")[2].replace("[]", "").rpartition(".")[2])

    def is_called(self, cell: Cell) -> bool:
        """Whether a field holds a name; a code counts only if it is among `names`."""
        return cell.names_object and (not cell.is_code or cell.terms in self.names)

    def refers_to(self, other: "ResultRow") -> bool:
        """Whether a field of it names another object: a reminder, by the number of its invoice."""
        return any(
            cell.terms in other.names and not other.kind.isdisjoint(cell.name)
            for cell in self.cells
            if cell.names_object
        )

    @lazy
    def by_path(self) -> Mapping[tuple[str, ...], Cell]:
        """Its fields by their paths; of several with one path, the first."""
        return {cell.path: cell for cell in reversed(self.cells)}

    @lazy
    def named_fields(self) -> NamedFields:
        """Its fields by the words and terms of their names."""
        return NamedFields(self.cells)

    @lazy
    def folds(self) -> Mapping[tuple[str, ...], frozenset[str]]:
        """The folded values of its fields by their paths."""
        found = grouped((cell.path, cell.fold) for cell in self.cells)
        return {path: frozenset(values) for path, values in found.items()}

    @lazy
    def labels(self) -> frozenset[frozenset[str]]:
        """The labels of its fields and of those of the objects in its lists.

        Without fields that hold names, and without a first field that is among its names:
        `Version: 2.3.0` begins the text about another object.
        """
        first = [each for each in self.cells[:1] if each.terms in self.names]
        return frozenset(
            cell.label for cell in self.all_cells if not cell.names_object and cell not in first
        )

    @lazy
    def dates(self) -> Sequence[Cell]:
        """Its date fields."""
        return [cell for cell in self.cells if cell.form == "date"]

    @lazy
    def like_dates(self) -> LikeFields:
        """Its date fields, indexed by the terms of their names."""
        return LikeFields(self.dates)

    @lazy
    def numbers(self) -> LikeNumbers:
        """Its number fields, by kind."""
        return LikeNumbers(self.cells)

    @lazy
    def plain_names(self) -> frozenset[str]:
        """The names of its number fields that are a single term: `pods`."""
        numbers = (cell for cell in self.cells if cell.form == "number")
        return frozenset(each for cell in numbers if len(cell.name) == 1 for each in cell.name)

    @lazy
    def layout(self) -> Layout:
        """A key that is equal for objects that differ only in their values."""
        cells = (cell for cell in self.cells if cell.form in {"number", "date"})
        fields = ((cell.name, cell.parts, cell.form, cell.unit) for cell in cells)
        return self.table, tuple(fields)

    @lazy
    def all_cells(self) -> Sequence[Cell]:
        """Its fields and those of all objects within its lists, at any depth."""
        return [*self.cells, *(cell for child in self.children for cell in child.all_cells)]

    @lazy
    def texts(self) -> "FieldTexts":
        """Its text fields by the names of the fields."""
        return FieldTexts([self])

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """The terms of its texts and of those of all objects within its lists."""
        return frozenset(
            each for cell in self.all_cells if cell.form == "text" for each in cell.terms
        )

    def is_within(self, other: "ResultRow") -> bool:
        """Whether it is `other` or within its lists, at any depth."""
        parent = self.parent
        return self is other or (parent is not None and parent.is_within(other))


class FieldTexts:
    """The different texts of fields, by the names of the fields."""

    def __init__(self, rows: Iterable[ResultRow]) -> None:
        found: dict[tuple[str, ...], dict[str, Cell]] = defaultdict(dict)
        for cell in (each for row in rows for each in row.cells if each.form == "text"):
            found[cell.parts].setdefault(cell.fold, cell)
        self._found = {parts: [*cells.values()] for parts, cells in found.items()}
        self._fields = NamedFields(cells[0] for cells in self._found.values())

    def among(self, words: Iterable[str]) -> Iterator[Sequence[Cell]]:
        """The texts of each field that these words and terms may name."""
        return (self._found[cell.parts] for cell in self._fields.among(words))
