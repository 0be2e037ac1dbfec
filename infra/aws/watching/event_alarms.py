"""Alarms about events that were given up, were lost, or are overdue."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from aws_cdk import aws_sqs as sqs

from infra.aws.function import RecollectFunction
from infra.aws.watching.metrics import FIVE_MINUTES
from infra.aws.watching.watched import AlarmDefinition, Watched
from infra.routes import EVENTS, SCHEDULES, Schedule

_MAX_PERIOD_MINUTES: Final = 1_440


def of_events(watched: Watched) -> Iterator[AlarmDefinition]:
    """The alarms of all queues, consumers and schedules of a stage."""
    yield from _of_dead_letters(watched)
    for function in watched.functions.values():
        if function.failures is not None:
            yield _lost(function, watched)
    for schedule in SCHEDULES:
        minutes = watched.config.minutes_between(schedule)
        # When a cron expression is late is not known, and no alarm can have longer periods.
        if minutes is not None and minutes <= _MAX_PERIOD_MINUTES:
            yield _overdue(replace(schedule, minutes=minutes), watched)


def _of_dead_letters(watched: Watched) -> Iterator[AlarmDefinition]:
    receivers = {each.detail_type: each.function for each in EVENTS}
    for detail_type, queue in watched.undelivered.items():
        yield _dead_letters(
            f"undelivered-{detail_type}",
            f"The bus could not hand {detail_type} to {receivers[detail_type]} for a day, or was "
            "not allowed to. Look at the attribute ERROR_CODE of a message, and whether the "
            "function is throttled or its permission is gone.",
            queue,
            watched,
        )
    for name, function in watched.functions.items():
        if function.failures is not None:
            yield _dead_letters(
                f"failed-{name}",
                f"{name} refused an event for good, or failed on it three times. Look at a "
                "message: it has the event and the reason. Where the event is wrong, mend who "
                "sends it.",
                function.failures,
                watched,
            )


def _dead_letters(name: str, what: str, queue: sqs.Queue, watched: Watched) -> AlarmDefinition:
    return AlarmDefinition(
        name,
        f"Dead letters. {what} When the cause is mended, run {watched.redrive}; nothing is counted "
        "twice within 24 hours, and nothing is lost for 14 days. See docs/operations.md, Dead "
        "letters.",
        # Counts messages that arrive, not those that are there: otherwise one that nobody redrives
        # would hide all later ones.
        queue.metric_number_of_messages_sent(period=FIVE_MINUTES, statistic="Sum"),
        threshold=1,
    )


def _lost(function: RecollectFunction, watched: Watched) -> AlarmDefinition:
    name, names = function.definition.name, watched.config.names
    return AlarmDefinition(
        f"{name}-lost",
        f"{name} gave an event up, and Lambda could not put it into {names.failed(name)}: it is "
        "in no queue. Look whether the queue and the right of the function's role to send to it "
        "are still there, mend it, then replay the events of that time from the archive. See "
        "docs/operations.md, Replaying events.",
        function.resource.metric(
            "DestinationDeliveryFailures", statistic="Sum", period=FIVE_MINUTES
        ),
        threshold=1,
    )


def _overdue(schedule: Schedule, watched: Watched) -> AlarmDefinition:
    return AlarmDefinition(
        f"overdue-{schedule.detail_type}",
        f"{schedule.detail_type} should be done every {schedule.minutes} minutes, and was not for "
        "three times that: it did not run, or failed each time. Nobody waits for it, but it piles "
        "up. Look whether the schedule is enabled in EventBridge Scheduler, then in the log "
        f'/aws/lambda/{watched.config.names.function(schedule.function)} for "failure"; kind '
        "and place say what broke.",
        watched.own.applied(schedule),
        threshold=1,
        periods=3,
        datapoints=3,
        when_silent=True,
    )
