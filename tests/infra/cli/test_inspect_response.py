"""`recollect inspect response`: an answer checked against the results of its tools."""

import json
from pathlib import Path

import httpx
import pytest

from infra.cli.inspecting.response import response_report
from recollect.validation.checking import validate
from recollect.validation.models import ToolCall, ValidateRequest
from tests.infra.cli.commands import on_terminal, recollect
from tests.validation.examples import CASE, GOOD_OVERVIEW, NARRATIVE, call

# What moves the cursor, colours the terminal, writes its title, or turns the text around.
HOSTILE = "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \x08\x08 \u202eback [bold]no[/] :smile: end"
TAMED = "[31mred[0m ]0;title 2J  back [bold]no[/] :smile: end"


def request(response: str, *calls: ToolCall) -> bytes:
    """The body of a request, as a file holds it."""
    asked = ValidateRequest(response=response, tool_calls=calls or (CASE,))
    return asked.model_dump_json().encode()


def inspected(url: str, response: str, *arguments: str, **environment: str) -> str:
    """What the command shows for an answer about the case of the seed."""
    done = recollect(
        *("inspect", "response", "-", *arguments, "--url", url),
        stdin=request(response),
        environment={"COLUMNS": "80", **environment},
    )
    assert (done.returncode, done.stderr) == (0, "")
    # Tables and indented texts fill their lines with spaces.
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def shown(response: str, *calls: ToolCall) -> str:
    asked = ValidateRequest(response=response, tool_calls=calls)
    return on_terminal(response_report(response, validate(asked)))


def test_a_good_answer_is_shown_with_its_verdict_and_its_keywords(url: str) -> None:
    report = inspected(url, GOOD_OVERVIEW)

    first, second = report.splitlines()[:2]
    assert first == f"valid  overview, {len(GOOD_OVERVIEW)} characters"
    assert not second.startswith("• Response")
    assert "  *Current State*" in report.splitlines()
    words = report.split()
    assert {"getCase", "caseSummary", "Keywords", "microsoft,", "smith,"} <= set(words)
    assert "of 20%" in " ".join(words)


def test_an_answer_that_is_inspected_is_not_counted(url: str) -> None:
    before = httpx.get(f"{url}/responses/metrics").json()
    inspected(url, NARRATIVE)
    assert httpx.get(f"{url}/responses/metrics").json() == before


def test_a_bad_answer_is_shown_with_what_is_wrong(url: str) -> None:
    report = inspected(url, NARRATIVE)

    assert report.startswith(f"not valid  overview, {len(NARRATIVE)} characters  alert\n")
    assert "• Response missing expected sections: Summary, Current State\n" in report
    assert "• could have: Latest Activity, Context, References\n" in report


def test_each_fact_is_shown_with_its_verdict_and_its_place_in_the_results(url: str) -> None:
    report = inspected(url, "The case is closed; John Smith has it.", FORCE_COLOR="1", TERM="xterm")

    assert "\x1b[31mclosed" in report
    assert "\x1b[31mcontradicted" in report
    assert "\x1b[32msupported" in report
    assert "caseSummary" in report


def test_the_contradicting_result_and_its_place_are_shown_in_the_last_cells() -> None:
    report = shown("The case is closed.", call("getCase", case={"state": "Open"}))

    cells = [line.split("│")[-2].strip() for line in report.splitlines() if "│" in line]
    assert cells[-2:] == ["Open", "getCase case.state"]


def test_colours_distinguish_good_from_bad(url: str) -> None:
    good = inspected(url, "Assigned to: John Smith", FORCE_COLOR="1", TERM="xterm")
    bad = inspected(url, "OK", FORCE_COLOR="1", TERM="xterm")

    assert good.startswith("\x1b[1;32mvalid\x1b[0m")
    assert "\x1b[32mJohn\x1b[0m" in good
    assert bad.startswith("\x1b[1;31mnot valid\x1b[0m")


def test_the_json_of_a_validation_is_the_answer_of_the_api(url: str) -> None:
    answer = json.loads(inspected(url, "OK", "--json"))

    assert (answer["valid"], answer["toolsWithUnusedSummaries"]) == (False, ["getCase"])
    assert answer["checks"][0]["matched"] == []


def test_a_request_is_read_from_a_file(url: str, tmp_path: Path) -> None:
    file = tmp_path / "request.json"
    file.write_bytes(request("John Smith"))
    done = recollect("inspect", "response", str(file), "--url", url)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("valid  field_query, 10 characters\n")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "Invalid JSON"),
        (b"Assigned to: John Smith", "Invalid JSON"),
        (b'{"response": "\xff"}', "Invalid JSON"),
        (b"[" * 100_000, "Invalid JSON"),
        (b"[]", "must be an object"),
        (b"{}", "response: Field required"),
        (b'{"response": "OK", "tools": 1}', "tools: Extra inputs are not permitted"),
        (b'{"response": "OK", "toolCalls": [{"result": 1}]}', "toolCalls.0.toolName: Field"),
    ],
    ids=lambda each: repr(each)[:32],
)
def test_an_invalid_request_is_reported_before_the_api_is_called(
    content: bytes, complaint: str
) -> None:
    done = recollect("inspect", "response", "-", "--url", "http://127.0.0.1:1", stdin=content)

    assert_misused(done.returncode, done.stdout, done.stderr)
    assert complaint in done.stderr


def test_a_missing_file_is_reported_in_one_line(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere.json")
    done = recollect("inspect", "response", missing, "--url", "http://127.0.0.1:1")

    assert_misused(done.returncode, done.stdout, done.stderr)
    assert "nowhere.json" in done.stderr
    assert "No such file" in done.stderr


def assert_misused(status: int, stdout: str, stderr: str) -> None:
    """Assert that a command was misused: exit status 2, and one line besides the usage."""
    assert (status, stdout) == (2, "")
    assert "Traceback" not in stderr
    lines = [line for line in stderr.splitlines() if line and line[0] not in "╭╰"]
    assert [line.split()[0] for line in lines[:2]] == ["Usage:", "Try"], stderr
    assert len(lines) == 3, stderr


def test_an_answer_cannot_control_the_terminal(url: str) -> None:
    report = inspected(url, HOSTILE)

    assert f"  {TAMED}" in report.splitlines()
    assert not {"\x1b", "\x9b", "\x07", "\x08", "\u202e"} & set(report)


def test_a_summary_cannot_control_the_terminal() -> None:
    report = shown("OK", call("getCase", caseSummary=f"{HOSTILE} \x1b[2Jscreen"))

    assert "screen" in report
    assert not {"\x1b", "\x9b", "\x07", "\x08", "\u202e"} & set(report)


def test_a_very_long_answer_is_cut() -> None:
    report = shown("word " * 20_000)

    assert "… and 96,000 characters more" in " ".join(report.split())
    assert len(report) < 8_000


def test_an_answer_without_tools_has_no_table() -> None:
    assert "Summaries" not in shown("John Smith")
