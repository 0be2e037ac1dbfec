"""Cognito as the issuer of a stage's tokens: its users, and the claims of their tokens."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aws_cdk import Aws, CfnOutput, Duration, RemovalPolicy
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.plain_function import PlainFunction
from infra.aws.reviewed import reviewed

_CODE: Final = Path(__file__).parent / "claims"
_TIMEOUT_SECONDS: Final = 5
"""How long Cognito waits for the trigger."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """The issuer whose tokens are accepted: their `iss`, and their `aud` or `client_id`."""

    url: str
    audience: tuple[str, ...]


class UserPool(Construct):
    """Users whom an administrator creates, with the rights in their attribute `custom:rights`.

    Nobody can sign up, and users cannot change that attribute.
    """

    def __init__(self, scope: Construct, config: StageConfig) -> None:
        super().__init__(scope, "Users")
        is_prod = config.stage == "prod"
        pool = cognito.UserPool(
            self,
            "Pool",
            user_pool_name=config.names.base,
            feature_plan=cognito.FeaturePlan.ESSENTIALS,  # lesser plans allow no claims in tokens
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(email=True),
            sign_in_case_sensitive=False,
            account_recovery=cognito.AccountRecovery.EMAIL_ONLY,
            mfa=cognito.Mfa.OPTIONAL,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            password_policy=cognito.PasswordPolicy(
                min_length=12,
                require_lowercase=True,
                require_uppercase=True,
                require_digits=True,
                require_symbols=True,
                temp_password_validity=Duration.days(3),
            ),
            custom_attributes={"rights": cognito.StringAttribute(max_len=2048, mutable=True)},
            deletion_protection=is_prod,
            removal_policy=RemovalPolicy.RETAIN if is_prod else RemovalPolicy.DESTROY,
        )
        pool.add_trigger(
            cognito.UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
            PlainFunction(self, config, "claims", _CODE, _TIMEOUT_SECONDS, {}).resource,
            cognito.LambdaVersion.V2_0,
        )
        client = pool.add_client(
            "Client",
            user_pool_client_name=config.names.base,
            auth_flows=cognito.AuthFlow(admin_user_password=True, user_srp=True),
            disable_o_auth=True,
            prevent_user_existence_errors=True,
            access_token_validity=Duration.hours(1),
            refresh_token_validity=Duration.days(1),
            # Without a list, users could write every attribute, even `custom:rights`.
            write_attributes=cognito.ClientAttributes().with_standard_attributes(fullname=True),
        )
        reviewed(
            pool, "AwsSolutions-COG2", "Each user may choose a second factor (docs/deploying.md)."
        )
        reviewed(pool, "AwsSolutions-COG8", "Threat protection needs the more expensive plan Plus.")
        self.issuer = Issuer(
            f"https://cognito-idp.{Aws.REGION}.{Aws.URL_SUFFIX}/{pool.user_pool_id}",
            (client.user_pool_client_id,),
        )
        CfnOutput(self, "PoolId", key="UserPoolId", value=pool.user_pool_id)
        CfnOutput(self, "ClientId", key="UserPoolClientId", value=client.user_pool_client_id)
