"""`make prove-live`, with moto as the AWS account and the local platform as the deployed stage."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra.aws.names import Names
from infra.aws.prove_live import READ_ONLY, VARIABLES, LiveProof, NotReadyError, prove
from infra.local.platform import PlatformOptions, RunningPlatform, running_platform

NAMES = Names("dev")
GIVEN = {name: f"the-{name.lower()}" for name in (*VARIABLES, READ_ONLY)}
ACCESS_LOG = f"/aws/apigateway/{NAMES.base}"
FUNCTION = "find_memories"
STARTED = {"durationMs": 31.0, "billedDurationMs": 644, "memorySizeMB": 1024}
REPORTS = [{**STARTED, "initDurationMs": 612.5}, {**STARTED, "restoreDurationMs": 412.5}, STARTED]
"""What Lambda reports of a cold start, of a start from a snapshot, and of a warm request."""


@dataclass(slots=True)
class Make:
    """Runs commands: `deploy` makes a stage whose API is at `url`, `destroy` takes it away."""

    url: str
    outputs: Path
    broken: str = ""
    ran: list[str] = field(default_factory=list)
    held: dict[str, Any] = field(default_factory=dict)

    def __call__(self, command: Sequence[str]) -> int:
        step = "pytest" if "pytest" in command else command[1]
        self.ran.append(step)
        if step == self.broken:
            return 2
        logs = boto3.client("logs")
        if step == "deploy":
            self.held = secrets()
            self.outputs.write_text(json.dumps({NAMES.base: {"ApiUrl": self.url}}))
            logs.create_log_group(logGroupName=ACCESS_LOG)
            log_reports(logs)
        elif step == "destroy" and _has_log(logs):
            logs.delete_log_group(logGroupName=ACCESS_LOG)
        return 0


@pytest.fixture(scope="module")
def platform() -> Iterator[RunningPlatform]:
    with running_platform(PlatformOptions(workers=1)) as running:
        yield running


@pytest.fixture(autouse=True)
def account(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An account that holds nothing yet."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    with mock_aws():
        yield


def log_reports(logs: Any) -> None:
    """Log a function's reports as Lambda writes them, in the JSON that the stack asks for."""
    name = f"/aws/lambda/{NAMES.function(FUNCTION)}"
    logs.create_log_group(logGroupName=name)
    logs.create_log_stream(logGroupName=name, logStreamName="1")
    events = [
        {
            "timestamp": int(time.time() * 1000),
            "message": json.dumps(
                {
                    "time": "2026-10-08T07:30:29.470Z",
                    "type": "platform.report",
                    "record": {"requestId": "1", "metrics": each, "status": "success"},
                }
            ),
        }
        for each in REPORTS
    ]
    logs.put_log_events(logGroupName=name, logStreamName="1", logEvents=events)


def _has_log(logs: Any) -> bool:
    return bool(logs.describe_log_groups(logGroupNamePrefix=ACCESS_LOG)["logGroups"])


def secrets() -> dict[str, Any]:
    """What Secrets Manager holds, by name."""
    manager = boto3.client("secretsmanager")
    names = [each["Name"] for each in manager.list_secrets()["SecretList"]]
    return {
        name: json.loads(manager.get_secret_value(SecretId=name)["SecretString"]) for name in names
    }


def test_a_stage_is_deployed_proved_and_destroyed_with_its_secrets(
    platform: RunningPlatform, tmp_path: Path
) -> None:
    make, lines = Make(platform.url, tmp_path / "outputs.json"), list[str]()

    proofs = list(prove(GIVEN, make.outputs, make, lines.append, searches=3))

    starts = [each for each in proofs if each.what.endswith(" starts")]
    assert [each.what for each in proofs if not each.holds and each not in starts] == []
    assert LiveProof("what is forgotten goes", holds=True, told="1 memory") in proofs
    assert LiveProof(f"{FUNCTION} starts", holds=True, told="2 starts, median 512 ms") in starts
    assert make.ran == ["deploy", "pytest", "destroy"]
    assert make.held[NAMES.secret("stores")] == {name: GIVEN[name] for name in VARIABLES}
    reading = make.held[NAMES.secret("stores-read-only")]
    assert reading["UPSTASH_VECTOR_REST_TOKEN"] == GIVEN[READ_ONLY]
    assert secrets() == {}
    assert len(lines) == len(proofs)
    assert not any(secret in line for line in lines for secret in GIVEN.values())


@pytest.mark.parametrize("broken", ["deploy", "pytest"])
def test_the_stage_and_its_secrets_are_destroyed_even_if_a_step_fails(
    platform: RunningPlatform, tmp_path: Path, broken: str
) -> None:
    make = Make(platform.url, tmp_path / "outputs.json", broken)

    proofs = list(prove(GIVEN, make.outputs, make, lambda _: None, searches=1))

    assert not all(each.holds for each in proofs)
    assert make.ran[-1] == "destroy"
    assert secrets() == {}


def test_nothing_is_deployed_if_a_variable_is_missing_or_a_stage_exists_already(
    tmp_path: Path,
) -> None:
    make = Make("http://127.0.0.1:1", tmp_path / "outputs.json")
    with pytest.raises(NotReadyError, match="UPSTASH_REDIS_REST_TOKEN"):
        list(prove(GIVEN | {"UPSTASH_REDIS_REST_TOKEN": ""}, make.outputs, make, lambda _: None))
    make(["make", "deploy"])
    with pytest.raises(NotReadyError, match="would be destroyed"):
        list(prove(GIVEN, make.outputs, make, lambda _: None))
    assert make.ran == ["deploy"]
