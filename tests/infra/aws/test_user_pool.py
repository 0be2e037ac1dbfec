"""Cognito as the issuer of a stage: the rights of users, and how tokens get them."""

import json
from pathlib import Path
from typing import Any

import jwt
import pytest

from infra.aws.claims.handler import lambda_handler
from infra.local.tokens import rendered_claims
from recollect.core.customers import Customers
from recollect.serving.claims import principal_of
from recollect.serving.principal import Principal
from tests.cases import each_case
from tests.infra.aws.stages import Described, Json, target

RIGHTS = {
    "scope": "memory:read pack:read",
    "apps": ["epic-web"],
    "tenants": ["acme", "globex"],
    "customers": ["Harbor & Pine Hotels, Inc.", "Zoë"],
    "security_level": "confidential",
    "max_trust": 0.4,
    "relay": True,
}
POOL = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI"


def token_event(**attributes: str) -> Json:
    """The event that Cognito sends before it makes a token, in version 2."""
    return {
        "version": "2",
        "triggerSource": "TokenGeneration_Authentication",
        "region": "us-east-1",
        "userPoolId": "us-east-1_AbCdEfGhI",
        "userName": "ann",
        "callerContext": {"awsSdkVersion": "aws-sdk-unknown", "clientId": "1example23456789"},
        "request": {
            "userAttributes": {"sub": "5e6f", "email": "ann@example.com", **attributes},
            "groupConfiguration": {"groupsToOverride": [], "iamRolesToOverride": []},
            "scopes": ["aws.cognito.signin.user.admin"],
        },
        "response": {"claimsAndScopeOverrideDetails": None},
    }


def access_token(answered: Json) -> dict[str, Any]:
    """The claims of the token that Cognito makes of a function's answer."""
    details = answered["response"]["claimsAndScopeOverrideDetails"]["accessTokenGeneration"]
    scopes = [*answered["request"]["scopes"], *details["scopesToAdd"]]
    return {
        "sub": answered["request"]["userAttributes"]["sub"],
        "iss": POOL,
        "client_id": answered["callerContext"]["clientId"],
        "token_use": "access",
        "scope": " ".join(scopes),
        **details["claimsToAddOrOverride"],
    }


def principal_with(claims: dict[str, Any]) -> Principal:
    """The principal that a function sees, once API Gateway has verified the token."""
    event = {
        "headers": {"authorization": f"Bearer {jwt.encode(claims, 's' * 32, algorithm='HS256')}"},
        "requestContext": {"authorizer": {"jwt": {"claims": rendered_claims(claims)}}},
    }
    return principal_of(event)


def test_a_user_has_the_rights_that_the_administrator_has_set() -> None:
    answered = lambda_handler(token_event(**{"custom:rights": json.dumps(RIGHTS)}), None)

    caller = principal_with(access_token(answered))

    assert caller == Principal(
        "5e6f",
        apps=frozenset({"epic-web"}),
        scopes=frozenset({"aws.cognito.signin.user.admin", "memory:read", "pack:read"}),
        security_level="confidential",
        tenants=frozenset({"acme", "globex"}),
        customers=Customers.of(["Harbor & Pine Hotels, Inc.", "Zoë"]),
        max_trust=0.4,
        relay=True,
    )


@each_case("written", ["", "{", "[]", '"memory:read"', "7", "[" * 100_000])
def test_a_user_without_readable_rights_gets_a_token_that_opens_nothing(
    written: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answered = lambda_handler(token_event(**{"custom:rights": written}), None)

    caller = principal_with(access_token(answered))

    assert caller == Principal("5e6f", scopes=frozenset({"aws.cognito.signin.user.admin"}))
    assert capsys.readouterr().err == (
        "custom:rights of a user is no JSON object\n" if written else ""
    )


@each_case("scope", [["memory:read"], None, 7, {"memory:read": True}])
def test_scopes_that_are_not_text_are_ignored_and_reported(
    scope: object, capsys: pytest.CaptureFixture[str]
) -> None:
    rights = json.dumps({"scope": scope, "apps": ["epic-web"]})

    answered = lambda_handler(token_event(**{"custom:rights": rights}), None)

    details = answered["response"]["claimsAndScopeOverrideDetails"]["accessTokenGeneration"]
    assert details == {"claimsToAddOrOverride": {"apps": ["epic-web"]}, "scopesToAdd": []}
    assert capsys.readouterr().err == "scope in custom:rights of a user is no text\n"


def test_rights_cannot_change_who_a_user_is() -> None:
    rights = json.dumps({"sub": "somebody", "iss": "other", "scope": "memory:read", "aud": "x"})

    answered = lambda_handler(token_event(**{"custom:rights": rights}), None)

    details = answered["response"]["claimsAndScopeOverrideDetails"]["accessTokenGeneration"]
    assert details == {"claimsToAddOrOverride": {}, "scopesToAdd": ["memory:read"]}


def test_users_can_neither_sign_up_nor_set_their_own_rights(machines: Described) -> None:
    _, pool = machines.only("Cognito::UserPool")
    _, client = machines.only("Cognito::UserPoolClient")
    assert pool["AdminCreateUserConfig"] == {"AllowAdminCreateUserOnly": True}
    assert pool["Schema"] == [
        {
            "AttributeDataType": "String",
            "Mutable": True,
            "Name": "rights",
            "StringAttributeConstraints": {"MaxLength": "2048"},
        }
    ]
    assert client["WriteAttributes"] == ["name"]
    assert "GenerateSecret" not in client
    assert client["AllowedOAuthFlowsUserPoolClient"] is False


def test_the_pool_calls_the_claims_function_for_access_tokens(machines: Described) -> None:
    _, pool = machines.only("Cognito::UserPool")
    asks = pool["LambdaConfig"]["PreTokenGenerationConfig"]
    function_id, function = machines.function("claims")
    assert (target(asks["LambdaArn"]), asks["LambdaVersion"]) == (function_id, "V2_0")
    assert pool["UserPoolTier"] == "ESSENTIALS"
    assert function["Timeout"] == 5
    assert {"handler.py"} <= {each.name for each in Path(machines.code(function_id)).iterdir()}


def test_the_api_accepts_only_tokens_of_the_pool(machines: Described) -> None:
    pool_id, pool = machines.only("Cognito::UserPool")
    client_id, _ = machines.only("Cognito::UserPoolClient")
    _, authorizer = machines.named("ApiGatewayV2::Authorizer", "AuthorizerType", "JWT")
    issuer = authorizer["JwtConfiguration"]["Issuer"]["Fn::Join"][1]
    assert issuer[0] == "https://cognito-idp."
    assert issuer[-2:] == ["/", {"Ref": pool_id}]
    assert authorizer["JwtConfiguration"]["Audience"] == [{"Ref": client_id}]
    assert pool["DeletionProtection"] == "ACTIVE"
    _, find = machines.function("find_memories")
    assert find["Environment"]["Variables"]["TOKEN_ISSUER"]["Fn::Join"][1] == issuer


def test_a_stage_with_another_issuer_has_no_pool(prod: Described, dev: Described) -> None:
    assert prod.of_type("Cognito::UserPool") == dev.of_type("Cognito::UserPool") == {}
