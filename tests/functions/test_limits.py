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
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b'{"situation": "\xc3\x28"}',
        json.dumps(BODY).encode("utf-16"),
        b"[" * 100_000 + b"]" * 100_000,
    ],
)
async def test_a_body_that_is_not_json_is_refused_as_malformed(app: App, content: bytes) -> None:
    problem = assert_problem(await raw(app, content), 400)

    assert problem["type"] == "urn:recollect:problem:malformed-request"


async def test_an_invalid_memory_is_refused_and_not_stored(app: App) -> None:
    answer = await app.send("POST", "memories", BODY | {"conversation_id": "has space"})

    (error,) = assert_problem(answer, 422)["errors"]
    assert error["field"] == "conversation_id"
    assert error["message"]
    assert read(await app.send("GET", "stats"))["count"] == 0


async def test_a_number_in_quotes_is_refused_in_a_body_and_accepted_in_a_query(app: App) -> None:
    answer = await app.send("POST", "memories", BODY | {"importance": "0.5"})
    (error,) = assert_problem(answer, 422)["errors"]
    assert error["field"] == "importance"
    read(await app.send("GET", "memories?limit=5"))


async def test_every_invalid_field_is_named(app: App) -> None:
    problem = assert_problem(await app.send("POST", "memories", {"stage": "x", "more": 1}), 422)

    fields = {error["field"] for error in problem["errors"]}
    assert fields == {"situation", "decision", "stage", "more"}


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


async def test_the_last_of_duplicate_keys_counts(app: App) -> None:
    content = json.dumps(BODY).encode()[:-1] + b', "stage": "route"}'

    assert read(await raw(app, content), 201)["metadata"]["stage"] == "route"


async def test_text_at_its_limit_is_kept_whole(app: App) -> None:
    text = "🌊" * 16_000
    memory = read(await app.store(text, decision="ü" * 16_000, tags=["ü" * 64] * 32), 201)

    kept = await app.get(memory["id"])
    assert (kept["situation"], kept["decision"]) == (text, "ü" * 16_000)


@each_case("text", ["!" * 15_999 + "a", "a-1" * 5_000])
async def test_a_text_that_is_hard_on_patterns_is_stored_and_searched_for(
    app: App, text: str
) -> None:
    answer = await app.store(text, decision=text)
    # A careless pattern would take longer than a function may run.
    read(answer, 201)
    read(await app.find(text[:4_096]))


@each_case(("length", "status"), [(4_096, 200), (4_097, 422)])
async def test_a_query_may_have_4096_characters(app: App, length: int, status: int) -> None:
    assert (await app.find("é" * length)).status_code == status


async def test_a_bad_slug_reaches_no_collection(api: httpx.AsyncClient) -> None:
    slugs = ["Epic", "-x", "_x", "x" * 65, "a b", "a.b", "é", "a%2Fb", "..", "*", "a:b", "%00"]
    for slug in [*slugs, "a%0A"]:
        answer = await api.post(f"/apps/{slug}/memories", json=BODY)
        assert_problem(answer, 422 if answer.status_code == 422 else 404)


async def test_a_bad_memory_id_is_refused(app: App) -> None:
    for memory_id in ("a b", "-x", "x" * 129, "é", "%00", "a:b*", "mem_%0A"):
        answer = await app.send("GET", f"memories/{memory_id}")
        assert_problem(answer, 422 if answer.status_code == 422 else 404)


async def test_a_bad_cursor_is_the_callers_mistake(app: App) -> None:
    await app.stored()
    for query in ("cursor=nonsense", "cursor=" + "9" * 300, "page=2", "cursor=%00"):
        assert_problem(await app.client.get(app.path(f"stats?{query}")), 422)
