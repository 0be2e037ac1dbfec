"""What a careless or hostile client sends to the platform, and the answer that it gets."""

from collections.abc import Iterator

import httpx
import pytest

from tests.infra.local.sample_platform import sample_client


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with sample_client() as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("HEAD", "/echo", "GET"),
        ("OPTIONS", "/echo", "GET"),
        ("TRACE", "/stores/first", "POST"),
        ("GET", "/_events", "POST"),
        ("OPTIONS", "/_events/pending", "GET, HEAD"),
    ],
)
def test_a_method_that_a_path_does_not_have_is_a_405_problem(
    client: httpx.Client, method: str, path: str, allowed: str
) -> None:
    response = client.request(method, path, headers={"X-Request-Id": "mine-1"})

    assert response.status_code == 405
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-request-id"] == "mine-1"
    assert sorted(response.headers["allow"].split(", ")) == allowed.split(", ")


def test_forwarding_headers_do_not_change_who_is_calling(client: httpx.Client) -> None:
    headers = {
        "X-Forwarded-For": "203.0.113.7",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "elsewhere.example",
        "Forwarded": "for=203.0.113.7",
    }
    context = client.get("/echo", headers=headers).json()["event"]["requestContext"]

    assert context["http"]["sourceIp"] == "127.0.0.1"
    assert context["domainName"] == "127.0.0.1"


@pytest.mark.parametrize("host", ["[", "[::1", "a:b:c", "", "ü", "a b"])
def test_an_invalid_host_is_a_client_error(client: httpx.Client, host: str) -> None:
    response = client.get("/echo", headers=[(b"Host", host.encode())])

    assert response.status_code in {400, 421}


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"Entries":' * 50_000, b"\xff", b"1" * 9_999]
)
def test_content_that_no_parser_can_read_is_a_client_error(
    client: httpx.Client, content: bytes
) -> None:
    json = {"Content-Type": "application/json"}
    for path in ("/_events", "/_emulators/faults"):
        assert client.post(path, content=content, headers=json).status_code in {400, 422}
    authorized = json | {"Authorization": "Bearer local-full"}
    for path in ("upstash-redis/", "upstash-redis/pipeline", "upstash-vector/query", "sqs/"):
        answer = client.post(f"/_emulators/{path}", content=content, headers=authorized)
        assert 400 <= answer.status_code < 500, path
