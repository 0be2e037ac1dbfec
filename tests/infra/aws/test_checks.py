"""What is looked for in a description: CloudFormation's own rules, and cdk-nag's."""

import json
from pathlib import Path

import pytest

from tests.infra.aws.stages import Described, Json


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


def test_what_cloudformation_would_refuse_stops_the_description(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^ValidationFailed: .*VisibilityTimeout: 43201 "):
        describe_queue(tmp_path, "AwsSolutions-SQS3", "AwsSolutions-SQS4", seconds=43_201)


def describe_queue(folder: Path, *accepted: str, seconds: int = 60) -> None:
    """Describe a queue that has no dead letters and takes requests without TLS."""
    # Only here: they start a process of node.
    from aws_cdk import Stack  # noqa: PLC0415  # see above
    from aws_cdk.aws_sqs import CfnQueue  # noqa: PLC0415  # see above

    from infra.aws.reviewed import reviewed  # noqa: PLC0415  # see above
    from infra.aws.stack import checked_app  # noqa: PLC0415  # see above

    app = checked_app(str(folder))
    queue = CfnQueue(Stack(app, "sample"), "Queue", visibility_timeout=seconds)
    for each in accepted:
        reviewed(queue, each, "It is here to be found.")
    app.synth()
