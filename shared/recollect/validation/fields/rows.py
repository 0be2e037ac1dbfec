"""An object of a result, and its fields, with what their names say."""

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
_HUGE: Final = 1e100
"""What is no number of anything any more; what is worked out of it may be infinite."""

MEASURES: Final = frozenset(["kg", "g", "lb", "km", "kb", "mb", "gb", "tb"])
"""Units that names of fields end in, times and shares left out."""

SYS_ID: Final = ("sys", "id")
"""The name of a field, in its words, that tells what nobody says."""

_RATES: Final = frozenset(["rate", "ratio", "share", "percent"])
_SHARES: Final = frozenset(["%", "percent", "percentage", "pct"])
_STATES: Final = frozenset(
    ["status", "state", "outcome", "conclusion", "phase", "health", "overall", "condition"]
)
_SHORT: Final = 3
"""Words of a decision that is one of several, and not told: `Approved`."""

_NAMING: Final = frozenset(
    """
    id number no nr name title key code sku ref reference subject description label guest
    passenger flight user username email login host hostname service product item step stage
    summary model tracking pnr invoice order account instance cluster deployment device resource
    server database node pod contract policy claim meter course driver patient student employee
    member vehicle car tag asset serial barcode batch lot
    """.split()
)
"""What the name of a field ends in that tells what its object is called."""

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
"""What parts of the names of machines are short for."""


@dataclass(frozen=True)  # cached properties need a place of their own
class Cell:
    """A field of an object: what its name says, and its value, in minutes where it is a time."""

    name: frozenset[str]
    parts: tuple[str, ...]
    value: JsonValue
    result_value: ResultValue
    path: tuple[str, ...]
    """The words of the names of the objects inside of its row that it is in, and of its own."""

    @lazy
    def fold(self) -> str:
        """The value as a folded text."""
        return folded(self.result_value.text)

    @lazy
    def terms(self) -> tuple[str, ...]:
        """What the words of the value mean."""
        return terms(self.fold)

    @lazy
    def form(self) -> CellForm:
        """What the value is."""
        if isinstance(self.value, bool):
            return "flag"
        if self.value is None or self.value == "":
            return "nothing"
        if isinstance(self.value, (int, float)):
            return "number" if abs(self.value) < _HUGE else "nothing"
        if _ISO.fullmatch(self.result_value.text):
            return "date"
        is_number = self._measured is not None and abs(float(self._measured[0])) < _HUGE
        return "number" if is_number else "text"

    @lazy
    def _measured(self) -> tuple[str, str] | None:
        """The figures of a text that is a number with or without a unit, and that: `93.4 %`."""
        found = _FIGURES.fullmatch(self.result_value.text)
        return (found["figures"], (found["unit"] or "").lower()) if found is not None else None

    @lazy
    def unit(self) -> str:
        """The unit that the name has: `time`, `%`, a measure, or "" of a plain number."""
        if self._minutes:
            return TIME
        last = (self._measured[1] if self._measured else "") or (self.parts or ("",))[-1]
        return "%" if last in _SHARES else (last if last in MEASURES else "")

    @lazy
    def _minutes(self) -> float:
        unit = self._measured[1] if self._measured else ""
        return minutes_of_name(unit) if unit else minutes_of_name("_".join(self.parts))

    @lazy
    def figure(self) -> float:
        """The number as it is written; nought where the value is none."""
        if self.form != "number":
            return 0.0
        if isinstance(self.value, (int, float)):
            return float(self.value)  # 93.33333333333333, too
        return float(self._measured[0]) if self._measured is not None else 0.0

    @lazy
    def number(self) -> float:
        """The number, in minutes where it is a time; nought where the value is none."""
        return self.figure * (self._minutes or 1.0)

    @lazy
    def moment(self) -> Moment:
        """The date and time, where the value is one."""
        return moment(self.fold)

    @lazy
    def label(self) -> frozenset[str]:
        """What its own name says, without those of the objects that it is in; all where nothing."""
        return frozenset(filter(None, map(term, self.parts))) & self.name or self.name

    @lazy
    def per(self) -> frozenset[str]:
        """What it is so much of each of: pallets and days of `fee_per_pallet_per_day`."""
        told = (term(each) for before, each in pairwise(self.parts) if before == "per")
        return frozenset(filter(None, told))

    @lazy
    def container(self) -> frozenset[str]:
        """What the names of the objects inside of its row say that it is in."""
        return self.name - self.label

    @property
    def is_inner(self) -> bool:
        """Whether it is of an object inside of its row."""
        return len(self.path) > len(self.parts)

    @lazy
    def is_code(self) -> bool:
        """Whether it is a text of letters and figures in one piece: 14A, A-03-2."""
        return " " not in self.fold and any(map(str.isdigit, self.fold))

    @property
    def is_state(self) -> bool:
        """Whether it tells the state of its object."""
        if not _STATES.isdisjoint(self.parts):
            return True
        return "decision" in self.parts and len(self.fold.split()) <= _SHORT

    @property
    def names_object(self) -> bool:
        """Whether it tells what its object is called."""
        return not self.is_inner and bool(self.parts) and self.parts[-1] in _NAMING


class NamedFields:
    """Fields by words of which one is said wherever they are named, the rarest that each has."""

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
        """The fields, in their order, of which one of these is said."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self._cells[at] for at in sorted(places)]


class LikeFields:
    """Fields that are alike, of which one may be meant, with what their names have in common."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = list(cells)
        self.containers = frozenset(cell.container for cell in self.cells)
        self._places = postings(cell.name for cell in self.cells)

    def named_by(self, words: Iterable[str]) -> Sequence[Cell]:
        """Those, in their order, of whose names one of these words is."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self.cells[at] for at in sorted(places)]

    def own(self, cell: Cell) -> frozenset[str]:
        """What no other of them is called; all that one is where there is no such word."""
        alone = (each for each in cell.name if len(self._places.get(each, ())) == 1)
        return frozenset(alone) or cell.name


class LikeNumbers:
    """The fields of an object that are numbers: times, shares or others, worked out once."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._numbers = [cell for cell in cells if cell.form == "number"]
        self._per = frozenset(each for cell in self._numbers for each in cell.per)
        self._known: dict[tuple[bool, bool, str, str], LikeFields] = {}

    def of(self, noun: str, measure: str, *, is_time: bool, is_share: bool) -> LikeFields:
        """Those that are times, those that are shares, or neither; with a measure, if one is given.

        None that is so much of each of what is counted: pallets, of `fee_per_pallet`.
        """
        key = (is_time, is_share, noun if noun in self._per else "", measure)
        if key not in self._known:
            self._known[key] = LikeFields(
                cell
                for cell in self._numbers
                if noun not in cell.per
                and (cell.unit == TIME) == is_time
                and (cell.unit == "%" or not _RATES.isdisjoint(cell.parts)) == is_share
                and (not measure or cell.unit == measure)
            )
        return self._known[key]


Layout = tuple[str, tuple[tuple[frozenset[str], tuple[str, ...], CellForm, str], ...]]
"""Where an object is listed, and the names, forms and units of its numbers and dates."""


@dataclass(eq=False)
class ResultRow:
    """An object: its fields, those of objects inside of it, and where it is listed."""

    table: str
    inside: "ref[ResultRow] | None" = None
    """The object that lists it; weak, so that rows are freed with their tables, and no garbage."""
    cells: list[Cell] = field(default_factory=list)
    children: list["ResultRow"] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    """What it is called, as terms."""

    @property
    def parent(self) -> "ResultRow | None":
        """The object that lists it."""
        return self.inside() if self.inside is not None else None

    @lazy
    def name_terms(self) -> frozenset[str]:
        """All words of what it is called."""
        return frozenset(each for name in self.names for each in name)

    @lazy
    def aliases(self) -> frozenset[str]:
        """What parts of its names say and stand for: `db` and the database of `lis-db01`."""
        parts = frozenset(each.rstrip("0123456789") for each in self.name_terms)
        said = (_ALIASES.get(part, part) for part in parts)
        return frozenset((*parts, *said)) - self.name_terms - {""}

    @lazy
    def kind(self) -> frozenset[str]:
        """What the name of its list says that it is: one of the `stages`."""
        return terms_of_name(self.table.rpartition(" ")[2].replace("[]", "").rpartition(".")[2])

    def is_called(self, cell: Cell) -> bool:
        """Whether a field is made for names and this is one of what it is called."""
        return cell.names_object and (not cell.is_code or cell.terms in self.names)

    def refers_to(self, other: "ResultRow") -> bool:
        """Whether it is called by what another one is: a reminder, by the number of its invoice."""
        return any(
            cell.terms in other.names and not other.kind.isdisjoint(cell.name)
            for cell in self.cells
            if cell.names_object
        )

    @lazy
    def by_path(self) -> Mapping[tuple[str, ...], Cell]:
        """Its fields by their names."""
        return {cell.path: cell for cell in reversed(self.cells)}

    @lazy
    def named_fields(self) -> NamedFields:
        """Its fields by what they are called."""
        return NamedFields(self.cells)

    @lazy
    def folds(self) -> Mapping[tuple[str, ...], frozenset[str]]:
        """The values of its fields, folded, by their names."""
        found = grouped((cell.path, cell.fold) for cell in self.cells)
        return {path: frozenset(values) for path, values in found.items()}

    @lazy
    def labels(self) -> frozenset[frozenset[str]]:
        """What its fields are called by themselves, and those of all objects that it lists.

        But for the name that it begins with: `Version: 2.3.0` begins another one.
        """
        first = [each for each in self.cells[:1] if each.terms in self.names]
        return frozenset(
            cell.label for cell in self.all_cells if not cell.names_object and cell not in first
        )

    @lazy
    def dates(self) -> Sequence[Cell]:
        """Its fields that are dates."""
        return [cell for cell in self.cells if cell.form == "date"]

    @lazy
    def like_dates(self) -> LikeFields:
        """The same, with what their names have in common."""
        return LikeFields(self.dates)

    @lazy
    def numbers(self) -> LikeNumbers:
        """Its fields that are numbers."""
        return LikeNumbers(self.cells)

    @lazy
    def plain_names(self) -> frozenset[str]:
        """The names of its numbers that are one word: its `pods`."""
        numbers = (cell for cell in self.cells if cell.form == "number")
        return frozenset(each for cell in numbers if len(cell.name) == 1 for each in cell.name)

    @lazy
    def layout(self) -> Layout:
        """What is the same of objects that differ in their values alone."""
        cells = (cell for cell in self.cells if cell.form in {"number", "date"})
        fields = ((cell.name, cell.parts, cell.form, cell.unit) for cell in cells)
        return self.table, tuple(fields)

    @lazy
    def all_cells(self) -> Sequence[Cell]:
        """Its fields, and those of all objects that it lists."""
        return [*self.cells, *(cell for child in self.children for cell in child.all_cells)]

    @lazy
    def texts(self) -> "FieldTexts":
        """Its texts by the names of their fields."""
        return FieldTexts([self])

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """All words of its texts, and of those of the objects that it lists."""
        return frozenset(
            each for cell in self.all_cells if cell.form == "text" for each in cell.terms
        )

    def is_within(self, other: "ResultRow") -> bool:
        """Whether it is an object, or one of those that it lists."""
        parent = self.parent
        return self is other or (parent is not None and parent.is_within(other))


class FieldTexts:
    """The texts of fields, each once, by the names of the fields."""

    def __init__(self, rows: Iterable[ResultRow]) -> None:
        found: dict[tuple[str, ...], dict[str, Cell]] = defaultdict(dict)
        for cell in (each for row in rows for each in row.cells if each.form == "text"):
            found[cell.parts].setdefault(cell.fold, cell)
        self._found = {parts: [*cells.values()] for parts, cells in found.items()}
        self._fields = NamedFields(cells[0] for cells in self._found.values())

    def among(self, words: Iterable[str]) -> Iterator[Sequence[Cell]]:
        """The texts of fields of whose names one of these words is."""
        return (self._found[cell.parts] for cell in self._fields.among(words))
