"""The dashboard: what callers experience on top, then functions, stores, events and answers."""

from collections.abc import Callable, Sequence
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from constructs import Construct

from infra.aws.function import RecollectFunction
from infra.aws.watching.metrics import (
    ENRICHING,
    FIVE_MINUTES,
    cost,
    error_share,
    search,
    unserved_share,
)
from infra.aws.watching.watched import Watched

_WIDTH: Final = 24
_HEIGHT: Final = 6


def dashboard(scope: Construct, watched: Watched, alarms: Sequence[cloudwatch.IAlarm]) -> None:
    """Add the dashboard of a stage."""
    cloudwatch.Dashboard(
        scope,
        "Dashboard",
        dashboard_name=watched.config.names.base,
        # A day, so that the cost of a day can be seen at once.
        default_interval=Duration.days(1),
        widgets=[
            _callers(watched),
            [
                cloudwatch.AlarmStatusWidget(
                    title="Alarms",
                    alarms=alarms,
                    sort_by=cloudwatch.AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
                    width=12,
                    height=9,
                ),
                cloudwatch.TextWidget(markdown=_help(watched), width=12, height=9),
            ],
            *_functions(watched),
            _stores(watched),
            _events(watched),
            _dead_letters(watched),
            _answers(watched),
        ],
    )


def _callers(watched: Watched) -> list[cloudwatch.IWidget]:
    stage = watched.doors.api.stage
    return [
        _graph("Requests", [stage.metric_count(period=FIVE_MINUTES, label="requests")], 6),
        _graph(
            "Errors, % of requests",
            [
                error_share(watched.doors.apis, least=1),
                cloudwatch.MathExpression(
                    expression="100 * refused / requests",
                    using_metrics={
                        "refused": stage.metric_client_error(period=FIVE_MINUTES, statistic="Sum"),
                        "requests": stage.metric_count(period=FIVE_MINUTES),
                    },
                    label="4xx, % of requests",
                    period=FIVE_MINUTES,
                ),
            ],
            6,
        ),
        _graph(
            "Latency, ms",
            [
                stage.metric_latency(period=FIVE_MINUTES, statistic=each, label=each)
                for each in ("p50", "p95")
            ],
            6,
        ),
        cloudwatch.SingleValueWidget(
            title="Estimated cost of Lambda and API Gateway",
            metrics=[cost(watched.doors.apis, watched.functions)],
            width=6,
            height=_HEIGHT,
        ),
    ]


def _functions(watched: Watched) -> list[list[cloudwatch.IWidget]]:
    def lines(
        title: str, metric: Callable[[RecollectFunction], cloudwatch.IMetric]
    ) -> cloudwatch.IWidget:
        return _graph(title, [metric(each) for each in watched.functions.values()], 8)

    def of_lambda(name: str, statistic: str) -> Callable[[RecollectFunction], cloudwatch.IMetric]:
        return lambda function: function.resource.metric(
            name, statistic=statistic, period=FIVE_MINUTES, label=function.definition.name
        )

    return [
        [
            lines("Invocations", of_lambda("Invocations", "Sum")),
            lines("Errors: crashes, time-outs, events to retry", of_lambda("Errors", "Sum")),
            lines("Throttles", of_lambda("Throttles", "Sum")),
        ],
        [
            lines("Duration p95, ms", of_lambda("Duration", "p95")),
            lines("Concurrent executions", of_lambda("ConcurrentExecutions", "Maximum")),
            lines("Cold starts", lambda each: watched.own.of("ColdStarts", each.definition.name)),
        ],
    ]


def _stores(watched: Watched) -> list[cloudwatch.IWidget]:
    own = watched.own
    return [
        _graph("Failures by kind and reason", [own.each("Failures", ("kind", "reason"))], 8),
        _graph("Degraded by part", [own.each("Degraded", ("part",))], 8),
        _graph(
            "Context requests p95, ms: candidates from sources, decisions",
            [
                own.of(name, "request_context", "p95").with_(label=label)
                for name, label in (
                    ("h4r.retrieval.duration_ms", "retrieval"),
                    ("scs.slicing.duration_ms", "slicing"),
                )
            ],
            8,
        ),
    ]


def _events(watched: Watched) -> list[cloudwatch.IWidget]:
    bus = f'EventBusName="{watched.config.names.base}"'

    def of_rules(name: str) -> cloudwatch.IMetric:
        return search("{AWS/Events,EventBusName,RuleName}", name, bus)

    consumers = [each for each in watched.functions.values() if each.failures is not None]
    return [
        _graph("Events delivered by rule", [of_rules("Invocations")], 8),
        _graph(
            "Events retried and not delivered by rule",
            [of_rules(each) for each in ("RetryInvocationAttempts", "InvocationsSentToDlq")],
            8,
        ),
        _graph(
            "Age of events that wait for a function, ms, and those dropped",
            [
                each.resource.metric(
                    name,
                    statistic=statistic,
                    period=FIVE_MINUTES,
                    label=f"{each.definition.name} {name}",
                )
                for each in consumers
                for name, statistic in (
                    ("AsyncEventAge", "Maximum"),
                    ("AsyncEventsDropped", "Sum"),
                    ("DestinationDeliveryFailures", "Sum"),
                )
            ],
            8,
        ),
    ]


def _dead_letters(watched: Watched) -> list[cloudwatch.IWidget]:
    queues = {f"undelivered {name}": queue for name, queue in watched.undelivered.items()}
    for name, function in watched.functions.items():
        if function.failures is not None:
            queues[f"failed {name}"] = function.failures
    waiting = [
        queue.metric_approximate_number_of_messages_visible(
            period=FIVE_MINUTES, statistic="Maximum", label=label
        )
        for label, queue in queues.items()
    ]
    return [_graph("Dead letters in each queue", waiting, _WIDTH)]


def _answers(watched: Watched) -> list[cloudwatch.IWidget]:
    own = watched.own
    by_type = ("responseType",)
    return [
        _graph(
            "Answers validated, invalid, alerts",
            [
                own.each("Validations", by_type),
                own.each("InvalidResponses", by_type),
                own.of("ValidationAlerts", "validate_response").with_(label="alerts"),
            ],
            8,
        ),
        _graph(
            "What answers lack",
            [
                own.each("MissingElements", ("element",)),
                own.each("UnusedSummaries", ("tool",)),
                own.each("Contradictions", ("tool",)),
                own.each("ContradictedFacts", ("kind",)),
            ],
            8,
        ),
        cloudwatch.GraphWidget(
            title="Memories for tools: p95 in ms, and % of calls without",
            left=[
                own.of("EnrichmentLatency", name, "p95").with_(label=f"{name} p95")
                for name in ENRICHING
            ],
            right=[
                unserved_share(own, least=1),
                own.each("EnrichmentErrors", ("reason",)),
                own.each("EnrichmentTimeouts", ()),
            ],
            width=8,
            height=_HEIGHT,
        ),
    ]


def _graph(title: str, metrics: Sequence[cloudwatch.IMetric], width: int) -> cloudwatch.IWidget:
    return cloudwatch.GraphWidget(title=title, left=metrics, width=width, height=_HEIGHT)


def _help(watched: Watched) -> str:
    names = watched.config.names
    return f"""## {names.base}: where to begin

- An alarm's description says what is wrong and what to do first.
- **5xx**: `failure` in the function's log; `kind` and `place` say what broke. *Errors*
- **Slow**: `storeMs` beside `totalMs` in the log says whether a store was. *What to watch*
- **Degraded**: which part is whose. *What to watch*
- **ConfigurationError**: the log names the secret or setting in `setting`. *Settings*
- **Dead letters**: mend the cause, then `{watched.redrive}`. *Dead letters*

The words in italics are sections of docs/operations.md. Logs: `/aws/lambda/{names.base}-*` and
`/aws/apigateway/{names.base}`. Traces: X-Ray. The cost leaves out Upstash, logs, traces and events.
"""
