"""Where no token is needed, take only requests that a program on this machine sends itself.

A web page in the developer's browser can reach the loopback, too. But it cannot choose its `Host`
(if DNS rebinding makes a name of its own lead here, that name is none of ours), nor hide its
`Origin`, nor send JSON to another origin without a preflight request, which nothing here allows. A
neighbour in the network can write any header, but cannot fake the address of its connection.
"""

import re
from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_address

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from infra.local.gateway import as_problem

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

_JSON = re.compile(
    r"application/(?:[\w.-]+\+)?(?:json|x-amz-json-1\.[01])\s*(?:;|$)", re.IGNORECASE
)
_FORM = re.compile(r"application/x-www-form-urlencoded\s*(?:;|$)", re.IGNORECASE)
# The vendors take forms at these paths; no request to them changes anything.
_TAKE_FORMS = ("/_emulators/servicenow/oauth_token.do", "/_emulators/slack/api/")
_PLATFORM = ("/_events", "/_emulators")


class LocalRequests:
    """Refuses requests for another host than `names` at our port, from elsewhere, or without JSON.

    If tokens guard the API (`guarded`), only requests to the bus and the emulators are checked,
    which take no tokens.
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str], guarded: bool) -> None:
        self._app = app
        self._names = names
        self._guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse a request. `receive` is passed unwrapped: faults need uvicorn's own."""
        if scope["type"] == "http" and (not self._guarded or scope["path"].startswith(_PLATFORM)):
            request = Request(scope)
            try:
                self._check(request)
            except HTTPException as refusal:
                await as_problem(request, refusal)(scope, receive, send)
                return
        with suppress(ClientDisconnect):  # there is nobody left to answer
            await self._app(scope, receive, send)

    def _check(self, request: Request) -> None:
        if not _is_of_this_machine(request):
            raise HTTPException(403, "Without tokens only requests of this machine are taken.")
        host = request.headers.get("host", "").lower()
        if host not in self._hosts(request):
            detail = "Without tokens only requests for the loopback's own name are taken."
            raise HTTPException(421, detail)
        origin = request.headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            raise HTTPException(403, "Pages of elsewhere may not send requests.")
        if _has_body(request) and not _has_allowed_type(request):
            raise HTTPException(415, "The body must be JSON, and its Content-Type say so.")

    def _hosts(self, request: Request) -> set[str]:
        _, port = request.scope["server"]
        hosts = {f"{name}:{port}" for name in self._names}
        return hosts | set(self._names) if port == 80 else hosts  # noqa: PLR2004 - HTTP's own


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server at `host`: `localhost`, 127.0.0.1, ::1."""
    if host.lower() == "localhost":
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _is_of_this_machine(request: Request) -> bool:
    server, _ = request.scope["server"]
    client = request.client
    # A connection of this machine to its own address in the network comes from that address.
    return client is None or client.host == server or is_loopback(client.host)


def _has_body(request: Request) -> bool:
    length = request.headers.get("content-length", "0")
    return length.strip("0") != "" or "transfer-encoding" in request.headers


def _has_allowed_type(request: Request) -> bool:
    media_type = request.headers.get("content-type", "")
    if request.scope["path"].startswith(_TAKE_FORMS) and _FORM.match(media_type):
        return True
    return _JSON.match(media_type) is not None
