"""A function that is not in the table: one file, only the standard library, no layer."""

from collections.abc import Mapping
from pathlib import Path

from aws_cdk import Duration
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import log_group, logging_role
from infra.aws.reviewed import reviewed


class PlainFunction(Construct):
    """The function in a folder's `handler.py`, with a log and a role of its own.

    If the layer or the functions of the table break, it still works.
    """

    def __init__(
        self,
        scope: Construct,
        config: StageConfig,
        name: str,
        folder: Path,
        seconds: int,
        environment: Mapping[str, str],
    ) -> None:
        super().__init__(scope, "Plain")
        function_name = config.names.function(name)
        log = log_group(self, "Log", f"/aws/lambda/{function_name}", config)
        self.role = logging_role(self, log)
        self.resource = lambda_.Function(
            self,
            "Function",
            function_name=function_name,
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            code=lambda_.Code.from_asset(str(folder), exclude=["__pycache__"]),
            handler="handler.lambda_handler",
            memory_size=256,
            timeout=Duration.seconds(seconds),
            retry_attempts=0,
            environment=dict(environment),
            role=self.role,
            log_group=log,
        )
        reviewed(
            self.resource,
            "AwsSolutions-L1",
            "The function runs on the same version of Python as all others.",
        )
