"""The rules that lead events from the bus to functions, and the schedules that put events on it."""

from collections.abc import Mapping

from aws_cdk import Duration
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_scheduler as scheduler
from aws_cdk import aws_scheduler_targets as scheduler_targets
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction
from infra.aws.queues import dead_letter_queue
from infra.routes import EVENTS, SCHEDULE_SOURCE, SCHEDULES, EventRule, Schedule


class EventRules(Construct):
    """One rule per detail-type; `undelivered` has the dead-letter queue of each."""

    def __init__(
        self,
        scope: Construct,
        config: StageConfig,
        bus: events.EventBus,
        functions: Mapping[str, RecollectFunction],
    ) -> None:
        super().__init__(scope, "Events")
        self._config = config
        self._bus = bus
        self.undelivered: dict[str, sqs.Queue] = {}
        for rule in EVENTS:
            self._add_rule(rule, functions[rule.function])
        for schedule in SCHEDULES:
            if (expression := config.when(schedule)) is not None:
                self._add_schedule(schedule, expression)

    def _add_rule(self, rule: EventRule, function: RecollectFunction) -> None:
        queue = dead_letter_queue(
            self, f"Undelivered{rule.detail_type}", self._config.names.undelivered(rule.detail_type)
        )
        self.undelivered[rule.detail_type] = queue
        events.Rule(
            self,
            rule.detail_type,
            event_bus=self._bus,
            description=f"{rule.detail_type} to {rule.function}",
            event_pattern=events.EventPattern(source=[rule.source], detail_type=[rule.detail_type]),
            targets=[
                targets.LambdaFunction(
                    function.live,
                    dead_letter_queue=queue,
                    retry_attempts=185,
                    max_event_age=Duration.hours(24),
                )
            ],
        )

    def _add_schedule(self, schedule: Schedule, expression: str) -> None:
        # Via the bus, so that the event has an id and a time, and matches the rule like any other.
        scheduler.Schedule(
            self,
            f"Scheduled{schedule.detail_type}",
            description=f"{schedule.detail_type}: {schedule.task}",
            schedule=scheduler.ScheduleExpression.expression(expression),
            target=scheduler_targets.EventBridgePutEvents(
                scheduler_targets.EventBridgePutEventsEntry(
                    event_bus=self._bus,
                    source=SCHEDULE_SOURCE,
                    detail_type=schedule.detail_type,
                    detail=scheduler.ScheduleTargetInput.from_object({"task": schedule.task}),
                ),
                # A late event is useless, because the next one comes.
                max_event_age=Duration.minutes(schedule.minutes),
            ),
        )
