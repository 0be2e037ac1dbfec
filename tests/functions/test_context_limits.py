"""POST /context and POST /evidence: hostile and careless requests get clear answers."""

from tests.functions.calling import assert_problem
from tests.functions.evidence import Project

TEXT = "login test failures"


async def test_an_invalid_question_is_refused(project: Project) -> None:
    problem = assert_problem(await project.ask(TEXT, limit=101), 422)

    assert [error["field"] for error in problem["errors"]] == ["payload.limit"]
    assert problem["errors"][0]["message"]


async def test_an_invalid_item_is_named_and_nothing_is_stored(project: Project) -> None:
    wrong = {"content": "x", "trust": 1.01}
    problem = assert_problem(await project.send({"id": "fine", "content": TEXT}, wrong), 422)

    assert [error["field"] for error in problem["errors"]] == ["items.1.trust"]
    assert await project.found(TEXT) == []
