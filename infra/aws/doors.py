"""The APIs of a stage: which there are, how their callers authenticate, what they refuse."""

from collections.abc import Mapping

from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.aws.config import StageConfig
from infra.aws.function import RecollectFunction
from infra.aws.http_api import Door, RecollectApi
from infra.aws.user_pool import Issuer
from infra.routes import KEY_AUTHORIZER


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
