"""The Table API over HTTP: lists and new rows, basic auth and OAuth clients.

References are shown without links, and single rows have no URL: Recollect uses neither.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qs

from pydantic import JsonValue, TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from infra.local.emulators.refusals import REFUSALS, RefusedRequest
from infra.local.emulators.servicenow.credentials import TOKEN_SECONDS, Authenticator, Credentials
from infra.local.emulators.servicenow.pages import record_page
from infra.local.emulators.servicenow.query import QueryNotEmulated, matching, parse
from infra.local.emulators.servicenow.tables import (
    SAMPLE_DATA,
    Extent,
    Instance,
    TableRow,
    load_tables,
)

_DEFAULT_LIMIT: Final = 10_000
_FIELDS: Final = TypeAdapter(TableRow)


def create_servicenow_app(
    credentials: Credentials, authenticator: Authenticator | None = None
) -> Starlette:
    """Serve `/oauth_token.do`, `GET` and `POST /api/now/table/{table}`, and pages of records.

    A page, `/{table}.do?sysparm_query=number=…`, is for a browser and needs no authentication.

    Inserted rows disappear with the application. Relative times in the data count from now. Raises
    DataError.
    """
    instance = load_tables(SAMPLE_DATA, datetime.now(UTC))
    api = _Api(instance, authenticator or Authenticator(credentials))
    table = "/api/now/table/{table}"
    return Starlette(
        routes=[
            Route("/oauth_token.do", api.token, methods=["POST"]),
            Route(table, api.rows, methods=["GET"]),
            Route(table, api.insert, methods=["POST"]),
            Route("/{table}.do", api.page, methods=["GET"]),
        ],
        exception_handlers=REFUSALS,
    )


@dataclass(frozen=True, slots=True)
class _Api:
    instance: Instance
    authenticator: Authenticator

    def _extent(self, request: Request) -> Extent:
        """The rows that the path names, if the caller is authenticated."""
        if not self.authenticator.admits(request.headers.get("authorization", "")):
            raise _refused(401, "User Not Authenticated", "Required to provide Auth information")
        name: str = request.path_params["table"]
        extent = self.instance.extent(name)
        if extent is None:
            raise _refused(400, f"Invalid table {name}")
        return extent

    async def token(self, request: Request) -> Response:
        form = parse_qs((await request.body()).decode("utf-8", "replace"))
        given = {name: values[0] for name, values in form.items()}
        token = None
        if given.get("grant_type") == "client_credentials":
            client = given.get("client_id", ""), given.get("client_secret", "")
            token = self.authenticator.token(*client)
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

    async def rows(self, request: Request) -> Response:
        extent = self._extent(request)
        try:
            query = parse(request.query_params.get("sysparm_query", ""))
        except QueryNotEmulated as error:
            raise _refused(400, "Invalid query", str(error)) from error
        found = matching(self.instance, extent, query)
        offset = _number(request, "sysparm_offset", 0)
        limit = _number(request, "sysparm_limit", _DEFAULT_LIMIT)
        result = [self._shown(request, extent.table, row) for row in found[offset:][:limit]]
        uncounted = request.query_params.get("sysparm_no_count", "").lower() == "true"
        headers = {} if uncounted else {"X-Total-Count": str(len(found))}
        return JSONResponse({"result": result}, headers=headers)

    async def insert(self, request: Request) -> Response:
        extent = self._extent(request)
        try:
            given = _FIELDS.validate_json(await request.body())
        except ValidationError as error:
            detail = "The payload is not a JSON object of strings."
            raise _refused(400, "Exception while reading request", detail) from error
        user = self.authenticator.credentials.username
        row = self.instance.insert(extent, given, user)
        return JSONResponse({"result": self._shown(request, extent.table, row)}, 201)

    async def page(self, request: Request) -> Response:
        extent = self.instance.extent(request.path_params["table"])
        try:
            query = parse(request.query_params.get("sysparm_query", ""))
        except QueryNotEmulated:
            return PlainTextResponse("Record not found", 404)
        found = matching(self.instance, extent, query) if extent else []
        if extent is None or len(found) != 1:
            return PlainTextResponse("Record not found", 404)
        return HTMLResponse(record_page(self.instance, extent.table, found[0]))

    def _shown(self, request: Request, table: str, row: TableRow) -> dict[str, JsonValue]:
        """The requested fields of a row; as in ServiceNow, unknown fields are left out."""
        given = request.query_params
        wanted = [each.strip() for each in given.get("sysparm_fields", "").split(",")]
        paths = [each for each in wanted if each] or sorted(self.instance.by_name[table].fields)
        values = {
            path: self.instance.value(table, row, path)
            for path in paths
            if self.instance.has(table, path)
        }
        if given.get("sysparm_display_value", "").lower() != "all":
            return {**values}
        return {
            path: {"display_value": self.instance.shown(table, row, path), "value": value}
            for path, value in values.items()
        }


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()):
        raise _refused(400, f"Invalid {name}")
    return int(text[:9])


def _refused(status: int, message: str, detail: str | None = None) -> RefusedRequest:
    error = {"message": message, "detail": detail}
    headers = {"WWW-Authenticate": 'BASIC realm="Service-now"'} if status == 401 else {}  # noqa: PLR2004  # the caller is unknown
    return RefusedRequest(JSONResponse({"error": error, "status": "failure"}, status, headers))
