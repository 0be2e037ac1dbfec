"""Hostile use of the platform's connections: none holds a worker, none is answered with 5xx."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import pytest

from infra.local.gateway import BODY_LIMIT
from infra.local.platform import running_platform
from tests.cases import each_case
from tests.infra.local.sample_platform import OPTIONS

_GET = b"GET /echo HTTP/1.1\r\nHost: HERE\r\n\r\n"
_LAST = _GET[:-2] + b"Connection: close\r\n\r\n"
_POST = b"POST /stores/first HTTP/1.1\r\nHost: HERE\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_platform(replace(OPTIONS, workers=1)) as platform:
        yield platform.url


def here(url: str, sent: bytes) -> bytes:
    """The bytes to send, with the platform's own host in their headers."""
    return sent.replace(b"Host: HERE", b"Host: " + urlsplit(url).netloc.encode(), 20)


def connected(url: str) -> socket.socket:
    """A connection to the platform."""
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=30)


def statuses(url: str, *sent: bytes, timeout: float = 30) -> list[int]:
    """The statuses of all answers over one connection, until it is closed or nothing more comes."""
    answer = bytearray()
    with connected(url) as connection, suppress(ConnectionError, TimeoutError):
        connection.settimeout(timeout)
        for part in sent:
            connection.sendall(here(url, part))
        while received := connection.recv(65_536):
            answer += received
    return [int(part[:3]) for part in bytes(answer).split(b"HTTP/1.1 ")[1:]]


def answers(url: str) -> bool:
    """Whether another client is served."""
    return httpx.get(f"{url}/echo", timeout=30).status_code == 200


def test_five_hundred_idle_connections_do_not_block_other_clients(url: str) -> None:
    with ExitStack() as opened:
        for _ in range(500):
            opened.enter_context(connected(url))
        assert answers(url)


@each_case("begun", [b"GET /echo HT", _GET[:-2], _POST + b"Content-Length: 100\r\n\r\n{"])
def test_unfinished_requests_hold_no_worker(url: str, begun: bytes) -> None:
    with ExitStack() as opened:
        for _ in range(20):
            opened.enter_context(connected(url)).sendall(here(url, begun))
        assert answers(url)


def test_a_slow_body_is_read_before_a_worker_is_used(url: str) -> None:
    with connected(url) as trickling:
        trickling.sendall(here(url, _POST + b"Content-Length: 8\r\n\r\n"))
        for byte in b'{"a": 1':
            trickling.sendall(bytes([byte]))
            assert answers(url)


@each_case(
    "head",
    [
        b"Content-Length: 1\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 1e3\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding: gzip\r\n",
    ],
)
def test_a_body_of_the_wrong_length_is_no_server_error(url: str, head: bytes) -> None:
    received = statuses(url, _POST + head + b"\r\n", b'{"a": 1}', timeout=1)

    assert all(status < 500 for status in received)
    assert answers(url)


def test_chunks_that_are_too_large_together_are_refused(url: str) -> None:
    megabyte = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    chunks = [megabyte] * (BODY_LIMIT // 0x100000 + 1)

    head = _POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    received = statuses(url, head, *chunks, b"0\r\n\r\n")

    assert received == [413]


@each_case("chunk", [b"zz\r\n", b"-5\r\n", b"FFFFFFFFFFFFFFFFFFFFFFFF\r\n", b"5\r\n12345678\r\n"])
def test_invalid_chunks_are_no_server_error(url: str, chunk: bytes) -> None:
    received = statuses(url, _POST + b"Transfer-Encoding: chunked\r\n\r\n", chunk, timeout=1)

    assert all(status < 500 for status in received)
    assert answers(url)


def test_pipelined_requests_are_all_answered(url: str) -> None:
    assert statuses(url, _GET * 19 + _LAST) == [200] * 20


def test_bytes_that_follow_a_body_are_a_separate_request(url: str) -> None:
    smuggled = _POST + b"Content-Length: 2\r\n\r\n[]"

    assert len(statuses(url, smuggled + _LAST)) == 2


@each_case(
    ("header", "times"),
    [
        (b"X-Name: a\r\n", 1_000),
        (b"X-Long: " + b"a" * 70 + b"\r\n", 3_000),
        (b"X-Folded: a\r\n b\r\n", 1),
        (b"X Space: a\r\n", 1),
        (b"X-Bytes: \xff\x80\r\n", 1),
        (b"X-Request-Id: " + b"a" * 200 + b"\r\n", 1),
        (b"Expect: 100-continue\r\n", 1),
        (b"Upgrade: h2c\r\n", 1),
    ],
)
def test_headers_of_any_number_and_kind_are_no_server_error(
    url: str, header: bytes, times: int
) -> None:
    received = statuses(url, _LAST[:-2] + header * times + b"\r\n")

    assert all(status < 500 for status in received)
    assert answers(url)
