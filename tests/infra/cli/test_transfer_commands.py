"""`recollect import` and `recollect export` as processes, whatever happens on the way."""

import json
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from pydantic import JsonValue

from infra.cli.importing.plan import MAX_BATCH_ITEMS, MAX_NAMED_ROWS
from recollect.memories.search_result import NO_MEMORIES
from tests.infra.cli.commands import recollect, started
from tests.infra.cli.transfers import exported, line
from tests.waiting import wait_until


@contextmanager
def faults_of(client: httpx.Client) -> Iterator[str]:
    """The path to set faults at; they are cleared when the block ends."""
    faults = "/_emulators/faults"
    try:
        yield faults
    finally:
        client.delete(faults)


def test_private_content_is_named_and_fails_no_import(url: str, tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_text("Message-ID: <one@acme.example>\n\nThe lamp is dark.\n")
    (tmp_path / "mine.eml").write_text("Sensitivity: Private\n\nMine.\n")
    (tmp_path / "till.md").write_text("# Till\n\nPassword: Sup3rS3cret!99\n")
    files = [str(tmp_path / name) for name in ("one.eml", "mine.eml", "till.md")]
    command = ("import", *files, "--evidence", "--project", "private", "--url", url, "--json")

    done = recollect(*command)
    shown = recollect(*command, "--dry-run")

    assert (done.returncode, shown.returncode) == (0, 0)
    counted = {"stored": 1, "withheld": 1, "failed": 0, "private": 1, "wrong": 0}
    assert json.loads(done.stdout) == counted
    assert f"Left out: {files[1]}: is marked as private: " in done.stderr
    assert f"Withheld from everybody: {files[2]}#till: holds credentials" in done.stderr
    assert "2 would be brought in, 1 private, 0 wrong" in shown.stderr


def test_a_wrong_line_does_not_stop_an_import_and_exports_are_the_same_bytes(
    url: str, tmp_path: Path
) -> None:
    count, wrong = MAX_BATCH_ITEMS + 5, MAX_BATCH_ITEMS + 2  # in the second of two batches
    lines = [line(number) for number in range(count)]
    lines[wrong] = b"nonsense\n"
    file, to = tmp_path / "memories.jsonl", tmp_path / "exported" / "memories.jsonl"
    to.parent.mkdir()
    file.write_bytes(b"".join(lines))
    command = ("import", str(file), "--app", "partly", "--url", url, "--json")

    done = recollect(*command)
    lines[wrong] = line(wrong)
    file.write_bytes(b"".join(lines))
    mended = recollect(*command)
    to_file = recollect("export", "--app", "partly", "--output", str(to), "--url", url)
    to_stdout = recollect("export", "--app", "partly", "--url", url)

    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "added": count - 1,
        "quarantined": 0,
        "already_there": 0,
        "wrong": 1,
    }
    assert f"Left out: line {wrong + 1}: Invalid JSON" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("recollect: Left out: 1. Mend them")
    assert mended.returncode == 0
    assert json.loads(mended.stdout) == {
        "added": 1,
        "quarantined": 0,
        "already_there": count - 1,
        "wrong": 0,
    }
    assert (to_file.stdout, to_file.stderr) == ("", f"{count} exported\n")
    assert to.read_text() == to_stdout.stdout
    assert to_stdout.stdout.count("\n") == count
    assert list(to.parent.iterdir()) == [to]


def test_the_export_of_an_app_without_memories_says_so(url: str) -> None:
    done = recollect("export", "--app", "misspelt", "--url", url)

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == ["0 exported", NO_MEMORIES]


def test_a_quarantined_memory_is_counted_separately_and_named_by_its_line(url: str) -> None:
    doubted = json.dumps({**json.loads(line(2)), "trust": 0.2}).encode()
    command = ("import", "-", "--app", "waiting", "--url", url)
    done = recollect(*command, stdin=line(1) + doubted)

    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "Withheld from everybody: line 2: in quarantine until somebody validates it",
        "1 added, 1 quarantined, 0 already there, 0 wrong",
    ]
    assert (
        "0 added, 0 quarantined, 2 already there"
        in recollect(*command, stdin=line(1) + doubted).stderr
    )


def test_a_broken_file_does_not_stop_the_import_of_other_files(url: str, tmp_path: Path) -> None:
    cut, bent, whole = (tmp_path / name for name in ("cut.json", "bent.zip", "whole.jsonl"))
    cut.write_bytes(b"[" + line(1).strip())
    bent.write_bytes(b"no archive")
    whole.write_bytes(line(2))
    files = map(str, (cut, bent, whole))

    done = recollect("import", *files, "--app", "cut", "--url", url)

    first, second, *counted = done.stderr.splitlines()
    assert done.returncode == 1
    assert first.startswith(f"Left out: {cut}: is no JSON: ")
    assert second.startswith(f"Left out: {bent}: is no .zip: ")
    assert counted[0] == "1 added, 0 quarantined, 0 already there, 2 wrong"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("import", "nothing.jsonl"), "nothing.jsonl: No such file or directory"),
        (("import", "."), ". holds texts and no memory: say --evidence"),
        (("import", "-"), "Run the same command again to go on"),
        (("export",), "Does http://127.0.0.1:1 answer?"),
        (("export", "--output", "no/such/folder/file"), "No such file or directory"),
        (("export", "--output", ""), ".: Is a directory"),
        (("export", "--output", "tests"), "tests: Is a directory"),
    ],
)
def test_an_unreadable_file_or_unreachable_store_is_reported_in_one_line(
    arguments: tuple[str, ...], reason: str
) -> None:
    done = recollect(*arguments, "--app", "badass", "--url", "http://127.0.0.1:1", stdin=line(1))

    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("recollect: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_store_without_its_token_is_reported_in_one_line() -> None:
    done = recollect(
        *("export", "--app", "badass"),
        environment={"UPSTASH_VECTOR_REST_URL": "http://127.0.0.1:1"},
    )

    assert done.returncode == 1
    assert done.stderr == "recollect: UPSTASH_VECTOR_REST_TOKEN is not set\n"


def test_a_killed_import_continues_and_stores_nothing_twice(
    client: httpx.Client, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "memories.jsonl"
    count = MAX_BATCH_ITEMS + 5
    file.write_bytes(b"".join(line(number) for number in range(count)))
    command = ("import", str(file), "--app", "killed", "--url", url)

    with faults_of(client) as faults:
        # Each batch is looked for twice and written; the last to be written waits for ever.
        for fault in ({"mode": "slow", "delay_ms": 1, "count": 5}, {"mode": "hang"}):
            client.post(faults, json={"target": "upstash-vector", **fault}).raise_for_status()
        with started(*command) as process:
            wait_until(lambda: client.get(faults).json()["faults"][1]["hits"] > 0)
            process.send_signal(signal.SIGKILL)
    before = len(exported(url, "killed"))
    done = recollect(*command, "--json")

    assert 0 < before < count
    assert done.returncode == 0
    kept = exported(url, "killed")
    assert len(kept) == count
    assert Counter(_events(each) for each in kept) == {("imported",): count}


def test_an_interrupted_import_says_how_to_go_on(
    client: httpx.Client, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "memories.jsonl"
    file.write_bytes(line(1))
    with faults_of(client) as faults:
        client.post(faults, json={"target": "upstash-vector", "mode": "hang"}).raise_for_status()
        with started("import", str(file), "--app", "stopped-by-hand", "--url", url) as process:
            wait_until(lambda: client.get(faults).json()["faults"][0]["hits"] > 0)
            process.send_signal(signal.SIGINT)
            _, stderr = process.communicate()

    assert process.returncode == 130
    assert stderr == (
        "Interrupted. Run the same command again to go on: nothing is stored twice.\n"
    )


def _events(each: dict[str, JsonValue]) -> tuple[str, ...]:
    history = each["history"]
    assert isinstance(history, list)
    return tuple(str(event["type"]) for event in history if isinstance(event, dict))


def test_rows_that_are_wrong_for_one_reason_are_named_up_to_a_number(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(b'{"what": 1}\n' * (MAX_NAMED_ROWS + 30) + b"nonsense\n")
    done = recollect("import", str(file), "--app", "many", "--dry-run")
    named = [each for each in done.stderr.splitlines() if each.startswith("Left out: line")]
    assert len(named) == MAX_NAMED_ROWS + 1
    assert "Left out: 30 further rows: " in done.stderr
    assert f"0 would be brought in, {MAX_NAMED_ROWS + 31} wrong" in done.stderr
