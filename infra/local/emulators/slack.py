"""The part of Slack's Web API with which a bot reads threads: `conversations.replies`.

As with Slack, errors are answered with status 200, `ok: false` and the name of the error; a method
takes its arguments as a form or in the query; and every page of a thread begins with the thread's
parent message.
"""

import base64
import hmac
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.refusals import REFUSALS, RefusedRequest
from infra.samples import DATA_FOLDER

SAMPLES: Final = DATA_FOLDER / "slack.json"
TOKEN: Final = "xoxb-local"  # noqa: S105  # of an emulator
_MAX_MESSAGES: Final = 1_000
_CURSOR_PREFIX: Final = "next_ts:"


class SampleMessage(BaseModel):
    """A message as Slack describes it; further fields are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")

    ts: Annotated[str, StringConstraints(pattern=r"^[0-9]{10}\.[0-9]{6}$")]
    text: str


# The messages of threads by channel and by the parent message's `ts`, oldest first.
Workspace = Mapping[str, Mapping[str, tuple[SampleMessage, ...]]]
_WORKSPACE: TypeAdapter[Workspace] = TypeAdapter(Workspace)


def sample_workspace() -> Workspace:
    """The threads of the sample data."""
    return _WORKSPACE.validate_json(SAMPLES.read_bytes())


def create_slack_app(workspace: Workspace | None = None) -> Starlette:
    """Serve `/api/{method}` for the bot with `TOKEN`."""
    known = sample_workspace() if workspace is None else workspace

    async def answer(request: Request) -> Response:
        form = await request.body()
        _authorize(request.headers.get("authorization"))
        if request.path_params["method"] != "conversations.replies":
            raise _refused("unknown_method")
        return JSONResponse({"ok": True, **_replies(known, _arguments(request, form))})

    routes = [Route("/api/{method}", answer, methods=["GET", "POST"])]
    return Starlette(routes=routes, exception_handlers=REFUSALS)


def _authorize(header: str | None) -> None:
    if header is None:
        raise _refused("not_authed")
    if not hmac.compare_digest(header.removeprefix("Bearer ").encode(), TOKEN.encode()):
        raise _refused("invalid_auth")


def _replies(workspace: Workspace, asked: Mapping[str, str]) -> dict[str, object]:
    threads = workspace.get(asked.get("channel", ""))
    if threads is None:
        raise _refused("channel_not_found")
    thread = threads.get(asked.get("ts", ""))
    if not thread:
        raise _refused("thread_not_found")
    parent, *replies = thread
    size = _limit(asked.get("limit", str(_MAX_MESSAGES)))
    start = _start(asked.get("cursor", ""), replies)
    shown, rest = replies[start : start + size], replies[start + size :]
    page: dict[str, object] = {
        "messages": [each.model_dump() for each in (parent, *shown)],
        "has_more": bool(rest),
    }
    if rest:
        page["response_metadata"] = {"next_cursor": _cursor(rest[0])}
    return page


def _refused(name: str) -> RefusedRequest:
    return RefusedRequest(JSONResponse({"ok": False, "error": name}))


def _arguments(request: Request, form: bytes) -> Mapping[str, str]:
    # As with Slack, a body of another type has no arguments.
    given = dict(request.query_params)
    if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        given |= dict(QueryParams(form.decode("latin-1")))
    return given


def _limit(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MAX_MESSAGES:
        raise _refused("invalid_limit")
    return int(text)


def _cursor(message: SampleMessage) -> str:
    return base64.b64encode(f"{_CURSOR_PREFIX}{message.ts}".encode()).decode()


def _start(cursor: str, replies: list[SampleMessage]) -> int:
    """The position of the first reply on the page of a cursor."""
    if not cursor:
        return 0
    for place, each in enumerate(replies):
        if cursor == _cursor(each):
            return place
    raise _refused("invalid_cursor")
