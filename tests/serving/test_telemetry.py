"""The log level leaves lines out of the log, but never metrics."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

_PROGRAM = """
import json, os, sys, time
from recollect.core.errors import StoreTimeout
from recollect.core.stopwatch import Stopwatch
from recollect.serving.problems import problem_of
from recollect.serving.telemetry import Telemetry
from recollect.wiring.process import process

for environment in json.load(sys.stdin):
    sys.stderr.flush()
    if child := os.fork():
        assert os.waitpid(child, 0)[1] == 0, environment
        print("of the next", file=sys.stderr)
        continue
    os.environ.clear()
    os.environ.update(environment)
    telemetry = Telemetry("tester", process)
    telemetry.request({}, Stopwatch(time.perf_counter))
    telemetry.request({}, Stopwatch(time.perf_counter))
    error = StoreTimeout("vector", "late")
    telemetry.failed(error, problem_of(error, "request-1"))
    break
"""
Lines = list[dict[str, Any]]


def logged_lines(*environments: Mapping[str, str]) -> list[Lines]:
    """What a process logs that serves requests and then fails at one, per environment."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(environments),
        env={},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""
    *parts, rest = done.stderr.split("of the next\n")
    assert rest == ""
    return [[json.loads(line) for line in part.splitlines()] for part in parts]


def messages(lines: Lines) -> list[str]:
    return [line["message"] for line in lines if "message" in line]


def metrics(lines: Lines) -> set[str]:
    told = [each for line in lines for each in line.get("_aws", {}).get("CloudWatchMetrics", ())]
    return {metric["Name"] for each in told for metric in each["Metrics"]}


def namespaces(lines: Lines) -> set[str]:
    told = [line["_aws"]["CloudWatchMetrics"] for line in lines if "_aws" in line]
    return {each["Namespace"] for (each,) in told}


LEVELS: Final[Sequence[tuple[Mapping[str, str], Sequence[str]]]] = (
    ({}, ("request", "request", "failure")),
    ({"LOG_LEVEL": "WARNING"}, ("failure",)),
    ({"LOG_LEVEL": "CRITICAL"}, ()),
    # The level that Lambda uses for its own lines, alone and with a stricter one of ours.
    ({"AWS_LAMBDA_LOG_LEVEL": "INFO"}, ("request", "request", "failure")),
    ({"AWS_LAMBDA_LOG_LEVEL": "INFO", "LOG_LEVEL": "ERROR"}, ("failure",)),
    # An unknown level leaves nothing out, so that the mistake can be logged.
    ({"LOG_LEVEL": "verbose"}, ("request", "request", "failure")),
)


def test_the_log_level_leaves_out_lines_but_no_metrics() -> None:
    heard = logged_lines(*(environment for environment, _ in LEVELS))
    assert [tuple(messages(lines)) for lines in heard] == [wanted for _, wanted in LEVELS]
    for lines in heard:
        assert metrics(lines) == {"Requests", "Duration", "ColdStarts", "Failures"}


def test_each_stage_has_a_metrics_namespace_and_a_misspelt_setting_is_logged_by_name() -> None:
    plain, of_dev, noting = logged_lines(
        {}, {"POWERTOOLS_METRICS_NAMESPACE": "Recollect-dev"}, {"LOG_LEVELS": "sekret"}
    )
    assert namespaces(plain) == {"Recollect"}
    assert namespaces(of_dev) == {"Recollect-dev"}
    (line,) = noted = [each for each in noting if each.get("level") == "WARNING"]
    assert (line["message"], line["variable"], line["similar"]) == (
        *("unknown setting", "LOG_LEVELS", "LOG_LEVEL"),
    )
    assert "sekret" not in str(noted)
