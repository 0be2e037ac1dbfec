"""`recollect enrich`: add what is remembered of a tool to the tool's arguments, in a pipe.

stdout gets nothing but the arguments; stderr gets the number of memories and, if the service did
not look for any, the reason. If anything goes wrong, the arguments come out unchanged.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from infra.cli.console import CommandError
from recollect.client import (
    AsyncRecollect,
    ClientError,
    ProblemError,
    Retries,
    UnreadableAnswerError,
)
from recollect.client.requests import ApiRequest, read_model, segment
from recollect.core.errors import ConfigurationError
from recollect.core.messages import CamelMessage
from recollect.tools.memory_context import MEMORY_CONTEXT, MemoryContext

_TIMEOUT_SECONDS = 2.0


class _Report(BaseModel):
    status: str


class _Arguments(CamelMessage):
    model_config = ConfigDict(extra="ignore")

    memory_context: MemoryContext | None = None


class _Answer(BaseModel):
    arguments: _Arguments
    enrichment: _Report


@dataclass(frozen=True, slots=True)
class Enriched:
    """The arguments to pass on, the number of memories in them, and why none were looked for."""

    arguments: bytes
    count: int = 0
    why_not: str = ""


def read_arguments(source: str, stdin: bytes | None) -> bytes:
    """Read a file, or take `stdin` if it is given. Raises CommandError if it is no JSON object."""
    try:
        text = stdin if stdin is not None else Path(source).read_bytes()
        _members(text)
    except OSError as error:
        raise CommandError(f"{source}: {error.strerror or error}") from error
    except ValidationError as error:
        raise CommandError(f"{source} does not hold a JSON object") from error
    return text


def enriched(
    url: str, token: str | None, tool: str, arguments: bytes, session_id: str | None
) -> Enriched:
    """The arguments with what is remembered of the tool.

    The given arguments stay byte for byte; `memoryContext` is appended as their last member.
    """
    members = _members(arguments)
    try:
        answer = asyncio.run(_answer(url, token, tool, arguments, session_id))
    except (ClientError, ConfigurationError, TimeoutError, ValueError) as error:
        return Enriched(arguments, why_not=_not_looked(tool, _why(error)))
    status = answer.enrichment.status
    context = answer.arguments.memory_context if status == "used" else None
    if context is None or not context.items or MEMORY_CONTEXT in members:
        return Enriched(arguments, why_not=_why_not(tool, status))
    own = arguments.rstrip().removesuffix(b"}").rstrip()
    written = f'"{MEMORY_CONTEXT}": {context.model_dump_json()}}}\n'.encode()
    return Enriched(own + (b", " if members else b"") + written, len(context.items))


def _why_not(tool: str, status: str) -> str:
    """Why the service did not look for memories, by the status of its answer; "" if it did."""
    if status == "disabled":
        return (
            f"Enrichment is disabled for {tool}: the service's settings ENABLE_ORCH_CONTEXT=true "
            "and MEM_CTX_TOOLS, which names it, enable it."
        )
    failed = status in {"timeout", "error"}
    return _not_looked(tool, f"the service says {status}") if failed else ""


def _not_looked(tool: str, why: str) -> str:
    return f"The memories of {tool} could not be looked for: {why}."


def _why(error: Exception) -> str:
    """What went wrong, without any part of the URL, the arguments or the answer."""
    match error:
        case ConfigurationError():
            return str(error)
        case ProblemError():
            return f"the service answers {error.status}"
        case UnreadableAnswerError():
            return "the service answers what cannot be read"
        case _:
            return "the service cannot be reached"


async def _answer(
    url: str, token: str | None, tool: str, arguments: bytes, session_id: str | None
) -> _Answer:
    """What the service answers. Raises ClientError, ConfigurationError, TimeoutError.

    Raises ValueError for the id of a session that cannot be written as JSON.
    """
    session = TypeAdapter(str | None).dump_json(session_id)
    body = b'{"arguments": ' + arguments + b', "sessionId": ' + session + b"}"
    request = ApiRequest(
        "POST",
        f"/tools/{segment(tool)}/memory-context",
        lambda content: read_model(_Answer, content),
        body.decode(),
    )
    once = Retries(attempts=1)
    # Tells an answer that is late from one that there is not: both are no answer to the client.
    async with (
        asyncio.timeout(_TIMEOUT_SECONDS),
        AsyncRecollect(url, token=token, retries=once) as api,
    ):
        return await api.send(request)


def _members(arguments: bytes) -> dict[str, JsonValue]:
    return TypeAdapter(dict[str, JsonValue]).validate_json(arguments)
