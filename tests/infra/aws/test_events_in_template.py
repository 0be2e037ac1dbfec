"""The bus of a stage, its rules, and its schedules."""

import json

from infra.routes import EVENTS, FUNCTIONS, SCHEDULES, EventRule, Schedule
from tests.cases import each_case
from tests.infra.aws.stages import Described, Json, target

EACH_RULE = each_case("rule", EVENTS)
EACH_SCHEDULE = each_case("schedule", SCHEDULES)
DAY = 24 * 3600


def test_the_bus_has_the_name_of_the_stage(prod: Described, dev: Described) -> None:
    assert prod.only("Events::EventBus")[1]["Name"] == "recollect"
    assert dev.only("Events::EventBus")[1]["Name"] == "recollect-dev"


def test_events_of_the_bus_are_archived_for_replay(stage: Described) -> None:
    bus_id, _ = stage.only("Events::EventBus")
    _, archive = stage.only("Events::Archive")
    assert target(archive["SourceArn"]) == bus_id
    assert archive["RetentionDays"] == stage.config.archive_days
    assert archive["EventPattern"] == {"source": [{"prefix": "recollect."}]}
    assert all(rule.source.startswith("recollect.") for rule in EVENTS)


def test_the_bus_has_exactly_the_rules_of_the_table(stage: Described) -> None:
    assert len(stage.of_type("Events::Rule")) == len(EVENTS)
    assert {stage.rule(rule)[0] for rule in EVENTS} == set(stage.of_type("Events::Rule"))


@EACH_RULE
def test_a_rule_retries_a_delivery_for_a_day(rule: EventRule, stage: Described) -> None:
    bus_id, _ = stage.only("Events::EventBus")
    _, properties = stage.rule(rule)
    assert properties["EventBusName"] == {"Ref": bus_id}
    assert properties["State"] == "ENABLED"
    (delivery,) = properties["Targets"]
    assert delivery["RetryPolicy"] == {"MaximumRetryAttempts": 185, "MaximumEventAgeInSeconds": DAY}
    # The event arrives as it is: the functions read EventBridge's own form.
    assert not {"Input", "InputPath", "InputTransformer"} & set(delivery)


@EACH_RULE
def test_an_event_that_a_rule_cannot_deliver_goes_to_its_own_queue(
    rule: EventRule, stage: Described
) -> None:
    rule_id, properties = stage.rule(rule)
    name = stage.config.names.undelivered(rule.detail_type)
    queue_id, queue = stage.named("SQS::Queue", "QueueName", name)
    assert target(properties["Targets"][0]["DeadLetterConfig"]["Arn"]) == queue_id
    assert queue["MessageRetentionPeriod"] == 14 * DAY
    assert queue["SqsManagedSseEnabled"] is True
    (allowed,) = allowances(stage, queue_id)
    allowed.pop("Sid")
    arn = {"Fn::GetAtt": [queue_id, "Arn"]}
    assert allowed == {
        "Effect": "Allow",
        "Action": "sqs:SendMessage",
        "Principal": {"Service": "events.amazonaws.com"},
        "Resource": arn,
        "Condition": {"ArnEquals": {"aws:SourceArn": {"Fn::GetAtt": [rule_id, "Arn"]}}},
    }


def test_queues_refuse_requests_without_tls(stage: Described) -> None:
    events = {each.function for each in EVENTS}
    assert len(stage.of_type("SQS::Queue")) == len(EVENTS) + len(events)
    for queue_id in stage.of_type("SQS::Queue"):
        refusals = [each for each in policy(stage, queue_id) if each["Effect"] == "Deny"]
        assert refusals == [
            {
                "Effect": "Deny",
                "Action": "sqs:*",
                "Principal": {"AWS": "*"},
                "Resource": {"Fn::GetAtt": [queue_id, "Arn"]},
                "Condition": {"Bool": {"aws:SecureTransport": "false"}},
            }
        ]


def policy(stage: Described, queue_id: str) -> list[dict[str, object]]:
    policies = stage.of_type("SQS::QueuePolicy").values()
    (found,) = [each for each in policies if each["Queues"] == [{"Ref": queue_id}]]
    return [dict(each) for each in found["PolicyDocument"]["Statement"]]


def allowances(stage: Described, queue_id: str) -> list[dict[str, object]]:
    return [each for each in policy(stage, queue_id) if each["Effect"] == "Allow"]


def test_the_policy_of_a_queue_of_failures_allows_nobody_anything(stage: Described) -> None:
    for name in {each.function for each in EVENTS}:
        queue_id, _ = stage.named("SQS::Queue", "QueueName", stage.config.names.failed(name))
        assert allowances(stage, queue_id) == []


@EACH_SCHEDULE
def test_each_schedule_puts_an_event_on_the_bus_that_a_rule_waits_for(
    schedule: Schedule, prod: Described
) -> None:
    bus_id, _ = prod.only("Events::EventBus")
    put = scheduler_of(prod, schedule)["Target"]
    assert target(put["Arn"]) == bus_id
    assert put["EventBridgeParameters"] == {
        "Source": "recollect.schedule",
        "DetailType": schedule.detail_type,
    }
    assert json.loads(put["Input"]) == {"task": schedule.task}
    rule = EventRule("recollect.schedule", schedule.detail_type, schedule.function)
    assert rule in EVENTS
    assert put["RetryPolicy"]["MaximumEventAgeInSeconds"] == schedule.minutes * 60


def scheduler_of(stage: Described, schedule: Schedule) -> Json:
    """The properties of the scheduler that puts the event of a schedule on the bus."""
    (found,) = (
        each
        for each in stage.of_type("Scheduler::Schedule").values()
        if each["Target"]["EventBridgeParameters"]["DetailType"] == schedule.detail_type
    )
    return found


def test_schedules_run_at_the_times_of_the_stage_or_not_at_all(
    prod: Described, dev: Described
) -> None:
    expected = {"prune": "rate(2 hours)", "backup": "rate(1 hour)"}
    for schedule in SCHEDULES:
        properties = scheduler_of(prod, schedule)
        assert properties["ScheduleExpression"] == expected[schedule.task]
        assert properties["State"] == "ENABLED"
    assert dev.of_type("Scheduler::Schedule") == {}


def test_the_template_has_the_schedules_of_the_table(prod: Described) -> None:
    assert len(SCHEDULES) == len(prod.of_type("Scheduler::Schedule"))
    assert {each.function for each in SCHEDULES} <= {each.name for each in FUNCTIONS}
