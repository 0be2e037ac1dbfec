"""The HTTP API: does what API Gateway does in front of the functions.

It finds the route, checks the token or asks the authorizer of API keys, passes the request to the
function as a payload 2.0 event, and makes a response of the function's result. Its own refusals are
problem documents. On AWS, tokens and keys have an API each; here one address takes both.
"""

import re
import uuid
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from urllib.parse import unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from infra.local.payload import (
    InvalidResultError,
    RouteMatch,
    raw_path,
    to_authorizer_event,
    to_event,
    to_response,
)
from infra.local.tokens import DEVELOPER_CLAIMS, InvalidTokenError, rendered_claims, verify_token
from infra.local.worker import PAYLOAD_LIMIT, to_json
from infra.local.workers import REQUEST_TOO_LARGE, FunctionError, Result, TimedOut, Workers
from infra.routes import KEY_AUTHORIZER, ROUTES, Route
from recollect.access.keys import is_key
from recollect.serving.payload import MAX_BODY_BYTES

BODY_LIMIT = 10 * 1024 * 1024
"""The most bytes of a request's body, as at API Gateway."""

_REQUEST_ID = re.compile(r"[\w.:=+/-]{1,128}", re.ASCII)


def _matching(routes: Iterable[Route], method: str, path: str) -> RouteMatch:
    """Find the route of a percent-encoded path; an encoded slash does not divide it."""
    segments = [unquote(segment) for segment in path.split("/")]
    allowed = set()
    for route in routes:
        parameters = _parameters(route.path.split("/"), segments)
        if parameters is None:
            continue
        if route.method == method:
            return RouteMatch(route, parameters)
        allowed.add(route.method)
    if allowed:
        allow = {"Allow": ", ".join(sorted(allowed))}
        raise HTTPException(405, f"{method} is not allowed here.", allow)
    raise HTTPException(404, "There is nothing at this path.")


def _parameters(template: list[str], segments: list[str]) -> dict[str, str] | None:
    """Give the parameters of a path that fits the template; `None` if the path does not fit."""
    if len(template) != len(segments):
        return None
    parameters = {}
    for expected, given in zip(template, segments, strict=True):
        if expected.startswith("{") and given:
            parameters[expected[1:-1]] = given
        elif expected != given:
            return None
    return parameters


def _claims(secret: str, scope: str, authorization: str) -> dict[str, str]:
    """Give the claims of a token that has this scope, as strings. Raises HTTPException."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _unauthorized("A bearer token is needed.", "Bearer")
    try:
        claims = verify_token(secret, token.strip())
    except InvalidTokenError as error:
        challenge = 'Bearer error="invalid_token"'
        raise _unauthorized(f"The bearer token is not valid: {error}.", challenge) from error
    if scope not in str(claims.get("scope", "")).split():
        challenge = f'Bearer error="insufficient_scope", scope="{scope}"'
        detail = f"The scope {scope} is needed."
        raise HTTPException(403, detail, {"WWW-Authenticate": challenge})
    return rendered_claims(claims)


def _jwt_authorizer(claims: Mapping[str, str]) -> dict[str, object]:
    """The claims in the shape in which a JWT authorizer passes them to a function."""
    return {"jwt": {"claims": dict(claims), "scopes": claims.get("scope", "").split()}}


def _unauthorized(detail: str, challenge: str) -> HTTPException:
    return HTTPException(401, detail, {"WWW-Authenticate": challenge})


class Gateway:
    """Puts the routes in front of their functions; answers every request that reaches it.

    With a secret, a route that has a scope needs a token that is signed with the secret and has
    that scope, or an API key that the function `authorize_key` accepts. Without a secret, every
    caller is the developer.
    """

    def __init__(
        self, workers: Workers, *, routes: Iterable[Route] = ROUTES, secret: str | None = None
    ) -> None:
        self._workers = workers
        # Routes with the fewest parameters first: the most specific one wins.
        self._routes = sorted(routes, key=lambda route: route.path.count("{"))
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        request_id = _request_id(request)
        try:
            response = await self._answer(request, request_id)
            response.headers["X-Request-Id"] = request_id
        except HTTPException as error:
            response = _problem(error, request_id)
        await response(scope, receive, send)

    async def _answer(self, request: Request, request_id: str) -> Response:
        match = _matching(self._routes, request.method, raw_path(request))
        authorizer = await self._authorized(request, match, request_id)
        body = await _read_body(request)
        event = to_event(request, match, body, request_id=request_id, authorizer=authorizer)
        return await self._invoke(match.route.function, event, request_id)

    async def _authorized(
        self, request: Request, match: RouteMatch, request_id: str
    ) -> Mapping[str, object] | None:
        """What the authorizer says of the caller; `None` on an open route. Raises HTTPException."""
        if match.route.scope is None:
            return None
        if self._secret is None:
            return _jwt_authorizer(rendered_claims(DEVELOPER_CLAIMS))
        credentials = request.headers.get("authorization", "")
        if not is_key(credentials):
            return _jwt_authorizer(_claims(self._secret, match.route.scope, credentials))
        event = to_event(request, match, b"", request_id=request_id, authorizer=None)
        authorizer_event = to_authorizer_event(event, credentials)
        match await self._workers.invoke(KEY_AUTHORIZER, authorizer_event, request_id=request_id):
            case Result({"isAuthorized": True, "context": dict(claims)}):
                return {"lambda": claims}
            case Result({"isAuthorized": False}):
                raise HTTPException(403, "Forbidden")
            case _:
                raise HTTPException(500, "Internal Server Error")

    async def _invoke(self, function: str, event: object, request_id: str) -> Response:
        bad_gateway = HTTPException(502, "The function failed.", {"Retry-After": "1"})
        match await self._workers.invoke(function, event, request_id=request_id):
            case Result(value):
                try:
                    return to_response(value)
                except InvalidResultError as error:
                    raise bad_gateway from error
            case TimedOut():
                raise HTTPException(504, "Endpoint request timed out")
            case FunctionError(error_type=error_type) if error_type == REQUEST_TOO_LARGE:
                raise _too_large(PAYLOAD_LIMIT)
            case FunctionError():
                raise bad_gateway


def _request_id(request: Request) -> str:
    given = request.headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else str(uuid.uuid4())


async def _read_body(request: Request) -> bytes:
    """Read the body to its end, even if it is too long: else the client may not see the refusal."""
    chunks = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= BODY_LIMIT:
            chunks.append(chunk)
        else:
            chunks.clear()
    if size > BODY_LIMIT:
        raise _too_large(BODY_LIMIT)
    return b"".join(chunks)


def _too_large(limit: int) -> HTTPException:
    # Names the limit of most routes, too: a body that only fits the gateway is refused there.
    detail = f"The request is over {limit} bytes; most routes take {MAX_BODY_BYTES}."
    return HTTPException(413, detail)


def as_problem(request: Request, error: Exception) -> Response:
    """Answer what Starlette refuses, such as a method, with a problem document of the gateway."""
    assert isinstance(error, HTTPException)  # noqa: S101 - Starlette's type is any exception
    return _problem(error, _request_id(request))


def _problem(error: HTTPException, request_id: str) -> Response:
    problem = {
        "type": "about:blank",
        "title": HTTPStatus(error.status_code).phrase,
        "status": error.status_code,
        "detail": error.detail,
        "requestId": request_id,
    }
    headers = {**(error.headers or {}), "X-Request-Id": request_id}
    body = to_json(problem).encode()
    return Response(body, error.status_code, headers, media_type="application/problem+json")
