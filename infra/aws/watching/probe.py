"""The synthetic check of a stage: a function and the clock that starts it."""

from pathlib import Path
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import secret_arn
from infra.aws.plain_function import PlainFunction

MINUTES: Final = 5
"""How many lie between two checks."""

_CODE: Final = Path(__file__).parent / "probing"


class Probe(Construct):
    """It calls the API at `url` as an agent would; what it finds is in `succeeded`.

    It is no function of the table: whatever breaks those must not break it.
    """

    def __init__(self, scope: Construct, config: StageConfig, url: str) -> None:
        super().__init__(scope, "Probe")
        environment = {"PROBE_URL": url, "PROBE_NAMESPACE": config.names.metrics}
        secret = "" if config.open else config.names.secret("probe")
        if secret:
            environment["PROBE_SECRET"] = secret
        function = PlainFunction(self, config, "probe", _CODE, 60, environment)
        if secret:
            function.role.add_to_policy(
                iam.PolicyStatement(
                    actions=["secretsmanager:GetSecretValue"],
                    resources=[secret_arn(self, secret)],
                )
            )
        # A rule, since the role of a scheduler may invoke every version of what it starts.
        events.Rule(
            self,
            "Clock",
            description="Starts the synthetic check",
            schedule=events.Schedule.rate(Duration.minutes(MINUTES)),
            targets=[
                targets.LambdaFunction(
                    function.resource, retry_attempts=0, max_event_age=Duration.minutes(MINUTES)
                )
            ],
        )
        self.succeeded = cloudwatch.Metric(
            namespace=config.names.metrics,
            metric_name="ProbeSucceeded",
            period=Duration.minutes(MINUTES),
            statistic="Sum",
        )
