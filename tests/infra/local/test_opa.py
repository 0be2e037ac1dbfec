"""The emulator of OPA over real HTTP, as the adapter speaks to it."""

import json
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.opa import create_opa_app
from recollect.adapters.http.transport import HttpService
from recollect.adapters.opa.policy_agent import OpaHttp
from recollect.slicing.decisions import DecisionCache, LocalDecisions, OpaDecisions
from recollect.slicing.reader import SpecialistReader
from tests.clocks import Clock
from tests.infra.local.serving import serving
from tests.slicing.samples import item, specialist

CONTEXT = "/v1/data/cmo/context"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(Starlette(routes=[Mount("/_emulators/opa", create_opa_app())])) as base:
        yield f"{base}/_emulators/opa"


@pytest.fixture(scope="module")
def opa(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=20) as client:
        yield client


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(timeout=None) as client:  # noqa: S113  # the adapter's is
        yield client


def question(**metadata: JsonValue) -> dict[str, JsonValue]:
    return {
        "input": {
            "specialist": {
                "type": "specialist",
                "id": "playwright_healer",
                "securityLevel": "internal",
            },
            "item": {"id": "mem-001", "content": {}, "metadata": metadata},
        }
    }


def test_the_question_of_the_seed_is_answered(opa: httpx.Client) -> None:
    fields: list[JsonValue] = ["$.content.personalData"]
    asked = question(containsPII=True, piiFields=fields)
    response = opa.post(CONTEXT, json=asked)
    assert response.status_code == 200
    assert response.json() == {
        "result": {"allow": True, "redact": True, "redactedFields": fields, "reason": ""}
    }


def test_an_empty_input_is_denied(opa: httpx.Client) -> None:
    for body in (b"", b"{}", b'{"input": null}', b'{"input": 3}'):
        opa.post(CONTEXT, json=question()).raise_for_status()  # and is not remembered
        assert opa.post(CONTEXT, content=body).json()["result"]["allow"] is False, body


def test_an_invalid_body_is_answered_with_the_error_of_opa(opa: httpx.Client) -> None:
    for body in (b"{", b"[]", b"\xff", b'{"input": NaN}', b"[" * 200_000):
        response = opa.post(CONTEXT, content=body)
        assert response.status_code == 400, body[:20]
        assert response.json()["code"] == "invalid_parameter"
        assert response.json().keys() == {"code", "message"}


def test_a_failed_evaluation_is_answered_with_the_error_of_opa(opa: httpx.Client) -> None:
    response = opa.post(CONTEXT, json=question(sensitivity=5e-324))
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    assert opa.post(CONTEXT, json=question()).json()["result"]["allow"] is True


def test_other_methods_and_paths_are_answered_with_the_errors_of_opa(opa: httpx.Client) -> None:
    assert opa.delete(CONTEXT).json()["code"] == "method_not_allowed"
    assert opa.get("/v1/nothing").json()["code"] == "resource_not_found"
    assert opa.post("/v1/data/cmo/other").json()["code"] == "resource_not_found"


def test_any_text_comes_back_unchanged(opa: httpx.Client) -> None:
    for text in ("ü🙂", "\ud83d", "\0", '"\\\n', "x" * 100_000):
        asked = question(containsPII=True, piiFields=[text])
        answer = opa.post(CONTEXT, content=json.dumps(asked)).json()
        assert answer["result"]["redactedFields"] == [text]


async def test_opa_and_the_local_rules_let_a_reader_see_the_same_items(
    url: str, client: httpx.AsyncClient
) -> None:
    fields: list[JsonValue] = ["$.content.email"]
    person: JsonValue = {"email": "ann@example.com", "text": "ü🙂"}
    items = [
        item("plain", ["any", 1.5, None]),
        item("sensitive", sensitivity=0.70000001),
        item("personal", person, containsPII=True, piiFields=fields, owner="Ann"),
        item("secret", hasCredentials=True),
        item("rumour", trust=0.29999999),
        item("restricted", restrictedToGroups=["é"]),
        item("ours", restrictedToGroups=["ops", "qa"]),
        item("large", "x" * 50_000),
    ]
    cache = DecisionCache(60_000, Clock(), 100)
    through_opa = OpaDecisions(
        OpaHttp(HttpService(client, "opa", url, 20)), cache, fallback_local=False
    )
    readers = [
        SpecialistReader(specialist("internal", "qa"), decisions)
        for decisions in (LocalDecisions(), through_opa, through_opa)
    ]
    found = [await reader.see(items) for reader in readers]
    visible = [each.item.id for each in found[0] if each is not None]
    assert visible == ["plain", "personal", "ours", "large"]
    assert found[1:] == [found[0]] * 2
    assert [(each.asked, each.cache_hits) for each in readers] == [(0, 0), (8, 0), (0, 8)]
