"""`recollect import --token`: over the API and with the token's rights, whatever happens."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from infra.local.tokens import SCOPES, issue_token, load_secret
from tests.infra.cli.commands import Done, recollect
from tests.infra.cli.transfers import export_bytes, exported, line

Import = Callable[..., Done]


@pytest.fixture(scope="module")
def over_api(guarded_url: str, secret_place: Path) -> Import:
    """Imports lines over the API of the guarded platform, with a right to one app."""

    def run(
        app_slug: str, *content: bytes, right_to: str = "", options: tuple[str, ...] = ()
    ) -> Done:
        secret = load_secret(secret_place)
        token = issue_token(
            secret, subject="importer", apps=[right_to or app_slug], scopes=SCOPES, customers=["*"]
        )
        kind = options or ("--app", app_slug)
        return recollect(
            *("import", "-", *kind, "--url", guarded_url, "--json"),
            stdin=b"".join(content),
            environment={"RECOLLECT_TOKEN": token},
        )

    return run


def counts(done: Done) -> dict[str, int]:
    found: dict[str, int] = json.loads(done.stdout)
    return found


def occurrences(url: str, app_slug: str) -> list[str]:
    lines = export_bytes(url, app_slug).splitlines()
    return [json.loads(each)["standing"]["occurrences"] for each in lines]


def test_a_file_goes_in_batches_and_again_without_counting_anything_twice(
    over_api: Import, guarded_url: str
) -> None:
    lines = [line(number) for number in range(250)]
    for _ in range(2):
        done = over_api("batches", *lines)
        assert done.returncode == 0, done.stderr
        assert counts(done) == {"added": 250, "already_there": 0, "failed": 0, "skipped": 0}
    assert occurrences(guarded_url, "batches") == ["1"] * 250


def test_what_is_not_stored_is_named_by_its_line_and_a_repeat_stores_it(
    over_api: Import, guarded_url: str
) -> None:
    lines = [line(number) for number in range(150)]
    with httpx.Client(base_url=f"{guarded_url}/_emulators") as client:
        # What is looked for first, and then the writing of the second request.
        for fault in (
            {"mode": "slow", "delay_ms": 1, "count": 9},
            {"mode": "status", "status": 400},
        ):
            client.post("/faults", json={"target": "upstash-vector", "count": 1, **fault})
        first = over_api("faulty", *lines)
        client.delete("/faults")
    stored = len(exported(guarded_url, "faulty"))
    assert first.returncode == 1
    assert "Not stored: line " in first.stderr
    assert "Run the same command again" in first.stderr
    again = over_api("faulty", *lines)
    assert again.returncode == 0, again.stderr
    assert stored < len(exported(guarded_url, "faulty")) == 150
    assert occurrences(guarded_url, "faulty") == ["1"] * 150


def test_a_line_that_is_refused_keeps_no_other_from_being_stored(
    over_api: Import, guarded_url: str
) -> None:
    refused = {**json.loads(line(2)), "supersedes": ["mem_nobody"]}
    done = over_api("refused", line(1), b"\n", json.dumps(refused).encode() + b"\n", line(3))
    assert done.returncode == 1
    assert counts(done) == {"added": 2, "already_there": 0, "failed": 1, "skipped": 0}
    assert "Not stored: line 3: " in done.stderr
    assert "mem_nobody" in done.stderr
    assert len(exported(guarded_url, "refused")) == 2


def test_the_rights_are_those_of_the_token(over_api: Import, guarded_url: str) -> None:
    done = over_api("secret", line(1), line(2), right_to="another")
    assert done.returncode == 1
    assert "lines 1 to 2: " in done.stderr
    assert "answered 403" in done.stderr
    assert exported(guarded_url, "secret") == []


def test_what_only_the_stores_can_take_is_refused_by_its_line(over_api: Import) -> None:
    done = over_api("counted", line(1), b'{"situation": "a", "decision": "b", "standing": {}}\n')
    assert done.returncode == 1
    assert "line 2: standing: " in done.stderr


def test_cases_and_business_contexts_go_over_the_api_too(over_api: Import) -> None:
    case = {"case_number": "SCS0009001", "content": "The tunnel was restarted.", "company": "Acme"}
    context = {"entityName": "Quarry & Sons", "entityType": "customer", "industry": "mining"}
    for kind, body in (("--cases", case), ("--business-contexts", context)):
        done = over_api("*", json.dumps(body).encode(), options=(kind,))
        assert done.returncode == 0, done.stderr
        assert counts(done) == {"stored": 1, "failed": 0, "skipped": 0}


def test_a_token_and_stores_at_once_are_no_answer_where_to(tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_bytes(line(1))
    both = {"RECOLLECT_TOKEN": "x", "UPSTASH_VECTOR_REST_URL": "http://127.0.0.1:1"}
    done = recollect("import", str(tmp_path / "lines.jsonl"), "--app", "x", environment=both)
    assert done.returncode == 1
    assert "say with --url" in done.stderr
