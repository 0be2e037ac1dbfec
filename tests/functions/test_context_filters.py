"""POST /context: filters, including values that try to inject into the filter language."""

from typing import Any

from tests.functions.calling import Json, assert_problem
from tests.functions.evidence import Project

TEXT = "Everybody speaks of the same matter"


def about(item_id: str, **fields: object) -> Json:
    return {"id": item_id, "content": f"{TEXT}, and {item_id} does so, too.", **fields}


async def filtered(project: Project, **filters: Any) -> set[str]:
    return set(await project.found(TEXT, query={"filters": filters}))


async def test_a_value_that_cannot_be_quoted_is_refused(project: Project) -> None:
    hostile = 'it\'s "both"'
    for filters in ({"status": hostile}, {"status": [hostile]}, {"tags": [hostile]}):
        problem = assert_problem(await project.ask(TEXT, query={"filters": filters}), 422)
        assert problem["errors"][0]["field"].endswith(next(iter(filters)))


async def test_a_field_may_have_the_name_of_a_keyword_of_the_filter_language(
    project: Project,
) -> None:
    names = ("AND", "or", "NOT", "IN", "FIELD", "GLOB", "CONTAINS", "TRUE", "_", "X" * 64)
    await project.stored(
        about("a", **dict.fromkeys(names, "x")), about("b", **dict.fromkeys(names, "y")), about("c")
    )

    for name in names:
        assert await filtered(project, **{name: "x"}) == {"a"}
    assert await filtered(project, IN=["x", "y"]) == {"a", "b"}


async def test_internal_fields_of_an_item_cannot_be_filtered_by(project: Project) -> None:
    await project.stored(
        {"id": "a", "content": TEXT, "thread": "t"}, {"id": "b", "content": {"text": TEXT}}
    )

    for name in ("text", "turn", "content", "created_at_ms", "byteSize"):
        assert await filtered(project, **{name: [TEXT, True, 1]}) == set()
