"""The tables of the emulator, read from files: `events/data/servicenow/<table>.json`.

A file has the table's rows, the field whose value a row is displayed as (`display`, if there is
one), the tables to which its fields refer, and the labels of its choices. To keep files readable
for people, a row refers to another by its displayed value, and its sys_id is derived from its own
displayed value. A time may be relative to the start of the emulator: `{"now": "+2h"}` (m, h, d). If
rows of a table have classes, the names of the classes are table names, too, as `cmdb_ci_win_server`
is for rows of `cmdb_ci`.
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

_TIME_FORMAT: Final = "%Y-%m-%d %H:%M:%S"
_CLASS_FIELD: Final = "sys_class_name"
_DEFAULT_CREATED_ON: Final = "2024-09-01 08:00:00"  # when the sample instance was created
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}

TableRow = dict[str, str]


class DataError(Exception):
    """A data file refers to a row that does not exist, or has a row twice; the message names it."""


class _FromNow(BaseModel):
    model_config = ConfigDict(extra="forbid")

    now: Annotated[str, Field(pattern=r"^[+-][0-9]+[mhd]$")]


class _File(BaseModel):
    """A table as it is in its file. Fields in `links` hold sys_ids that queries cannot dot-walk."""

    model_config = ConfigDict(extra="forbid")

    display: str = ""
    references: dict[str, list[str]] = {}
    links: dict[str, list[str]] = {}
    choices: dict[str, dict[str, str]] = {}
    rows: list[dict[str, str | int | bool | _FromNow]]


@dataclass(slots=True)
class Table:
    """A table: `references` has for a field the tables it may refer to, `rows` are by sys_id."""

    name: str
    display: str
    references: Mapping[str, Sequence[str]]
    choices: Mapping[str, Mapping[str, str]]
    rows: dict[str, TableRow] = field(default_factory=dict)

    @property
    def fields(self) -> frozenset[str]:
        """The columns: all fields that any row has."""
        return frozenset(name for row in self.rows.values() for name in row)


@dataclass(frozen=True, slots=True)
class Extent:
    """The rows of a table: all of them, or those of one class."""

    table: str
    class_name: str = ""

    def holds(self, row: TableRow) -> bool:
        """Whether a row of the table belongs to the extent."""
        return not self.class_name or row.get(_CLASS_FIELD) == self.class_name


@dataclass(slots=True)
class Instance:
    """All tables by name. Rows are looked up at each request, so that they may change."""

    by_name: dict[str, Table]

    def extent(self, name: str) -> Extent | None:
        """The rows that a name stands for: of a table or of a class; None for an unknown name."""
        if name in self.by_name:
            return Extent(name)
        for table in self.by_name.values():
            if name in table.choices.get(_CLASS_FIELD, ()):
                return Extent(table.name, name)
        return None

    def insert(self, extent: Extent, given: TableRow, user: str) -> TableRow:
        """Add a row with those of the given fields that the table has, and return it.

        As in ServiceNow, unknown fields are left out, and callers cannot set system fields.
        """
        table = self.by_name[extent.table]
        fields = table.fields
        row = {
            name: value
            for name, value in given.items()
            if name in fields and (name == _CLASS_FIELD or not name.startswith("sys_"))
        }
        if _CLASS_FIELD in fields:
            row[_CLASS_FIELD] = extent.class_name or row.get(_CLASS_FIELD) or table.name
        now = _written(datetime.now(UTC))
        row |= {"sys_created_on": now, "sys_updated_on": now, "sys_created_by": user}
        row["sys_id"] = uuid.uuid4().hex
        table.rows[row["sys_id"]] = row
        return row

    def walked(self, table: str, row: TableRow, path: str) -> tuple[Table, TableRow, str] | None:
        """Follow a dot-walked path to the row that holds its last field; None if it breaks off."""
        here = self.by_name[table]
        *steps, last = path.split(".")
        for step in steps:
            found = self._referred(here, row, step)
            if found is None:
                return None
            here, row = found
        return here, row, last

    def value(self, table: str, row: TableRow, path: str) -> str:
        """The value of a field, "" if there is none."""
        found = self.walked(table, row, path)
        return found[1].get(found[2], "") if found else ""

    def shown(self, table: str, row: TableRow, path: str) -> str:
        """The display value: names for references, labels for choices, local dates."""
        found = self.walked(table, row, path)
        if found is None:
            return ""
        here, row, last = found
        value = row.get(last, "")
        if (referred := self._referred(here, row, last)) is not None:
            return referred[1].get(referred[0].display, "")
        if last in here.choices:
            return here.choices[last].get(value, value)
        return _display_time(value)

    def has(self, table: str, path: str) -> bool:
        """Whether the table has a column with this dot-walked path."""
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
    """Fill in the system fields that the file does not give."""
    record.setdefault("sys_created_on", record.get("opened_at") or _DEFAULT_CREATED_ON)
    record.setdefault("sys_updated_on", record.get("closed_at") or record["sys_created_on"])
    record.setdefault("sys_created_by", "admin")


def sys_id(table: str, display: str) -> str:
    """The sys_id of a row of the sample data, by its table and displayed value."""
    return hashlib.md5(f"{table}:{display}".encode(), usedforsecurity=False).hexdigest()


def _text(value: str | int | bool | _FromNow, now: datetime) -> str:
    if isinstance(value, _FromNow):
        amount, unit = int(value.now[:-1]), _UNITS[value.now[-1]]
        return _written(now + timedelta(**{unit: amount}))
    return value if isinstance(value, str) else json.dumps(value)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(_TIME_FORMAT)


def _resolve(
    tables: Mapping[str, Table], name: str, record: TableRow, refers: Mapping[str, Sequence[str]]
) -> None:
    """Replace the displayed values by which a row refers to others with their sys_ids."""
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


def _display_time(value: str) -> str:
    """A time in American format, as a user's settings may have it, so that no code may parse it."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", value):
        return value
    return (
        datetime.strptime(value, _TIME_FORMAT).replace(tzinfo=UTC).strftime("%m/%d/%Y %I:%M:%S %p")
    )
