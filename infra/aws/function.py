"""One Lambda function: its code, its role, its log, and the queue of the events it failed on."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aws_cdk import Annotations, Arn, ArnFormat, Duration, RemovalPolicy, Stack
from aws_cdk import aws_events as events
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_destinations as destinations
from aws_cdk import aws_logs as logs
from aws_cdk import aws_s3 as s3
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.layers import Layers
from infra.aws.queues import dead_letter_queue
from infra.aws.releases import Releases
from infra.aws.reviewed import reviewed
from infra.routes import EVENTS, Function, Integration

FOLDER: Final = Path(__file__).parents[2] / "functions"
_RETENTION: Final = {
    1: logs.RetentionDays.ONE_DAY,
    3: logs.RetentionDays.THREE_DAYS,
    7: logs.RetentionDays.ONE_WEEK,
    14: logs.RetentionDays.TWO_WEEKS,
    30: logs.RetentionDays.ONE_MONTH,
    90: logs.RetentionDays.THREE_MONTHS,
    180: logs.RetentionDays.SIX_MONTHS,
    365: logs.RetentionDays.ONE_YEAR,
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The resources and settings that all functions of a stage share."""

    config: StageConfig
    layers: Layers
    bus: events.EventBus
    releases: Releases
    token_issuer: str


class RecollectFunction(Construct):
    """A function of the table. `failures` is its dead-letter queue if events can reach it, or None.

    Callers use `live`, the alias that `release` moves from version to version.
    """

    def __init__(self, scope: Construct, function: Function, around: Surroundings) -> None:
        super().__init__(scope, function.name)
        self.definition = function
        self._around = around
        config, names = around.config, around.config.names
        self.failures = self._failures()
        self._log = log_group(self, "Log", f"/aws/lambda/{names.function(function.name)}", config)
        self.role = logging_role(self, self._log)
        self._grant()
        self.resource = lambda_.Function(
            self,
            "Function",
            function_name=names.function(function.name),
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            code=lambda_.Code.from_asset(str(FOLDER / function.name), exclude=["__pycache__"]),
            handler="handler.lambda_handler",
            layers=around.layers.of(function),
            memory_size=function.memory,
            timeout=Duration.seconds(function.timeout),
            reserved_concurrent_executions=config.reserved_concurrency.get(function.name),
            environment=self._environment(),
            role=self.role,
            log_group=self._log,
            logging_format=lambda_.LoggingFormat.JSON,
            # Never above INFO, because metrics are lines of INFO; LOG_LEVEL filters our own lines.
            application_log_level_v2=lambda_.ApplicationLogLevel.DEBUG
            if config.environment.get("LOG_LEVEL") == "DEBUG"
            else lambda_.ApplicationLogLevel.INFO,
            # Lambda traces by itself; the X-Ray SDK would add a quarter of a second to each start.
            tracing=lambda_.Tracing.ACTIVE,
            # With SnapStart, imports run once, when the version is published.
            snap_start=lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS
            if config.snaps and function.snaps
            else None,
            # The previous version is kept for rollbacks. The version of a failed release is
            # deleted: Lambda makes no second version of the same, so a retry would be refused.
            current_version_options=lambda_.VersionOptions(
                removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
            ),
        )
        self.live, self.release = around.releases.of(self.resource)
        if self.failures is not None:
            self.live.configure_async_invoke(
                on_failure=destinations.SqsDestination(self.failures),
                retry_attempts=2,
                max_event_age=Duration.hours(6),
            )
        reviewed(
            self.role,
            "AwsSolutions-IAM5[Resource::*]",
            "X-Ray's PutTraceSegments and PutTelemetryRecords cannot be limited to resources.",
        )
        reviewed(
            self.resource,
            "AwsSolutions-L1",
            "The layer is built and tested for Python 3.13; a newer Python needs a new layer.",
        )
        Annotations.of(self.resource).acknowledge_warning(
            "@aws-cdk/aws-lambda:snapStartRequirePublish",
            "Every release publishes a version, and callers reach it by an alias.",
        )

    def write_to(self, bucket: s3.Bucket) -> None:
        """Allow the function to read and write backup pages in a bucket, and set its name."""
        self.resource.add_environment("BACKUP_BUCKET", bucket.bucket_name)
        self.role.add_to_policy(
            iam.PolicyStatement(actions=["s3:ListBucket"], resources=[bucket.bucket_arn])
        )
        self.role.add_to_policy(
            iam.PolicyStatement(
                actions=["s3:GetObject", "s3:PutObject"],
                resources=[bucket.arn_for_objects("*.jsonl")],
            )
        )

    def _failures(self) -> sqs.Queue | None:
        if self.definition.name not in {each.function for each in EVENTS}:
            return None
        names = self._around.config.names
        return dead_letter_queue(self, "Failures", names.failed(self.definition.name))

    def _grant(self) -> None:
        if self._secrets():
            self.role.add_to_policy(
                iam.PolicyStatement(
                    actions=["secretsmanager:GetSecretValue"],
                    resources=[secret_arn(self, each) for each in self._secrets()],
                )
            )
        if self.definition.publishes:
            self._around.bus.grant_put_events_to(self.role)
        if self.failures is not None:
            self.failures.grant_send_messages(self.role)

    def _integrations(self) -> tuple[Integration, ...]:
        wanted = self._around.config.integrations
        return tuple(each for each in self.definition.integrations if each in wanted)

    def _secrets(self) -> list[str]:
        stores = {"none": (), "read": ("stores-read-only",), "write": ("stores",)}
        held = (*stores[self.definition.stores], *self._integrations())
        return [self._around.config.names.secret(each) for each in held]

    def _environment(self) -> dict[str, str]:
        config, name = self._around.config, self.definition.name
        given = {
            "STAGE": config.stage,
            "SECRETS": ",".join(self._secrets()),
            "SECRETS_AS_OF": config.secrets_as_of,
            "OPEN_API": "true" if config.open else "",
            "TOKEN_ISSUER": self._around.token_issuer,
            "EVENT_BUS_NAME": config.names.base if self.definition.publishes else "",
            "DEAD_LETTER_QUEUE_URL": self.failures.queue_url if self.failures else "",
            "POWERTOOLS_SERVICE_NAME": name,
            "POWERTOOLS_METRICS_NAMESPACE": config.names.metrics,
        }
        return {**config.environment, **{key: value for key, value in given.items() if value}}


def logging_role(scope: Construct, log: logs.LogGroup) -> iam.Role:
    """The role of a Lambda function, which may write to its log."""
    role = iam.Role(scope, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
    role.add_to_policy(
        iam.PolicyStatement(
            actions=["logs:CreateLogStream", "logs:PutLogEvents"],
            resources=[log.log_group_arn],
        )
    )
    return role


def secret_arn(scope: Construct, name: str) -> str:
    """A pattern for the ARN of a secret: Secrets Manager appends six random characters to it."""
    return Arn.format(
        {
            "service": "secretsmanager",
            "resource": "secret",
            "resourceName": f"{name}-??????",
            "arnFormat": ArnFormat.COLON_RESOURCE_NAME,
        },
        Stack.of(scope),
    )


def log_group(scope: Construct, id_: str, name: str, config: StageConfig) -> logs.LogGroup:
    """A log that keeps lines for the stage's `log_days`; in production it outlives the stack."""
    return logs.LogGroup(
        scope,
        id_,
        log_group_name=name,
        retention=_RETENTION[config.log_days],
        removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
        if config.stage == "prod"
        else RemovalPolicy.DESTROY,
    )
