"""The synthetic check of a stage: a function, and the rule that starts it regularly."""

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
"""The minutes between two checks."""

_CODE: Final = Path(__file__).parent / "probing"


class Probe(Construct):
    """Calls the API at `url` as an agent would; the metric `succeeded` has the results.

    It is not a function of the table, because what breaks those must not break it.
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
        # A rule, because the role of a scheduler could invoke every version of the function.
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
