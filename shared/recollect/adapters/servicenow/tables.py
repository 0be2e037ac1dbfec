"""ServiceNow's Table API: rows of a table, with each field's stored value and displayed text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import quote

import httpx
from pydantic import JsonValue

from recollect.adapters.http.json_text import list_at, protocol_error, well_formed
from recollect.adapters.http.retries import NotConnected, RetryPolicy
from recollect.adapters.http.transport import HttpService, json_bytes, json_of
from recollect.adapters.servicenow.auth import STORE
from recollect.adapters.servicenow.query import EncodedQuery
from recollect.servicedesk.items import NoSuchTable

_CREATED = frozenset({int(httpx.codes.CREATED)})
_RETRY = RetryPolicy(attempts=3)
# For inserts. After a 429 they are not retried: an instance may send it after a transaction has
# begun, so it does not prove that nothing was done.
_RETRY_INSERT = RetryPolicy(attempts=3, after=NotConnected)


@dataclass(frozen=True, slots=True)
class Value:
    """What a field holds and how it is displayed: for a reference, a sys_id and a name."""

    value: str = ""
    display: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row. A field that the table lacks, or that our user may not read, is empty."""

    fields: Mapping[str, Value]

    def value(self, name: str) -> str:
        """What the field holds."""
        return self.fields.get(name, Value()).value

    def display(self, name: str) -> str:
        """The text that ServiceNow displays for the field, in the user's language and time zone."""
        return self.fields.get(name, Value()).display

    def holds(self, name: str, value: str) -> bool:
        """Whether the field has this value, in upper or lower case, as queries compare."""
        return self.value(name).casefold() == value.casefold()

    def shows(self, name: str, text: str) -> bool:
        """Whether the field is displayed as this text, in upper or lower case."""
        return self.display(name).casefold() == text.casefold()

    def flag(self, name: str) -> bool:
        """Whether a true-or-false field is true."""
        return self.value(name).lower() in {"true", "1"}

    def moment(self, name: str) -> datetime | None:
        """The field's time, which ServiceNow stores in UTC; None if the field has none."""
        try:
            return datetime.strptime(self.value(name), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class RowPage:
    """The first rows that match, and the number of all rows that match.

    `total` is never less than the number of `rows`, and None if it is not known.
    """

    rows: Sequence[Row]
    total: int | None

    @property
    def is_whole(self) -> bool:
        """Whether no further rows match."""
        return self.total == len(self.rows)


@dataclass(frozen=True, slots=True)
class ServiceNow:
    """The Table API of an instance."""

    instance: HttpService

    @property
    def url(self) -> str:
        """The URL of the instance, which people open, too."""
        return self.instance.url

    async def rows(
        self, table: str, query: EncodedQuery, fields: Sequence[str], limit: int
    ) -> list[Row]:
        """At most `limit` rows that match, with these fields, which may be dot-walked.

        ServiceNow drops conditions on fields that the table lacks, so the caller must check the
        rows again. Raises StoreError.
        """
        page = await self._list(table, query, fields, limit, counted=False)
        return [*page.rows]

    async def page(
        self, table: str, query: EncodedQuery, fields: Sequence[str], limit: int
    ) -> RowPage:
        """The rows as `rows` answers them, and how many match in all, if ServiceNow says so."""
        return await self._list(table, query, fields, limit, counted=True)

    async def insert(self, table: str, values: Mapping[str, str], fields: Sequence[str]) -> Row:
        """Add a row with these values, and return it with these fields.

        The request is retried only if it has certainly had no effect: if there was no connection,
        or the token was refused. Raises NoSuchTable, StoreError.
        """
        row = {name: well_formed(value) for name, value in values.items()}
        return await self.instance.send(
            "POST",
            _path(table),
            _inserted,
            parameters=_shown(fields),
            content=json_bytes(STORE, row),
            retry=_RETRY_INSERT,
        )

    async def _list(
        self, table: str, query: EncodedQuery, fields: Sequence[str], limit: int, *, counted: bool
    ) -> RowPage:
        parameters = {
            "sysparm_query": query.text,
            "sysparm_limit": str(limit),
            # Counting all rows that match takes ServiceNow a further query.
            "sysparm_no_count": "false" if counted else "true",
            **_shown(fields),
        }
        page = await self.instance.send(
            "GET", _path(table), _page, parameters=parameters, retry=_RETRY
        )
        return replace(page, rows=page.rows[:limit])


def merged(pages: Sequence[RowPage], order_by: str, limit: int) -> RowPage:
    """The first rows of several queries, as if they were one, with each row once.

    They are sorted by `order_by`, descending. The total is None unless all pages are whole.
    """
    if len(pages) == 1:
        return pages[0]
    rows = {row.value("sys_id"): row for page in pages for row in page.rows}
    ordered = sorted(rows.values(), key=lambda row: row.value(order_by), reverse=True)
    return RowPage(ordered[:limit], len(rows) if all(page.is_whole for page in pages) else None)


def _path(table: str) -> str:
    return f"/api/now/table/{quote(table, safe='')}"


def _shown(fields: Sequence[str]) -> dict[str, str]:
    return {
        "sysparm_fields": ",".join(fields),
        "sysparm_display_value": "all",
        "sysparm_exclude_reference_link": "true",
    }


def _page(response: httpx.Response) -> RowPage:
    result = _result(json_of(STORE, response))
    rows = [_row(row) for row in list_at(STORE, result)]
    counted = response.headers.get("X-Total-Count", "")
    total = int(counted) if re.fullmatch("[0-9]{1,9}", counted) else 0
    return RowPage(rows, max(total, len(rows)))


def _inserted(response: httpx.Response) -> Row:
    if response.status_code == httpx.codes.BAD_REQUEST and "Invalid table" in response.text:
        raise NoSuchTable(STORE, "has no such table")
    return _row(_result(json_of(STORE, response, _CREATED)))


def _result(answer: JsonValue) -> JsonValue:
    # If a query takes too long, ServiceNow answers the rows found so far, and an error behind them.
    if not isinstance(answer, dict) or "error" in answer:
        raise protocol_error(STORE)
    return answer.get("result")


def _row(row: JsonValue) -> Row:
    if not isinstance(row, dict):
        raise protocol_error(STORE)
    return Row({name: _value(held) for name, held in row.items()})


def _value(held: JsonValue) -> Value:
    if isinstance(held, dict):
        return Value(_text(held.get("value")), _text(held.get("display_value")))
    return Value(_text(held), _text(held))


def _text(held: JsonValue) -> str:
    if held is None:
        return ""
    if isinstance(held, list | dict):
        raise protocol_error(STORE)
    return held if isinstance(held, str) else str(held).lower()
