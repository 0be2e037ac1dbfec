"""Releases: callers use an alias, which CodeDeploy moves to a new version, or back."""

from infra.aws.names import ALIAS
from infra.routes import EVENTS, FUNCTIONS, ROUTES
from tests.infra.aws.stages import Described, Json, target

CANARY = "CodeDeployDefault.LambdaCanary10Percent5Minutes"
AT_ONCE = "CodeDeployDefault.LambdaAllAtOnce"


def resources(stage: Described, kind: str) -> dict[str, Json]:
    """All resources of a type, with their policies for deletion and updates."""
    found = stage.template["Resources"].items()
    return {logical_id: each for logical_id, each in found if each["Type"] == f"AWS::{kind}"}


def test_every_alias_points_at_a_version_that_is_kept_unless_its_release_fails(
    stage: Described,
) -> None:
    versions = resources(stage, "Lambda::Version")
    aliases = stage.of_type("Lambda::Alias")
    assert len(aliases) == len(versions) == len(FUNCTIONS)
    assert {each["Name"] for each in aliases.values()} == {ALIAS}
    for alias in aliases.values():
        version, attribute = alias["FunctionVersion"]["Fn::GetAtt"]
        assert attribute == "Version"
        # One that stayed after a rollback would have the next try refused: its version exists.
        assert versions[version]["DeletionPolicy"] == "RetainExceptOnCreate"


def test_the_api_and_the_bus_call_the_alias(stage: Described) -> None:
    integrations = stage.of_type("ApiGatewayV2::Integration")
    for route in ROUTES:
        written = stage.route(route)["Target"]["Fn::Join"][1]
        (integration,) = (each["Ref"] for each in written if isinstance(each, dict))
        called = integrations[integration]["IntegrationUri"]
        assert called == {"Ref": stage.alias(route.function)}
    for rule in EVENTS:
        (reached,) = stage.rule(rule)[1]["Targets"]
        assert reached["Arn"] == {"Ref": stage.alias(rule.function)}


def test_an_alias_moves_to_its_new_version_and_back_if_its_function_fails(stage: Described) -> None:
    groups = stage.of_type("CodeDeploy::DeploymentGroup")
    aliases = resources(stage, "Lambda::Alias")
    alarms = stage.of_type("CloudWatch::Alarm")
    led = {}
    for function in FUNCTIONS:
        policy = aliases[stage.alias(function.name)]["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]
        led[function.name] = target(policy["DeploymentGroupName"])
        group = groups[led[function.name]]
        rings = [alarms[each["Name"]["Ref"]] for each in group["AlarmConfiguration"]["Alarms"]]
        base = stage.config.names.base
        assert {each["AlarmName"] for each in rings} == {
            f"{base}-{function.name}-errors",
            f"{base}-release-errors",
        }
        assert group["AutoRollbackConfiguration"]["Enabled"] is True
        assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
    assert len(set(led.values())) == len(groups) == len(FUNCTIONS)


def test_production_tries_a_release_on_a_tenth_of_the_requests_first(
    prod: Described, dev: Described
) -> None:
    for stage, wanted in ((prod, CANARY), (dev, AT_ONCE)):
        groups = stage.of_type("CodeDeploy::DeploymentGroup").values()
        assert {each["DeploymentConfigName"] for each in groups} == {wanted}


def test_codedeploy_may_only_update_aliases_and_read_alarms(stage: Described) -> None:
    roles = {each["ServiceRoleArn"]["Fn::GetAtt"][0] for each in _groups(stage)}
    (role,) = roles
    actions = {
        action
        for statement in stage.statements(role)
        for action in (
            statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
        )
    }
    assert actions == {
        "cloudwatch:DescribeAlarms",
        "lambda:GetAlias",
        "lambda:GetProvisionedConcurrencyConfig",
        "lambda:UpdateAlias",
    }


def _groups(stage: Described) -> list[Json]:
    return [*stage.of_type("CodeDeploy::DeploymentGroup").values()]


def test_production_functions_start_from_a_snapshot_except_rarely_called_ones(
    prod: Described, dev: Described
) -> None:
    def snapped(stage: Described) -> set[str]:
        functions = stage.of_type("Lambda::Function").values()
        of_versions = {"ApplyOn": "PublishedVersions"}
        return {each["FunctionName"] for each in functions if each.get("SnapStart") == of_versions}

    names = {each.name for each in FUNCTIONS}
    rare = {"apply_outcomes", "erase_person", "maintain_memories", "take_backup"}
    assert snapped(prod) == set(map(prod.config.names.function, names - rare))
    assert snapped(dev) == set()
