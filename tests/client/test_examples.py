"""The examples of the docstrings are right, each in an app of its own."""

from collections.abc import Iterator
from doctest import DocTest, DocTestFinder, DocTestRunner
from uuid import uuid4

import pytest

from recollect.client import (
    Recollect,
    blocking,
    context_requests,
    judging_requests,
    knowledge_requests,
    memory_requests,
    run_requests,
)

REQUESTS = (memory_requests, judging_requests, run_requests, context_requests, knowledge_requests)


def examples() -> Iterator[DocTest]:
    finder = DocTestFinder(exclude_empty=True)
    for module in REQUESTS:
        yield from finder.find(module)
    yield from finder.find(blocking.Recollect.remembers, "remembers")


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in examples()])
def test_a_docstring_example_gives_the_output_that_it_shows(
    example: DocTest, api: Recollect
) -> None:
    app = api.app(f"app-{uuid4().hex[:12]}")
    memory = app.remember(
        situation="The projector is dark", decision="Change the lamp", stage="draft"
    )
    example.globs.update(api=api, app=app, memory=memory)
    report: list[str] = []
    done = DocTestRunner().run(example, out=report.append)
    assert done.failed == 0, "".join(report)


def test_every_method_has_an_example() -> None:
    with_example = {each.name.rpartition(".")[2] for each in examples() if each.examples}
    methods = {
        name
        for each in (blocking.Recollect, blocking.AppClient)
        for name, value in vars(each).items()
        if callable(value) and not name.startswith("_")
    }
    assert methods - with_example == {"app", "close", "send", "walk"}
