"""Versions that nothing goes back to any more are deleted; Lambda and its versions are moto's."""

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
        """Publish further versions of a function, and lead its alias to the last."""
        for number in range(times):
            self.functions.update_function_code(
                FunctionName=function, ZipFile=code(f"x = {number}")
            )
            told = self.functions.publish_version(FunctionName=function)
        self.functions.update_alias(
            FunctionName=function, Name=ALIAS, FunctionVersion=told["Version"]
        )

    def versions(self, function: str) -> list[str]:
        told = self.functions.list_versions_by_function(FunctionName=function)
        return [each["Version"] for each in told["Versions"]]


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
        ([1, 2, 3], set(), []),  # nobody knows what is called
    ],
)
def test_what_is_called_the_one_before_it_and_what_came_after_stay(
    versions: Sequence[int], live: set[int], expected: list[int]
) -> None:
    assert unneeded(versions, live) == expected


def test_old_versions_go_and_nothing_else(aws: Aws, capsys: pytest.CaptureFixture[str]) -> None:
    aws.released(FUNCTION, 3)

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4"]
    assert aws.versions(Names("staging").function("serve_mcp")) == ["$LATEST", "1"]
    assert f"{FUNCTION}: 4 versions, deleted 1, 2\n" in capsys.readouterr().out


def test_a_dry_run_says_the_same_and_deletes_nothing(
    aws: Aws, capsys: pytest.CaptureFixture[str]
) -> None:
    aws.released(FUNCTION, 3)

    assert main([*STAGE, "--dry-run"]) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]
    assert f"{FUNCTION}: 4 versions, to delete 1, 2\n" in capsys.readouterr().out


def test_a_function_that_was_led_back_keeps_what_it_was_led_to(aws: Aws) -> None:
    aws.released(FUNCTION, 3)
    aws.functions.update_alias(FunctionName=FUNCTION, Name=ALIAS, FunctionVersion="2")

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]


def test_while_a_release_is_on_its_way_both_versions_stay_and_the_one_before(aws: Aws) -> None:
    aws.released(FUNCTION, 4)
    aws.functions.update_alias(
        FunctionName=FUNCTION,
        Name=ALIAS,
        FunctionVersion="5",
        RoutingConfig={"AdditionalVersionWeights": {"4": 0.9}},
    )

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4", "5"]


def test_an_alias_of_what_is_not_published_changes_nothing(aws: Aws) -> None:
    aws.released(FUNCTION, 3)
    aws.functions.create_alias(FunctionName=FUNCTION, Name="mine", FunctionVersion="$LATEST")

    assert main(STAGE) == 0
    assert aws.versions(FUNCTION) == ["$LATEST", "3", "4"]


def test_a_stage_that_is_not_there_is_told(aws: Aws, capsys: pytest.CaptureFixture[str]) -> None:
    aws.released(FUNCTION, 3)

    assert main(["--stage", "prod"]) == 1
    assert capsys.readouterr().err.startswith("delete-versions: ")
    assert aws.versions(FUNCTION) == ["$LATEST", "1", "2", "3", "4"]
