"""A tool for models tells its caller what is wrong with the arguments, and nothing else."""

from collections.abc import Mapping
from typing import Annotated

import pytest
from pydantic import BaseModel, Field, JsonValue, TypeAdapter, ValidationError

from recollect.actions.model_tools.model_tool import InWords, ModelTool
from recollect.core.errors import InvalidRequest
from recollect.core.messages import Message
from recollect.serving.calls import Call, Empty
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal
from tests.memories.samples import op


class Question(Message):
    """The tool's arguments."""

    words: int


class Action(Message):
    """The action's request."""

    words: Annotated[int, Field(ge=1)]


def _request(call: Call[BaseModel], given: Question) -> Call[Action]:
    return call.of(Action(words=given.words))


async def _echo(call: Call[Action]) -> Answer:
    return Answer(status=200, body=call.body.model_dump_json())


async def _broken(call: Call[Action]) -> Answer:
    TypeAdapter(str).validate_python(call.body.words)
    return await _echo(call)


async def _ask(arguments: Mapping[str, JsonValue], *, broken: bool = False) -> InWords:
    tool = ModelTool(
        "count",
        "Count",
        "Count words.",
        "words:count",
        Question,
        _request,
        _broken if broken else _echo,
        lambda body, request: f"{body['words']} of {request.words} words",
        reads_only=True,
    )
    caller = Principal("ada", scopes=frozenset({"words:count"}))
    return await tool.call(Call(caller, {}, Empty(), op(), lambda: False), arguments)


async def test_arguments_become_the_action_s_request_and_its_answer_words() -> None:
    assert (await _ask({"words": 3})).text == "3 of 3 words"


@pytest.mark.parametrize("words", ["many", 0])
async def test_arguments_that_neither_the_tool_nor_the_action_takes_are_named(
    words: JsonValue,
) -> None:
    with pytest.raises(InvalidRequest) as refused:
        await _ask({"words": words})
    assert [each.field for each in refused.value.errors] == ["arguments.words"]


async def test_a_failure_of_the_action_is_not_reported_as_wrong_arguments() -> None:
    with pytest.raises(ValidationError):
        await _ask({"words": 3}, broken=True)
