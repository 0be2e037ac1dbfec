"""The dashboard shows every function, queue and alarm, with metrics that really exist."""

import json
import re

from infra.routes import FUNCTIONS
from tests.cases import each_case
from tests.infra.aws.stages import Described, Json
from tests.infra.aws.watching.counted import headings, metrics_of_widget, uncounted, widgets

PER_FUNCTION = ("Invocations", "Errors", "Throttles", "Duration", "ConcurrentExecutions")
WIDTH = 24


def lines_of(stage: Described, namespace: str, metric: str) -> list[list[Json | str]]:
    """The visible lines of all widgets for a metric: hidden lines only feed formulas."""
    return [
        line
        for widget in widgets(stage)
        for line in widget["properties"].get("metrics", ())
        if line[:2] == [namespace, metric]
        and not (isinstance(line[-1], dict) and line[-1].get("visible") is False)
    ]


def searched_metrics(stage: Described) -> set[str]:
    found = re.findall(r'MetricName=\\"([\w.]+)\\"', json.dumps(widgets(stage)))
    return set(found)


def test_the_dashboard_has_the_name_of_its_stage(stage: Described) -> None:
    _, dashboard = stage.only("CloudWatch::Dashboard")
    assert dashboard["DashboardName"] == stage.config.names.base


def test_the_top_row_shows_what_callers_feel_and_the_cost(stage: Described) -> None:
    top = [each["properties"]["title"] for each in widgets(stage) if each["y"] == 0]
    assert top == [
        "Requests",
        "Errors, % of requests",
        "Latency, ms",
        "Estimated cost of Lambda and API Gateway",
    ]
    latency = lines_of(stage, "AWS/ApiGateway", "Latency")
    assert [line[-1]["stat"] for line in latency if isinstance(line[-1], dict)] == ["p50", "p95"]


@each_case("metric", PER_FUNCTION)
def test_every_function_has_a_line_for_every_metric(stage: Described, metric: str) -> None:
    shown = [line[3] for line in lines_of(stage, "AWS/Lambda", metric)]
    assert shown == [stage.function(each.name)[0] for each in FUNCTIONS]


def test_every_function_shows_its_cold_starts(stage: Described) -> None:
    lines = lines_of(stage, stage.config.names.metrics, "ColdStarts")
    assert [line[2:4] for line in lines] == [["service", each.name] for each in FUNCTIONS]


def test_every_queue_has_a_line(stage: Described) -> None:
    lines = lines_of(stage, "AWS/SQS", "ApproximateNumberOfMessagesVisible")
    assert sorted(str(line[3]) for line in lines) == sorted(stage.of_type("SQS::Queue"))


def test_the_dashboard_searches_for_metrics_of_faults_events_and_answers(stage: Described) -> None:
    assert searched_metrics(stage) == {
        "Failures", "Degraded", "Invocations", "RetryInvocationAttempts", "InvocationsSentToDlq",
        "Validations", "InvalidResponses", "MissingElements", "UnusedSummaries",
        "Contradictions", "ContradictedFacts",
        "EnrichmentErrors", "EnrichmentTimeouts",
    }  # fmt: skip


def test_only_events_of_the_stages_own_bus_are_shown(stage: Described) -> None:
    _, bus = stage.only("Events::EventBus")
    buses = re.findall(r'EventBusName=\\"([\w-]+)\\"', json.dumps(widgets(stage)))
    assert set(buses) == {bus["Name"]}


def test_widgets_use_only_metrics_that_are_counted(stage: Described) -> None:
    asked = [
        each
        for widget in widgets(stage)
        if widget["type"] == "metric"
        for each in metrics_of_widget(widget)
    ]
    assert len(asked) > len(FUNCTIONS) * len(PER_FUNCTION)
    assert uncounted(iter(asked), stage) == []


def test_formulas_use_only_metrics_of_their_own_widget(stage: Described) -> None:
    for widget in widgets(stage):
        lines = widget["properties"].get("metrics", ())
        options = [line[-1] for line in lines if isinstance(line[-1], dict)]
        known = {each["id"] for each in options if "id" in each}
        for each in options:
            formula = each.get("expression", "SEARCH")
            if not formula.startswith("SEARCH"):
                assert set(re.findall(r"\b[a-z]\w*", formula)) <= known


def test_every_alarm_shows_its_state(stage: Described) -> None:
    (states,) = (each for each in widgets(stage) if each["type"] == "alarm")
    shown = states["properties"]["alarms"]
    assert sorted(shown) == sorted(stage.of_type("CloudWatch::Alarm"))
    assert len(shown) <= 100  # as many as a widget takes


def test_the_help_names_sections_of_the_manual_and_the_command(stage: Described) -> None:
    (text,) = (each["properties"]["markdown"] for each in widgets(stage) if each["type"] == "text")
    sections = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text)
    assert len(sections) >= 4
    assert set(sections) <= set(headings())
    assert f"make redrive STAGE={stage.config.stage}" in text


def test_no_widget_overlaps_another_or_exceeds_the_width(stage: Described) -> None:
    taken: set[tuple[int, int]] = set()
    for widget in widgets(stage):
        assert widget["x"] + widget["width"] <= WIDTH
        cells = {
            (widget["x"] + right, widget["y"] + down)
            for right in range(widget["width"])
            for down in range(widget["height"])
        }
        assert not cells & taken
        taken |= cells
