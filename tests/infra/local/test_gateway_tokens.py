"""The gateway with a secret: which requests pass, and which claims a function gets."""

from collections.abc import Iterator

import httpx
import pytest

from infra.local.tokens import issue_token
from tests.infra.local.gateways import assert_problem, event_of, gateway

SECRET = "a-secret-of-thirty-two-bytes-or-more"


@pytest.fixture(scope="module")
def guarded() -> Iterator[httpx.Client]:
    with gateway(SECRET) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def authorization(secret: str = SECRET, scope: str = "memory:read") -> dict[str, str]:
    token = issue_token(secret, subject="ann", apps=["epic-web", "billing"], scopes=[scope])
    return {"Authorization": f"Bearer {token}"}


def test_a_function_gets_the_claims_of_the_token(guarded: httpx.Client) -> None:
    event = event_of(guarded.get("/things/1", headers=authorization()))

    jwt = event["requestContext"]["authorizer"]["jwt"]
    assert jwt["scopes"] == ["memory:read"]
    assert jwt["claims"]["sub"] == "ann"
    assert jwt["claims"]["apps"] == "[epic-web billing]"
    assert jwt["claims"]["exp"].isdigit()


def test_an_open_route_needs_no_token(guarded: httpx.Client) -> None:
    assert "authorizer" not in event_of(guarded.get("/open"))["requestContext"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YTpi"},
        {"Authorization": "Bearer no.token.atall"},
        authorization("another-secret-of-thirty-two-bytes-or-more"),
    ],
    ids=["none", "empty", "basic", "garbage", "forged"],
)
def test_a_missing_or_bad_token_is_a_401_problem(
    guarded: httpx.Client, headers: dict[str, str]
) -> None:
    response = guarded.get("/things/1", headers=headers)

    assert_problem(response, 401, "Unauthorized")
    assert response.headers["www-authenticate"].startswith("Bearer")


def test_a_token_without_the_scope_of_the_route_is_a_403_problem(guarded: httpx.Client) -> None:
    response = guarded.post("/things", headers=authorization(scope="memory:read"))

    assert_problem(response, 403, "Forbidden")
    assert "memory:write" in response.json()["detail"]
