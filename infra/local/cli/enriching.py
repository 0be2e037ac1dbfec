"""`recollect enrich`: arguments in, arguments with what is remembered out, for a pipe.

Nothing but arguments goes to stdout, and nothing but a count to stderr. Whatever goes wrong on the
way, the arguments come out as they came in.
"""

from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from infra.local.cli.asking import LOOPBACK
from infra.local.cli.complaint import Complaint

_PATIENCE_SECONDS = 2.0


class _Report(BaseModel):
    status: str
    count: int


class _Answer(BaseModel):
    arguments: dict[str, JsonValue]
    enrichment: _Report


def arguments_in(source: str, stdin: bytes | None) -> bytes:
    """The bytes of a file, or of stdin for `-`; Complaint where they are no JSON object."""
    try:
        text = stdin if stdin is not None else Path(source).read_bytes()
        TypeAdapter(dict[str, JsonValue]).validate_json(text)
    except OSError as error:
        raise Complaint(f"{source}: {error.strerror or error}") from error
    except ValidationError as error:
        raise Complaint(f"{source} does not hold a JSON object") from error
    return text


def enriched(
    url: str, token: str | None, tool: str, arguments: bytes, session_id: str | None
) -> tuple[bytes, int]:
    """The arguments to go on with, and how many memories are in them."""
    session = TypeAdapter(str | None).dump_json(session_id)
    body = b'{"arguments": ' + arguments + b', "sessionId": ' + session + b"}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers["Content-Type"] = "application/json"
    try:
        # A proxy of the environment is for the world outside, never for this machine.
        trust_env = urlsplit(url).hostname not in LOOPBACK
        with httpx.Client(timeout=_PATIENCE_SECONDS, trust_env=trust_env) as client:
            path = f"/tools/{quote(tool, safe='')}/memory-context"
            response = client.post(f"{url.rstrip('/')}{path}", content=body, headers=headers)
        answer = _Answer.model_validate_json(response.raise_for_status().content)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return arguments, 0
    if answer.enrichment.status != "used":
        return arguments, 0
    written = TypeAdapter(dict[str, JsonValue]).dump_json(answer.arguments)
    return written + b"\n", answer.enrichment.count
