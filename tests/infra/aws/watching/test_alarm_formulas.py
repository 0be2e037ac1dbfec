"""The values that the formulas of alarms give for sample metrics."""

import math

import pytest

from infra.routes import EVENTS, FUNCTIONS, ROUTES, SCHEDULES
from tests.infra.aws.stages import Described, Json
from tests.infra.aws.watching.counted import alarms, emitted

MEMORY = {each.name: each.memory for each in FUNCTIONS}
CONSUMERS = {each.function for each in EVENTS}
AWAITED = {each.function for each in ROUTES} - {each.function for each in SCHEDULES}


def value_of(alarm: Json, **given: float) -> float:
    """The value of an alarm's formula for these metrics; the others have no data."""
    (formula,) = (each["Expression"] for each in alarm["Metrics"] if "Expression" in each)
    names = {each["Id"]: math.nan for each in alarm["Metrics"] if "MetricStat" in each}
    assert set(given) <= set(names)
    functions = {
        "IF": lambda condition, then, otherwise: then if condition else otherwise,
        "FILL": lambda value, filling: filling if math.isnan(value) else value,
    }
    scope = {**functions, **names, **given}
    return float(eval(formula, {"__builtins__": {}}, scope))  # noqa: S307  # our own formula


def ids_of(alarm: Json, metric: str, service: str | None = None) -> list[str]:
    """The ids of a metric in a formula, for one function or for all."""
    return [
        each["Id"]
        for each in alarm["Metrics"]
        if "MetricStat" in each
        and each["MetricStat"]["Metric"]["MetricName"] == metric
        and service in {None, *_values(each)}
    ]


def _values(metric: Json) -> list[str]:
    return [
        each["Value"]
        for each in metric["MetricStat"]["Metric"]["Dimensions"]
        if each["Name"] == "service"
    ]


def test_a_single_error_at_night_does_not_ring(prod: Described) -> None:
    alarm = alarms(prod)["api-errors"]
    assert value_of(alarm, faults=1, requests=1) < alarm["Threshold"]
    assert value_of(alarm, faults=0, requests=1_000) < alarm["Threshold"]
    assert value_of(alarm, faults=9, requests=1_000) < alarm["Threshold"]
    assert value_of(alarm, faults=10, requests=1_000) == alarm["Threshold"]
    assert value_of(alarm, faults=5, requests=5) == 100


def test_cold_starts_ring_by_their_share_once_there_are_many_requests(prod: Described) -> None:
    alarm = alarms(prod)["cold-starts"]
    (find,) = ids_of(alarm, "ColdStarts", service="find_memories")
    (call,) = ids_of(alarm, "ColdStarts", service="call_tool")
    starts = {find: 15.0, call: 15.0}
    assert value_of(alarm, requests=199, **starts) == 0
    assert value_of(alarm, requests=300, **starts) == pytest.approx(alarm["Threshold"])
    assert value_of(alarm, requests=300) == 0


def test_cold_starts_are_watched_for_every_awaited_function_with_a_store(prod: Described) -> None:
    watched = [
        dimension["Value"]
        for name, alarm in alarms(prod).items()
        if name.startswith("cold-starts")
        for each in alarm["Metrics"]
        for dimension in each.get("MetricStat", {}).get("Metric", {}).get("Dimensions", ())
        if dimension["Name"] == "service"
    ]
    stores = {each.name: each.stores for each in FUNCTIONS}
    assert sorted(watched) == sorted(name for name in AWAITED if stores[name] != "none")


def test_tool_calls_without_memories_ring_by_their_share(prod: Described) -> None:
    alarm = alarms(prod)["enrichment"]
    asked = ids_of(alarm, "EnrichmentLatency")
    used = ids_of(alarm, "EnrichmentUsed", service="call_tool")[0]
    empty = ids_of(alarm, "EnrichmentEmpty", service="enrich_tool")[0]
    well = {used: 150.0, empty: 40.0}
    assert value_of(alarm, **dict.fromkeys(asked, 100.0), **well) == pytest.approx(5)
    assert value_of(alarm, **dict.fromkeys(asked, 95.0), **well) == pytest.approx(0)
    assert value_of(alarm, **dict.fromkeys(asked, 9.0)) == 0
    assert value_of(alarm, **{asked[0]: 20.0}) == 100


def test_the_metrics_of_enrichment_are_those_that_the_alarm_knows() -> None:
    endings = {name for name, _ in emitted() if name.startswith("Enrichment")}
    assert endings == {
        "EnrichmentAttempts", "EnrichmentLatency", "EnrichmentUsed", "EnrichmentBytes",
        "EnrichmentEmpty", "EnrichmentTimeouts", "EnrichmentErrors",
    }  # fmt: skip


def test_a_day_of_ten_requests_a_second_costs_what_the_price_list_says(prod: Described) -> None:
    alarm = alarms(prod)["cost"]
    requests = 10 * 86_400
    largest = max(MEMORY[each.function] for each in ROUTES) / 1024
    # 864,000 requests of 100 ms: 0.864 for HTTP, 0.1728 for calls, 86,400 seconds.
    expected = 0.864 + 0.1728 + 86_400 * largest * 0.0000133334
    assert value_of(alarm, requests=requests, ms=requests * 100) == pytest.approx(expected)
    assert value_of(alarm) == 0
    assert {each["MetricStat"]["Period"] for each in alarm["Metrics"] if "MetricStat" in each} == {
        86_400
    }
    assert alarm["Threshold"] == prod.config.daily_cost


def test_a_day_of_events_costs_the_calls_and_run_time_of_their_functions(prod: Described) -> None:
    alarm = alarms(prod)["cost"]
    calls, busy = ids_of(alarm, "Invocations"), ids_of(alarm, "Duration")
    # What schedules start counts by its run time; its few calls count nothing.
    called = set(CONSUMERS) - {each.function for each in SCHEDULES}
    assert (len(calls), len(busy)) == (len(called), len(CONSUMERS))
    given = {**dict.fromkeys(calls, 1_000_000.0), **dict.fromkeys(busy, 2_000_000.0)}
    # A million calls and 2,000 seconds of each function.
    expected = 0.20 * len(called) + sum(
        2_000 * MEMORY[each] / 1024 * 0.0000133334 for each in CONSUMERS
    )
    assert value_of(alarm, **given) == pytest.approx(expected)
