"""How a release reaches callers: they call an alias, which is moved from version to version.

A version is the code, settings and layers of a function together. CodeDeploy moves the alias to a
new version, in production with a tenth of the requests first, and rolls back if an alarm rings.
"""

from aws_cdk import aws_codedeploy as codedeploy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.names import ALIAS
from infra.aws.reviewed import reviewed


class Releases(Construct):
    """The CodeDeploy resources that the releases of all functions of a stage share."""

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
            "CodeDeploy checks the alarms; DescribeAlarms cannot be limited to resources.",
        )

    def of(
        self, function: lambda_.Function
    ) -> tuple[lambda_.Alias, codedeploy.LambdaDeploymentGroup]:
        """The alias of a function, and the deployment group that moves it between versions."""
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
            # Otherwise the CDK would add an AWS policy with rights to all functions.
            role=self._role.without_policy_updates(),
            auto_rollback=codedeploy.AutoRollbackConfig(
                failed_deployment=True, stopped_deployment=True, deployment_in_alarm=True
            ),
        )
        release.node.add_dependency(self._role.node.find_child("DefaultPolicy"))
        return alias, release
