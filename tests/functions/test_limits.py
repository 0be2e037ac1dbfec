"""Hostile requests: too large, not JSON, of wrong types, or hard on a JSON parser."""

import json

import httpx

from tests.cases import each_case
from tests.functions.calling import DECISION, SITUATION, App, assert_problem, read

BODY = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
KILOBYTES_256 = 256 * 1024


async def raw(app: App, content: bytes, rest: str = "memories") -> httpx.Response:
    return await app.client.post(app.path(rest), content=content)


def padded(size: int) -> bytes:
    """A valid body of this many bytes."""
    body = json.dumps(BODY).encode()
    return body + b" " * (size - len(body))


async def test_a_body_may_have_256_kilobytes_and_no_more(app: App) -> None:
    read(await raw(app, padded(KILOBYTES_256)), 201)
    assert_problem(await raw(app, padded(KILOBYTES_256 + 1)), 413)


@each_case("megabytes", [1, 5, 7, 11])
async def test_a_huge_body_is_refused_with_the_largest_size_wherever_it_is_stopped(
    app: App, megabytes: int
) -> None:
    problem = assert_problem(await raw(app, padded(megabytes * 1024 * 1024)), 413)
    assert str(KILOBYTES_256) in problem["detail"]


async def test_a_large_body_of_bytes_is_too_large(app: App) -> None:
    # A body that is not UTF-8 reaches the function in base64.
    assert_problem(await raw(app, b"\xff" + padded(KILOBYTES_256 - 1)), 400)
    assert_problem(await raw(app, b"\xff" + padded(KILOBYTES_256)), 413)


@each_case(
    ("rest", "content"),
    [
        ("citations", json.dumps({"run_id": "r", "memory_ids": [0] * 85_000}).encode()),
        ("memories", json.dumps(BODY | {"tags": [[]] * 60_000}).encode()),
        ("memories", json.dumps({f"x{n}": 1 for n in range(20_000)}).encode()),
        ("memories", json.dumps(BODY | {"n" * 200_000: 1}).encode()),
    ],
)
async def test_a_request_that_is_wrong_in_many_ways_gets_a_short_answer(
    app: App, rest: str, content: bytes
) -> None:
    answer = await raw(app, content, rest)

    assert_problem(answer, 422)
    assert len(answer.content) < 64 * 1024


async def test_a_bad_slug_reaches_no_collection(api: httpx.AsyncClient) -> None:
    slugs = ["Epic", "-x", "_x", "x" * 65, "a b", "a.b", "é", "a%2Fb", "..", "*", "a:b", "%00"]
    for slug in [*slugs, "a%0A"]:
        answer = await api.post(f"/apps/{slug}/memories", json=BODY)
        assert_problem(answer, 422 if answer.status_code == 422 else 404)


async def test_a_bad_memory_id_is_refused(app: App) -> None:
    for memory_id in ("a b", "-x", "x" * 129, "é", "%00", "a:b*", "mem_%0A"):
        answer = await app.send("GET", f"memories/{memory_id}")
        assert_problem(answer, 422 if answer.status_code == 422 else 404)
