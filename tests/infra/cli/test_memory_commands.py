"""`recollect memories` and `recollect prepare`: what an app remembers, at a terminal."""

import json
from pathlib import Path

import pytest

from recollect.client import Recollect
from tests.infra.cli.commands import Done, recollect

APP = "looked-after"
SITUATION = "A guest is locked out of room \x1b[31m12"


def run(url: str, *command: str, status: int = 0) -> Done:
    """Run a command against the API at a URL, and check its exit status."""
    done = recollect(*command, environment={"RECOLLECT_URL": url})
    assert done.returncode == status, done.stderr
    return done


@pytest.fixture(scope="module")
def memory(url: str) -> str:
    with Recollect(url) as api:
        stored = api.app(APP).remember(
            situation=SITUATION, decision="Open it by the master key", stage="draft"
        )
    return stored.id


def test_memories_are_listed_and_shown_as_plain_text(url: str, memory: str) -> None:
    listed = run(url, "memories", "list", "--app", APP).stdout
    assert memory in listed
    assert "A guest is locked out of room [31m12" in listed
    assert "\x1b" not in listed
    shown = run(url, "memories", "show", memory, "--app", APP).stdout
    assert "→" not in shown
    assert "Open it by the master key" in shown
    assert "stored" in shown.partition("History")[2]


def test_json_output_is_the_answer_of_the_api(url: str, memory: str) -> None:
    listed = json.loads(run(url, "memories", "list", "--app", APP, "--json").stdout)
    shown = json.loads(run(url, "memories", "show", memory, "--app", APP, "--json").stdout)
    assert [each["id"] for each in listed] == [memory]
    assert listed[0]["needs_validation"] is False
    assert shown["situation"] == SITUATION


def test_a_limited_list_says_that_there_are_more_memories(url: str, memory: str) -> None:
    with Recollect(url) as api:
        api.app(APP).remember(situation="The lift is loud", decision="Oil it", stage="draft")
    listed = run(url, "memories", "list", "--app", APP, "--limit", "1").stdout
    assert memory not in listed
    assert listed.rstrip().endswith("There are more: --limit")
    none = run(url, "memories", "list", "--app", APP, "--state", "archived")
    assert (none.stdout.strip(), none.stderr) == ("There are none.", "")
    misspelt = run(url, "memories", "list", "--app", f"{APP}-x", "--state", "archived")
    assert "The app holds no memories to be found" in misspelt.stderr


def test_a_memory_is_voted_on_corrected_retracted_and_restored(url: str, memory: str) -> None:
    def change(*command: str) -> str:
        name, *others = command
        return run(url, "memories", name, memory, *others, "--app", APP).stdout.strip()

    assert change("vote", "upvote").endswith(" 1 up, 0 down")
    assert " is active, outcome corrected, " in change("correct", "Ask for a passport first")
    assert change("validate").startswith(f"{memory} is active")
    assert change("retract") == f"{memory} is retracted; it touched nothing"
    assert change("restore").startswith(f"{memory} is active, outcome corrected")


def test_a_retraction_names_what_it_touched_and_is_told_from_an_archiving(url: str) -> None:
    app_slug = f"{APP}-wrongly"
    with Recollect(url) as api:
        app = api.app(app_slug)
        wrong = app.remember(situation="The safe jams", decision="Drill it", stage="draft").id
        derived = app.remember(
            situation="Another safe jams", decision="Drill it", stage="draft", derived_from=[wrong]
        ).id
        app.cite(run_id="run-1", memory_ids=[wrong])
    told = run(url, "memories", "retract", wrong, "--app", app_slug).stdout.splitlines()
    assert told == [f"{wrong} is retracted; it touched", "runs: run-1", f"memories: {derived}"]
    listed = run(url, "memories", "list", "--app", app_slug, "--state", "archived").stdout
    assert f"{wrong} retracted" in listed
    shown = run(url, "memories", "show", wrong, "--app", app_slug).stdout
    assert "archived: it was retracted" in shown


def test_a_missing_memory_or_api_is_reported_in_one_line_with_a_status(url: str) -> None:
    refused = run(url, "memories", "show", "mem_0", "--app", APP, status=1)
    assert refused.stderr.strip() == f"recollect: 404: there is no memory mem_0 in support:{APP}"
    unreachable = run("http://127.0.0.1:9", "prepare", "x", status=1)
    assert unreachable.stderr.startswith("recollect: 127.0.0.1:9 does not answer: ")
    assert "--app" in run(url, "memories", "show", "mem_0", status=2).stderr


def test_a_case_is_prepared_as_text_or_as_json(url: str, memory: str) -> None:
    asked = ("prepare", "A guest is locked out of the room", "--app", APP)
    assert "Open it by the master key" in run(url, *asked).stdout
    answer = json.loads(run(url, *asked, "--json").stdout)
    assert memory in [each["id"] for each in answer["citations"]]


def test_a_prompt_without_a_part_says_that_the_scope_may_be_missing(
    guarded_url: str, secret_place: Path
) -> None:
    rights = ("--scope", "context:read memory:read", "--tenants", "default", "--apps", "epic-web")
    token = recollect("token", *rights, "--data-dir", str(secret_place)).stdout.strip()
    asked = ("prepare", "A guest is locked out", "--app", "epic-web", "--token", token)
    lacking = run(guarded_url, *asked).stderr
    assert lacking.startswith("recollect: the prompt lacks pack: ")
    assert "the token has no scope for it" in lacking


def test_evidence_of_a_project_is_prepared_only_if_that_project_is_named(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / "door.md").write_text("# Locks\nA flat battery is why a room stays locked.\n")
    whose = ("--tenant", "hotel", "--project", "operations")
    run(url, "import", str(tmp_path), "--evidence", *whose)

    asked = ("prepare", "Why does the room stay locked?")
    assert "A flat battery" in run(url, *asked, *whose).stdout
    assert "A flat battery" not in run(url, *asked).stdout
    nowhere = run(url, *asked, "--project", "nowhere").stderr
    assert "holds no evidence" in nowhere
    assert nowhere.endswith("It was looked for with --tenant default --project nowhere.\n")
    assert "lower-case letters" in run(url, *asked, "--project", "No Slug", status=2).stderr
