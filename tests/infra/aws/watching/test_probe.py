"""The synthetic check: what it does to an API, and how a stage runs it."""

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_bytes
from typing import Any

import httpx
import pytest

from infra.aws.watching.probing import handler
from infra.aws.watching.probing.handler import APP, CheckFailedError, caller, check, measured
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions, running_platform
from infra.local.tokens import issue_token, load_secret
from recollect.access.keys import RANDOM_BYTES, new_key
from tests.infra.aws.stages import Described, listed, target

RIGHTS = {"scope": "memory:read memory:write memory:admin", "apps": [APP]}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture(scope="module")
def url(place: Path) -> Iterator[str]:
    """A platform that asks who is calling."""
    with running_platform(PlatformOptions(auth=True, data_dir=place, workers=1)) as platform:
        yield platform.url


async def key_for(url: str, **claims: Any) -> str:
    key, shown = new_key(
        {"sub": "synthetic-check", **claims},
        datetime.now(UTC),
        timedelta(hours=1),
        token_bytes(RANDOM_BYTES),
    )
    async with platform_target(url).open() as stores:
        await stores.api_keys.put(key)
    return shown


def memories(url: str, place: Path) -> list[object]:
    """The memories of the check's app, as another caller who may read them sees them."""
    token = issue_token(load_secret(place), subject="ann", apps=[APP], scopes=["memory:read"])
    answer = httpx.get(
        f"{url}/apps/{APP}/memories",
        headers={"Authorization": f"Bearer {token}"},
        trust_env=False,
        timeout=30,
    )
    found: list[object] = answer.raise_for_status().json()["memories"]
    return found


async def test_the_check_of_a_working_service_passes_and_leaves_no_memory(
    url: str, place: Path
) -> None:
    call = caller(url, await key_for(url, **RIGHTS))

    check(call)
    check(call)

    assert memories(url, place) == []


async def test_a_check_deletes_the_memory_that_an_interrupted_one_left(
    url: str, place: Path
) -> None:
    key = await key_for(url, **RIGHTS)
    left = {"situation": "left", "decision": "d", "stage": "draft", "conversation_id": APP}
    caller(url, key)("POST", f"/apps/{APP}/memories", left)
    assert len(memories(url, place)) == 1

    check(caller(url, key))

    assert memories(url, place) == []


async def test_a_check_fails_at_the_step_that_its_key_does_not_allow(url: str) -> None:
    blind = await key_for(url, scope="memory:read", apps=[APP])

    with pytest.raises(CheckFailedError) as failed:
        check(caller(url, blind))

    assert "answered 403" in str(failed.value)


def test_the_check_of_an_unreachable_api_fails() -> None:
    with pytest.raises(CheckFailedError, match="URLError"):
        check(caller("http://127.0.0.1:9", ""))


def test_a_stored_memory_that_is_not_found_fails_the_check_and_is_deleted() -> None:
    sent = []

    def call(method: str, _path: str, _body: Mapping[str, object] | None) -> Any:
        sent.append(method)
        return {"id": "mem_1", "results": []}

    with pytest.raises(CheckFailedError, match="is not found"):
        check(call, timeout=0)
    assert sent == ["POST", "POST", "DELETE"]


@pytest.mark.parametrize(("failed", "succeeded"), [("", 1), ("a step answered 500", 0)])
def test_a_check_is_one_line_of_metrics_that_says_what_failed(failed: str, succeeded: int) -> None:
    line = json.loads(measured("Recollect", failed, 12.345, 1_700_000_000.5))

    (block,) = line["_aws"]["CloudWatchMetrics"]
    assert (block["Namespace"], block["Dimensions"]) == ("Recollect", [[]])
    assert {each["Name"] for each in block["Metrics"]} == {"ProbeSucceeded", "ProbeDuration"}
    assert (line["ProbeSucceeded"], line["ProbeDuration"], line["failed"]) == (
        succeeded,
        12.3,
        failed,
    )
    assert line["_aws"]["Timestamp"] == 1_700_000_000_500


def test_the_probe_imports_only_what_lambda_provides() -> None:
    tree = ast.parse(Path(handler.__file__).read_text())
    names = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
        )
    }
    assert names - sys.stdlib_module_names == {"boto3"}


def test_the_probe_checks_the_api_for_machines_every_five_minutes(machines: Described) -> None:
    function_id, function = machines.function("probe")
    (rule,) = (
        each for each in machines.of_type("Events::Rule").values() if "ScheduleExpression" in each
    )
    (started,) = rule["Targets"]
    assert rule["ScheduleExpression"] == "rate(5 minutes)"
    assert target(started["Arn"]) == function_id
    endpoint = machines.template["Outputs"]["MachinesUrl"]["Value"]
    assert function["Environment"]["Variables"] == {
        "PROBE_URL": endpoint,
        "PROBE_NAMESPACE": "Recollect",
        "PROBE_SECRET": "recollect/prod/probe",
    }
    assert "Layers" not in function


def test_the_probe_may_only_read_its_key_and_write_its_log(machines: Described) -> None:
    _, function = machines.function("probe")
    actions = {
        action
        for statement in machines.statements(target(function["Role"]))
        for action in listed(statement["Action"])
    }
    assert actions == {"logs:CreateLogStream", "logs:PutLogEvents", "secretsmanager:GetSecretValue"}


def test_a_missing_check_rings_like_a_failed_one(machines: Described, dev: Described) -> None:
    name = "recollect-synthetic-check"
    _, alarm = machines.named("CloudWatch::Alarm", "AlarmName", name)
    assert alarm["ComparisonOperator"] == "LessThanThreshold"
    assert alarm["TreatMissingData"] == "breaching"
    assert (alarm["MetricName"], alarm["Namespace"]) == ("ProbeSucceeded", "Recollect")
    assert all(
        each["AlarmName"] != "recollect-dev-synthetic-check"
        for each in dev.of_type("CloudWatch::Alarm").values()
    )
