"""Alarms cover all that can go wrong, say what to do, and use metrics that really exist."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping

from infra.routes import EVENTS, FUNCTIONS, ROUTES, SCHEDULES
from recollect.core.errors import (
    ConfigurationError,
    ReadOnlyToken,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
)
from recollect.serving.problems import problem_of
from tests.cases import each_case
from tests.infra.aws.stages import ROOT, Described, Json, target
from tests.infra.aws.watching.counted import INSIGHTS, alarms, headings, metrics_of_alarm, uncounted

NAMES = [each.name for each in FUNCTIONS]
CONSUMERS = sorted({each.function for each in EVENTS})
AWAITED = {each.function for each in ROUTES} - {each.function for each in SCHEDULES}
ACTIONS = re.compile(r"\b(Look|Compare|See the status)\b")


def watches(alarm: Json, namespace: str, metric: str, dimensions: Mapping[str, object]) -> bool:
    found = {each["Name"]: each["Value"] for each in alarm.get("Dimensions", ())}
    return (alarm["Namespace"], alarm["MetricName"], found) == (namespace, metric, dimensions)


@each_case("name", NAMES)
def test_every_function_has_alarms_for_errors_and_throttles(stage: Described, name: str) -> None:
    logical_id, _ = stage.function(name)
    of_function = {"FunctionName": {"Ref": logical_id}}
    for suffix, metric in (("errors", "Errors"), ("throttles", "Throttles")):
        alarm = alarms(stage)[f"{name}-{suffix}"]
        assert watches(alarm, "AWS/Lambda", metric, of_function)
        assert alarm["Statistic"] == "Sum"


@each_case("name", CONSUMERS)
def test_the_error_alarm_of_an_event_consumer_says_how_to_redrive_events(
    stage: Described, name: str
) -> None:
    description = alarms(stage)[f"{name}-errors"]["AlarmDescription"]
    assert stage.config.names.failed(name) in description
    assert f"make redrive STAGE={stage.config.stage}" in description


def test_latency_alarms_ring_well_before_lambda_times_out(stage: Described) -> None:
    slow = {name: each for name, each in alarms(stage).items() if name.endswith("-latency")}
    assert set(slow) == {f"{name}-latency" for name in AWAITED} | {"api-latency"}
    for name in AWAITED:
        logical_id, function = stage.function(name)
        alarm = slow[f"{name}-latency"]
        assert watches(alarm, "AWS/Lambda", "Duration", {"FunctionName": {"Ref": logical_id}})
        assert alarm["ExtendedStatistic"] == "p95"
        assert 1_500 < alarm["Threshold"] < function["Timeout"] * 1_000 / 2
    assert slow["api-latency"]["ExtendedStatistic"] == "p95"
    assert slow["api-latency"]["Threshold"] == 2_000


def test_every_queue_rings_at_each_new_letter_whatever_else_it_holds(stage: Described) -> None:
    found = alarms(stage)
    queues = stage.of_type("SQS::Queue")
    assert len(queues) == len(EVENTS) + len(CONSUMERS)
    for logical_id, queue in queues.items():
        alarm = found[queue["QueueName"].removeprefix(f"{stage.config.names.base}-")]
        of_queue = {"QueueName": {"Fn::GetAtt": [logical_id, "QueueName"]}}
        assert watches(alarm, "AWS/SQS", "NumberOfMessagesSent", of_queue)
        assert (alarm["Statistic"], alarm["Threshold"]) == ("Sum", 1)
        assert f"make redrive STAGE={stage.config.stage}" in alarm["AlarmDescription"]


def test_a_night_of_few_requests_rings_if_enough_of_them_fail(stage: Described) -> None:
    often, rarely = alarms(stage)["api-errors"], alarms(stage)["api-errors-rare"]
    (share,) = [each for each in rarely["Metrics"] if each["ReturnData"]]
    assert share["Expression"] == "IF(faults >= 3, 100 * faults / requests, 0)"
    assert {each["MetricStat"]["Period"] for each in rarely["Metrics"] if "MetricStat" in each} == {
        6 * 60 * 60
    }
    assert (rarely["Threshold"], often["Threshold"]) == (5, 1)


def test_refusals_are_counted_in_the_access_log(stage: Described) -> None:
    _, counted = stage.only("Logs::MetricFilter")
    (counting,) = counted["MetricTransformations"]
    assert counted["FilterPattern"] == (
        '{ ($.status = "401") || ($.status = "429") '
        '|| (($.status = "403") && ($.functionStatus = "-")) }'
    )
    alarm = alarms(stage)["refused-callers"]
    assert watches(alarm, counting["MetricNamespace"], counting["MetricName"], {})


def test_every_alarm_says_what_is_wrong_and_what_to_do(stage: Described) -> None:
    for name, alarm in alarms(stage).items():
        description = alarm["AlarmDescription"]
        assert len(description.split()) >= 30, name
        assert len(description) <= 1024, name
        assert ACTIONS.search(description), name


def test_all_that_an_alarm_description_names_exists(stage: Described) -> None:
    names = stage.config.names
    logs = {each["LogGroupName"] for each in stage.of_type("Logs::LogGroup").values()}
    for alarm in alarms(stage).values():
        description = alarm["AlarmDescription"]
        for log in re.findall(r"/aws/[\w/-]*\w(?=[\s.,)]|$)", description):
            assert log in logs
        for section in re.findall(r"docs/operations\.md, ([A-Z][a-z ]+)", description):
            assert section.strip() in headings()
        for board in re.findall(r"the dashboard (recollect[\w-]*)", description):
            assert board == names.base


def test_every_alarm_notifies_our_topic_and_the_one_of_the_operator(stage: Described) -> None:
    topic, _ = stage.only("SNS::Topic")
    theirs = [stage.config.alarm_topic] if stage.config.alarm_topic else []
    found = alarms(stage)
    assert "AlarmActions" not in found.pop("release-errors")
    for alarm in found.values():
        ours, *others = alarm["AlarmActions"]
        assert (target(ours), others) == (topic, theirs)
        assert alarm.get("ActionsEnabled", True) is True


def test_only_the_named_receivers_are_notified(prod: Described, dev: Described) -> None:
    subscriptions = prod.of_type("SNS::Subscription").values()
    assert {(each["Protocol"], each["Endpoint"]) for each in subscriptions} == {
        ("email", "oncall@example.com"),
        ("https", "https://desk.example/alarms"),
    }
    assert dev.of_type("SNS::Subscription") == {}


def test_only_alarms_of_this_stage_may_publish_and_nobody_without_tls(stage: Described) -> None:
    logical_id, topic = stage.only("SNS::Topic")
    _, policy = stage.only("SNS::TopicPolicy")
    statements = policy["PolicyDocument"]["Statement"]
    denied, allowed = sorted(statements, key=lambda each: ["Deny", "Allow"].index(each["Effect"]))
    assert (denied["Effect"], denied["Principal"]) == ("Deny", "*")
    assert denied["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    assert (allowed["Effect"], allowed["Action"]) == ("Allow", "sns:Publish")
    assert allowed["Principal"] == {"Service": "cloudwatch.amazonaws.com"}
    assert allowed["Resource"] == {"Ref": logical_id}
    condition = allowed["Condition"]
    assert condition["StringEquals"] == {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}
    source = condition["ArnLike"]["aws:SourceArn"]["Fn::Join"][1]
    assert source[-1] == f":alarm:{stage.config.names.base}-*"
    # CloudWatch cannot use the key that AWS keeps for SNS: nobody would ever be notified.
    assert "KmsMasterKeyId" not in topic


def test_alarms_have_names_of_their_stage_and_no_threshold_that_always_rings(
    stage: Described,
) -> None:
    found = stage.of_type("CloudWatch::Alarm").values()
    names = [each["AlarmName"] for each in found]
    assert len(names) == len(set(names))
    for alarm in found:
        assert alarm["AlarmName"].startswith(f"{stage.config.names.base}-")
        assert alarm["Threshold"] > 0
        assert 1 <= alarm["DatapointsToAlarm"] <= alarm["EvaluationPeriods"]


def test_missing_data_rings_only_for_schedules(stage: Described) -> None:
    silent = {
        name for name, each in alarms(stage).items() if each["TreatMissingData"] != "notBreaching"
    }
    run = [each for each in SCHEDULES if stage.config.minutes_between(each) is not None]
    assert silent == {f"overdue-{each.detail_type}" for each in run}
    for schedule in run:
        alarm = alarms(stage)[f"overdue-{schedule.detail_type}"]
        assert alarm["TreatMissingData"] == "breaching"
        assert alarm["ComparisonOperator"] == "LessThanThreshold"
        assert alarm["Period"] == 60 * (stage.config.minutes_between(schedule) or 0)
        assert (alarm["EvaluationPeriods"], alarm["DatapointsToAlarm"]) == (3, 3)


def test_alarms_that_ignore_missing_data_ring_at_or_above_their_threshold(stage: Described) -> None:
    loud = [each for each in alarms(stage).values() if each["TreatMissingData"] == "notBreaching"]
    assert {each["ComparisonOperator"] for each in loud} == {"GreaterThanOrEqualToThreshold"}


def test_alarms_use_only_metrics_that_are_counted(stage: Described) -> None:
    asked = [each for alarm in alarms(stage).values() for each in metrics_of_alarm(alarm)]
    assert len(asked) > len(alarms(stage))
    assert uncounted(iter(asked), stage) == []


def test_metrics_of_functions_name_existing_functions(stage: Described) -> None:
    services = {
        dimension["Value"]
        for alarm in alarms(stage).values()
        for each in alarm.get("Metrics", [{"MetricStat": {"Metric": alarm}}])
        for dimension in each.get("MetricStat", {}).get("Metric", {}).get("Dimensions", ())
        if dimension["Name"] == "service"
    }
    assert {"call_tool", "enrich_tool", "validate_response"} <= services <= set(NAMES)


def test_formulas_stay_within_the_limit_of_metrics_for_an_alarm(stage: Described) -> None:
    for name, alarm in alarms(stage).items():
        assert sum("MetricStat" in each for each in alarm.get("Metrics", ())) <= 10, name
        assert sum(each["ReturnData"] for each in alarm.get("Metrics", ())) in {0, 1}, name


def test_each_query_has_an_alarm_of_its_own_and_names_existing_kinds_of_failure(
    stage: Described,
) -> None:
    failures: tuple[Exception, ...] = (
        StoreTimeout("", ""),
        StoreUnavailable("", ""),
        StoreRefused("", ""),
        ConfigurationError(""),
    )
    kinds = {problem_of(each, "").kind for each in failures}
    queries = [
        each["Metrics"]
        for each in alarms(stage).values()
        if any("SELECT" in one.get("Expression", "") for one in each.get("Metrics", ()))
    ]
    named: set[str] = set()
    reasons: set[str] = set()
    for metrics in queries:
        (query,) = metrics
        found = INSIGHTS.fullmatch(query["Expression"])
        assert found is not None
        assert query["Period"] == 300
        named |= set(re.findall(r"\"kind\" = '(\w+)'", found["where"] or ""))
        reasons |= set(re.findall(r"\"reason\" = '(\w+)'", found["where"] or ""))
    # One query for each kind, one for tokens that may only read, and one for degraded answers.
    assert (len(queries), named, reasons) == (len(kinds) + 2, kinds, {ReadOnlyToken.reason})


def test_no_alarm_uses_a_search_expression(stage: Described) -> None:
    assert "SEARCH" not in json.dumps(stage.of_type("CloudWatch::Alarm"))


def test_the_price_of_alarms_stays_small(prod: Described) -> None:
    metrics = sum(
        max(1, sum("MetricStat" in each for each in alarm.get("Metrics", ())))
        for alarm in alarms(prod).values()
    )
    # Each function has three: errors, latency and throttles.
    assert metrics * 0.10 <= 11


def test_maintenance_is_overdue_until_its_event_is_applied(prod: Described) -> None:
    alarm = alarms(prod)["overdue-MaintainMemories"]
    assert alarm["MetricName"] == "EventsApplied"
    assert {each["Name"]: each["Value"] for each in alarm["Dimensions"]} == {
        "service": "maintain_memories",
        "detailType": "MaintainMemories",
    }


def test_only_an_event_that_took_effect_counts_as_applied() -> None:
    event = {
        "id": "event-1",
        "source": "recollect.feedback",
        "detail-type": "Told",
        "time": "2026-03-01T12:00:00Z",
        "detail": {},
    }
    done = subprocess.run(  # our own program
        [sys.executable, "-m", "tests.consuming"],
        input=json.dumps([event, {**event, "detail": {"error": "StoreTimeout"}}]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    applied = [each["detailType"] for each in lines if "EventsApplied" in each]
    assert applied == ["Told"]
