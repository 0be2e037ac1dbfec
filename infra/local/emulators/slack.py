"""Slack's Web API, as far as a bot reads threads with it: `conversations.replies`.

As with Slack, what goes wrong is answered with status 200, `ok: false` and the name of the error; a
method takes its arguments as a form or in the query; and every page of a thread begins with the
message that the thread hangs on.
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
_MOST: Final = 1_000
_CURSOR: Final = "next_ts:"


class SampleMessage(BaseModel):
    """A message as Slack has it, with whatever further fields."""

    model_config = ConfigDict(frozen=True, extra="allow")

    ts: Annotated[str, StringConstraints(pattern=r"^[0-9]{10}\.[0-9]{6}$")]
    text: str


# By channel and by the `ts` that the thread hangs on, oldest message first.
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
    size = _limit(asked.get("limit", str(_MOST)))
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
    # Another kind of body is one without arguments, as with Slack.
    given = dict(request.query_params)
    if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        given |= dict(QueryParams(form.decode("latin-1")))
    return given


def _limit(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MOST:
        raise _refused("invalid_limit")
    return int(text)


def _cursor(message: SampleMessage) -> str:
    return base64.b64encode(f"{_CURSOR}{message.ts}".encode()).decode()


def _start(cursor: str, replies: list[SampleMessage]) -> int:
    """Where the page of a cursor begins."""
    if not cursor:
        return 0
    for place, each in enumerate(replies):
        if cursor == _cursor(each):
            return place
    raise _refused("invalid_cursor")
