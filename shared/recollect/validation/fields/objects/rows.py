"""Objects of results as rows of `cells`, with the terms of their names: a parcel, a pipeline run.

A row is called an object here, and a cell a field, as in the texts of the answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from weakref import ref

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.fields.objects.cells import Cell, CellForm
from recollect.validation.fields.objects.named_fields import (
    FieldTexts,
    LikeFields,
    LikeNumbers,
    NamedFields,
)
from recollect.validation.fields.words.terms import term, terms_of_name

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
    def texts(self) -> FieldTexts:
        """Its text fields by the names of the fields."""
        return FieldTexts(self.cells)

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """The terms of its texts and of those of all objects within its lists."""
        return frozenset(
            each for cell in self.all_cells if cell.form == "text" for each in cell.terms
        )

    @lazy
    def name_and_text_terms(self) -> frozenset[str]:
        """The terms of its names and of its own texts."""
        texts = (cell.terms for cell in self.cells if cell.form == "text")
        return self.name_terms.union(*texts)

    def related(self) -> Iterator["ResultRow"]:
        """The object itself, the objects in its lists, and its parent."""
        yield self
        yield from self.children
        if self.parent is not None:
            yield self.parent

    def is_within(self, other: "ResultRow") -> bool:
        """Whether it is `other` or within its lists, at any depth."""
        parent = self.parent
        return self is other or (parent is not None and parent.is_within(other))
