"""Invalid settings of POST /context stop it and are named in the log; they stop nothing else."""

import json
from pathlib import Path

import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import new_project
from tests.functions.platforms import own_client


async def failures_with(place: Path, **environment: str) -> list[Json]:
    """The failures logged while context is asked for twice with these settings."""
    async with own_client(environment, logs=place / "stderr") as client:
        project = new_project(client)
        read(await project.send({"content": "Evidence is taken all the same."}))
        for _ in range(2):
            answer = await project.ask("evidence")
            problem = assert_problem(answer, 503)
            assert "H4R" not in json.dumps(problem)
    lines = [line for line in (place / "stderr").read_text().splitlines() if line[:1] == "{"]
    return [line for line in map(json.loads, lines) if line.get("message") == "failure"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("H4R_WEIGHT_RECENCY", "0.9", "sum to 1.65, not to 1"),
        ("SCS_MAX_BYTES_DEFAULT", "plenty", "SCS_MAX_BYTES_DEFAULT is not a number"),
    ],
)
async def test_an_invalid_setting_is_named_in_the_log(
    tmp_path: Path, name: str, value: str, told: str
) -> None:
    failures = await failures_with(tmp_path, **{name: value})

    assert len(failures) == 2
    for failure in failures:
        assert failure["service"] == "request_context"
        assert failure["error"] == "ConfigurationError"
    assert told in failures[0]["setting"]
    assert "setting" not in failures[1]  # the log names a setting once
