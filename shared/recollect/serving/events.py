"""Receives events of EventBridge. Each has its effect once, however often it is delivered.

    consumer = EventConsumer("apply_outcomes", process)

    @consumer.on(MemoryOutcomeRecorded)
    async def judge(received: ReceivedEvent[MemoryOutcomeRecorded]) -> None: ...

    lambda_handler = consumer.handle

An event that can never succeed is put on the dead-letter queue with the reason, and the function
returns. An event that names something that does not exist is retried first, since it may have
overtaken the request that creates the thing; once it is too old, it goes to the dead-letter queue,
too. Any other error is raised, so that Lambda delivers the event again.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationError

from recollect.core.errors import FieldError, InvalidRequest, NotYet, Redelivery, RequestError
from recollect.core.field_errors import field_errors
from recollect.core.measures import Measure
from recollect.core.messages import Moment
from recollect.core.operation import Operation
from recollect.core.stopwatch import Stopwatch, running
from recollect.serving.idempotency import operation_id
from recollect.serving.problems import problem_of
from recollect.serving.process import Process
from recollect.serving.runtime import Context, run, time_is_up
from recollect.serving.telemetry import Telemetry

_APPLIED = "applied"
_SECOND: Final = timedelta(milliseconds=999)

_D = TypeVar("_D", bound=BaseModel)
_D_co = TypeVar("_D_co", bound=BaseModel, covariant=True)


class Envelope(BaseModel):
    """What EventBridge puts around an event. It may have further fields, which are ignored."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    id: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    source: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    detail_type: Annotated[str, Field(alias="detail-type")]
    time: Moment
    detail: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ReceivedEvent(Generic[_D_co]):
    """A valid event. `as_of` is when it happened, and never in the future.

    EventBridge gives the time in whole seconds. `as_of` is the end of that second, so that the
    event counts as later than something that happened within the same second before.
    """

    detail: _D_co
    as_of: datetime
    operation: Operation
    time_is_up: Callable[[], bool]


Receive = Callable[[ReceivedEvent[Any]], Awaitable[None]]


class EventConsumer:
    """The EventBridge side of one function."""

    def __init__(self, function: str, process: Process) -> None:
        self.function = function
        self._process = process
        self.details: dict[str, type[BaseModel]] = {}
        self._receivers: dict[str, Receive] = {}
        self._telemetry = Telemetry(function, process)

    def on(
        self, detail: type[_D]
    ) -> Callable[
        [Callable[[ReceivedEvent[_D]], Awaitable[None]]],
        Callable[[ReceivedEvent[_D]], Awaitable[None]],
    ]:
        """Serve events with the decorated function; their detail-type is the name of `detail`."""

        def register(
            receive: Callable[[ReceivedEvent[_D]], Awaitable[None]],
        ) -> Callable[[ReceivedEvent[_D]], Awaitable[None]]:
            self.details[detail.__name__] = detail
            self._receivers[detail.__name__] = receive
            return receive

        return register

    def handle(self, event: Mapping[str, Any], context: Context) -> None:
        """Handle an event. Returns once it had its effect, or is on the dead-letter queue.

        Raises Redelivery if the event must be delivered again.
        """
        stopwatch = Stopwatch(time.perf_counter)
        with running(stopwatch):
            try:
                verdict = run(self._receive(event, context), context)
            except Exception as error:  # noqa: BLE001  # logged by its type, and delivered again
                problem = problem_of(error, str(event.get("id", "")))
                self._telemetry.failed(error, problem)
                # Lambda logs what is raised, and the error's own text may hold what must not be
                # logged.
                raise Redelivery(f"{problem.kind}: {problem.title}") from None
        detail_type = str(event.get("detail-type", ""))
        if verdict == _APPLIED:  # so the detail-type is a known one, since others are refused
            self._telemetry.measured((applied(detail_type),))
        self._telemetry.request(
            {
                "eventId": str(event.get("id", "")),
                "detailType": detail_type,
                "verdict": verdict,
            },
            stopwatch,
        )

    async def _receive(self, event: Mapping[str, Any], context: Context) -> str:
        await self._process.load_secrets()
        try:
            await self._apply(event, context)
        except NotYet as error:
            if self._may_still_come(event):
                raise
            reason = str(error)
        except ValidationError as error:
            reason = str(InvalidRequest(field_errors(error)))
        except RequestError as error:
            reason = str(error)
        else:
            return _APPLIED
        await self._process.dead_letters().put(event, reason, self.function)
        return "dead-lettered"

    def _may_still_come(self, event: Mapping[str, Any]) -> bool:
        age = datetime.now(UTC) - Envelope.model_validate(event).time
        return age.total_seconds() < self._process.event_max_age()

    async def _apply(self, event: Mapping[str, Any], context: Context) -> None:
        envelope = Envelope.model_validate(event)
        receive = self._receivers.get(envelope.detail_type)
        if receive is None:
            raise InvalidRequest([FieldError("detail-type", f"{self.function} does not know it")])
        now = datetime.now(UTC)
        received = ReceivedEvent(
            detail=self.details[envelope.detail_type].model_validate(envelope.detail),
            as_of=latest_moment(envelope.time, now),
            # Events on the bus come from the operator's own systems, which speak for their users.
            operation=Operation(
                actor=envelope.source,
                at=now,
                id=operation_id(envelope.source, envelope.id),
                relays=True,
                trusted=True,
            ),
            time_is_up=time_is_up(context),
        )
        await receive(received)


def latest_moment(time: datetime, now: datetime) -> datetime:
    """The latest moment that a time in whole seconds may stand for, but not later than `now`."""
    if time >= now or time.microsecond:
        return min(time, now)
    return min(time + _SECOND, now)


def applied(detail_type: str) -> Measure:
    """The measure that counts an event that had its effect."""
    return Measure("EventsApplied", 1, "Count", ("detailType", detail_type))
