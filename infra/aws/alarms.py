"""What rings, when, and what whoever is woken by it does first."""

from collections.abc import Iterator, Sequence
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_sqs as sqs

from infra.aws.function import RecollectFunction
from infra.aws.metrics import (
    FIVE_MINUTES,
    awaited,
    cold_share,
    cost,
    error_share,
    unserved_share,
)
from infra.aws.watched import AlarmDefinition, Watched
from infra.routes import EVENTS, SCHEDULES, Schedule

_WATCH: Final = "See docs/operations.md, What to watch"
_QUARTER: Final = Duration.minutes(15)
# Metric math of an alarm takes ten metrics, and one of these is the number of requests.
_MOST_SUMMED: Final = 9
# One alarm a kind: Metrics Insights knows no OR. In order: its name, what it means, what to do.
_STORE_FAULTS: Final = {
    "StoreTimeout": (
        "store-timeouts",
        "was late",
        "See the status of the service; storeMs in the logs says how long it takes.",
    ),
    "StoreUnavailable": (
        "store-outages",
        "was not reached or could not serve",
        "See the status of the service, and the limits of the plan: 429 is a limit.",
    ),
    "StoreRefused": (
        "store-refusals",
        "answered what cannot be used",
        "Check that the tokens in the secret are those of these stores, and still valid.",
    ),
}


def alarms(watched: Watched) -> Iterator[AlarmDefinition]:
    """All alarms of a stage."""
    yield from _of_the_api(watched)
    yield from _of_stores(watched)
    yield from _of_answers(watched)
    yield from _of_cold_starts(watched)
    for function in watched.functions.values():
        yield from _of_function(function, watched)
        if function.failures is not None:
            yield _lost(function, watched)
    for function in awaited(watched.functions):
        yield _slow(function)
    yield from _of_dead_letters(watched)
    for schedule in SCHEDULES:
        yield _overdue(schedule, watched)


def _of_the_api(watched: Watched) -> Iterator[AlarmDefinition]:
    log = f"/aws/apigateway/{watched.config.names.base}"
    yield AlarmDefinition(
        "api-errors",
        "1 % or more of requests, and at least 5, were answered with 5xx in five minutes. Look "
        f'which routes in the log {log} (status, functionError), then for "failure" in the log of '
        "their function: kind and place say what broke. If stores ring too, begin there. If it "
        "began with a deployment, deploy what was there before. See docs/operations.md, Errors.",
        error_share(watched.api, least=5),
        threshold=1,
        periods=3,
        datapoints=2,
    )
    yield AlarmDefinition(
        "api-latency",
        "One request in twenty took over 2 seconds for a quarter of an hour: callers wait for "
        "stores or other services. Look on the dashboard which function is slow; compare storeMs "
        "with totalMs in its log: if they are close, see the status of Upstash or of what it asks; "
        f"if not, look for cold starts and throttles. {_WATCH}.",
        watched.api.stage.metric_latency(period=FIVE_MINUTES, statistic="p95"),
        threshold=2000,
        periods=3,
        datapoints=3,
    )
    yield AlarmDefinition(
        "cost",
        f"Lambda and API Gateway cost an estimated {watched.config.daily_cost:g} US dollars or "
        "more in a day, at list prices. Look at requests by route in the access log: if one caller "
        "floods, lower the rate of the stage or revoke its token; if it is real use, raise "
        "daily_cost. Not in it: Upstash, logs, metrics, traces, events, queues, secrets and what "
        "cold starts take.",
        cost(watched.api, watched.functions),
        threshold=watched.config.daily_cost,
    )


def _of_stores(watched: Watched) -> Iterator[AlarmDefinition]:
    dashboard = f"the dashboard {watched.config.names.base}"
    for kind, (name, happened, advice) in _STORE_FAULTS.items():
        yield AlarmDefinition(
            name,
            "5 or more requests or events failed in five minutes since Upstash Vector, Redis or "
            f"another service {happened}. Look on {dashboard} which function met it. {advice} "
            f"Events come again by themselves. {_WATCH}.",
            watched.own.total("Failures", ("kind", "reason"), name, f"\"kind\" = '{kind}'"),
            threshold=5,
            periods=3,
            datapoints=2,
        )
    yield AlarmDefinition(
        "configuration",
        "A function answers 503 since a secret or setting is missing or wrong. Look for "
        f'"ConfigurationError" in the logs /aws/lambda/{watched.config.names.base}-*: the first '
        '"failure" line of each instance names it in the field "setting". Correct the secret, '
        "which is read again within seconds; a setting needs a deployment. See "
        "docs/operations.md, Settings.",
        watched.own.total(
            "Failures", ("kind", "reason"), "configuration", "\"kind\" = 'ConfigurationError'"
        ),
        threshold=1,
    )
    yield AlarmDefinition(
        "degraded",
        "For a quarter of an hour, 20 or more answers in five minutes left a part out since "
        f"something that they ask is down or slow. Callers still get answers. Look on {dashboard} "
        "which part, then whose it is in docs/operations.md, What to watch; see the status of that "
        "service. If it lasts, switch the part off, which makes answers faster.",
        watched.own.total("Degraded", ("part",), "degraded answers"),
        threshold=20,
        periods=3,
        datapoints=3,
    )


def _of_answers(watched: Watched) -> Iterator[AlarmDefinition]:
    yield AlarmDefinition(
        "validation-alerts",
        "5 or more answers in a quarter of an hour lacked much of what their tools told: a model "
        "makes things up or leaves them out. It can wait for the morning. Look at what changed in "
        "the prompt or the model, then at the summaries: MissingElements and UnusedSummaries on "
        f"the dashboard say which. {_WATCH}.",
        watched.own.of("ValidationAlerts", "validate_response", period=_QUARTER),
        threshold=5,
    )
    yield AlarmDefinition(
        "enrichment",
        "For a quarter of an hour, 5 % or more of tool calls ran without memories since the index "
        "was late (EnrichmentTimeouts) or failed (EnrichmentErrors, by reason). Tools still "
        "answer. See the status of Upstash Vector first. If it lasts, deploy with "
        f"ENABLE_ORCH_CONTEXT=false, which spares them the wait. {_WATCH}.",
        unserved_share(watched.own, least=20),
        threshold=5,
        periods=3,
        datapoints=3,
    )


def _of_cold_starts(watched: Watched) -> Iterator[AlarmDefinition]:
    # One without stores has next to nothing to start.
    names = [
        each.definition.name
        for each in awaited(watched.functions)
        if each.definition.stores != "none"
    ]
    for number, group in enumerate(_groups(names, _MOST_SUMMED), start=1):
        yield AlarmDefinition(
            "cold-starts" if number == 1 else f"cold-starts-{number}",
            "10 % or more of an hour's requests, of which there were 200 or more, met a cold start "
            "and waited for it. It can wait for the morning. Look first for crashes, since each "
            "makes a new instance (errors by function on the dashboard); then for many short "
            "peaks. If it stays, give the function provisioned concurrency or more memory.",
            cold_share(watched.own, watched.api, group, least=200),
            threshold=10,
        )


def _of_function(function: RecollectFunction, watched: Watched) -> Iterator[AlarmDefinition]:
    name, names = function.definition.name, watched.config.names
    again = (
        f" Events come again; those that failed three times wait in {names.failed(name)}: when "
        f"the cause is mended, run {watched.redrive}."
    )
    yield AlarmDefinition(
        f"{name}-errors",
        f"{name} crashed, ran out of time or memory, or could not apply an event, 5 or more times "
        f"in a quarter of an hour. Look in the log /aws/lambda/{names.function(name)} for "
        '"failure", "timeout", "Runtime exited" and "ImportModuleError". If it began with a '
        f"deployment, deploy what was there before.{again if function.failures else ''}",
        function.resource.metric_errors(period=_QUARTER),
        threshold=5,
    )
    yield AlarmDefinition(
        f"{name}-throttles",
        f"Lambda turned invocations of {name} away: callers get 503, events come later. Look at "
        f"concurrent executions on the dashboard {names.base}. If the function is at its own "
        "limit, raise reserved_concurrency; if all are at the account's, ask AWS to raise the "
        "quota of concurrent executions. If one caller floods, lower the rate of the stage.",
        function.resource.metric_throttles(period=FIVE_MINUTES),
        threshold=1,
        periods=3,
        datapoints=2,
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


def _slow(function: RecollectFunction) -> AlarmDefinition:
    name, timeout = function.definition.name, function.definition.timeout
    return AlarmDefinition(
        f"{name}-latency",
        f"One request in twenty kept {name} for a third or more of its {timeout} seconds, for a "
        "quarter of an hour: if it grows, Lambda cuts requests off. Compare storeMs with totalMs "
        "in its log: if they are close, see the status of the stores and services that it asks; "
        f"if not, look for large requests and raise its memory. {_WATCH}.",
        function.resource.metric_duration(period=FIVE_MINUTES, statistic="p95"),
        # Far above a cold start, so that the few requests of a night do not ring.
        threshold=round(timeout * 1000 / 3),
        periods=3,
        datapoints=3,
    )


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
        f"twice within 24 hours, and nothing is lost for 14 days. {_WATCH}.",
        queue.metric_approximate_number_of_messages_visible(
            period=FIVE_MINUTES, statistic="Maximum"
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


def _groups(names: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), most):
        yield names[start : start + most]
