"""The HTTP API of a stage: the routes of the table, who may call them, and the access log."""

import json
from collections.abc import Mapping
from typing import Final

import jsii
from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_apigatewayv2_integrations as integrations
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_logs as logs
from aws_cdk.aws_apigateway import AccessLogFormat
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction, log_group
from infra.aws.reviewed import reviewed
from infra.routes import ROUTES, Route

# No path, address or name of a caller: an id in a path may be somebody's.
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
    """One JSON line a request."""

    def __init__(self, log: logs.LogGroup) -> None:
        self._log = log

    @property
    def destination(self) -> apigateway.LogGroupLogDestination:
        """Where the lines go."""
        return apigateway.LogGroupLogDestination(self._log)

    @property
    def format(self) -> AccessLogFormat:
        """What is in them."""
        return AccessLogFormat.custom(json.dumps(_ACCESS_LOG))


class RecollectApi(Construct):
    """The API. `url` has no slash at its end."""

    def __init__(
        self, scope: Construct, config: StageConfig, functions: Mapping[str, RecollectFunction]
    ) -> None:
        super().__init__(scope, "Api")
        self.api = apigateway.HttpApi(
            self,
            "Api",
            api_name=config.names.base,
            description=f"Recollect, {config.stage}",
            create_default_stage=False,
            cors_preflight=_cors(config),
        )
        log = log_group(self, "AccessLog", f"/aws/apigateway/{config.names.base}", config)
        self.stage = apigateway.HttpStage(
            self,
            "Stage",
            http_api=self.api,
            stage_name="$default",
            auto_deploy=True,
            throttle=apigateway.ThrottleSettings(rate_limit=config.rate, burst_limit=config.burst),
            access_log_settings=_AccessLog(log),
        )
        self.url = self.api.api_endpoint
        self.refused = self._refused(log, config)
        self._authorizer = _authorizer(config)
        served = {
            name: integrations.HttpLambdaIntegration(
                f"To{name}", function.live, scope_permission_to_route=False
            )
            for name, function in functions.items()
        }
        for route in ROUTES:
            self._add_route(route, served[route.function])

    def _refused(self, log: logs.LogGroup, config: StageConfig) -> cloudwatch.Metric:
        """How many requests were refused for their token, or for coming too often.

        API Gateway counts them with all other 4xx, so they are counted in its log.
        """
        statuses = ("401", "429")
        pattern = logs.FilterPattern.any(
            *(logs.FilterPattern.string_value("$.status", "=", each) for each in statuses)
        )
        counted = logs.MetricFilter(
            self,
            "RefusedCallers",
            log_group=log,
            filter_pattern=pattern,
            metric_namespace=f"{config.names.metrics}/Api",
            metric_name="RefusedCallers",
        )
        return counted.metric(period=Duration.minutes(5), statistic="Sum")

    def _add_route(self, route: Route, integration: apigateway.HttpRouteIntegration) -> None:
        guarded = route.scope is not None and self._authorizer is not None
        resource = apigateway.HttpRoute(
            self,
            f"{route.method} {route.path}".replace("/", "|"),
            http_api=self.api,
            route_key=apigateway.HttpRouteKey.with_(
                route.path, apigateway.HttpMethod[route.method]
            ),
            integration=integration,
            authorizer=self._authorizer if guarded else None,
            authorization_scopes=[route.scope] if guarded and route.scope else None,
        )
        if not guarded:
            reviewed(resource, "AwsSolutions-APIG4", _open_because(route))


def _authorizer(config: StageConfig) -> authorizers.HttpJwtAuthorizer | None:
    """Who verifies tokens; nobody does in a dev stage that was told to be open."""
    if config.issuer is None:
        return None
    return authorizers.HttpJwtAuthorizer(
        "Tokens", config.issuer, jwt_audience=list(config.audience)
    )


def _cors(config: StageConfig) -> apigateway.CorsPreflightOptions | None:
    if not config.cors_origins:
        return None
    return apigateway.CorsPreflightOptions(
        allow_origins=list(config.cors_origins),
        allow_methods=[apigateway.CorsHttpMethod[each] for each in _METHODS],
        allow_headers=["authorization", "content-type", "idempotency-key"],
        expose_headers=["retry-after", "server-timing", "x-cache", "x-degraded", "x-request-id"],
        max_age=Duration.hours(1),
    )


def _open_because(route: Route) -> str:
    if route.scope is None:
        return "It describes the API and shows nothing of anybody."
    return "This dev stage was told to be open to everybody (open=true)."
