"""Lists over HTTP: filters in the query string, cursors, and which memories a caller sees."""

import httpx

from tests.functions.calling import App, Json, assert_problem, new_app, read
from tests.functions.guarded import Issue
from tests.functions.importing import Importer


async def listed(app: App, query: str = "") -> Json:
    return read(await app.send("GET", f"memories?{query}"))


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["memories"]]


async def test_memories_are_listed_newest_first_and_filtered_by_the_query(
    app: App, importer: Importer
) -> None:
    old = await importer.aged(app, "old", 31)
    refund = await app.stored("refund", category="refund", conversation_id="cnv_1")
    doubted = await app.stored("doubted", trust=0.1, stage="route")
    everything = await listed(app)
    assert ids(everything)[-1] == old
    assert set(ids(everything)) == {old, refund, doubted}
    assert "next_cursor" not in everything
    assert ids(await listed(app, "category=refund&conversation_id=cnv_1")) == [refund]
    assert ids(await listed(app, "state=quarantined&stage=route")) == [doubted]
    assert set(ids(await listed(app, "needs_validation=true"))) == {old, doubted}
    # A listed memory has the fields of the memory itself, and two more.
    (first, *_) = (await listed(app, "category=refund"))["memories"]
    assert {name: first[name] for name in first.keys() - {"expires_at", "needs_validation"}} == (
        await app.get(refund) | {"metadata": first["metadata"]}
    )
    assert (first["needs_validation"], first["expires_at"] > first["metadata"]["created_at"]) == (
        False,
        True,
    )


async def test_pages_follow_each_other_by_a_cursor_that_works_for_no_other_list(
    app: App, other_app: App, importer: Importer
) -> None:
    stored = [await importer.aged(app, f"ticket {n}", n) for n in range(5)]
    first = await listed(app, "limit=2")
    assert ids(first) == stored[:2]
    cursor = first["next_cursor"]
    second = await listed(app, f"limit=2&cursor={cursor}")
    assert ids(second) == stored[2:4]
    third = await listed(app, f"limit=2&cursor={second['next_cursor']}")
    assert (ids(third), "next_cursor" in third) == (stored[4:], False)

    for foreign in (f"cursor={cursor}&category=refund", "cursor=made-up"):
        problem = assert_problem(await app.send("GET", f"memories?{foreign}"), 422)
        assert [each["field"] for each in problem["errors"]] == ["cursor"]
    assert_problem(await other_app.send("GET", f"memories?cursor={cursor}"), 422)


async def test_an_invalid_query_parameter_is_refused_by_name(app: App) -> None:
    for query, field in [
        ("state=gone", "state"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("expires_before=soon", "expires_before"),
        ("colour=red", "colour"),
    ]:
        problem = assert_problem(await app.send("GET", f"memories?{query}"), 422)
        assert [each["field"] for each in problem["errors"]] == [field]


async def test_a_list_has_no_trace_of_memories_too_sensitive_for_its_reader(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    app, (admin, reader) = (
        new_app(door),
        (
            issue("*", security_level="restricted"),
            issue("*", security_level="internal", scopes=["memory:read"]),
        ),
    )
    body = {"decision": "Wait", "stage": "draft"}
    for situation, sensitivity in [("first", 0.0), ("secret", 0.9), ("second", 0.7)]:
        new = {**body, "situation": situation, "sensitivity": sensitivity}
        read(await app.send("POST", "memories", new, **admin), 201)

    def told(answer: httpx.Response) -> list[str]:
        return [each["situation"] for each in read(answer)["memories"]]

    assert told(await app.send("GET", "memories", **admin)) == ["second", "secret", "first"]
    page = await app.send("GET", "memories?limit=1", **reader)
    assert told(page) == ["second"]
    cursor = read(page)["next_cursor"]
    rest = await app.send("GET", f"memories?limit=1&cursor={cursor}", **reader)
    assert (told(rest), "next_cursor" in read(rest)) == (["first"], False)


async def test_the_apps_are_those_that_the_caller_may_read_and_that_have_memories_for_it(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    mine, theirs, secret = (new_app(door) for _ in range(3))
    everything = issue("*", security_level="restricted")
    body = {"situation": "x", "decision": "y", "stage": "draft"}
    for app, sensitivity in ((mine, 0.0), (mine, 0.9), (theirs, 0.0), (secret, 0.9)):
        new = {**body, "sensitivity": sensitivity}
        read(await app.send("POST", "memories", new, **everything), 201)

    async def apps(**claims: str) -> dict[str, int]:
        header = issue(mine.slug, secret.slug, scopes=["memory:read"], **claims)
        answer = read(await door.get("/apps", headers=header))
        return {each["app_slug"]: each["count"] for each in answer["apps"]}

    assert await apps(security_level="internal") == {mine.slug: 1}
    assert await apps(security_level="restricted") == {mine.slug: 2, secret.slug: 1}
    all_of_them = read(await door.get("/apps", headers=everything))["apps"]
    slugs = [each["app_slug"] for each in all_of_them]
    assert {mine.slug, theirs.slug, secret.slug} <= set(slugs)
    assert slugs == sorted(slugs)
    assert_problem(await door.get("/apps", headers=issue(scopes=["memory:write"])), 403)
    assert read(await door.get("/apps", headers=issue(scopes=["memory:read"]))) == {"apps": []}
