"""Agent2Agent 1.0: another agent asks for evidence in a message, and gets a message as answer.

The message has a ContextRequest as its data part, or a question as its text. There are no tasks:
each message is answered at once. The answer has the TL;DR as text, with its sources, or else the
results, with a warning of what may mislead in them, and the ContextResult as data.
"""

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from recollect.actions.get_context import get_context
from recollect.actions.model_tools.context import evidence_in_words
from recollect.context.request import ContextRequest
from recollect.core.errors import InvalidRequest
from recollect.core.messages import CamelMessage
from recollect.faces.agent_card import JSON, MODES, TEXT, VERSION
from recollect.faces.json_rpc import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    RpcError,
    RpcMessage,
    reading_params,
    reply_of,
)
from recollect.serving.calls import Call
from recollect.serving.idempotency import Answer

_TASK_NOT_FOUND, _NO_PUSH, _UNSUPPORTED = -32001, -32003, -32004
_NO_SUCH_CONTENT, _NO_SUCH_VERSION = -32005, -32009
_REFUSED: Final[Mapping[str, tuple[int, str]]] = {
    "GetTask": (_TASK_NOT_FOUND, "There are no tasks: messages are answered at once"),
    "CancelTask": (_TASK_NOT_FOUND, "There are no tasks: messages are answered at once"),
    "ListTasks": (_UNSUPPORTED, "There are no tasks: messages are answered at once"),
    "SendStreamingMessage": (_UNSUPPORTED, "Streaming is not supported"),
    "SubscribeToTask": (_UNSUPPORTED, "Streaming is not supported"),
    "GetExtendedAgentCard": (_UNSUPPORTED, "There is no extended agent card"),
    "CreateTaskPushNotificationConfig": (_NO_PUSH, "Nothing is pushed"),
    "GetTaskPushNotificationConfig": (_NO_PUSH, "Nothing is pushed"),
    "ListTaskPushNotificationConfigs": (_NO_PUSH, "Nothing is pushed"),
    "DeleteTaskPushNotificationConfig": (_NO_PUSH, "Nothing is pushed"),
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str | None = None
    data: JsonValue = None
    raw: str | None = None
    url: str | None = None


class _A2aMessage(CamelMessage):
    model_config = ConfigDict(extra="ignore")

    message_id: str
    role: str
    parts: Annotated[tuple[_Part, ...], Field(min_length=1, max_length=20)]
    context_id: str | None = None
    task_id: str | None = None
    metadata: dict[str, JsonValue] | None = None  # null means the same as absent


class _Configuration(CamelMessage):
    """The media types in which the answer is wanted; any if none is named."""

    model_config = ConfigDict(extra="ignore")

    accepted_output_modes: Annotated[tuple[str, ...] | None, Field(max_length=100)] = None

    def takes(self, mode: str) -> bool:
        """Whether parts of a media type are wanted."""
        named = self.accepted_output_modes or ()
        wanted = {each.partition(";")[0].strip().lower() for each in named}
        return not wanted or not wanted.isdisjoint((mode, f"{mode.partition('/')[0]}/*", "*/*"))


class _SendParams(CamelMessage):
    """The parameters of a call: a message, and metadata for what the message's own lack."""

    model_config = ConfigDict(extra="ignore")

    message: _A2aMessage
    configuration: _Configuration | None = None
    metadata: dict[str, JsonValue] | None = None  # null means the same as absent


async def serve(call: Call[RpcMessage]) -> Answer:
    """Answer a call of the protocol. Raises Forbidden as the route of context requests does."""
    try:
        _check_version(call.headers)
        _check_method(call.body.method)
        return await _answer_of(call)
    except RpcError as error:
        return Answer(status=HTTPStatus.OK, body=error.reply(call.body.id))


def _check_method(method: str) -> None:
    if method != "SendMessage":
        code, reason = _REFUSED.get(method, (METHOD_NOT_FOUND, f"Method not found: {method}"))
        raise RpcError(code, reason)


async def _answer_of(call: Call[RpcMessage]) -> Answer:
    with reading_params():
        sent = _SendParams.model_validate(call.body.params)
        asked = sent.message
        request = _request_of(asked.parts, {**(sent.metadata or {}), **(asked.metadata or {})})
    if asked.task_id:
        raise RpcError(_TASK_NOT_FOUND, f"There is no task {asked.task_id}")
    wanted = sent.configuration or _Configuration()
    modes = [each for each in MODES if wanted.takes(each)]
    if not modes:
        raise RpcError(_NO_SUCH_CONTENT, f"Answers are of {' and '.join(MODES)}")
    try:
        context = await get_context(call.of(request))
    except InvalidRequest as error:
        raise RpcError(INVALID_PARAMS, str(error)) from error
    result: dict[str, Any] = json.loads(context.body)
    answer: dict[str, JsonValue] = {
        "messageId": result["meta"]["message_id"],
        "contextId": asked.context_id or str(uuid4()),
        "role": "ROLE_AGENT",
        "parts": _parts_of(result, modes, request.payload.query.text or ""),
    }
    return context.model_copy(update={"body": reply_of(call.body, {"message": answer})})


def _parts_of(result: dict[str, Any], modes: Sequence[str], question: str) -> list[JsonValue]:
    text = evidence_in_words(result, question, summed_up=True)
    words: list[JsonValue] = [{"text": text}] if TEXT in modes else []
    data: list[JsonValue] = [{"data": result}] if JSON in modes else []
    return [*words, *data]


def _request_of(parts: Sequence[_Part], metadata: Mapping[str, JsonValue]) -> ContextRequest:
    if any(part.raw is not None or part.url is not None for part in parts):
        raise RpcError(_NO_SUCH_CONTENT, "Files are not read: send a text, or a ContextRequest")
    for part in parts:
        if part.data is not None:
            return ContextRequest.model_validate_json(
                json.dumps(part.data), by_alias=True, by_name=False, strict=True
            )
    question = "\n".join(part.text for part in parts if part.text)
    if not question.strip():
        raise RpcError(INVALID_PARAMS, "message.parts: must have a question, or a ContextRequest")
    scope = {name: metadata.get(name) for name in ("tenant", "project")}
    return ContextRequest.model_validate(
        {
            "meta": {
                "type": "ContextRequest",
                "from": {"type": "agent", "id": "a2a"},
                **{name: value for name, value in scope.items() if value is not None},
            },
            "payload": {"query": {"type": "hybrid", "text": question}},
        }
    )


def _check_version(headers: Mapping[str, str]) -> None:
    """Refuse other versions. An absent one means 0.3 (specification 3.6.2), which is not served."""
    asked = headers.get("a2a-version", "").strip() or "0.3"
    if asked != VERSION:
        raise RpcError(_NO_SUCH_VERSION, f"Version {asked} is not supported: use {VERSION}")
