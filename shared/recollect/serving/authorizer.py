"""A Lambda authorizer of an HTTP API: who shows an API key is told apart before a function runs.

It is asked in payload format 2.0 and gives a simple answer: whether the caller is let in, and the
key's claims, which API Gateway hands to the function. Scopes are the function's to check.
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
"""The claims of whoever shows this text in `Authorization`, None for nobody we know."""


class UndecidedError(Exception):
    """Nobody can say now who the caller is; API Gateway answers 500."""


class Authorizer:
    """The side of one function that API Gateway asks whether to let a caller in."""

    def __init__(self, function: str, process: Process, admit: Admit) -> None:
        self.function = function
        self._process = process
        self._admit = admit
        self._telemetry = Telemetry(function, process)

    def handle(self, event: payload.Event, context: Context) -> dict[str, Any]:
        """Say whether a request is let in. Raises UndecidedError where that cannot be told."""
        stopwatch = Stopwatch(time.perf_counter)
        request_id = payload.request_id(event)
        with running(stopwatch):
            try:
                claims = run(self._decide(event), context)
            except Exception as error:  # noqa: BLE001  # logged by its type, and told to API Gateway
                problem = problem_of(error, request_id)
                self._telemetry.failed(error, problem)
                # Lambda logs what is raised; the error's own text may name what nobody should log.
                raise UndecidedError(f"{problem.kind}: {problem.title}") from None
        self._telemetry.request(
            {
                **payload.about(event, self._known(claims)),
                "verdict": "refused" if claims is None else "admitted",
            },
            stopwatch,
        )
        return {"isAuthorized": claims is not None, "context": dict(claims or {})}

    def _known(self, claims: Mapping[str, JsonValue] | None) -> str:
        return self._process.pseudonym(str(claims["sub"])) if claims else ""

    async def _decide(self, event: payload.Event) -> Mapping[str, JsonValue] | None:
        await self._process.load_secrets()
        return await self._admit(payload.authorization(event), datetime.now(UTC))
