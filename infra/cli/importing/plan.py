"""Rows as items that can be sent: what they become, checked, and in batches."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from infra.cli.importing.exporters import EXPORTERS, RecordKind
from infra.cli.importing.mapping import as_ours, mapped
from infra.cli.importing.rows import (
    Fields,
    FileRow,
    PassedOver,
    Row,
    UndecidedRow,
    UnusableRow,
    WrongRow,
    objects,
)
from infra.cli.importing.tables import LISTS
from infra.cli.lines import explained

MOST_ITEMS: Final = 100
"""Items of a batch."""

_MOST_BYTES: Final = 512 * 1024
_SHOWN_NAMES: Final = 6

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Plan:
    """What rows become, by the names of --map or as a system's export means it.

    `kind` is None for what no other system exports.
    """

    kind: RecordKind | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    system: str | None = None

    def item(self, fields: Fields, model: type[_M]) -> _M:
        """What a row is. Raises ValidationError or UnusableRow."""
        ours = as_ours(self.ours(fields, model.model_fields))
        return model.model_validate(ours, by_alias=True, by_name=False)

    def ours(self, fields: Fields, own: Collection[str]) -> Fields:
        """A row by our names, as far as somebody says which they are. May raise UnusableRow."""
        if self.names:
            return mapped(fields, self.names, own)
        if self.kind is None:
            return fields
        if self.system is not None:
            return EXPORTERS[self.system].shapes[self.kind](fields)
        known = (each for each in EXPORTERS.values() if each.recognises(fields))
        exporter = next(known, None)
        return exporter.shapes[self.kind](fields) if exporter else fields


@dataclass(frozen=True, slots=True)
class ImportItem(Generic[_M]):
    """What is brought in, and the place where it stood."""

    place: str
    value: _M


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of an item: what it is counted as, and why nobody will see it if so."""

    counted: str
    reason: str = ""


QUARANTINED: Final = "quarantined"
"""What a memory is counted as that was added, and that nobody finds yet."""

WAITS: Final = "in quarantine until somebody validates it"


@dataclass(slots=True)
class ImportItems(Generic[_M]):
    """The items of rows; what is wrong is told and counted, what is undecided counted by why."""

    rows: Iterable[Row]
    model: type[_M]
    plan: Plan
    on_wrong: Callable[[WrongRow], None] = lambda _: None
    on_passed_over: Callable[[str], None] = lambda _: None
    wrong: int = 0
    passed_over: Counter[str] = field(default_factory=Counter)

    @property
    def left(self) -> dict[str, int]:
        """How many rows are no items; what is passed over only where there is any."""
        passed_over = {"passed_over": self.passed_over.total()} if self.passed_over else {}
        return {**passed_over, "wrong": self.wrong}

    def __iter__(self) -> Iterator[ImportItem[_M]]:
        for row in self.rows:
            item = self._item(row) if isinstance(row, FileRow) else row
            if isinstance(item, ImportItem):
                yield item
            elif isinstance(item, PassedOver):
                self.passed_over[item.reason] += item.count
            elif isinstance(item, UndecidedRow):
                self.passed_over[str(item)] += 1
            else:
                self.wrong += 1
                self.on_wrong(item)
        for reason, count in self.passed_over.most_common():
            self.on_passed_over(f"{reason}: {count}")

    def _item(self, row: FileRow) -> ImportItem[_M] | WrongRow | UndecidedRow:
        try:
            return ImportItem(row.place, self.plan.item(row.fields, self.model))
        except ValidationError as error:
            return WrongRow(row.place, self._unnamed(row.fields) or explained(error))
        except UndecidedRow as undecided:
            return undecided
        except UnusableRow as error:
            return WrongRow(row.place, str(error))

    def _unnamed(self, fields: Fields) -> str:
        """What to do where a row has nothing by a name of ours that is needed; "" elsewhere."""
        if self.plan.kind is None or self.plan.names:
            return ""
        named = self.model.model_fields
        needed = [each.alias or name for name, each in named.items() if each.is_required()]
        ours = self.plan.ours(fields, named)
        if not ours or not ours.keys().isdisjoint(needed):
            return ""
        theirs = ", ".join(list(fields)[:_SHOWN_NAMES])
        told = f"has no {' and no '.join(needed)}: say with --map which of its fields ({theirs}) is"
        if inner := next((name for name, value in fields.items() if objects(value)), None):
            *others, last = LISTS
            return f"{told}, or call its list of {inner} {', '.join(others)} or {last}"
        return told

    def batches(self) -> Generator[list[ImportItem[_M]], None, None]:
        """The items in batches that one request takes."""
        batch: list[ImportItem[_M]] = []
        size = 0
        for item in self:
            length = len(json.dumps(item.value.model_dump(mode="json", exclude_defaults=True)))
            if batch and (len(batch) == MOST_ITEMS or size + length > _MOST_BYTES):
                yield batch
                batch, size = [], 0
            batch.append(item)
            size += length
        if batch:
            yield batch


@dataclass(frozen=True, slots=True)
class ImportSource:
    """What is read, how it becomes items, and who hears of what is wrong.

    `on_withheld` hears, in words, of what is stored for nobody to see, `on_replaced` of rows whose
    place a later one has taken, `on_passed_over` why rows hold nothing yet, and how many.
    """

    rows: Iterable[Row]
    plan: Plan = Plan()
    on_wrong: Callable[[WrongRow], None] = lambda _: None
    on_withheld: Callable[[str], None] = lambda _: None
    on_replaced: Callable[[str], None] = lambda _: None
    on_passed_over: Callable[[str], None] = lambda _: None

    def items(self, model: type[_M]) -> ImportItems[_M]:
        """The items, to be read once."""
        return ImportItems(self.rows, model, self.plan, self.on_wrong, self.on_passed_over)
