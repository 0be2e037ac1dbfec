"""What the functions really count, and what alarms and the dashboard of a stage ask for."""

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
class Asked:
    """A metric that an alarm or a widget asks for; `dimensions` are names."""

    namespace: str
    metric: str
    dimensions: frozenset[str]


def headings() -> list[str]:
    """The sections of the manual for operations."""
    manual = (ROOT / "docs/operations.md").read_text("utf-8")
    return re.findall(r"^## (.+)$", manual, re.MULTILINE)


def emitted() -> set[tuple[str, frozenset[str]]]:
    """The metrics that telemetry writes, by name and dimensions, of requests of many kinds."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        telemetry = Telemetry("tester", process)
        telemetry.request({}, Stopwatch(time.perf_counter))
        telemetry.degraded("metrics")
        error = StoreTimeout("vector", "late")
        telemetry.failed(error, problem_of(error, "request-1"))
        telemetry.measured([*_of_enrichment(), *_of_validation(), *_of_packs(), applied("Told")])
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    return {
        (metric["Name"], frozenset(dimensions))
        for line in lines
        for told in line.get("_aws", {}).get("CloudWatchMetrics", ())
        for dimensions in told["Dimensions"]
        for metric in told["Metrics"]
    }


def _of_enrichment() -> Iterator[Measure]:
    for memories in (
        Store((memory(),)),
        Store(),
        Store(seconds=9),
        Failing(StoreTimeout("vector", "late")),
    ):
        yield from virtually(enricher(memories).enrich(TOOL, {}, None)).measures


def _of_validation() -> tuple[Measure, ...]:
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


def _of_packs() -> tuple[Measure, ...]:
    budget = Budget(max_bytes=1_000, max_tokens=250, max_items=4)
    pack = virtually(packed(builder(candidate("a"), budget=budget), request()))
    return measures_of_pack(pack, budget)


def alarms(stage: Described) -> dict[str, Json]:
    """The alarms of a stage, by what follows its name in theirs."""
    found = stage.of_type("CloudWatch::Alarm").values()
    return {each["AlarmName"].removeprefix(f"{stage.config.names.base}-"): each for each in found}


def asked_by_alarm(alarm: Json) -> Iterator[Asked]:
    """The metrics of an alarm: its only one, those of its formula, or that of its query."""
    if "MetricName" in alarm:
        yield _of_statistic(alarm)
    for each in alarm.get("Metrics", ()):
        if "MetricStat" in each:
            yield _of_statistic(each["MetricStat"]["Metric"])
        elif each["Expression"].startswith("SELECT"):
            yield _of_query(INSIGHTS, each["Expression"])


def asked_by_widget(widget: Json) -> Iterator[Asked]:
    """The metrics of a widget, and those that it searches for."""
    for line in widget["properties"].get("metrics", ()):
        texts = [each for each in line if isinstance(each, str)]
        options = line[-1] if isinstance(line[-1], dict) else {}
        if texts:
            yield Asked(texts[0], texts[1], frozenset(texts[2::2]))
        elif options["expression"].startswith("SEARCH"):
            yield _of_query(SEARCH, options["expression"])


def _of_statistic(metric: Json) -> Asked:
    dimensions = frozenset(each["Name"] for each in metric.get("Dimensions", ()))
    return Asked(metric["Namespace"], metric["MetricName"], dimensions)


def _of_query(grammar: re.Pattern[str], query: str) -> Asked:
    found = grammar.fullmatch(query)
    assert found is not None, query
    dimensions = frozenset(re.findall(r"\w+", found["dimensions"]))
    return Asked(found["namespace"], found["metric"], dimensions)


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


# What AWS counts itself, as its documentation has it.
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
    """What CloudWatch counts in logs, by namespace and name."""
    return {
        (told["MetricNamespace"], told["MetricName"])
        for each in stage.of_type("Logs::MetricFilter").values()
        for told in each["MetricTransformations"]
    }


def unknown(asked: Iterator[Asked], stage: Described) -> list[Asked]:
    """Those of the metrics that nobody counts."""
    counted = emitted()
    return [
        each
        for each in asked
        if not (
            (each.metric, each.dimensions) in counted
            if each.namespace == stage.config.names.metrics
            else (each.namespace, each.metric) in counted_in_logs(stage)
            or each.metric in _OF_AWS.get((each.namespace, each.dimensions), ())
        )
    ]
