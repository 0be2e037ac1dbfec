"""A function that consumes events, run in a process of its own, as Lambda does.

Reads a JSON list of events from stdin; writes the outcome of each to stdout.
"""

import json
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from recollect.core.errors import (
    ConfigurationError,
    FieldError,
    InvalidRequest,
    NotFound,
    NotYet,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
)
from recollect.serving.events import EventConsumer, ReceivedEvent
from recollect.wiring.process import process

ERRORS: Mapping[str, Exception] = {
    "InvalidRequest": InvalidRequest([FieldError("memory_ids", "too many")]),
    "NotFound": NotFound("there is no memory mem_secret"),
    "NotYet": NotYet("there is no run run_secret"),
    "StoreUnavailable": StoreUnavailable("counts", "mem_secret is not to be had"),
    "StoreTimeout": StoreTimeout("counts", "mem_secret is not to be had"),
    "StoreRefused": StoreRefused("counts", "mem_secret is not a memory"),
    "ConfigurationError": ConfigurationError("SECRET is not set"),
    "InternalError": RuntimeError("mem_secret"),
}

consumer = EventConsumer("tester", process)


class Told(BaseModel):
    """What an event asks for: the error to fail with, if any."""

    error: str = ""


@consumer.on(Told)
async def receive(received: ReceivedEvent[Told]) -> None:
    if received.detail.error:
        raise ERRORS[received.detail.error]


@dataclass(frozen=True, slots=True)
class Context:
    """A Lambda context with plenty of time, or with none."""

    milliseconds: int = 60_000

    def get_remaining_time_in_millis(self) -> int:
        return self.milliseconds


def main() -> None:
    """Consume the events on stdin and write their outcomes."""
    outcomes = []
    for event in json.load(sys.stdin):
        try:
            consumer.handle(event, Context())
        except Exception as error:  # noqa: BLE001  # what Lambda would log
            logged = "".join(traceback.format_exception(error))
            outcomes.append({"raised": type(error).__name__, "text": str(error), "logged": logged})
        else:
            outcomes.append({})
    sys.stdout.write(json.dumps(outcomes))


if __name__ == "__main__":
    main()
