"""The metrics of alarms and the dashboard: those of AWS, and those that our telemetry writes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_cloudwatch as cloudwatch

from infra.aws.function import RecollectFunction
from infra.aws.http_api import RecollectApi
from infra.routes import EVENTS, ROUTES, SCHEDULES, Schedule

MINUTE: Final = Duration.minutes(1)
FIVE_MINUTES: Final = Duration.minutes(5)
SIX_HOURS: Final = Duration.hours(6)
QUARTER: Final = Duration.minutes(15)
DAY: Final = Duration.days(1)
ENRICHING: Final = ("call_tool", "enrich_tool")
"""The functions that look for memories of a tool."""

# US dollars in us-east-1, without the free tier.
_DOLLARS_A_MILLION_REQUESTS: Final = "1.00"
_DOLLARS_A_MILLION_INVOCATIONS: Final = "0.20"
_DOLLARS_A_GIGABYTE_SECOND: Final = "0.0000133334"  # arm64


@dataclass(frozen=True, slots=True)
class OwnMetrics:
    """The metrics that the functions write themselves, in the namespace of a stage."""

    namespace: str

    def of(
        self,
        name: str,
        function: str,
        statistic: str = "Sum",
        period: Duration = FIVE_MINUTES,
    ) -> cloudwatch.Metric:
        """A metric of one function that has no other dimension than the function."""
        return cloudwatch.Metric(
            namespace=self.namespace,
            metric_name=name,
            dimensions_map={"service": function},
            statistic=statistic,
            period=period,
            label=function,
        )

    def applied(self, schedule: Schedule) -> cloudwatch.Metric:
        """How often the event of a schedule was applied, in each interval of the schedule."""
        return cloudwatch.Metric(
            namespace=self.namespace,
            metric_name="EventsApplied",
            dimensions_map={"service": schedule.function, "detailType": schedule.detail_type},
            statistic="Sum",
            period=Duration.minutes(schedule.minutes),
        )

    def total(
        self, name: str, dimensions: Sequence[str], label: str, where: str = ""
    ) -> cloudwatch.MathExpression:
        """The sum over all functions, by Metrics Insights, because alarms cannot use SEARCH."""
        # In quotes, because Metrics Insights has many reserved words.
        schema = ", ".join(
            f'"{each}"' for each in (self.namespace, *sorted({*dimensions, "service"}))
        )
        query = f"SELECT SUM({name}) FROM SCHEMA({schema})"  # noqa: S608  # no database, and our own names
        return cloudwatch.MathExpression(
            expression=f"{query} WHERE {where}" if where else query,
            label=label,
            period=FIVE_MINUTES,
            using_metrics={},
        )

    def each(
        self, name: str, dimensions: Sequence[str], statistic: str = "Sum"
    ) -> cloudwatch.MathExpression:
        """A line for each combination of the dimensions' values. For dashboards only."""
        names = ",".join(sorted({*dimensions, "service"}))
        return search(f"{{{self.namespace},{names}}}", name, "", statistic)


def search(
    schema: str, name: str, condition: str, statistic: str = "Sum"
) -> cloudwatch.MathExpression:
    """All metrics with a name and a schema. For dashboards only."""
    terms = " ".join(filter(None, (schema, f'MetricName="{name}"', condition)))
    return cloudwatch.MathExpression(
        expression=f"SEARCH('{terms}', '{statistic}', {FIVE_MINUTES.to_seconds():.0f})",
        label="",
        period=FIVE_MINUTES,
        using_metrics={},
    )


def awaited(functions: Mapping[str, RecollectFunction]) -> list[RecollectFunction]:
    """The functions whose callers wait; not scheduled ones, which use all their time on purpose."""
    routed = {each.function for each in ROUTES} - {each.function for each in SCHEDULES}
    return [each for name, each in functions.items() if name in routed]


def error_share(
    apis: Sequence[RecollectApi], least: int, period: Duration = FIVE_MINUTES
) -> cloudwatch.MathExpression:
    """Percent of requests that the APIs answered with 5xx; 0 if fewer than `least` were."""
    faults = _per_api(
        "faults", apis, lambda stage: stage.metric_server_error(period=period, statistic="Sum")
    )
    requests = _per_api("requests", apis, lambda stage: stage.metric_count(period=period))
    return cloudwatch.MathExpression(
        expression=f"IF({_all(faults)} >= {least}, 100 * {_all(faults)} / {_all(requests)}, 0)",
        using_metrics={**faults, **requests},
        label="5xx, % of requests",
        period=period,
    )


def cold_share(
    own: OwnMetrics, apis: Sequence[RecollectApi], functions: Iterable[str], least: int
) -> cloudwatch.MathExpression:
    """Percent of the APIs' requests that met a cold start; 0 below `least` requests per hour."""
    hour = Duration.hours(1)
    starts = {
        f"c{index}": own.of("ColdStarts", name, period=hour) for index, name in enumerate(functions)
    }
    requests = _per_api("requests", apis, lambda stage: stage.metric_count(period=hour))
    return cloudwatch.MathExpression(
        expression=f"IF({_all(requests)} >= {least}, 100 * ({_sum(starts)}) / {_all(requests)}, 0)",
        using_metrics={**starts, **requests},
        label="cold starts, % of requests",
        period=hour,
    )


def unserved_share(own: OwnMetrics, least: int) -> cloudwatch.MathExpression:
    """Percent of tool calls that went without memories because of an error or a timeout.

    Of the calls with a latency, those that are used or empty went well. 0 below `least` calls.
    """
    asked, well = {}, {}
    for index, name in enumerate(ENRICHING):
        asked[f"asked{index}"] = own.of("EnrichmentLatency", name, "SampleCount")
        well[f"used{index}"] = own.of("EnrichmentUsed", name)
        well[f"empty{index}"] = own.of("EnrichmentEmpty", name)
    return cloudwatch.MathExpression(
        expression=f"IF(({_sum(asked)}) >= {least}, "
        f"100 * (1 - ({_sum(well)}) / ({_sum(asked)})), 0)",
        using_metrics={**asked, **well},
        label="without memories, % of tool calls",
        period=FIVE_MINUTES,
    )


def cost(
    apis: Sequence[RecollectApi], functions: Mapping[str, RecollectFunction]
) -> cloudwatch.MathExpression:
    """An upper estimate of the US dollars per day for API Gateway and Lambda.

    The time that the API waits for functions counts as their running time, and every function as
    large as the largest. Functions that events reach are added; invocations by schedules are so few
    that they are left out.
    """
    served = [functions[name] for name in {each.function for each in ROUTES}]
    consumers = [functions[name] for name in dict.fromkeys(each.function for each in EVENTS)]
    requests = _per_api("requests", apis, lambda stage: stage.metric_count(period=DAY))
    waits = _per_api(
        "ms", apis, lambda stage: stage.metric_integration_latency(period=DAY, statistic="Sum")
    )
    metrics: dict[str, cloudwatch.IMetric] = {**requests, **waits}
    invocations = [_sum(requests)]
    busy = [f"({_sum(waits)}) * {max(map(_gigabytes, served))}"]
    scheduled = {each.function for each in SCHEDULES}
    for index, function in enumerate(consumers):
        metrics[f"busy{index}"] = function.resource.metric_duration(period=DAY, statistic="Sum")
        busy.append(f"FILL(busy{index}, 0) * {_gigabytes(function)}")
        if function.definition.name not in scheduled:
            metrics[f"n{index}"] = function.resource.metric_invocations(period=DAY)
            invocations.append(f"FILL(n{index}, 0)")
    return cloudwatch.MathExpression(
        expression=f"({_sum(requests)}) * {_DOLLARS_A_MILLION_REQUESTS} / 1000000"
        f" + ({' + '.join(invocations)}) * {_DOLLARS_A_MILLION_INVOCATIONS} / 1000000"
        f" + ({' + '.join(busy)}) / 1000 * {_DOLLARS_A_GIGABYTE_SECOND}",
        using_metrics=metrics,
        label="US dollars a day",
        period=DAY,
    )


def _per_api(
    name: str,
    apis: Sequence[RecollectApi],
    metric: Callable[[apigateway.HttpStage], cloudwatch.IMetric],
) -> dict[str, cloudwatch.IMetric]:
    """A metric of each API, by its name in the expression."""
    return {f"{name}{index or ''}": metric(api.stage) for index, api in enumerate(apis)}


def _all(metrics: Mapping[str, cloudwatch.IMetric]) -> str:
    """The expression for the metric of a single API, or for the sum over several."""
    return next(iter(metrics)) if len(metrics) == 1 else f"({_sum(metrics)})"


def _gigabytes(function: RecollectFunction) -> float:
    return function.definition.memory / 1024


def _sum(metrics: Iterable[str]) -> str:
    return " + ".join(f"FILL({each}, 0)" for each in metrics)
