"""The Table API over HTTP: lists, single rows and new ones, basic auth and OAuth clients."""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from pydantic import JsonValue, RootModel, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.servicenow.credentials import TOKEN_SECONDS, Credentials, Door
from infra.local.emulators.servicenow.query import QueryNotEmulated, matching, parse
from infra.local.emulators.servicenow.tables import (
    SAMPLE_DATA,
    Extent,
    NewRow,
    Record,
    Tables,
    load_tables,
)

_DEFAULT_LIMIT: Final = 10_000
_TRUE: Final = "true"


class _Fields(RootModel[Record]):
    """The body of an insertion."""


class _Refusal(Exception):
    """An error as ServiceNow words it."""

    def __init__(self, status: int, message: str, detail: str | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.detail = status, message, detail


@dataclass(frozen=True, slots=True)
class _Shape:
    """How rows are to be shown: `display` is false, true or all."""

    fields: tuple[str, ...]
    display: str
    with_links: bool
    base: str


def create_servicenow_app(
    credentials: Credentials, data: Path = SAMPLE_DATA, door: Door | None = None
) -> Starlette:
    """Serve `/oauth_token.do`, `GET /api/now/table/{table}[/{sys_id}]` and `POST` to a table.

    What is inserted is gone with the application. Times of the data that are relative count from
    now. Raises DataError.
    """
    api = _Api(load_tables(data, datetime.now(UTC)), door or Door(credentials))
    table = "/api/now/table/{table}"
    return Starlette(
        routes=[
            Route("/oauth_token.do", api.token, methods=["POST"]),
            Route(table, api.guarded(api.rows), methods=["GET"]),
            Route(table, api.guarded(api.insert), methods=["POST"]),
            Route(table + "/{sys_id}", api.guarded(api.row), methods=["GET"]),
        ]
    )


@dataclass(frozen=True, slots=True)
class _Api:
    tables: Tables
    door: Door

    def guarded(
        self, answer: Callable[[Request, Extent], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Answer those who may ask about a table that there is; refuse others as ServiceNow."""

        async def endpoint(request: Request) -> Response:
            try:
                return await answer(request, self._extent(request))
            except _Refusal as refusal:
                return _refused(refusal)

        return endpoint

    def _extent(self, request: Request) -> Extent:
        if not self.door.admits(request.headers.get("authorization", "")):
            raise _Refusal(401, "User Not Authenticated", "Required to provide Auth information")
        name: str = request.path_params["table"]
        extent = self.tables.extent(name)
        if extent is None:
            raise _Refusal(400, f"Invalid table {name}")
        return extent

    async def token(self, request: Request) -> Response:
        form = parse_qs((await request.body()).decode("utf-8", "replace"))
        given = {name: values[0] for name, values in form.items()}
        token = None
        if given.get("grant_type") == "client_credentials":
            token = self.door.token(given.get("client_id", ""), given.get("client_secret", ""))
        if token is None:
            error = {"error": "server_error", "error_description": "access_denied"}
            return JSONResponse(error, 401)
        return JSONResponse(
            {
                "access_token": token,
                "scope": "useraccount",
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS,
            }
        )

    async def rows(self, request: Request, extent: Extent) -> Response:
        try:
            query = parse(request.query_params.get("sysparm_query", ""))
        except QueryNotEmulated as error:
            raise _Refusal(400, "Invalid query", str(error)) from error
        found = matching(self.tables, extent, query)
        offset = _number(request, "sysparm_offset", 0)
        limit = _number(request, "sysparm_limit", _DEFAULT_LIMIT)
        shape = self._shape(request, extent.table)
        result = [self._shown(extent.table, row, shape) for row in found[offset : offset + limit]]
        uncounted = request.query_params.get("sysparm_no_count", "").lower() == _TRUE
        headers = {} if uncounted else {"X-Total-Count": str(len(found))}
        return JSONResponse({"result": result}, headers=headers)

    async def row(self, request: Request, extent: Extent) -> Response:
        row = self.tables.by_name[extent.table].rows.get(request.path_params["sys_id"])
        if row is None or not extent.holds(row):
            raise _Refusal(
                404, "No Record found", "Record doesn't exist or ACL restricts the record retrieval"
            )
        shape = self._shape(request, extent.table)
        return JSONResponse({"result": self._shown(extent.table, row, shape)})

    async def insert(self, request: Request, extent: Extent) -> Response:
        try:
            given = _Fields.model_validate_json(await request.body()).root
        except ValidationError as error:
            detail = "The payload is not a JSON object of strings."
            raise _Refusal(400, "Exception while reading request", detail) from error
        new = NewRow(uuid.uuid4().hex, self.door.credentials.username, datetime.now(UTC))
        row = self.tables.insert(extent, given, new)
        shape = self._shape(request, extent.table)
        location = f"{shape.base}/api/now/table/{extent.class_name or extent.table}/{new.sys_id}"
        result = self._shown(extent.table, row, shape)
        return JSONResponse({"result": result}, 201, {"Location": location})

    def _shown(self, table: str, row: Record, shape: _Shape) -> dict[str, JsonValue]:
        return {path: self._field(table, row, path, shape) for path in shape.fields}

    def _shape(self, request: Request, table: str) -> _Shape:
        """Read what is wanted; ServiceNow leaves out fields that there are not."""
        given = request.query_params
        wanted = [each.strip() for each in given.get("sysparm_fields", "").split(",")]
        fields = [each for each in wanted if each] or sorted(self.tables.by_name[table].fields)
        return _Shape(
            tuple(each for each in fields if self.tables.has(table, each)),
            given.get("sysparm_display_value", "false").lower(),
            given.get("sysparm_exclude_reference_link", "false").lower() != _TRUE,
            # Not `base_url`, which knows nothing of where this application is mounted.
            f"{request.url.scheme}://{request.url.netloc}{request.scope['root_path']}",
        )

    def _field(self, table: str, row: Record, path: str, shape: _Shape) -> JsonValue:
        value = self.tables.value(table, row, path)
        shown = self.tables.shown(table, row, path)
        link = self._link(table, row, path, shape)
        if shape.display == "all":
            return {"display_value": shown, "value": value, **link}
        if shape.display == _TRUE:
            return {"display_value": shown, **link} if link else shown
        return {"value": value, **link} if link else value

    def _link(self, table: str, row: Record, path: str, shape: _Shape) -> dict[str, JsonValue]:
        """Where the row is that the field refers to, unless links are not wanted."""
        if not shape.with_links or not (found := self.tables.walked(table, row, path)):
            return {}
        here, holder, last = found
        for target in here.references.get(last, ()):
            if holder.get(last) in self.tables.by_name[target].rows:
                return {"link": f"{shape.base}/api/now/table/{target}/{holder[last]}"}
        return {}


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()):
        raise _Refusal(400, f"Invalid {name}")
    return int(text[:9])


def _refused(refusal: _Refusal) -> Response:
    error = {"message": refusal.message, "detail": refusal.detail}
    headers = {"WWW-Authenticate": 'BASIC realm="Service-now"'} if refusal.status == 401 else {}  # noqa: PLR2004
    return JSONResponse({"error": error, "status": "failure"}, refusal.status, headers)
