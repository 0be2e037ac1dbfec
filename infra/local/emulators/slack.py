"""Slack's Web API, as far as a bot reads threads with it: `conversations.replies`.

As with Slack, what goes wrong is told with status 200, `ok: false` and the name of the error; a
method takes its arguments as a form or in the query; and every page of a thread begins with the
message that the thread hangs on.
"""

import base64
import hmac
from collections.abc import Callable, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.samples import DATA_FOLDER

SAMPLES: Final = DATA_FOLDER / "slack.json"
TOKEN: Final = "xoxb-local"  # noqa: S105  # of an emulator
_MOST: Final = 1_000
_CURSOR: Final = "next_ts:"


class SlackMessage(BaseModel):
    """A message as Slack has it, with whatever further fields."""

    model_config = ConfigDict(frozen=True, extra="allow")

    ts: Annotated[str, StringConstraints(pattern=r"^[0-9]{10}\.[0-9]{6}$")]
    text: str


# By channel and by the `ts` that the thread hangs on, oldest message first.
Workspace = Mapping[str, Mapping[str, tuple[SlackMessage, ...]]]
_WORKSPACE: TypeAdapter[Workspace] = TypeAdapter(Workspace)


def sample_workspace() -> Workspace:
    """The threads of the sample data."""
    return _WORKSPACE.validate_json(SAMPLES.read_bytes())


class _SlackError(Exception):
    """What Slack refuses, by its name."""


def create_slack_app(workspace: Workspace | None = None, token: str = TOKEN) -> Starlette:
    """Serve `/api/{method}` for the bot with this token."""
    api = _Slack(sample_workspace() if workspace is None else workspace, token)
    return Starlette(routes=[Route("/api/{method}", api.answer, methods=["GET", "POST"])])


class _Slack:
    def __init__(self, workspace: Workspace, token: str) -> None:
        self._workspace = workspace
        self._token = token

    async def answer(self, request: Request) -> Response:
        form = await request.body()
        try:
            self._authorize(request.headers.get("authorization"))
            method = self._method(request.path_params["method"])
            return JSONResponse({"ok": True, **method(_arguments(request, form))})
        except _SlackError as error:
            return JSONResponse({"ok": False, "error": str(error)})

    def _authorize(self, header: str | None) -> None:
        if header is None:
            raise _SlackError("not_authed")
        given = header.removeprefix("Bearer ").encode()
        if not hmac.compare_digest(given, self._token.encode()):
            raise _SlackError("invalid_auth")

    def _method(self, name: str) -> Callable[[Mapping[str, str]], dict[str, object]]:
        if name != "conversations.replies":
            raise _SlackError("unknown_method")
        return self._replies

    def _replies(self, asked: Mapping[str, str]) -> dict[str, object]:
        threads = self._workspace.get(asked.get("channel", ""))
        if threads is None:
            raise _SlackError("channel_not_found")
        thread = threads.get(asked.get("ts", ""))
        if not thread:
            raise _SlackError("thread_not_found")
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


def _arguments(request: Request, form: bytes) -> Mapping[str, str]:
    # Another kind of body is one without arguments, as with Slack.
    given = dict(request.query_params)
    if request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        given |= dict(QueryParams(form.decode("latin-1")))
    return given


def _limit(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= _MOST:
        raise _SlackError("invalid_limit")
    return int(text)


def _cursor(message: SlackMessage) -> str:
    return base64.b64encode(f"{_CURSOR}{message.ts}".encode()).decode()


def _start(cursor: str, replies: list[SlackMessage]) -> int:
    """Where the page of a cursor begins."""
    if not cursor:
        return 0
    for place, each in enumerate(replies):
        if cursor == _cursor(each):
            return place
    raise _SlackError("invalid_cursor")
