"""What others look for in a template: cdk-nag's AwsSolutions, and cfn-lint."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.infra.aws.stages import Described, Json

# On a function's role, which the CDK names twice, as where it is used and as what it waits for.
NAMED_TWICE = "W3005"


def nag(folder: Path) -> Json:
    """What cdk-nag found in a cloud assembly."""
    report = json.loads((folder / "validation-report.json").read_text())
    (found,) = report["pluginReports"]
    assert found["pluginName"] == "AwsSolutions"
    return dict(found)


def acknowledged(stage: Described) -> dict[tuple[str, str], str]:
    """The reason of each finding that is accepted, by the construct and the finding."""
    metadata = json.loads(stage.file("metadata").read_text())
    return {
        (path, finding): reason
        for path, entries in metadata.items()
        for entry in entries
        if entry["type"] == "aws:cdk:acknowledged-rules"
        for finding, reason in entry["data"].items()
    }


def test_cdk_nag_finds_nothing_that_nobody_looked_at(stage: Described) -> None:
    found = nag(stage.folder)
    assert (found["conclusion"], found["violations"]) == ("success", [])


def test_every_finding_that_is_accepted_has_a_reason(stage: Described) -> None:
    reasons = set(acknowledged(stage).values())
    assert reasons
    for reason in reasons:
        assert len(reason.split()) >= 5
        assert reason.endswith(".")


def test_every_acceptance_is_still_needed(stage: Described) -> None:
    met = {
        (f"/{each['acknowledgedAt']}", each["acknowledgedId"])
        for each in nag(stage.folder)["suppressedViolations"]
    }
    assert set(acknowledged(stage)) == met


def test_nothing_is_accepted_for_a_whole_stage(stage: Described) -> None:
    name = f"/{stage.config.names.base}"
    assert all(path.startswith(f"{name}/") for path, _ in acknowledged(stage))


def test_a_finding_stops_the_description(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^ValidationFailed: .* require requests to use SSL"):
        describe_queue(tmp_path, "AwsSolutions-SQS3")
    found = nag(tmp_path)
    assert found["conclusion"] == "failure"
    assert [each["ruleName"] for each in found["violations"]] == ["AwsSolutions-SQS4"]
    assert [each["ruleName"] for each in found["suppressedViolations"]] == ["AwsSolutions-SQS3"]


def describe_queue(folder: Path, accepted: str) -> None:
    """Describe a queue that has no dead letters and takes requests without TLS."""
    # Only here: they start a process of node.
    from aws_cdk import App, Stack, Validations  # noqa: PLC0415  # see above
    from aws_cdk import aws_sqs as sqs  # noqa: PLC0415  # see above
    from cdk_nag import AwsSolutionsChecks  # noqa: PLC0415  # see above

    from infra.aws.reviewed import reviewed  # noqa: PLC0415  # see above

    app = App(outdir=str(folder))
    queue = sqs.Queue(Stack(app, "sample"), "Queue")
    reviewed(queue, accepted, "It is here to be found.")
    Validations.of(app).add_plugins(AwsSolutionsChecks(app))
    app.synth()


# What cfn-lint prints is JSON.
Finding = dict[str, Any]


@pytest.fixture(scope="session")
def linted(prod: Described) -> list[Finding]:
    """What cfn-lint finds in the template that has everything; it takes its time."""
    return lint(prod.file("template"))


def lint(template: Path) -> list[Finding]:
    cfn_lint = Path(sys.executable).with_name("cfn-lint")
    command = [str(cfn_lint), "--format", "json", str(template)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # ours
    assert done.stderr == ""
    found: list[Finding] = json.loads(done.stdout)
    return found


def test_cfn_lint_finds_nothing(linted: list[Finding]) -> None:
    assert [each for each in linted if each["Rule"]["Id"] != NAMED_TWICE] == []


def test_what_cfn_lint_may_find_is_what_the_cdk_does_with_roles(
    linted: list[Finding], prod: Described
) -> None:
    paths = [each["Location"]["Path"] for each in linted if each["Rule"]["Id"] == NAMED_TWICE]
    functions = prod.of_type("Lambda::Function")
    for resources, function_id, attribute, index in paths:
        waited_for = prod.template[resources][function_id][attribute][index]
        assert functions[function_id]["Role"] == {"Fn::GetAtt": [waited_for, "Arn"]}


def test_cfn_lint_would_find_a_mistake(tmp_path: Path) -> None:
    queue = {"Type": "AWS::SQS::Queue", "Properties": {"VisibilityTimeout": "soon"}}
    file = tmp_path / "wrong.template.json"
    file.write_text(json.dumps({"Resources": {"Queue": queue}}))
    assert [each["Rule"]["Id"] for each in lint(file)] == ["E3012"]
