"""A Lambda authorizer of an HTTP API, which checks API keys before a function runs.

API Gateway asks it in payload format 2.0, and it gives a simple response: whether the caller is let
in, and the claims of its key, which API Gateway passes on to the function. The function checks the
scopes.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from recollect.core.stopwatch import Stopwatch, running
from recollect.serving import payload
from recollect.serving.problems import problem_of
from recollect.serving.process import Process
from recollect.serving.runtime import Context, run
from recollect.serving.telemetry import Telemetry

Admit = Callable[[str, datetime], Awaitable[Mapping[str, JsonValue] | None]]
"""Answers the claims for a text in `Authorization` at a time, or None if it is no valid key."""


class UndecidedError(Exception):
    """It cannot be found out now who the caller is; API Gateway answers 500."""


class Authorizer:
    """The authorizer that one function is."""

    def __init__(self, function: str, process: Process, admit: Admit) -> None:
        self.function = function
        self._process = process
        self._admit = admit
        self._telemetry = Telemetry(function, process)

    def handle(self, event: payload.Event, context: Context) -> dict[str, Any]:
        """Decide whether a request is let in. Raises UndecidedError if that is not possible now."""
        stopwatch = Stopwatch(time.perf_counter)
        request_id = payload.request_id(event)
        with running(stopwatch):
            try:
                claims = run(self._decide(event), context)
            except Exception as error:  # noqa: BLE001  # logged by its type, and raised as ours
                problem = problem_of(error, request_id)
                self._telemetry.failed(error, problem)
                # Lambda logs what is raised, and the error's own text may hold what must not be
                # logged.
                raise UndecidedError(f"{problem.kind}: {problem.title}") from None
        self._telemetry.request(
            {
                **payload.about(event, self._pseudonym(claims)),
                "verdict": "refused" if claims is None else "admitted",
            },
            stopwatch,
        )
        return {"isAuthorized": claims is not None, "context": dict(claims or {})}

    def _pseudonym(self, claims: Mapping[str, JsonValue] | None) -> str:
        return self._process.pseudonym(str(claims["sub"])) if claims else ""

    async def _decide(self, event: payload.Event) -> Mapping[str, JsonValue] | None:
        await self._process.load_secrets()
        return await self._admit(payload.authorization(event), datetime.now(UTC))
