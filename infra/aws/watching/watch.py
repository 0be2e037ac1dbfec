"""What rings when something is wrong, and where to look."""

from collections.abc import Mapping

from aws_cdk import Aws
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.event_rules import EventRules
from infra.aws.function import RecollectFunction
from infra.aws.http_api import Doors
from infra.aws.watching.alarms import alarms
from infra.aws.watching.dashboard import dashboard
from infra.aws.watching.probe import Probe
from infra.aws.watching.watched import AlarmDefinition, Watched


class Watch(Construct):
    """Alarms and the dashboard of a stage. What rings is told to `topic`."""

    def __init__(
        self,
        scope: Construct,
        config: StageConfig,
        functions: Mapping[str, RecollectFunction],
        doors: Doors,
        rules: EventRules,
    ) -> None:
        super().__init__(scope, "Watch")
        probe = Probe(self, config, doors.for_keys.url) if config.probe else None
        watched = Watched(config, functions, doors, rules.undelivered, probe)
        self._base = config.names.base
        self.topic = self._topic(config)
        self._topics = self._told(config)
        ringing = [self._add(each) for each in alarms(watched)]
        dashboard(self, watched, ringing)

    def _topic(self, config: StageConfig) -> sns.Topic:
        # No key: CloudWatch may not use the one that AWS keeps for SNS, one of our own costs more
        # than ten alarms, and what an alarm says is no secret.
        topic = sns.Topic(self, "Alarms", topic_name=f"{self._base}-alarms", enforce_ssl=True)
        # With a policy of its own, a topic is closed to everybody whom it does not name.
        topic.add_to_resource_policy(
            iam.PolicyStatement(
                sid="AlarmsOfThisStage",
                principals=[iam.ServicePrincipal("cloudwatch.amazonaws.com")],
                actions=["sns:Publish"],
                resources=[topic.topic_arn],
                conditions={
                    "StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID},
                    "ArnLike": {"aws:SourceArn": self._alarm_arns()},
                },
            )
        )
        if config.alarm_email is not None:
            topic.add_subscription(subscriptions.EmailSubscription(config.alarm_email))
        if config.alarm_webhook is not None:
            topic.add_subscription(subscriptions.UrlSubscription(config.alarm_webhook))
        return topic

    def _told(self, config: StageConfig) -> tuple[sns.ITopic, ...]:
        """Every topic that hears of alarms: ours, and one of the operator's."""
        if config.alarm_topic is None:
            return (self.topic,)
        return (self.topic, sns.Topic.from_topic_arn(self, "Operator", config.alarm_topic))

    def _alarm_arns(self) -> str:
        place = f"{Aws.REGION}:{Aws.ACCOUNT_ID}"
        return f"arn:{Aws.PARTITION}:cloudwatch:{place}:alarm:{self._base}-*"

    def _add(self, definition: AlarmDefinition) -> cloudwatch.Alarm:
        silent = definition.when_silent
        alarm = cloudwatch.Alarm(
            self,
            definition.name,
            alarm_name=f"{self._base}-{definition.name}",
            alarm_description=definition.description,
            metric=definition.metric,
            threshold=definition.threshold,
            evaluation_periods=definition.periods,
            datapoints_to_alarm=definition.datapoints,
            comparison_operator=cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
            if silent
            else cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.BREACHING
            if silent
            else cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        for function in definition.stops:
            function.release.add_alarm(alarm)
        if definition.rings:
            alarm.add_alarm_action(*(actions.SnsAction(each) for each in self._topics))
        return alarm
