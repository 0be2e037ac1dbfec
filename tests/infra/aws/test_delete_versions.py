"""Old versions that no rollback needs any more are deleted; moto fakes Lambda."""

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra.aws.delete_versions import main, unneeded
from infra.aws.names import ALIAS, Names
from infra.routes import FUNCTIONS
from tests.cases import each_case

FUNCTION = Names("staging").function("find_memories")
STAGE = ["--stage", "staging"]


def code(text: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("handler.py", text)
    return packed.getvalue()


@dataclass(frozen=True, slots=True)
class Aws:
    """The functions of a stage."""

    functions: Any

    def released(self, function: str, times: int) -> None:
        """Publish further versions of a function, and point its alias at the last."""
        for number in range(times):
            self.functions.update_function_code(
                FunctionName=function, ZipFile=code(f"x = {number}")
            )
            published = self.functions.publish_version(FunctionName=function)
        self.functions.update_alias(
            FunctionName=function, Name=ALIAS, FunctionVersion=published["Version"]
        )

    def versions(self, function: str) -> list[str]:
        answer = self.functions.list_versions_by_function(FunctionName=function)
        return [each["Version"] for each in answer["Versions"]]


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[Aws]:
    """A stage whose functions have one version each."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        role = boto3.client("iam").create_role(
            RoleName="role", AssumeRolePolicyDocument=json.dumps({})
        )
        functions = boto3.client("lambda")
        for each in FUNCTIONS:
            name = Names("staging").function(each.name)
            functions.create_function(
                FunctionName=name,
                Runtime="python3.13",
                Role=role["Role"]["Arn"],
                Handler="handler.lambda_handler",
                Code={"ZipFile": code("")},
                Publish=True,
            )
            functions.create_alias(FunctionName=name, Name=ALIAS, FunctionVersion="1")
        yield Aws(functions)


@each_case(
    ("versions", "live", "expected"),
    [
        ([1, 2, 3, 4], {4}, [1, 2]),
        ([1, 2, 3, 4], {3}, [1]),
        ([1, 2, 3, 4], {4, 3}, [1]),  # a tenth of the requests goes to the newer one
        ([41, 42, 50], {50}, [41]),
        ([1, 2], {2}, []),
        ([1], {1}, []),
        ([1, 2, 3], set(), []),  # the live version is unknown
    ],
)
def test_the_live_versions_the_one_before_and_all_later_ones_are_kept(
    versions: Sequence[int], live: set[int], expected: list[int]
) -> None:
    assert unneeded(versions, live) == expected


def test_only_old_versions_are_deleted(aws: Aws, capsys: pytest.CaptureFixture[str]) -> None:
    aws.released(FUNCTION, 3)

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4"]
    assert aws.versions(Names("staging").function("serve_mcp")) == ["$LATEST", "1"]
    assert f"{FUNCTION}: 4 versions, deleted 1, 2\n" in capsys.readouterr().out


def test_a_dry_run_lists_the_old_versions_and_deletes_nothing(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.released(FUNCTION, 3)

    assert main([*STAGE, "--dry-run"]) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]
    assert f"{FUNCTION}: 4 versions, to delete 1, 2\n" in capsys.readouterr().out


def test_a_function_that_was_rolled_back_keeps_its_versions(aws: Aws) -> None:
    aws.released(FUNCTION, 3)
    aws.functions.update_alias(FunctionName=FUNCTION, Name=ALIAS, FunctionVersion="2")

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]


def test_during_a_release_both_versions_and_the_one_before_are_kept(aws: Aws) -> None:
    aws.released(FUNCTION, 4)
    aws.functions.update_alias(
        FunctionName=FUNCTION,
        Name=ALIAS,
        FunctionVersion="5",
        RoutingConfig={"AdditionalVersionWeights": {"4": 0.9}},
    )

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4", "5"]


def test_an_alias_of_the_unpublished_version_changes_nothing(aws: Aws) -> None:
    aws.released(FUNCTION, 3)
    aws.functions.create_alias(FunctionName=FUNCTION, Name="mine", FunctionVersion="$LATEST")

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4"]


def test_a_missing_stage_is_reported(aws: Aws, capsys: pytest.CaptureFixture[str]) -> None:
    aws.released(FUNCTION, 3)

    assert main(["--stage", "prod"]) == 1
    assert capsys.readouterr().err.startswith("delete-versions: ")
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]
