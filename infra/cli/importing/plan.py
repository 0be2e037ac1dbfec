"""Turn rows into items: map their fields, validate them, and group them into batches."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeAlias, TypeVar

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
    left_out,
    objects,
)
from infra.cli.importing.tables import LISTS
from infra.cli.lines import explained

MAX_BATCH_ITEMS: Final = 100
"""The most items of a batch."""

MAX_NAMED_ROWS: Final = 20
"""Of the rows that are wrong for the same reason, the first are named; the others are counted."""

_MAX_BATCH_BYTES: Final = 512 * 1024
_SHOWN_NAMES: Final = 6

_M = TypeVar("_M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Plan:
    """How rows become items: by the `names` of --map, or as the export of a `system` is read.

    `kind` is None for items that no other system exports. Without `system`, each row is read as an
    export of the system that its fields fit, else as it is.
    """

    kind: RecordKind | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    system: str | None = None

    def item(self, fields: Fields, model: type[_M]) -> _M:
        """The item of a row. Raises ValidationError or UnusableRow."""
        ours = as_ours(self.ours(fields, model.model_fields))
        return model.model_validate(ours, by_alias=True, by_name=False)

    def ours(self, fields: Fields, own: Collection[str]) -> Fields:
        """The fields of a row under our names, as far as they are known. May raise UnusableRow."""
        if self.names:
            return mapped(fields, self.names, own)
        if self.kind is None:
            return fields
        if self.system is not None:
            return EXPORTERS[self.system].shapes[self.kind](fields)
        recognising = (each for each in EXPORTERS.values() if each.recognises(fields))
        exporter = next(recognising, None)
        return exporter.shapes[self.kind](fields) if exporter else fields


@dataclass(frozen=True, slots=True)
class ImportItem(Generic[_M]):
    """An item to import, and its place in the file."""

    place: str
    value: _M


Arrangement: TypeAlias = Callable[[Iterable[ImportItem[_M]]], Iterator[ImportItem[_M]]]
"""Brings items into the order in which to import them, and may change them."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The result for an item: the name it is counted under, and why it failed or stays unseen."""

    counted: str
    reason: str = ""


QUARANTINED: Final = "quarantined"
"""The name under which memories are counted that were added but cannot be found yet."""

WAITS: Final = "in quarantine until somebody validates it"


@dataclass(slots=True)
class ImportItems(Generic[_M]):
    """Iterate over the items of rows.

    Wrong rows are reported and counted, private ones apart; of many with the same reason only the
    first are named. Rows without a decision and skipped files are counted by reason, and reported
    at the end.
    """

    rows: Iterable[Row]
    model: type[_M]
    plan: Plan
    on_wrong: Callable[[WrongRow], None]
    on_passed_over: Callable[[str], None]
    wrong: int = 0
    private: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    passed_over: Counter[str] = field(default_factory=Counter)

    @property
    def left(self) -> dict[str, int]:
        """How many rows became no items; only `wrong` is there if there are none."""
        others = {"passed_over": self.passed_over.total(), "private": self.private}
        return {**{name: count for name, count in others.items() if count}, "wrong": self.wrong}

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
                self.private += item.is_private
                self.wrong += not item.is_private
                self._report(item)
        for reason, count in self.reasons.items():
            if count > MAX_NAMED_ROWS:
                self.on_wrong(WrongRow(f"{count - MAX_NAMED_ROWS} further rows", reason))
        for reason, count in self.passed_over.most_common():
            self.on_passed_over(f"{reason}: {count}")

    def _report(self, row: WrongRow) -> None:
        self.reasons[row.reason] += 1
        if self.reasons[row.reason] <= MAX_NAMED_ROWS:
            self.on_wrong(row)

    def _item(self, row: FileRow) -> ImportItem[_M] | WrongRow | UndecidedRow:
        try:
            return ImportItem(row.place, self.plan.item(row.fields, self.model))
        except ValidationError as error:
            return WrongRow(row.place, self._map_hint(row.fields) or explained(error))
        except UndecidedRow as undecided:
            return undecided
        except UnusableRow as error:
            return left_out(row.place, error)

    def _map_hint(self, fields: Fields) -> str:
        """A hint to use --map, if a row has none of the fields that the model needs; else ""."""
        if self.plan.kind is None or self.plan.names:
            return ""
        own = self.model.model_fields
        needed = [each.alias or name for name, each in own.items() if each.is_required()]
        ours = self.plan.ours(fields, own)
        if not ours or not ours.keys().isdisjoint(needed):
            return ""
        theirs = ", ".join(list(fields)[:_SHOWN_NAMES])
        hint = f"has no {' and no '.join(needed)}: say with --map which of its fields ({theirs}) is"
        if inner := next((name for name, value in fields.items() if objects(value)), None):
            *others, last = LISTS
            return f"{hint}, or call its list of {inner} {', '.join(others)} or {last}"
        return hint

    def batches(
        self, arranged: Arrangement[_M] = iter
    ) -> Generator[list[ImportItem[_M]], None, None]:
        """The items as they are arranged, in batches that fit into one request."""
        batch: list[ImportItem[_M]] = []
        size = 0
        for item in arranged(self):
            length = len(json.dumps(item.value.model_dump(mode="json", exclude_defaults=True)))
            if batch and (len(batch) == MAX_BATCH_ITEMS or size + length > _MAX_BATCH_BYTES):
                yield batch
                batch, size = [], 0
            batch.append(item)
            size += length
        if batch:
            yield batch


@dataclass(frozen=True, slots=True)
class ImportSource:
    """The rows to import, how they become items, and the callbacks that get reports.

    `on_wrong` gets each wrong or refused row. The others get a sentence: `on_withheld` for an item
    that is stored but shown to nobody, `on_replaced` for an item that a later one replaces,
    `on_passed_over` for a reason why rows were skipped and their number.
    """

    rows: Iterable[Row]
    plan: Plan = Plan()
    on_wrong: Callable[[WrongRow], None] = lambda _: None
    on_withheld: Callable[[str], None] = lambda _: None
    on_replaced: Callable[[str], None] = lambda _: None
    on_passed_over: Callable[[str], None] = lambda _: None

    def items(self, model: type[_M]) -> ImportItems[_M]:
        """The items of the rows; they can be iterated over only once."""
        return ImportItems(self.rows, model, self.plan, self.on_wrong, self.on_passed_over)
