"""The event bus: rules, asynchronous delivery, retries, and dead letters."""

import asyncio
import uuid
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from infra.local.dead_letters import FailedDeliveries, timestamp
from infra.local.worker import ACCOUNT, REGION
from infra.local.workers import Result, Workers
from infra.routes import EVENTS, SCHEDULE_SOURCE, EventRule, Schedule

RETRY_DELAYS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each further attempt; Lambda waits minutes, which is too long on a laptop."""
PUBLISHED_LIMIT = 100

Event = dict[str, object]


def new_event(
    source: str,
    detail_type: str,
    detail: Mapping[str, object],
    *,
    event_id: str | None = None,
    time: datetime | None = None,
    resources: Sequence[str] = (),
) -> Event:
    """Make an event in EventBridge's shape."""
    return {
        "version": "0",
        "id": event_id or str(uuid.uuid4()),
        "detail-type": detail_type,
        "source": source,
        "account": ACCOUNT,
        "time": timestamp(time or datetime.now(UTC)),
        "region": REGION,
        "resources": list(resources),
        "detail": dict(detail),
    }


class EventBus:
    """Delivers each event to the functions of the rules that it matches, at least once.

    A function that fails is tried again after each of `retry_delays` seconds; then the event
    joins `dead_letters`. `published` holds the last 100 events that were put, oldest first.
    """

    def __init__(
        self,
        workers: Workers,
        dead_letters: FailedDeliveries,
        *,
        rules: Iterable[EventRule] = EVENTS,
        retry_delays: Sequence[float] = RETRY_DELAYS,
    ) -> None:
        self._workers = workers
        self.dead_letters = dead_letters
        self.published: deque[Event] = deque(maxlen=PUBLISHED_LIMIT)
        self._rules = tuple(rules)
        self._retry_delays = retry_delays
        self._deliveries: set[asyncio.Task[None]] = set()

    @property
    def pending(self) -> int:
        """How many deliveries are under way, retries included."""
        return len(self._deliveries)

    def put(self, event: Event) -> None:
        """Publish an event, and start to deliver it to the functions of the rules it matches."""
        self.published.append(event)
        for rule in self._rules:
            if (rule.source, rule.detail_type) == (event["source"], event["detail-type"]):
                self.deliver(rule.function, event)

    def deliver(self, function: str, event: object) -> None:
        """Start to deliver an event to a function, whatever the rules are."""
        delivery = asyncio.create_task(self._deliver(function, event))
        self._deliveries.add(delivery)
        delivery.add_done_callback(self._deliveries.discard)

    async def _deliver(self, function: str, event: object) -> None:
        for delay in (0, *self._retry_delays):
            await asyncio.sleep(delay)
            outcome = await self._workers.invoke(function, event)
            if isinstance(outcome, Result):
                return
            reason = outcome.reason
        self.dead_letters.add(event, reason, function, 1 + len(self._retry_delays))

    def redrive(self) -> int:
        """Try every dead letter again, at the function that gave it up; return how many."""
        letters = self.dead_letters.all()
        self.dead_letters.clear()
        for letter in letters:
            self.deliver(letter["function"], letter["event"])
        return len(letters)

    async def run(self, schedules: Iterable[Schedule], *, minute: float = 60) -> None:
        """Put the schedules' events on the bus until cancelled; a minute takes `minute` seconds."""
        async with asyncio.TaskGroup() as group:
            for schedule in schedules:
                group.create_task(self._keep_time(schedule, minute))

    async def _keep_time(self, schedule: Schedule, minute: float) -> None:
        while True:
            await asyncio.sleep(schedule.minutes * minute)
            detail = {"task": schedule.task}
            self.put(new_event(SCHEDULE_SOURCE, schedule.detail_type, detail))

    async def aclose(self) -> None:
        """Give up every delivery that is under way."""
        for delivery in self._deliveries:
            delivery.cancel()
        await asyncio.gather(*self._deliveries, return_exceptions=True)
