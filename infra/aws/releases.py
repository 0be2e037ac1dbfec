"""How a release reaches callers: they are led to an alias, which goes from version to version.

Code, settings and layers of a function make a version together. CodeDeploy leads the alias to a new
one, in production a tenth of the requests first, and back to the former one when an alarm rings.
"""

from aws_cdk import aws_codedeploy as codedeploy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.names import ALIAS
from infra.aws.reviewed import reviewed


class Releases(Construct):
    """What the releases of all functions of a stage share."""

    def __init__(self, scope: Construct, config: StageConfig) -> None:
        super().__init__(scope, "Releases")
        self._shift = (
            codedeploy.LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES
            if config.stage == "prod"
            else codedeploy.LambdaDeploymentConfig.ALL_AT_ONCE
        )
        self._application = codedeploy.LambdaApplication(
            self, "Application", application_name=config.names.base
        )
        self._role = iam.Role(
            self, "Role", assumed_by=iam.ServicePrincipal("codedeploy.amazonaws.com")
        )
        self._role.add_to_policy(
            iam.PolicyStatement(actions=["cloudwatch:DescribeAlarms"], resources=["*"])
        )
        reviewed(
            self._role,
            "AwsSolutions-IAM5[Resource::*]",
            "CodeDeploy looks whether alarms ring; DescribeAlarms knows no resources.",
        )

    def of(
        self, function: lambda_.Function
    ) -> tuple[lambda_.Alias, codedeploy.LambdaDeploymentGroup]:
        """The alias of a function, and what leads it from version to version."""
        alias = lambda_.Alias(function, "Live", alias_name=ALIAS, version=function.current_version)
        arn = function.function_arn
        self._role.add_to_policy(
            iam.PolicyStatement(
                actions=[
                    "lambda:GetAlias",
                    "lambda:GetProvisionedConcurrencyConfig",
                    "lambda:UpdateAlias",
                ],
                resources=[arn, f"{arn}:{ALIAS}"],
            )
        )
        release = codedeploy.LambdaDeploymentGroup(
            function,
            "Release",
            application=self._application,
            alias=alias,
            deployment_config=self._shift,
            # Else the CDK would add a policy of AWS with a right to every function there is.
            role=self._role.without_policy_updates(),
            auto_rollback=codedeploy.AutoRollbackConfig(
                failed_deployment=True, stopped_deployment=True, deployment_in_alarm=True
            ),
        )
        release.node.add_dependency(self._role.node.find_child("DefaultPolicy"))
        return alias, release
