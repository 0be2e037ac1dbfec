"""Read encoded queries as ServiceNow does, and find the rows that match.

`^` joins conditions, `^OR` adds an alternative to the condition before it, `^NQ` starts another
query, `^EQ` ends one, `^^` is a caret. As in ServiceNow, a condition on a field that the table does
not have is ignored, so that the query finds more than it should.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from infra.local.emulators.servicenow.tables import Extent, Instance, TableRow

_SEPARATORS: Final = re.compile(r"\^\^|\^OR(?!DERBY)|\^NQ|\^EQ|\^")
_CONDITION: Final = re.compile(
    r"([a-z0-9_.]+)(!=|<=|>=|=|STARTSWITH|LIKE|ISEMPTY|ISNOTEMPTY|IN)"
    r"(.*)",
    re.DOTALL,
)
_ORDER: Final = re.compile(r"ORDERBY(DESC)?([a-z0-9_.]+)")


class QueryNotEmulated(Exception):
    """The query needs something that the emulator does not have."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A field, an operator, a value."""

    field: str
    operator: str
    value: str


@dataclass(slots=True)
class ParsedQuery:
    """A list of queries, one of which must match.

    A query is a list of groups that must all match, a group a list of conditions, one of which must
    match.
    """

    queries: list[list[list[Condition]]] = field(default_factory=lambda: [[]])
    order: list[tuple[str, bool]] = field(default_factory=list)
    """The fields to sort by, each with whether the order is descending."""


def parse(text: str) -> ParsedQuery:
    """Read an encoded query. Raises QueryNotEmulated."""
    parsed = ParsedQuery()
    for separator, part in _parts(text):
        if separator == "^NQ":
            parsed.queries.append([])
        if not part:
            continue
        if order := _ORDER.fullmatch(part):
            parsed.order.append((order[2], bool(order[1])))
            continue
        condition = _condition(part)
        groups = parsed.queries[-1]
        if separator == "^OR" and groups:
            groups[-1].append(condition)
        else:
            groups.append([condition])
    return parsed


def _parts(text: str) -> Iterable[tuple[str, str]]:
    """The parts of a query, each with the separator before it."""
    separator, part, start = "^", "", 0
    for match in _SEPARATORS.finditer(text):
        part += text[start : match.start()]
        start = match.end()
        if match[0] == "^^":
            part += "^"
            continue
        yield separator, part
        separator, part = match[0], ""
    yield separator, part + text[start:]


def _condition(part: str) -> Condition:
    match = _CONDITION.fullmatch(part)
    if match is None:
        raise QueryNotEmulated(f"cannot read the condition {part!r}")
    name, operator, value = match.groups()
    if value.strip().casefold().startswith("javascript:"):
        raise QueryNotEmulated("ServiceNow would evaluate a value that starts with javascript:")
    return Condition(name, operator, value)


def matching(instance: Instance, extent: Extent, query: ParsedQuery) -> list[TableRow]:
    """The rows of a table or class that match, in the order that the query wants."""
    table = extent.table
    queries = [_on_known_fields(instance, table, groups) for groups in query.queries]
    found = [
        row
        for row in instance.by_name[table].rows.values()
        if extent.holds(row)
        and any(
            all(any(_holds(instance, table, row, one) for one in group) for group in groups)
            for groups in queries
        )
    ]
    for name, descending in reversed(query.order):
        values = {row["sys_id"]: instance.value(table, row, name) for row in found}
        found.sort(key=lambda row: values[row["sys_id"]], reverse=descending)
    return found


def _on_known_fields(
    instance: Instance, table: str, groups: list[list[Condition]]
) -> list[list[Condition]]:
    known = [[one for one in group if instance.has(table, one.field)] for group in groups]
    return [group for group in known if group]


def _holds(instance: Instance, table: str, row: TableRow, condition: Condition) -> bool:
    actual = instance.value(table, row, condition.field).casefold()
    wanted = condition.value.casefold()
    if wanted == "null" and condition.operator in {"=", "!="}:
        wanted = ""
    return _OPERATORS[condition.operator](actual, wanted)


_OPERATORS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "=": lambda held, wanted: held == wanted,
    "!=": lambda held, wanted: held != wanted,
    "<=": lambda held, wanted: bool(held) and held <= wanted,
    ">=": lambda held, wanted: bool(held) and held >= wanted,
    "IN": lambda held, wanted: held in (each.strip() for each in wanted.split(",")),
    "LIKE": lambda held, wanted: wanted in held,
    "STARTSWITH": lambda held, wanted: held.startswith(wanted),
    "ISEMPTY": lambda held, _: not held,
    "ISNOTEMPTY": lambda held, _: bool(held),
}
