"""Functions in processes of their own, with variables of their own, over a platform's stores."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from infra.local.environment import environment
from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.workers import FunctionError, Result, Workers
from infra.routes import FUNCTIONS
from tests.functions.calling import Json


@dataclass(frozen=True, slots=True)
class Functions:
    """One process for each function; they write to the file `log`."""

    workers: Workers
    log: Path

    async def answer(self, function: str, event: Json) -> Json:
        """The response to an API Gateway event."""
        outcome = await self.workers.invoke(function, event)
        assert isinstance(outcome, Result), outcome
        assert isinstance(outcome.value, dict)
        return outcome.value

    async def take(self, function: str, event: Json) -> None:
        """Have the function apply an event of the bus."""
        assert await self.workers.invoke(function, event) == Result(None)

    async def failure(self, function: str, event: Json) -> str:
        """How the function failed on an event of the bus."""
        outcome = await self.workers.invoke(function, event)
        assert isinstance(outcome, FunctionError), outcome
        return outcome.reason

    def failures(self) -> list[Json]:
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [line for line in map(json.loads, lines) if line.get("message") == "failure"]


@asynccontextmanager
async def functions_with(
    platform: RunningPlatform, place: Path, **variables: str
) -> AsyncIterator[Functions]:
    """Functions that have these variables besides those that the platform gives."""
    options, log = PlatformOptions(extra_environment=variables), place / "log"
    with log.open("w") as stderr:
        workers = Workers(
            FUNCTIONS,
            lambda function: environment(function, platform.url, options),
            size=1,
            stderr=stderr.fileno(),
        )
        try:
            yield Functions(workers, log)
        finally:
            await workers.aclose()


def sample(path: str) -> Json:
    """One of the sample events."""
    event: Json = json.loads((Path("events") / f"{path}.json").read_text())
    return event
