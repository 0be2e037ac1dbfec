"""A fake of Lambda's asynchronous invocations, over real HTTP."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.infra.local.serving import serving


@dataclass(slots=True)
class Lambda:
    """The accepted invocations: functions and payloads.

    `refusal` is an error's name and status; `effect` happens before an event is accepted.
    """

    url: str = ""
    invoked: list[tuple[str, Any]] = field(default_factory=list)
    refusal: tuple[str, int] | None = None
    effect: Callable[[Any], None] = lambda _: None

    def take(self, function: str, payload: bytes) -> Response:
        if self.refusal:
            name, status = self.refusal
            return Response(b'{"Message": "no"}', status, {"x-amzn-ErrorType": name})
        event = json.loads(payload)
        self.effect(event)
        self.invoked.append((function, event))
        return Response(status_code=202)


@contextmanager
def serving_lambda() -> Iterator[Lambda]:
    """Serve asynchronous invocations; any other kind is an error."""
    lambda_ = Lambda()

    async def invoke(request: Request) -> Response:
        assert request.headers["x-amz-invocation-type"] == "Event"
        return lambda_.take(request.path_params["function"], await request.body())

    path = "/2015-03-31/functions/{function}/invocations"
    with serving(Starlette(routes=[Route(path, invoke, methods=["POST"])])) as url:
        lambda_.url = url
        yield lambda_
