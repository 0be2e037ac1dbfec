"""API Gateway's payload format 2.0: turn an HTTP request into an event, and a result back."""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import parse_qsl, unquote

from starlette.requests import Request
from starlette.responses import Response

from infra.local.worker import ACCOUNT, REGION, to_bytes, to_json
from infra.routes import Route
from recollect.core.grouping import grouped

_TEXT = re.compile(r"text/|application/(json|xml|javascript|[\w.-]+\+(json|xml))\b", re.IGNORECASE)
_WITHOUT_BODY = (204, 304)


class InvalidResultError(Exception):
    """A function's result cannot be made into an HTTP response."""


@dataclass(frozen=True, slots=True)
class RouteMatch:
    """A route, and the values of its path's parameters, decoded."""

    route: Route
    parameters: Mapping[str, str]


def to_event(
    request: Request,
    match: RouteMatch,
    body: bytes,
    *,
    request_id: str,
    authorizer: Mapping[str, object] | None,
) -> dict[str, object]:
    """Write a request as the event that a function gets; as on AWS, empty fields are left out.

    `authorizer` is what an authorizer says of the caller, `None` on a route without one. The values
    of a repeated header or query parameter are joined with commas. The path is decoded, as HTTP
    APIs do.
    """
    route = match.route
    query = request.scope["query_string"].decode("latin-1")
    event: dict[str, object] = {
        "version": "2.0",
        "routeKey": f"{route.method} {route.path}",
        "rawPath": unquote(raw_path(request)),
        "rawQueryString": query,
        "headers": _joined(pair for pair in request.headers.items() if pair[0] != "cookie"),
        "requestContext": _request_context(request, route, request_id, authorizer),
        "isBase64Encoded": False,
    }
    optional = {
        "cookies": [
            cookie.strip()
            for header in request.headers.getlist("cookie")
            for cookie in header.split(";")
        ],
        "queryStringParameters": _joined(parse_qsl(query, keep_blank_values=True)),
        "pathParameters": dict(match.parameters),
    }
    event |= {name: value for name, value in optional.items() if value}
    if body:
        event |= _body(request, body)
    return event


def to_authorizer_event(event: Mapping[str, object], credentials: str) -> dict[str, object]:
    """The event that a Lambda authorizer gets for a request, in its payload format 2.0."""
    route = str(event["routeKey"]).replace(" ", "", 1)
    arn = f"arn:aws:execute-api:{REGION}:{ACCOUNT}:local/$default/{route}"
    shared_fields = {key: value for key, value in event.items() if key != "isBase64Encoded"}
    return {**shared_fields, "type": "REQUEST", "routeArn": arn, "identitySource": [credentials]}


def raw_path(request: Request) -> str:
    """Give the path of a request as it was sent, percent-encoded."""
    path: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    return path.decode("latin-1")


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Join the values of the same name with commas."""
    return {name: ",".join(values) for name, values in grouped(pairs).items()}


def _request_context(
    request: Request, route: Route, request_id: str, authorizer: Mapping[str, object] | None
) -> dict[str, object]:
    now = datetime.now(UTC)
    domain = request.url.hostname or "localhost"
    context: dict[str, object] = {
        "accountId": ACCOUNT,
        "apiId": "local",
        "domainName": domain,
        "domainPrefix": domain.partition(".")[0],
        "http": {
            "method": request.method,
            "path": unquote(raw_path(request)),
            "protocol": f"HTTP/{request.scope['http_version']}",
            "sourceIp": request.client.host if request.client else "127.0.0.1",
            "userAgent": request.headers.get("user-agent", ""),
        },
        "requestId": request_id,
        "routeKey": f"{route.method} {route.path}",
        "stage": "$default",
        "time": f"{now:%d/%b/%Y:%H:%M:%S %z}",
        "timeEpoch": int(now.timestamp() * 1000),
    }
    if authorizer is not None:
        context["authorizer"] = dict(authorizer)
    return context


def _body(request: Request, body: bytes) -> dict[str, object]:
    content_type = request.headers.get("content-type", "")
    if not content_type or _TEXT.match(content_type):
        try:
            return {"body": body.decode()}
        except UnicodeDecodeError:
            pass  # not the text that its type promises: it travels as bytes
    return {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}


def to_response(result: object) -> Response:
    """Make a response of a function's result, which has the full form or the short one.

    The full form has a `statusCode`; anything else is the JSON body of a 200.
    """
    if not (isinstance(result, dict) and "statusCode" in result):
        body = result if isinstance(result, str) else to_json(result)
        return Response(to_bytes(body), media_type="application/json")
    status = _status(result["statusCode"])
    content = b"" if status in _WITHOUT_BODY else _content(result)
    response = Response(content, status)
    if content:
        response.headers["Content-Type"] = "text/plain;charset=UTF-8"
    headers = result.get("headers") or {}
    if not isinstance(headers, dict):
        raise InvalidResultError("headers is not an object")
    for name, value in headers.items():
        if name.lower() != "content-length":
            response.headers[name] = str(value)
    for cookie in result.get("cookies") or []:
        response.headers.append("Set-Cookie", str(cookie))
    return response


def _status(given: object) -> int:
    if isinstance(given, int) and 200 <= given <= 599:  # noqa: PLR2004 - what ends an exchange
        return given
    raise InvalidResultError(f"statusCode is {given!r}")


def _content(result: Mapping[str, object]) -> bytes:
    body = result.get("body")
    if body is None:
        return b""
    if not isinstance(body, str):
        raise InvalidResultError("body is not a string")
    if not result.get("isBase64Encoded"):
        return to_bytes(body)
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as error:
        raise InvalidResultError("body is not base64") from error
