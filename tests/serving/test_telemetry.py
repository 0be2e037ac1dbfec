"""What is left out of the log, and that metrics never are."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cases import each_case

_PROGRAM = """
from recollect.core.errors import StoreTimeout
from recollect.serving.problems import problem_of
from recollect.serving.telemetry import Telemetry
from recollect.wiring.process import process

telemetry = Telemetry("tester", process)
telemetry.request({}, 1.0)
telemetry.request({}, 1.0)
error = StoreTimeout("vector", "late")
telemetry.failed(error, problem_of(error, "request-1"))
"""


def said(**environment: str) -> list[dict[str, Any]]:
    """The lines of a process that serves a request and fails at another."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", _PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""
    return [json.loads(line) for line in done.stderr.splitlines()]


def messages(lines: list[dict[str, Any]]) -> list[str]:
    return [line["message"] for line in lines if "message" in line]


def metrics(lines: list[dict[str, Any]]) -> set[str]:
    told = [each for line in lines for each in line.get("_aws", {}).get("CloudWatchMetrics", ())]
    return {metric["Name"] for each in told for metric in each["Metrics"]}


@each_case(
    ("level", "heard"),
    [
        ({}, ["request", "request", "failure"]),
        ({"LOG_LEVEL": "WARNING"}, ["failure"]),
        ({"LOG_LEVEL": "CRITICAL"}, []),
        # What Lambda was told for its own lines, less or more.
        ({"AWS_LAMBDA_LOG_LEVEL": "INFO"}, ["request", "request", "failure"]),
        ({"AWS_LAMBDA_LOG_LEVEL": "INFO", "LOG_LEVEL": "ERROR"}, ["failure"]),
    ],
)
@pytest.mark.slow
def test_the_level_leaves_lines_out_and_no_metrics(level: dict[str, str], heard: list[str]) -> None:
    lines = said(**level)
    assert messages(lines) == heard
    assert metrics(lines) == {"Requests", "Duration", "ColdStarts", "Failures"}


@each_case(
    ("given", "namespace"),
    [({}, "Recollect"), ({"POWERTOOLS_METRICS_NAMESPACE": "Recollect-dev"}, "Recollect-dev")],
)
def test_each_stage_has_a_namespace_of_its_own(given: dict[str, str], namespace: str) -> None:
    told = [line["_aws"]["CloudWatchMetrics"] for line in said(**given) if "_aws" in line]
    assert {each["Namespace"] for (each,) in told} == {namespace}


def test_a_level_that_does_not_exist_leaves_nothing_out_so_that_it_can_be_logged() -> None:
    assert messages(said(LOG_LEVEL="verbose")) == ["request", "request", "failure"]


def test_a_variable_that_is_nearly_a_setting_is_noted_once_by_its_name() -> None:
    noted = [line for line in said(LOG_LEVELS="sekret") if line.get("level") == "WARNING"]
    (line,) = noted
    assert (line["message"], line["variable"], line["similar"]) == (
        *("unknown setting", "LOG_LEVELS", "LOG_LEVEL"),
    )
    assert "sekret" not in str(noted)
