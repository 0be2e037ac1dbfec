"""The local platform: no web page can reach it, and no idle client can hold a connection."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from infra.local.local_requests import LocalRequests, is_loopback
from infra.local.slow_clients import ImpatientProtocol
from tests.cases import each_case
from tests.functions.platforms import own_platform
from tests.infra.local.sample_platform import OPTIONS
from tests.infra.local.serving import serving

JSON = {"Content-Type": "application/json"}
# Paths of the API, the bus, the faults and an emulator.
PATHS = ("/stores/x", "/_events", "/_emulators/faults", "/_emulators/upstash-redis/")


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with (
        own_platform(OPTIONS) as platform,
        httpx.Client(base_url=platform.url, timeout=30) as client,
    ):
        yield client


def port_of(client: httpx.Client) -> int:
    port = client.base_url.port
    assert port is not None
    return port


@each_case("path", PATHS)
def test_a_name_that_leads_here_by_dns_rebinding_is_refused(
    client: httpx.Client, path: str
) -> None:
    port = port_of(client)
    for host in (
        f"rebound.example:{port}",
        f"127.0.0.1.example:{port}",
        f"localhost:{port + 1}",
        f"localhost.:{port}",
        f"user@localhost:{port}",
        "localhost",
        "[::1",
    ):
        response = client.post(path, content=b"{}", headers=JSON | {"Host": host})

        assert response.status_code == 421, host
        assert response.headers["content-type"] == "application/problem+json"


def test_each_name_of_the_loopback_is_accepted(client: httpx.Client) -> None:
    for name in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]"):
        response = client.get("/echo", headers={"Host": f"{name}:{port_of(client)}"})

        assert response.status_code == 200, name


@each_case("path", PATHS)
def test_a_body_that_a_web_page_may_send_without_a_preflight_is_refused(
    client: httpx.Client, path: str
) -> None:
    for content_type in (
        "text/plain",
        "text/plain;application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json",
        "application/jsonish",
        "",
    ):
        headers = {"Content-Type": content_type} if content_type else {}
        assert client.post(path, content=b"{}", headers=headers).status_code == 415, content_type
        chunked = client.post(path, content=iter([b"{}"]), headers=headers)
        assert chunked.status_code == 415, content_type


@each_case("path", PATHS)
def test_a_request_from_a_page_of_another_origin_is_refused(
    client: httpx.Client, path: str
) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"):
        answer = client.post(path, content=b"{}", headers=JSON | {"Origin": origin})

        assert answer.status_code == 403, origin


def test_a_request_from_a_page_of_our_own_is_accepted(client: httpx.Client) -> None:
    origin = str(client.base_url).rstrip("/")

    assert client.get("/echo", headers={"Origin": origin}).status_code == 200


def test_a_request_without_a_body_needs_no_content_type(client: httpx.Client) -> None:
    assert client.post("/stores/bodiless").status_code == 200
    assert client.delete("/_emulators/faults").status_code == 204


def test_the_content_types_of_the_vendors_clients_are_accepted(client: httpx.Client) -> None:
    for content_type in ("application/x-amz-json-1.0", "application/x-amz-json-1.1"):
        headers = {"Content-Type": content_type, "X-Amz-Target": "AWSEvents.PutEvents"}
        answer = client.post("/_emulators/eventbridge/", json={"Entries": []}, headers=headers)
        assert answer.status_code == 400, content_type
    form = {"token": "xoxb-local", "channel": "C1", "ts": "1"}
    assert client.post("/_emulators/slack/api/conversations.replies", data=form).status_code == 200


@each_case(
    ("peer", "guarded", "path", "status"),
    [
        ("127.0.0.1", False, "/apps/x/stats", 200),
        ("127.0.0.9", True, "/_events", 200),
        ("::ffff:127.0.0.1", True, "/_events", 200),
        ("10.0.0.5", True, "/_events", 200),
        ("10.0.0.7", True, "/_events", 403),
        ("10.0.0.7", True, "/_emulators/upstash-redis/", 403),
        ("::ffff:10.0.0.7", True, "/_events", 403),
        ("10.0.0.7", False, "/apps/x/stats", 403),
        ("10.0.0.7", True, "/apps/x/stats", 200),
    ],
)
async def test_a_neighbour_in_the_network_is_let_in_only_where_a_token_is_required(
    peer: str, guarded: bool, path: str, status: int
) -> None:
    async def answer(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.url.path)

    app = Starlette(routes=[Route("/{path:path}", answer)])
    own = LocalRequests(app, names={"10.0.0.5"}, guarded=guarded)
    transport = httpx.ASGITransport(own, client=(peer, 50_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://10.0.0.5:8080") as client:
        assert (await client.get(path)).status_code == status


@each_case(
    ("host", "is_ours_alone"),
    [
        *((each, True) for each in ("127.0.0.1", "localhost", "LOCALHOST", "::1", "[::1]")),
        *((each, False) for each in ("0.0.0.0", "::", "10.0.0.5", "", "localhost.example")),  # noqa: S104  # is told apart
    ],
)
def test_only_loopback_addresses_count_as_loopback(host: str, is_ours_alone: bool) -> None:
    assert is_loopback(host) is is_ours_alone


class Impatient(ImpatientProtocol):
    TIMEOUT = 0.6


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[str, int]]:
    async def answer(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    with serving(app, http=Impatient) as url:
        yield "127.0.0.1", urlsplit(url).port or 0


def answer_of(connection: socket.socket) -> bytes:
    """The answer, which may come in parts: a head, and the number of bytes of the body."""
    answer = b""
    while not answer.endswith(b"\r\n\r\n4"):
        part = connection.recv(4_096)
        assert part, answer
        answer += part
    return answer


REQUEST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"


@each_case(
    "sent",
    [b"", b"POST / HT", REQUEST[:-2], REQUEST, REQUEST + b"abc", REQUEST + b"abcd" + REQUEST[:20]],
)
def test_a_client_that_stops_in_the_middle_of_a_request_is_dropped(
    place: tuple[str, int], sent: bytes
) -> None:
    with socket.create_connection(place, timeout=30) as connection:
        connection.sendall(sent)
        while connection.recv(4_096):
            pass  # until the end of the connection, or the test fails after 30 seconds


def test_a_client_that_sends_a_head_byte_by_byte_is_dropped(place: tuple[str, int]) -> None:
    dropped = threading.Event()
    with socket.create_connection(place, timeout=30) as connection:

        def drip() -> None:
            with suppress(OSError):  # it is dropped
                for byte in b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 10_000:
                    connection.sendall(bytes([byte]))
                    if dropped.wait(0.02):
                        return

        dripping = threading.Thread(target=drip)
        dripping.start()
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""
        dropped.set()
        dripping.join()


def test_a_body_that_comes_slowly_but_steadily_is_read(place: tuple[str, int]) -> None:
    with socket.create_connection(place, timeout=30) as connection:
        connection.sendall(REQUEST)
        for byte in b"abcd":
            connection.sendall(bytes([byte]))
            threading.Event().wait(0.2)

        assert answer_of(connection).startswith(b"HTTP/1.1 200")


def test_a_connection_may_rest_between_two_requests(place: tuple[str, int]) -> None:
    with socket.create_connection(place, timeout=30) as connection:
        for _ in range(2):
            connection.sendall(REQUEST + b"abcd")
            assert answer_of(connection).startswith(b"HTTP/1.1 200")
            threading.Event().wait(0.9)
