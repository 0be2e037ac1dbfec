"""The part of SQS that functions need: SendMessage, as boto3 sends it, to a queue in memory.

boto3 posts AWS's JSON 1.0 protocol to one path, with the operation in `X-Amz-Target`; the last part
of the `QueueUrl` in the body names the queue. Signatures are ignored.
"""

import hashlib
import time
import uuid
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic.alias_generators import to_pascal
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.refusals import REFUSALS, RefusedRequest

_Answer = dict[str, JsonValue]


class _SendMessage(BaseModel):
    model_config = ConfigDict(alias_generator=to_pascal)

    queue_url: str
    message_body: Annotated[str, Field(min_length=1, max_length=1_048_576)]
    message_attributes: Annotated[dict[str, JsonValue], Field(max_length=0)] = {}


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A message in a queue; `sent_at` is in epoch seconds."""

    body: str
    sent_at: float = field(default_factory=time.time)


@dataclass(slots=True)
class Queue:
    """A queue and the messages that were sent to it, oldest first."""

    name: str
    messages: list[QueuedMessage] = field(default_factory=list)


def create_sqs_app(queue: Queue) -> Starlette:
    """Serve SendMessage to `queue`; any other queue does not exist."""

    async def answer(request: Request) -> Response:
        target, body = request.headers.get("x-amz-target", ""), await request.body()
        return _json(_send(queue, target, body))

    routes = [Route("/{path:path}", answer, methods=["POST"])]
    return Starlette(routes=routes, exception_handlers=REFUSALS)


def _send(queue: Queue, target: str, body: bytes) -> _Answer:
    if target != "AmazonSQS.SendMessage":
        raise _refused("UnsupportedOperation", f"{target!r} is not emulated")
    try:
        given = _SendMessage.model_validate_json(body)
    except ValidationError as error:
        raise _refused("InvalidParameterValue", str(error)) from error
    if given.queue_url.rstrip("/").rpartition("/")[2] != queue.name:
        message = "The specified queue does not exist."
        raise _refused("QueueDoesNotExist", message, "AWS.SimpleQueueService.NonExistentQueue")
    queue.messages.append(QueuedMessage(given.message_body))
    digest = hashlib.md5(given.message_body.encode(), usedforsecurity=False)
    # boto3 compares the digest with its own.
    return {"MessageId": str(uuid.uuid4()), "MD5OfMessageBody": digest.hexdigest()}


def _json(content: _Answer, status: int = 200) -> Response:
    headers = {"x-amzn-RequestId": str(uuid.uuid4())}
    return JSONResponse(content, status, headers, media_type="application/x-amz-json-1.0")


def _refused(name: str, message: str, older_name: str | None = None) -> RefusedRequest:
    """An error with the name that boto3 turns into an exception, and its name in older SDKs."""
    answer = _json({"__type": f"com.amazonaws.sqs#{name}", "message": message}, 400)
    answer.headers["x-amzn-query-error"] = f"{older_name or name};Sender"
    return RefusedRequest(answer)
