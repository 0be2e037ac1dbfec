"""The synthetic check of a stage: a function and the clock that starts it."""

from pathlib import Path
from typing import Final

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_events as events
from aws_cdk import aws_events_targets as targets
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import log_group, secret_arn
from infra.aws.reviewed import reviewed

MINUTES: Final = 5
"""How many lie between two checks."""

_CODE: Final = Path(__file__).parent / "probing"


class Probe(Construct):
    """It calls the API at `url` as an agent would; what it finds is in `succeeded`.

    It is no function of the table and has no layer: whatever breaks those must not break it.
    """

    def __init__(self, scope: Construct, config: StageConfig, url: str) -> None:
        super().__init__(scope, "Probe")
        name = config.names.function("probe")
        log = log_group(self, "Log", f"/aws/lambda/{name}", config)
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        role.add_to_policy(
            iam.PolicyStatement(
                actions=["logs:CreateLogStream", "logs:PutLogEvents"],
                resources=[log.log_group_arn],
            )
        )
        environment = {"PROBE_URL": url, "PROBE_NAMESPACE": config.names.metrics}
        if not config.open:
            environment["PROBE_SECRET"] = config.names.secret("probe")
            role.add_to_policy(
                iam.PolicyStatement(
                    actions=["secretsmanager:GetSecretValue"],
                    resources=[secret_arn(self, config.names.secret("probe"))],
                )
            )
        function = lambda_.Function(
            self,
            "Function",
            function_name=name,
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            code=lambda_.Code.from_asset(str(_CODE), exclude=["__pycache__"]),
            handler="handler.lambda_handler",
            memory_size=256,
            timeout=Duration.minutes(1),
            retry_attempts=0,
            environment=environment,
            role=role,
            log_group=log,
        )
        reviewed(function, "AwsSolutions-L1", "It runs the Python that all functions run.")
        # A rule, since the role of a scheduler may invoke every version of what it starts.
        events.Rule(
            self,
            "Clock",
            description="Starts the synthetic check",
            schedule=events.Schedule.rate(Duration.minutes(MINUTES)),
            targets=[
                targets.LambdaFunction(
                    function, retry_attempts=0, max_event_age=Duration.minutes(MINUTES)
                )
            ],
        )
        self.succeeded = cloudwatch.Metric(
            namespace=config.names.metrics,
            metric_name="ProbeSucceeded",
            period=Duration.minutes(MINUTES),
            statistic="Sum",
        )
