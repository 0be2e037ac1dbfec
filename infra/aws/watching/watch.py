"""Add the alarms, their topic, the synthetic check and the dashboard to a stack."""

from collections.abc import Mapping

from aws_cdk import Aws
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.doors import Doors
from infra.aws.event_rules import EventRules
from infra.aws.function import RecollectFunction
from infra.aws.watching.alarms import alarms
from infra.aws.watching.dashboard import dashboard
from infra.aws.watching.probe import Probe
from infra.aws.watching.watched import AlarmDefinition, Watched


class Watch(Construct):
    """The alarms and the dashboard of a stage. Alarms are published to `topic`."""

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
        self._topics = self._alarm_topics(config)
        ringing = [self._add(each) for each in alarms(watched)]
        dashboard(self, watched, ringing)

    def _topic(self, config: StageConfig) -> sns.Topic:
        # Not encrypted with a key: CloudWatch may not use AWS's own key for SNS, a key of ours
        # costs more than ten alarms, and alarms contain no secrets.
        topic = sns.Topic(self, "Alarms", topic_name=f"{self._base}-alarms", enforce_ssl=True)
        # A topic with a policy of its own is closed to everybody whom the policy does not name.
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

    def _alarm_topics(self, config: StageConfig) -> tuple[sns.ITopic, ...]:
        """The topics that alarms are published to: ours, and the operator's if there is one."""
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
