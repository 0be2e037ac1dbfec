"""The HTTP API of a stage."""

import json

from infra.openapi import describe
from infra.routes import ROUTES, Route
from tests.cases import each_case
from tests.infra.aws.stages import Described, target

EACH_ROUTE = each_case("route", ROUTES)
GUARDED = [route for route in ROUTES if route.scope is not None]


def test_the_api_has_exactly_the_routes_of_the_table(stage: Described) -> None:
    keys = sorted(each["RouteKey"] for each in stage.of_type("ApiGatewayV2::Route").values())
    assert keys == sorted(f"{route.method} {route.path}" for route in ROUTES)


def test_tokens_are_verified_as_the_stage_says(prod: Described) -> None:
    _, authorizer = prod.only("ApiGatewayV2::Authorizer")
    assert authorizer["AuthorizerType"] == "JWT"
    assert authorizer["IdentitySource"] == ["$request.header.Authorization"]
    assert authorizer["JwtConfiguration"] == {
        "Issuer": "https://issuer.example/",
        "Audience": ["recollect", "recollect-desk"],
    }


@EACH_ROUTE
def test_a_route_needs_its_scope_and_no_other(route: Route, prod: Described) -> None:
    authorizer_id, _ = prod.only("ApiGatewayV2::Authorizer")
    properties = prod.route(route)
    if route.scope is None:
        assert properties["AuthorizationType"] == "NONE"
        assert not {"AuthorizerId", "AuthorizationScopes"} & set(properties)
    else:
        assert properties["AuthorizationType"] == "JWT"
        assert properties["AuthorizerId"] == {"Ref": authorizer_id}
        assert properties["AuthorizationScopes"] == [route.scope]


def test_only_the_listed_routes_need_no_scope() -> None:
    assert len(GUARDED) > len(ROUTES) - len(GUARDED)
    assert {route.path for route in ROUTES if route.scope is None} == {
        "/health",
        "/ready",
        "/openapi.json",
        "/docs",
        "/",
        "/console",
        "/console/{version}/{file}",
        "/.well-known/agent-card.json",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/schemas/discovery-pack/1.1.0",
        "/mcp",
    }


def test_an_open_stage_checks_no_tokens(dev: Described) -> None:
    assert dev.of_type("ApiGatewayV2::Authorizer") == {}
    for route in ROUTES:
        properties = dev.route(route)
        assert properties["AuthorizationType"] == "NONE"
        assert not {"AuthorizerId", "AuthorizationScopes"} & set(properties)


def test_requests_are_throttled_as_the_stage_says(prod: Described, dev: Described) -> None:
    for stage, rate, burst in ((prod, 200, 300), (dev, 50, 100)):
        _, properties = stage.only("ApiGatewayV2::Stage")
        assert properties["DefaultRouteSettings"] == {
            "ThrottlingRateLimit": rate,
            "ThrottlingBurstLimit": burst,
        }
        assert (properties["StageName"], properties["AutoDeploy"]) == ("$default", True)
        assert "RouteSettings" not in properties


def test_the_access_log_has_request_ids_and_no_personal_data(stage: Described) -> None:
    _, properties = stage.only("ApiGatewayV2::Stage")
    line = json.loads(properties["AccessLogSettings"]["Format"])
    assert line["requestId"] == "$context.requestId"
    assert line["functionRequestId"] == "$context.integration.requestId"
    assert set(line.values()) == {
        "$context.requestId",
        "$context.requestTime",
        "$context.routeKey",
        "$context.status",
        "$context.responseLatency",
        "$context.responseLength",
        "$context.integration.latency",
        "$context.integration.requestId",
        "$context.integration.integrationStatus",
        "$context.authorizer.error",
        "$context.error.message",
        "$context.integrationErrorMessage",
    }


def test_the_access_log_is_kept_as_long_as_the_other_logs(stage: Described) -> None:
    name = f"/aws/apigateway/{stage.config.names.base}"
    log_id, log = stage.named("Logs::LogGroup", "LogGroupName", name)
    _, properties = stage.only("ApiGatewayV2::Stage")
    assert target(properties["AccessLogSettings"]["DestinationArn"]) == log_id
    assert log["RetentionInDays"] == stage.config.log_days


def test_browsers_may_call_the_api_only_from_the_origins_that_the_stage_names(
    prod: Described, dev: Described
) -> None:
    assert "CorsConfiguration" not in dev.only("ApiGatewayV2::Api")[1]
    cors = prod.only("ApiGatewayV2::Api")[1]["CorsConfiguration"]
    assert cors["AllowOrigins"] == ["https://desk.example", "http://localhost:3000"]
    assert cors["AllowMethods"] == sorted({route.method for route in ROUTES})
    assert "AllowCredentials" not in cors
    assert {"authorization", "content-type", "idempotency-key"} < set(cors["AllowHeaders"])


def test_browsers_may_send_protocol_headers_and_read_every_described_header(
    prod: Described,
) -> None:
    cors = prod.only("ApiGatewayV2::Api")[1]["CorsConfiguration"]
    protocols = {"a2a-version", "mcp-method", "mcp-name", "mcp-protocol-version", "traceparent"}
    assert protocols < set(cors["AllowHeaders"])
    described = describe()["components"]["headers"]
    assert set(cors["ExposeHeaders"]) == {name.lower() for name in described}


def test_functions_get_payload_format_2(stage: Described) -> None:
    served = {route.function for route in ROUTES}
    integrations = stage.of_type("ApiGatewayV2::Integration").values()
    assert len(integrations) == len(served)
    for integration in integrations:
        assert integration["IntegrationType"] == "AWS_PROXY"
        assert integration["PayloadFormatVersion"] == "2.0"


def test_the_address_of_the_api_is_an_output(stage: Described) -> None:
    api_id, _ = stage.only("ApiGatewayV2::Api")
    endpoint = {"Fn::GetAtt": [api_id, "ApiEndpoint"]}
    assert stage.template["Outputs"]["ApiUrl"]["Value"] == endpoint
