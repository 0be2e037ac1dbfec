"""The checks of a stage's description: CloudFormation's own rules, and those of cdk-nag."""

import json
import re
from pathlib import Path

from tests.infra.aws.stages import Described, Json


def nag(folder: Path) -> Json:
    """What cdk-nag found in a cloud assembly."""
    report = json.loads((folder / "validation-report.json").read_text())
    (found,) = report["pluginReports"]
    assert found["pluginName"] == "AwsSolutions"
    return dict(found)


def acknowledged(stage: Described) -> dict[tuple[str, str], str]:
    """The reasons of the accepted findings, by construct and finding."""
    metadata = json.loads(stage.file("metadata").read_text())
    return {
        (path, finding): reason
        for path, entries in metadata.items()
        for entry in entries
        if entry["type"] == "aws:cdk:acknowledged-rules"
        for finding, reason in entry["data"].items()
    }


def test_cdk_nag_finds_nothing_that_is_not_accepted(stage: Described) -> None:
    found = nag(stage.folder)
    assert (found["conclusion"], found["violations"]) == ("success", [])


def test_every_accepted_finding_has_a_reason(stage: Described) -> None:
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


def test_a_description_gives_no_warnings(stage: Described) -> None:
    metadata = json.loads(stage.file("metadata").read_text())
    entries = [entry for entries in metadata.values() for entry in entries]
    assert [each["data"] for each in entries if each["type"] == "aws:cdk:warning"] == []


def test_a_finding_stops_the_description(described: Path) -> None:
    refused = described / "unsafe"
    error = (refused / "error.txt").read_text()
    assert re.match(r"ValidationFailed: .* require requests to use SSL", error)
    found = nag(refused)
    assert found["conclusion"] == "failure"
    assert [each["ruleName"] for each in found["violations"]] == ["AwsSolutions-SQS4"]
    assert [each["ruleName"] for each in found["suppressedViolations"]] == ["AwsSolutions-SQS3"]


def test_a_template_that_cloudformation_would_refuse_stops_the_description(described: Path) -> None:
    error = (described / "impossible" / "error.txt").read_text()
    assert re.match(r"ValidationFailed: .*VisibilityTimeout: 43201 ", error)
