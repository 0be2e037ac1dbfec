"""An HTTP API of a stage: the routes of the table, behind a door, and the access log."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import jsii
from aws_cdk import CfnOutput, Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_apigatewayv2_integrations as integrations
from aws_cdk import aws_certificatemanager as acm
from aws_cdk import aws_logs as logs
from aws_cdk.aws_apigateway import AccessLogFormat
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction, log_group
from infra.aws.reviewed import reviewed
from infra.routes import ROUTES, Route

# Without paths, addresses and names of callers: an id in a path may identify a person.
_ACCESS_LOG: Final = {
    "requestId": "$context.requestId",
    "time": "$context.requestTime",
    "route": "$context.routeKey",
    "status": "$context.status",
    "milliseconds": "$context.responseLatency",
    "functionMilliseconds": "$context.integration.latency",
    "functionRequestId": "$context.integration.requestId",
    "functionStatus": "$context.integration.integrationStatus",
    "bytes": "$context.responseLength",
    "refused": "$context.authorizer.error",
    "error": "$context.error.message",
    "functionError": "$context.integrationErrorMessage",
}
_METHODS: Final = sorted({route.method for route in ROUTES})


@jsii.implements(apigateway.IAccessLogSettings)
class _AccessLog:
    """An access log with one JSON line per request."""

    def __init__(self, log: logs.LogGroup) -> None:
        self._log = log

    @property
    def destination(self) -> apigateway.LogGroupLogDestination:
        """The log group that the lines go to."""
        return apigateway.LogGroupLogDestination(self._log)

    @property
    def format(self) -> AccessLogFormat:
        """The format of the lines."""
        return AccessLogFormat.custom(json.dumps(_ACCESS_LOG))


@dataclass(frozen=True, slots=True)
class Door:
    """How callers of an API authenticate, and the API's own `domain` if it has one.

    `name` is appended to the stage's name in the API's name.

    Without an authorizer, everybody is let in. `looks_at_scopes` is whether the authorizer checks
    the scopes of routes itself, as that of tokens does.
    """

    name: str
    described: str
    authorizer: apigateway.IHttpRouteAuthorizer | None
    domain: str | None
    looks_at_scopes: bool = False


class RecollectApi(Construct):
    """An API with all routes, behind a door. `url` does not end with a slash.

    It writes to `log`, the access log of another API, or else to one of its own.
    """

    def __init__(
        self,
        scope: Construct,
        config: StageConfig,
        functions: Mapping[str, RecollectFunction],
        door: Door,
        log: logs.LogGroup | None = None,
    ) -> None:
        super().__init__(scope, f"Api{door.name}")
        self.api = apigateway.HttpApi(
            self,
            "Api",
            api_name=f"{config.names.base}{door.name}",
            description=f"Recollect, {config.stage}{door.described}",
            create_default_stage=False,
            cors_preflight=_cors(config),
            # An API with a domain of its own can be reached only there.
            disable_execute_api_endpoint=door.domain is not None,
        )
        self.log = log or log_group(
            self, "AccessLog", f"/aws/apigateway/{config.names.base}", config
        )
        self.stage = apigateway.HttpStage(
            self,
            "Stage",
            http_api=self.api,
            stage_name="$default",
            auto_deploy=True,
            throttle=apigateway.ThrottleSettings(rate_limit=config.rate, burst_limit=config.burst),
            access_log_settings=_AccessLog(self.log),
        )
        self.url = self._named(config, door.domain) if door.domain else self.api.api_endpoint
        self._door = door
        served = {
            name: integrations.HttpLambdaIntegration(
                f"To{name}", function.live, scope_permission_to_route=False
            )
            for name, function in functions.items()
        }
        for route in ROUTES:
            self._add_route(route, served[route.function])

    def _named(self, config: StageConfig, domain: str) -> str:
        """Give the API a domain name, output the target for DNS, and return the API's URL."""
        name = apigateway.DomainName(
            self,
            "Domain",
            domain_name=domain,
            certificate=acm.Certificate.from_certificate_arn(
                self, "Certificate", str(config.certificate)
            ),
        )
        apigateway.ApiMapping(self, "Mapping", api=self.api, domain_name=name, stage=self.stage)
        CfnOutput(self, "Target", value=name.regional_domain_name).override_logical_id(
            f"{self.node.id}DnsTarget".replace("-", "")
        )
        return f"https://{domain}"

    def _add_route(self, route: Route, integration: apigateway.HttpRouteIntegration) -> None:
        authorizer = None if route.scope is None else self._door.authorizer
        checks_scopes = authorizer is not None and self._door.looks_at_scopes
        resource = apigateway.HttpRoute(
            self,
            f"{route.method} {route.path}".replace("/", "|"),
            http_api=self.api,
            route_key=apigateway.HttpRouteKey.with_(
                route.path, apigateway.HttpMethod[route.method]
            ),
            integration=integration,
            authorizer=authorizer,
            authorization_scopes=[route.scope] if checks_scopes and route.scope else None,
        )
        if authorizer is None:
            reviewed(resource, "AwsSolutions-APIG4", _open_because(route))


def _cors(config: StageConfig) -> apigateway.CorsPreflightOptions | None:
    if not config.cors_origins:
        return None
    return apigateway.CorsPreflightOptions(
        allow_origins=list(config.cors_origins),
        allow_methods=[apigateway.CorsHttpMethod[each] for each in _METHODS],
        allow_headers=[
            *("authorization", "content-type", "idempotency-key", "traceparent"),
            *("a2a-version", "mcp-method", "mcp-name", "mcp-protocol-version"),
        ],
        expose_headers=[
            *("allow", "cache-control", "etag", "retry-after", "server-timing"),
            *("www-authenticate", "x-cache", "x-degraded", "x-request-id"),
            *("x-unknown-cases", "x-unknown-customer"),
        ],
        max_age=Duration.hours(1),
    )


def _open_because(route: Route) -> str:
    if route.scope is None:
        return "The route needs no token, because it returns nobody's data."
    return "This dev stage was deployed as open to everybody (open=true)."
