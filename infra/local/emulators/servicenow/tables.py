"""The tables of the emulator, read from files: `events/data/servicenow/<table>.json`.

A file says which field names a row (`display`, if one does), what its fields refer to, what choices
are shown as, and gives the rows. A row refers to another by what that is shown as, and its sys_id
comes from its own, so that files can be read by people. A time may be relative to the start of the
emulator: `{"now": "+2h"}` (m, h, d). A table whose rows have classes is also known by the names of
those classes, as `cmdb_ci` is by `cmdb_ci_win_server`.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from infra.samples import DATA_FOLDER

SAMPLE_DATA: Final = DATA_FOLDER / "servicenow"

_TIME: Final = "%Y-%m-%d %H:%M:%S"
_CLASS: Final = "sys_class_name"
_MIGRATED: Final = "2024-09-01 08:00:00"  # when the sample instance came to be
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}

TableRow = dict[str, str]


class DataError(Exception):
    """A file of data refers to what there is not; the message names it."""


class _FromNow(BaseModel):
    model_config = ConfigDict(extra="forbid")

    now: Annotated[str, Field(pattern=r"^[+-][0-9]+[mhd]$")]


class _File(BaseModel):
    """A table as it is in its file. What `links` name are sys_ids that cannot be walked."""

    model_config = ConfigDict(extra="forbid")

    display: str = ""
    references: dict[str, list[str]] = {}
    links: dict[str, list[str]] = {}
    choices: dict[str, dict[str, str]] = {}
    rows: list[dict[str, str | int | bool | _FromNow]]


@dataclass(slots=True)
class Table:
    """A table: `references` are the tables that a field may refer to, `rows` are by sys_id."""

    name: str
    display: str
    references: Mapping[str, Sequence[str]] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rows: dict[str, TableRow] = field(default_factory=dict)

    @property
    def fields(self) -> frozenset[str]:
        """The columns: those that any row has."""
        return frozenset(name for row in self.rows.values() for name in row)


@dataclass(frozen=True, slots=True)
class Extent:
    """Rows of a table: all of them, or those of a class."""

    table: str
    class_name: str = ""

    def holds(self, row: TableRow) -> bool:
        """Whether a row of the table is one of them."""
        return not self.class_name or row.get(_CLASS) == self.class_name


@dataclass(slots=True)
class Instance:
    """All tables by name. Rows are looked up at every request, so that they may change."""

    by_name: dict[str, Table]

    def extent(self, name: str) -> Extent | None:
        """What a name stands for: a table, or those rows of a table that are of a class."""
        if name in self.by_name:
            return Extent(name)
        for table in self.by_name.values():
            if name in table.choices.get(_CLASS, ()):
                return Extent(table.name, name)
        return None

    def insert(self, extent: Extent, given: TableRow, user: str) -> TableRow:
        """Add a row with those of the given fields that the table has, and return it.

        As with ServiceNow other fields are left out, and nobody gives those of the system.
        """
        table = self.by_name[extent.table]
        fields = table.fields
        row = {
            name: value
            for name, value in given.items()
            if name in fields and (name == _CLASS or not name.startswith("sys_"))
        }
        if _CLASS in fields:
            row[_CLASS] = extent.class_name or row.get(_CLASS) or table.name
        now = _written(datetime.now(UTC))
        row |= {"sys_created_on": now, "sys_updated_on": now, "sys_created_by": user}
        row["sys_id"] = uuid.uuid4().hex
        table.rows[row["sys_id"]] = row
        return row

    def walked(self, table: str, row: TableRow, path: str) -> tuple[Table, TableRow, str] | None:
        """Follow a dot-walked path to the row that holds its last field; None where it breaks."""
        here = self.by_name[table]
        *steps, last = path.split(".")
        for step in steps:
            found = self._referred(here, row, step)
            if found is None:
                return None
            here, row = found
        return here, row, last

    def value(self, table: str, row: TableRow, path: str) -> str:
        """What a field holds; nothing where there is none."""
        found = self.walked(table, row, path)
        return found[1].get(found[2], "") if found else ""

    def shown(self, table: str, row: TableRow, path: str) -> str:
        """What people are shown: names for references, labels for choices, local dates."""
        found = self.walked(table, row, path)
        if found is None:
            return ""
        here, row, last = found
        value = row.get(last, "")
        if (referred := self._referred(here, row, last)) is not None:
            return referred[1].get(referred[0].display, "")
        if last in here.choices:
            return here.choices[last].get(value, value)
        return _as_people_write(value)

    def has(self, table: str, path: str) -> bool:
        """Whether there is such a column."""
        here = [self.by_name[table]]
        *steps, last = path.split(".")
        for step in steps:
            names = [name for each in here for name in each.references.get(step, ())]
            here = [self.by_name[name] for name in names if name in self.by_name]
        return any(last in row for each in here for row in each.rows.values())

    def _referred(self, table: Table, row: TableRow, name: str) -> tuple[Table, TableRow] | None:
        for target in table.references.get(name, ()):
            if row.get(name, "") in self.by_name[target].rows:
                return self.by_name[target], self.by_name[target].rows[row[name]]
        return None


def load_tables(folder: Path, now: datetime) -> Instance:
    """Read the tables of a folder. Raises DataError, and pydantic's errors for malformed files."""
    paths = sorted(folder.glob("*.json"))
    files = {path.stem: _File.model_validate_json(path.read_bytes()) for path in paths}
    tables = {
        name: Table(name, file.display, file.references, file.choices)
        for name, file in files.items()
    }
    for name, file in files.items():
        for row in file.rows:
            record = {key: _text(value, now) for key, value in row.items()}
            shown = record.get(file.display, repr(row))
            record.setdefault("sys_id", sys_id(name, shown))
            if record["sys_id"] in tables[name].rows:
                raise DataError(f"{name}: {shown} is there twice")
            _complete(record)
            tables[name].rows[record["sys_id"]] = record
    for name, file in files.items():
        for record in tables[name].rows.values():
            _resolve(tables, name, record, {**file.references, **file.links})
    return Instance(tables)


def _complete(record: TableRow) -> None:
    """Say of a row what the system would, where its file does not."""
    record.setdefault("sys_created_on", record.get("opened_at") or _MIGRATED)
    record.setdefault("sys_updated_on", record.get("closed_at") or record["sys_created_on"])
    record.setdefault("sys_created_by", "admin")


def sys_id(table: str, display: str) -> str:
    """The sys_id of a row of the sample data."""
    return hashlib.md5(f"{table}:{display}".encode(), usedforsecurity=False).hexdigest()


def _text(value: str | int | bool | _FromNow, now: datetime) -> str:
    if isinstance(value, _FromNow):
        amount, unit = int(value.now[:-1]), _UNITS[value.now[-1]]
        return _written(now + timedelta(**{unit: amount}))
    return value if isinstance(value, str) else json.dumps(value)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_TIME)


def _resolve(
    tables: Mapping[str, Table], name: str, record: TableRow, refers: Mapping[str, Sequence[str]]
) -> None:
    """Put sys_ids in place of what rows are shown as."""
    for field_name, targets in refers.items():
        shown = record.get(field_name, "")
        if not shown:
            continue
        found = [
            key
            for target in targets
            for key, row in tables[target].rows.items()
            if row.get(tables[target].display) == shown
        ]
        if len(found) != 1:
            raise DataError(f"{name}.{field_name}: {shown!r} is not one row of {targets}")
        record[field_name] = found[0]


def _as_people_write(value: str) -> str:
    """Times in an American's format, as a user's settings have it, so that nobody reads them."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", value):
        return value
    return datetime.strptime(value, _TIME).replace(tzinfo=UTC).strftime("%m/%d/%Y %I:%M:%S %p")
