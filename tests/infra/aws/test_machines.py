"""The second API of a stage, which machines call with API keys."""

from infra.routes import KEY_AUTHORIZER, ROUTES
from tests.infra.aws.stages import Described, Json, target

BASE = "recollect"


def api_of(stage: Described, name: str) -> str:
    return stage.named("ApiGatewayV2::Api", "Name", name)[0]


def routes_of(stage: Described, api_id: str) -> dict[str, Json]:
    return {
        each["RouteKey"]: each
        for each in stage.of_type("ApiGatewayV2::Route").values()
        if each["ApiId"] == {"Ref": api_id}
    }


def test_machines_have_every_route_at_an_address_of_their_own(machines: Described) -> None:
    ours, theirs = (
        routes_of(machines, api_of(machines, name)) for name in (BASE, f"{BASE}-machines")
    )
    assert sorted(theirs) == sorted(ours) == sorted(f"{each.method} {each.path}" for each in ROUTES)
    outputs = machines.template["Outputs"]
    assert outputs["MachinesUrl"]["Value"] == "https://machines.example.com"
    assert outputs["ApiUrl"]["Value"] == "https://api.example.com"


def test_an_api_with_a_domain_is_reached_only_at_that_domain(
    machines: Described, dev: Described
) -> None:
    outputs = machines.template["Outputs"]
    for name, domain, output in (
        (BASE, "api.example.com", "ApiDnsTarget"),
        (f"{BASE}-machines", "machines.example.com", "ApimachinesDnsTarget"),
    ):
        api_id, api = machines.named("ApiGatewayV2::Api", "Name", name)
        domain_id, made = machines.named("ApiGatewayV2::DomainName", "DomainName", domain)
        (mapping,) = (
            each
            for each in machines.of_type("ApiGatewayV2::ApiMapping").values()
            if each["ApiId"] == {"Ref": api_id}
        )
        assert api["DisableExecuteApiEndpoint"] is True
        assert mapping["DomainName"] == {"Ref": domain_id}
        (configured,) = made["DomainNameConfigurations"]
        assert configured["CertificateArn"] == machines.config.certificate
        target_of_dns = {"Fn::GetAtt": [domain_id, "RegionalDomainName"]}
        assert outputs[output]["Value"] == target_of_dns
    assert dev.of_type("ApiGatewayV2::DomainName") == {}
    assert dev.only("ApiGatewayV2::Api")[1]["DisableExecuteApiEndpoint"] is False


def test_api_keys_are_checked_by_the_released_version_of_the_authorizer(
    machines: Described,
) -> None:
    (authorizer,) = (
        each
        for each in machines.of_type("ApiGatewayV2::Authorizer").values()
        if each["AuthorizerType"] == "REQUEST"
    )
    assert authorizer["ApiId"] == {"Ref": api_of(machines, f"{BASE}-machines")}
    assert authorizer["IdentitySource"] == ["$request.header.Authorization"]
    assert authorizer["AuthorizerPayloadFormatVersion"] == "2.0"
    assert authorizer["EnableSimpleResponses"] is True
    assert authorizer["AuthorizerResultTtlInSeconds"] == 30
    assert {"Ref": machines.alias(KEY_AUTHORIZER)} in authorizer["AuthorizerUri"]["Fn::Join"][1]


def test_every_route_that_needs_a_scope_needs_a_key(machines: Described) -> None:
    theirs = routes_of(machines, api_of(machines, f"{BASE}-machines"))
    for route in ROUTES:
        properties = theirs[f"{route.method} {route.path}"]
        expected = "NONE" if route.scope is None else "CUSTOM"
        assert properties["AuthorizationType"] == expected
        assert "AuthorizationScopes" not in properties


def test_only_api_gateway_may_invoke_the_authorizer_of_keys(machines: Described) -> None:
    alias = machines.alias(KEY_AUTHORIZER)
    (permission,) = (
        each
        for each in machines.of_type("Lambda::Permission").values()
        if target(each["FunctionName"]) == alias
    )
    assert permission["Principal"] == "apigateway.amazonaws.com"


def test_both_apis_write_to_one_log_and_refusals_of_both_are_counted(machines: Described) -> None:
    stages = machines.of_type("ApiGatewayV2::Stage").values()
    assert len(stages) == 2
    assert len({str(each["AccessLogSettings"]) for each in stages}) == 1
    _, refused = machines.only("Logs::MetricFilter")
    assert '($.status = "403") && ($.functionStatus = "-")' in refused["FilterPattern"]


def test_the_error_alarm_watches_both_apis(machines: Described) -> None:
    alarm = machines.named("CloudWatch::Alarm", "AlarmName", f"{BASE}-api-errors")[1]
    apis = {
        str(dimension["Value"])
        for metric in alarm["Metrics"]
        for dimension in metric.get("MetricStat", {}).get("Metric", {}).get("Dimensions", ())
        if dimension["Name"] == "ApiId"
    }
    assert len(apis) == 2
    assert machines.named("CloudWatch::Alarm", "AlarmName", f"{BASE}-machines-latency")


def test_a_stage_without_keys_has_one_api(dev: Described) -> None:
    assert "MachinesUrl" not in dev.template["Outputs"]
    assert len(dev.of_type("ApiGatewayV2::Api")) == 1
