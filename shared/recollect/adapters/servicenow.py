"""ServiceNow's Table API: rows of a table, each field with its value and what people are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx
from pydantic import JsonValue

from recollect.adapters.servicenow_auth import Authorization
from recollect.adapters.servicenow_http import STORE, Asked, in_time, json_of, send
from recollect.adapters.servicenow_query import Query
from recollect.errors import StoreRefused


@dataclass(frozen=True, slots=True)
class Value:
    """What a field holds and how it is shown: of a reference, the sys_id and the name."""

    value: str = ""
    display: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row. A field that the table does not have, or that we may not read, is empty."""

    fields: Mapping[str, Value]

    def value(self, name: str) -> str:
        """What the field holds."""
        return self.fields.get(name, Value()).value

    def display(self, name: str) -> str:
        """What people are shown, in their language and time zone."""
        return self.fields.get(name, Value()).display

    def flag(self, name: str) -> bool:
        """Whether a true-or-false field is true."""
        return self.value(name).lower() in {"true", "1"}

    def moment(self, name: str) -> datetime | None:
        """A time, which ServiceNow holds in UTC; None where there is none."""
        try:
            return datetime.strptime(self.value(name), "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class ServiceNow:
    """The Table API of an instance. `timeout` is in seconds and bounds a call with its repeats."""

    client: httpx.AsyncClient
    url: str
    authorization: Authorization
    timeout: float

    async def rows(self, table: str, query: Query, fields: Sequence[str], limit: int) -> list[Row]:
        """At most `limit` rows that match, with these fields, which may be dot-walked.

        ServiceNow leaves out of a query what names a field that the table does not have: whoever
        asks looks at the rows again. Raises StoreError.
        """
        parameters = {
            "sysparm_query": query.text,
            "sysparm_fields": ",".join(fields),
            "sysparm_limit": str(limit),
            "sysparm_display_value": "all",
            "sysparm_exclude_reference_link": "true",
            "sysparm_no_count": "true",  # else it counts all rows that match, in a further query
        }
        url = f"{self.url}/api/now/table/{table}"
        response = await in_time(self.timeout, lambda: self._get(url, parameters))
        return _rows(json_of(response))[:limit]

    async def _get(self, url: str, parameters: Mapping[str, str]) -> httpx.Response:
        """With another token where ours is refused, which may have been taken back."""
        header = await self.authorization.header()
        response = await send(self.client, Asked("GET", url, parameters, header))
        if response.status_code == httpx.codes.UNAUTHORIZED:
            newer = await self.authorization.renewed(header)
            if newer is not None:
                response = await send(self.client, Asked("GET", url, parameters, newer))
        return response


def _rows(answer: JsonValue) -> list[Row]:
    # A query that took too long ends with an error after the rows that it had come to.
    if not isinstance(answer, dict) or "error" in answer:
        raise StoreRefused(STORE, "answered outside its protocol")
    result = answer.get("result")
    if not isinstance(result, list):
        raise StoreRefused(STORE, "answered outside its protocol")
    return [_row(row) for row in result]


def _row(row: JsonValue) -> Row:
    if not isinstance(row, dict):
        raise StoreRefused(STORE, "answered outside its protocol")
    return Row({name: _value(held) for name, held in row.items()})


def _value(held: JsonValue) -> Value:
    if isinstance(held, dict):
        return Value(_text(held.get("value")), _text(held.get("display_value")))
    return Value(_text(held), _text(held))


def _text(held: JsonValue) -> str:
    if held is None:
        return ""
    if isinstance(held, list | dict):
        raise StoreRefused(STORE, "answered outside its protocol")
    return held if isinstance(held, str) else str(held).lower()
