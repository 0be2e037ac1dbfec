"""POST /context: filters, also those that want to be more than filters."""

from typing import Any

import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.evidence import Project

TEXT = "Everybody speaks of the same matter"


def about(item_id: str, **fields: object) -> Json:
    return {"id": item_id, "content": f"{TEXT}, and {item_id} does so, too.", **fields}


async def filtered(project: Project, **filters: Any) -> set[str]:
    return set(await project.found(TEXT, query={"filters": filters}))


@pytest.mark.parametrize("kind", ["semantic", "keyword", "hybrid", "graph_traversal"])
async def test_a_scalar_is_equality_in_every_type_of_query(project: Project, kind: str) -> None:
    await project.stored(
        about("a", status="failed", caused_by=["b"]),
        about("b", status="passed"),
        about("c", status="failed"),
    )
    query: Json = {"type": kind, "filters": {"status": "failed"}}
    if kind == "graph_traversal":
        query["graph_params"] = {"start_node": "a"}
    found = await project.found(TEXT, query=query)

    assert set(found) == ({"a"} if kind == "graph_traversal" else {"a", "c"})


async def test_types_of_values_are_kept_apart(project: Project) -> None:
    values = {"one": 1, "true": True, "false": False, "zero": 0, "text": "1", "tenth": 0.1,
              "tiny": 1e-7, "negative": -3}  # fmt: skip
    await project.stored(*(about(name, level=each) for name, each in values.items()))

    cases: tuple[tuple[object, set[str]], ...] = (
        (1.0, {"one"}),
        (True, {"true"}),
        (0, {"zero"}),
        ("1", {"text"}),
        ("true", set()),
        (1e-7, {"tiny"}),
        ([-3, "1"], {"negative", "text"}),
        ([False, 0.1], {"false", "tenth"}),
        ([], set()),
    )
    for value, expected in cases:
        assert await filtered(project, level=value) == expected


async def test_a_list_is_any_of_and_tags_are_all_of(project: Project) -> None:
    await project.stored(
        about("a", status="failed", tags=["ui", "login"]),
        about("b", status="flaky", tags=["ui"]),
        about("c", status="passed", tags=["login"]),
    )

    assert await filtered(project, status=["failed", "flaky", "broken"]) == {"a", "b"}
    assert await filtered(project, tags=["ui", "login"]) == {"a"}
    assert await filtered(project, tags="login") == {"a", "c"}
    assert await filtered(project, tags=["ui"], status="flaky") == {"b"}
    assert await filtered(project, tags=[]) == {"a", "b", "c"}


async def test_since_and_until_bound_when_it_was_created(project: Project) -> None:
    days = ("2026-01-10", "2026-01-11", "2026-01-12")
    await project.stored(*(about(day, created_at=f"{day}T12:00:00Z") for day in days))

    assert await filtered(project, since="2026-01-11T12:00:00Z") == set(days[1:])
    assert await filtered(project, since="2026-01-11T12:00:00.001Z") == {days[2]}
    assert await filtered(project, until="2026-01-11T00:00:00Z") == {days[0]}
    assert await filtered(
        project, since="2026-01-11T00:00:00Z", until="2026-01-11T13:00:00+01:00"
    ) == {days[1]}
    assert await filtered(project, since="2026-01-13T00:00:00Z") == set()


HOSTILE = ("x' OR status != 'x", 'x" OR status != "x', "fail*", "status")


async def test_a_hostile_value_matches_nothing(project: Project) -> None:
    await project.stored(about("a", status="failed", tags=["ui"]))

    for hostile in HOSTILE:
        assert await filtered(project, status=hostile) == set()
        assert await filtered(project, status=["broken", hostile]) == set()
        assert await filtered(project, tags=[hostile]) == set()


async def test_a_value_that_cannot_be_quoted_is_refused(project: Project) -> None:
    hostile = 'it\'s "both"'
    for filters in ({"status": hostile}, {"status": [hostile]}, {"tags": [hostile]}):
        problem = assert_problem(await project.ask(TEXT, query={"filters": filters}), 422)
        assert problem["errors"][0]["field"].endswith(next(iter(filters)))


async def test_a_field_may_be_named_like_a_word_of_the_filter_language(project: Project) -> None:
    names = ("AND", "or", "NOT", "IN", "FIELD", "GLOB", "CONTAINS", "TRUE", "_", "X" * 64)
    await project.stored(
        about("a", **dict.fromkeys(names, "x")), about("b", **dict.fromkeys(names, "y")), about("c")
    )

    for name in names:
        assert await filtered(project, **{name: "x"}) == {"a"}
    assert await filtered(project, IN=["x", "y"]) == {"a", "b"}


async def test_a_field_of_another_name_is_refused(project: Project) -> None:
    names = ("a.b", "a b", "a'b", "a[0]", "", "1a", "X" * 65, "ü", "a\n", "status = 1 OR a")
    for name in names:
        answer = await project.ask(TEXT, query={"filters": {name: "x"}})
        assert "payload.query.filters" in assert_problem(answer, 422)["errors"][0]["field"]


async def test_a_filter_that_makes_no_sense_is_named(project: Project) -> None:
    answer = await project.ask(TEXT, query={"filters": {"since": "yesterday"}})

    assert assert_problem(answer, 422)["errors"][0]["field"] == "payload.query.filters.since"


async def test_how_an_item_is_kept_cannot_be_filtered_by(project: Project) -> None:
    await project.stored(
        {"id": "a", "content": TEXT, "thread": "t"}, {"id": "b", "content": {"text": TEXT}}
    )

    for name in ("text", "turn", "content", "created_at_ms", "byteSize"):
        assert await filtered(project, **{name: [TEXT, True, 1]}) == set()
