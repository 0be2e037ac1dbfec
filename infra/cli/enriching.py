"""`recollect enrich`: add what is remembered of a tool to the tool's arguments, in a pipe.

stdout gets nothing but the arguments; stderr gets the number of memories and, if the service did
not look for any, the reason. If anything goes wrong, the arguments come out unchanged.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import httpx
from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter, ValidationError

from infra.cli.api_client import headers_of
from infra.cli.console import CommandError
from recollect.core.messages import CamelMessage
from recollect.core.urls import is_on_this_machine
from recollect.tools.memory_context import MEMORY_CONTEXT, MemoryContext

_TIMEOUT_SECONDS = 2.0
# ImportError, OSError and ValueError: what a wrong environment causes, such as a proxy for which
# httpx needs another package.
_FAILURES = (
    *(httpx.HTTPError, httpx.InvalidURL, CommandError),
    *(ImportError, OSError, ValueError),
)


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
    except _FAILURES as error:
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
    if isinstance(error, CommandError):
        return str(error)
    if isinstance(error, httpx.HTTPStatusError):
        return f"the service answers {error.response.status_code}"
    if isinstance(error, ValidationError):
        return "the service answers what cannot be read"
    return "the service cannot be reached"


async def _answer(
    url: str, token: str | None, tool: str, arguments: bytes, session_id: str | None
) -> _Answer:
    session = TypeAdapter(str | None).dump_json(session_id)
    body = b'{"arguments": ' + arguments + b', "sessionId": ' + session + b"}"
    target = f"{url.rstrip('/')}/tools/{quote(tool, safe='')}/memory-context"
    # Limits the whole call: httpx's own timeout is for each read, and an answer may trickle in.
    async with asyncio.timeout(_TIMEOUT_SECONDS):
        async with httpx.AsyncClient(timeout=None, trust_env=not is_on_this_machine(url)) as client:  # noqa: S113  # see above
            response = await client.post(target, content=body, headers=headers_of(url, token))
    return _Answer.model_validate_json(response.raise_for_status().content)


def _members(arguments: bytes) -> dict[str, JsonValue]:
    return TypeAdapter(dict[str, JsonValue]).validate_json(arguments)
