"""The HTTP APIs of a stage: the routes of the table, the authorizers, and the access log."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import jsii
from aws_cdk import CfnOutput, Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_apigatewayv2_integrations as integrations
from aws_cdk import aws_certificatemanager as acm
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_logs as logs
from aws_cdk.aws_apigateway import AccessLogFormat
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction, log_group
from infra.aws.reviewed import reviewed
from infra.aws.user_pool import Issuer
from infra.routes import KEY_AUTHORIZER, ROUTES, Route

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


class Doors:
    """The APIs of a stage: one for tokens (or for everybody), and one for API keys if enabled.

    A route of an HTTP API can have only one authorizer, so callers with keys use another URL.
    `refused` counts the requests that were refused by an authorizer or for coming too often.
    """

    def __init__(
        self,
        scope: Construct,
        config: StageConfig,
        functions: Mapping[str, RecollectFunction],
        issuer: Issuer | None,
    ) -> None:
        self.api = RecollectApi(scope, config, functions, _tokens(issuer, config))
        self.machines: RecollectApi | None = None
        if config.api_keys:
            keys = _keys(config, functions[KEY_AUTHORIZER])
            self.machines = RecollectApi(scope, config, functions, keys, self.api.log)
        self.refused = _refused(self.api, config)

    @property
    def for_keys(self) -> RecollectApi:
        """The API for callers with API keys; in a stage without keys, its only API."""
        return self.machines or self.api

    @property
    def apis(self) -> tuple[RecollectApi, ...]:
        """All APIs, the one for tokens first."""
        return (self.api,) if self.machines is None else (self.api, self.machines)


def _refused(api: RecollectApi, config: StageConfig) -> cloudwatch.Metric:
    """The number of requests that were refused for their token or key, or for coming too often.

    API Gateway's own metric counts all 4xx together, so these are counted in its access log. A key
    that is no longer valid shows as a 403 that no function answered.
    """
    pattern = logs.FilterPattern.any(
        *(logs.FilterPattern.string_value("$.status", "=", each) for each in ("401", "429")),
        logs.FilterPattern.all(
            logs.FilterPattern.string_value("$.status", "=", "403"),
            logs.FilterPattern.string_value("$.functionStatus", "=", "-"),
        ),
    )
    metric_filter = logs.MetricFilter(
        api,
        "RefusedCallers",
        log_group=api.log,
        filter_pattern=pattern,
        metric_namespace=f"{config.names.metrics}/Api",
        metric_name="RefusedCallers",
    )
    return metric_filter.metric(period=Duration.minutes(5), statistic="Sum")


def _tokens(issuer: Issuer | None, config: StageConfig) -> Door:
    """The door for tokens; in a dev stage that is configured as open, nobody verifies them."""
    if issuer is None:
        return Door("", "", None, config.domain)
    authorizer = authorizers.HttpJwtAuthorizer(
        "Tokens", issuer.url, jwt_audience=list(issuer.audience)
    )
    return Door("", "", authorizer, config.domain, looks_at_scopes=True)


def _keys(config: StageConfig, function: RecollectFunction) -> Door:
    """The door for API keys. The check of a key is cached for `key_cache_seconds`."""
    authorizer = authorizers.HttpLambdaAuthorizer(
        "Keys",
        function.live,
        response_types=[authorizers.HttpLambdaResponseType.SIMPLE],
        identity_source=["$request.header.Authorization"],
        results_cache_ttl=Duration.seconds(config.key_cache_seconds),
    )
    described = ", for machines with API keys"
    return Door("-machines", described, authorizer, config.machines_domain)


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
