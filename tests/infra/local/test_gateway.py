"""The gateway: what a request becomes for a function, what it answers, and what it refuses."""

import base64
from collections.abc import Iterator

import httpx
import pytest

from infra.local.gateway import BODY_LIMIT
from infra.local.tokens import SCOPES
from tests.infra.local.gateways import assert_problem, event_of, gateway


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with gateway() as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def test_a_request_becomes_an_event_of_payload_format_2(client: httpx.Client) -> None:
    response = client.put(
        "/things/a%20b/parts/ü?x=1&y=&x=2%263",
        headers=[("X-Tag", "one"), ("X-Tag", "two"), ("Cookie", "a=1; b=2")],
        json={"name": "Grüße"},
    )

    event = event_of(response)
    context = event.pop("requestContext")
    headers = event.pop("headers")
    assert event == {
        "version": "2.0",
        "routeKey": "PUT /things/{thing_id}/parts/{part_id}",
        "rawPath": "/things/a b/parts/ü",
        "rawQueryString": "x=1&y=&x=2%263",
        "cookies": ["a=1", "b=2"],
        "queryStringParameters": {"x": "1,2&3", "y": ""},
        "pathParameters": {"thing_id": "a b", "part_id": "ü"},
        "body": '{"name":"Grüße"}',
        "isBase64Encoded": False,
    }
    assert headers["x-tag"] == "one,two"
    assert headers["content-type"] == "application/json"
    assert "cookie" not in headers
    assert context["routeKey"] == "PUT /things/{thing_id}/parts/{part_id}"
    assert context["stage"] == "$default"
    assert context["http"] == {
        "method": "PUT",
        "path": "/things/a b/parts/ü",
        "protocol": "HTTP/1.1",
        "sourceIp": "127.0.0.1",
        "userAgent": headers["user-agent"],
    }


def test_parts_that_a_request_lacks_are_left_out_of_its_event(client: httpx.Client) -> None:
    event = event_of(client.get("/open"))

    absent = {"cookies", "queryStringParameters", "pathParameters", "body"}
    assert absent.isdisjoint(event)
    assert "authorizer" not in event["requestContext"]


def test_a_body_that_is_not_text_travels_as_base64(client: httpx.Client) -> None:
    for content_type in ("application/octet-stream", "application/json"):
        headers = {"Content-Type": content_type}
        event = event_of(client.post("/things", content=b"\xff\x00", headers=headers))

        assert event["isBase64Encoded"] is True
        assert base64.b64decode(event["body"]) == b"\xff\x00"


def test_an_encoded_slash_does_not_divide_a_path(client: httpx.Client) -> None:
    event = event_of(client.get("/things/a%2Fb"))

    assert event["pathParameters"] == {"thing_id": "a/b"}


def test_a_function_answers_with_status_headers_cookies_and_bytes(client: httpx.Client) -> None:
    response = client.get("/things/best")

    assert response.status_code == 201
    assert response.content == b"\x00\xff"
    assert response.headers["content-type"] == "application/octet-stream"
    assert response.headers["x-sample"] == "yes"
    assert response.headers.get_list("set-cookie") == ["a=1; Path=/", "b=2"]


def test_a_204_answer_has_no_content(client: httpx.Client) -> None:
    response = client.get("/things/best", params={"status": "204"})

    assert response.status_code == 204
    assert response.content == b""


def test_a_plain_result_is_the_json_of_a_200(client: httpx.Client) -> None:
    response = client.get("/crash")

    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.text == "fine"


def test_the_request_id_flows_in_and_back(client: httpx.Client) -> None:
    given = client.get("/open", headers={"X-Request-Id": "mine-1"})
    unfit = client.get("/open", headers={"X-Request-Id": "not fit for a log"})

    assert given.headers["x-request-id"] == "mine-1"
    assert given.json()["requestId"] == "mine-1"
    assert event_of(given)["requestContext"]["requestId"] == "mine-1"
    assert unfit.headers["x-request-id"] == event_of(unfit)["requestContext"]["requestId"]
    assert unfit.headers["x-request-id"] != "not fit for a log"


def test_a_path_without_a_route_is_a_404_problem(client: httpx.Client) -> None:
    for path in ("/nothing", "/things/", "/open/", "/", "/open%0A", "/%0A/open", "/things/a%0A/b"):
        assert_problem(client.get(path), 404, "Not Found")


def test_a_newline_in_a_path_is_a_part_of_its_parameter(client: httpx.Client) -> None:
    event = event_of(client.get("/things/a%0Ab%0A"))

    assert event["pathParameters"] == {"thing_id": "a\nb\n"}


def test_a_body_that_is_too_long_is_a_413_problem(client: httpx.Client) -> None:
    beyond_the_gateway = client.post("/things", content=b"x" * (BODY_LIMIT + 1))
    beyond_the_function = client.post("/things", content=b"x" * (BODY_LIMIT - 1))

    assert_problem(beyond_the_gateway, 413, "Request Entity Too Large")
    assert_problem(beyond_the_function, 413, "Request Entity Too Large")


@pytest.mark.parametrize("way", ["raise", "exit", "not-json", "too-large", "not-http"])
def test_a_function_that_fails_is_a_502_problem_and_the_next_request_works(
    client: httpx.Client, way: str
) -> None:
    response = client.get("/crash", params={"way": way})

    assert_problem(response, 502, "Bad Gateway")
    assert "no such thing" not in response.text
    assert client.get("/crash").text == "fine"


def test_a_function_that_hangs_is_a_504_problem_and_the_next_request_works(
    client: httpx.Client,
) -> None:
    response = client.get("/sleep", params={"seconds": "60"})

    assert_problem(response, 504, "Gateway Timeout")
    assert response.json()["detail"] == "Endpoint request timed out"
    assert client.get("/sleep", params={"seconds": "0"}).status_code == 200


def test_without_authentication_every_caller_is_the_developer(client: httpx.Client) -> None:
    event = event_of(client.get("/things/1", headers={"Authorization": "Bearer whatever"}))

    assert event["requestContext"]["authorizer"] == {
        "jwt": {
            "claims": {
                "iss": "recollect-local",
                "aud": "recollect",
                "sub": "developer",
                "apps": "*",
                "scope": " ".join(SCOPES),
                "security_level": "restricted",
                "groups": "*",
                "tenants": "*",
                "projects": "*",
                "customers": "*",
                "max_trust": "1.0",
                "relay": "true",
                "unbounded": "true",
            },
            "scopes": list(SCOPES),
        }
    }
