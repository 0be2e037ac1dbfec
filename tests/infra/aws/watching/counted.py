"""The metrics that functions really emit, and those that alarms and the dashboard ask for."""

import contextlib
import io
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from recollect.context.measuring import measures_of as measures_of_pack
from recollect.core.errors import StoreTimeout
from recollect.core.measures import Measure
from recollect.core.stopwatch import Stopwatch
from recollect.serving.events import applied
from recollect.serving.problems import problem_of
from recollect.serving.telemetry import Telemetry
from recollect.slicing.budget import Budget
from recollect.validation.metrics import measures_of as measures_of_validation
from recollect.validation.models import Fact, ValidationResult
from recollect.wiring.process import process
from tests.context.packs import builder, packed, request
from tests.enrichment.fakes import TOOL, Failing, Store, enricher, memory
from tests.infra.aws.stages import ROOT, Described, Json
from tests.retrieval.samples import candidate
from tests.virtual_time import virtually

# A query of Metrics Insights as ours are: no GROUP BY, no ORDER BY, words compared with texts.
INSIGHTS: Final = re.compile(
    r'SELECT (?:SUM|AVG|MAX|MIN|COUNT)\((?P<metric>\w+)\) FROM SCHEMA\("(?P<namespace>[\w/-]+)"'
    r'(?P<dimensions>(?:, "\w+")+)\)'
    r"(?: WHERE (?P<where>\"\w+\" = '\w+'(?: AND \"\w+\" = '\w+')*))?"
)
SEARCH: Final = re.compile(
    r"SEARCH\('\{(?P<namespace>[\w/-]+)(?P<dimensions>(?:,\w+)+)\} "
    r"MetricName=\"(?P<metric>[\w.]+)\"(?: \w+=\"[\w-]+\")*', "
    r"'(?:Sum|Average|Maximum|p\d+)', (?:60|300|3600)\)"
)


@dataclass(frozen=True, slots=True)
class RequestedMetric:
    """A metric that an alarm or a widget asks for; `dimensions` are names."""

    namespace: str
    metric: str
    dimensions: frozenset[str]


def headings() -> list[str]:
    """The headings of the sections of the operations manual."""
    manual = (ROOT / "docs/operations.md").read_text("utf-8")
    return re.findall(r"^## (.+)$", manual, re.MULTILINE)


def emitted() -> set[tuple[str, frozenset[str]]]:
    """The metrics that telemetry writes for requests of many kinds, by name and dimensions."""
    written = io.StringIO()
    with contextlib.redirect_stderr(written):
        telemetry = Telemetry("tester", process)
        telemetry.request({}, Stopwatch(time.perf_counter))
        telemetry.degraded("metrics")
        error = StoreTimeout("vector", "late")
        telemetry.failed(error, problem_of(error, "request-1"))
        telemetry.measured(
            [*_enrichment_measures(), *_validation_measures(), *_pack_measures(), applied("Told")]
        )
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    return {
        (metric["Name"], frozenset(dimensions))
        for line in lines
        for block in line.get("_aws", {}).get("CloudWatchMetrics", ())
        for dimensions in block["Dimensions"]
        for metric in block["Metrics"]
    }


def _enrichment_measures() -> Iterator[Measure]:
    for memories in (
        Store((memory(),)),
        Store(),
        Store(seconds=9),
        Failing(StoreTimeout("vector", "late")),
    ):
        yield from virtually(enricher(memories).enrich(TOOL, {}, None)).measures


def _validation_measures() -> tuple[Measure, ...]:
    return tuple(
        measures_of_validation(
            ValidationResult(
                valid=False,
                warnings=(),
                missing_elements=("Summary",),
                tools_with_unused_summaries=("getCase",),
                response_type="overview",
                response_length=2,
                checks=(),
                alert=True,
                recommended_elements=(),
                facts=(Fact(text="Closed", start=0, end=6, kind="status", verdict="contradicted"),),
            )
        )
    )


def _pack_measures() -> tuple[Measure, ...]:
    budget = Budget(max_bytes=1_000, max_tokens=250, max_items=4)
    pack = virtually(packed(builder(candidate("a"), budget=budget), request()))
    return tuple(measures_of_pack(pack, budget))


def alarms(stage: Described) -> dict[str, Json]:
    """The alarms of a stage, by their names without the name of the stage."""
    found = stage.of_type("CloudWatch::Alarm").values()
    return {each["AlarmName"].removeprefix(f"{stage.config.names.base}-"): each for each in found}


def metrics_of_alarm(alarm: Json) -> Iterator[RequestedMetric]:
    """The metrics of an alarm: its only metric, those of its formula, or that of its query."""
    if "MetricName" in alarm:
        yield _metric_of_statistic(alarm)
    for each in alarm.get("Metrics", ()):
        if "MetricStat" in each:
            yield _metric_of_statistic(each["MetricStat"]["Metric"])
        elif each["Expression"].startswith("SELECT"):
            yield _metric_of_query(INSIGHTS, each["Expression"])


def metrics_of_widget(widget: Json) -> Iterator[RequestedMetric]:
    """The metrics of a widget, and those that it searches for."""
    for line in widget["properties"].get("metrics", ()):
        texts = [each for each in line if isinstance(each, str)]
        options = line[-1] if isinstance(line[-1], dict) else {}
        if texts:
            yield RequestedMetric(texts[0], texts[1], frozenset(texts[2::2]))
        elif options["expression"].startswith("SEARCH"):
            yield _metric_of_query(SEARCH, options["expression"])


def _metric_of_statistic(metric: Json) -> RequestedMetric:
    dimensions = frozenset(each["Name"] for each in metric.get("Dimensions", ()))
    return RequestedMetric(metric["Namespace"], metric["MetricName"], dimensions)


def _metric_of_query(grammar: re.Pattern[str], query: str) -> RequestedMetric:
    found = grammar.fullmatch(query)
    assert found is not None, query
    dimensions = frozenset(re.findall(r"\w+", found["dimensions"]))
    return RequestedMetric(found["namespace"], found["metric"], dimensions)


def widgets(stage: Described) -> list[Json]:
    """The widgets of the dashboard, with logical ids where CloudFormation puts values."""
    _, dashboard = stage.only("CloudWatch::Dashboard")
    body = dashboard["DashboardBody"]["Fn::Join"][1]
    found: list[Json] = json.loads("".join(map(_plain, body)))["widgets"]
    return found


def _plain(part: Any) -> str:
    match part:
        case {"Ref": str(logical_id)} | {"Fn::GetAtt": [str(logical_id), _]}:
            return logical_id
        case str():
            return part
    raise AssertionError(part)


# The metrics that AWS itself counts, as its documentation lists them.
_OF_AWS: Final[dict[tuple[str, frozenset[str]], set[str]]] = {
    ("AWS/Lambda", frozenset({"FunctionName"})): {
        "Invocations", "Errors", "Throttles", "Duration", "ConcurrentExecutions", "AsyncEventAge",
        "AsyncEventsDropped", "DestinationDeliveryFailures",
    },
    ("AWS/ApiGateway", frozenset({"ApiId", "Stage"})): {
        "Count", "4xx", "5xx", "Latency", "IntegrationLatency",
    },
    ("AWS/SQS", frozenset({"QueueName"})): {
        "ApproximateNumberOfMessagesVisible", "NumberOfMessagesSent",
    },
    ("AWS/Events", frozenset({"EventBusName", "RuleName"})): {
        "Invocations", "RetryInvocationAttempts", "InvocationsSentToDlq",
    },
}  # fmt: skip


def counted_in_logs(stage: Described) -> set[tuple[str, str]]:
    """The metrics that CloudWatch counts in logs, by namespace and name."""
    return {
        (counted["MetricNamespace"], counted["MetricName"])
        for each in stage.of_type("Logs::MetricFilter").values()
        for counted in each["MetricTransformations"]
    }


def uncounted(requested: Iterator[RequestedMetric], stage: Described) -> list[RequestedMetric]:
    """The requested metrics that nothing counts."""
    counted = emitted()
    return [
        each
        for each in requested
        if not (
            (each.metric, each.dimensions) in counted
            if each.namespace == stage.config.names.metrics
            else (each.namespace, each.metric) in counted_in_logs(stage)
            or each.metric in _OF_AWS.get((each.namespace, each.dimensions), ())
        )
    ]
