"""The app as the CDK's command line runs it."""

from pathlib import Path

import pytest

from tests.infra.aws.stages import DEV, Described, make_project, run_app

NOBODY = (
    "the API would be open to everybody: give issuer=https://... and audience=...,"
    " cognito=true, or open=true for a dev stage"
)
# The CDK needs node, which is not to be found with these variables.
NOWHERE = {"PATH": "/nonexistent", "JSII_NODE": "/nonexistent/node"}

# The types of resources whose names are unique in an account, and the property with the name.
NAMED = {
    "AWS::CloudWatch::Alarm": "AlarmName",
    "AWS::CloudWatch::Dashboard": "DashboardName",
    "AWS::EventSchemas::Registry": "RegistryName",
    "AWS::Events::Archive": "ArchiveName",
    "AWS::Events::EventBus": "Name",
    "AWS::Lambda::Function": "FunctionName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::SQS::Queue": "QueueName",
}


@pytest.mark.parametrize(
    ("context", "message"),
    [
        ({}, NOBODY),
        ({"open": "true", "colour": "red"}, "colour: Extra inputs are not permitted"),
        ({"stage": "production"}, "stage: dev, staging, prod are known, 'production' is not"),
    ],
    ids=["nothing said", "unknown key", "unknown stage"],
)
def test_a_mistake_in_the_context_is_reported_in_one_line_without_node(
    context: dict[str, object], message: str, tmp_path: Path
) -> None:
    done = run_app(make_project(tmp_path / "project"), context, **NOWHERE)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"recollect: {message}\n")


@pytest.mark.parametrize("missing", ["layer.zip", "layer-postgres.zip"])
def test_a_missing_layer_is_reported_in_one_line_without_node(missing: str, tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    (project / "build" / missing).unlink()
    done = run_app(project, DEV, **NOWHERE)
    message = f"recollect: build/{missing} is missing: make layer\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)
    assert not (project / "cdk.out").exists()


def test_a_valid_stage_is_described_where_the_cdk_expects_it(stage: Described) -> None:
    names = {path.name for path in stage.folder.iterdir()}
    base = stage.config.names.base
    assert names > {"cdk.out", "manifest.json", f"{base}.template.json", f"{base}.assets.json"}


def test_stages_can_share_an_account(prod: Described, dev: Described) -> None:
    assert len(names_taken(prod)) > 30
    assert names_taken(prod).isdisjoint(names_taken(dev))


def names_taken(stage: Described) -> set[str]:
    return {
        resource["Properties"][NAMED[resource["Type"]]]
        for resource in stage.template["Resources"].values()
        if NAMED.get(resource["Type"]) in resource.get("Properties", {})
    }
