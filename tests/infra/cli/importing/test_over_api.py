"""`recollect import --token`: over the API and with the token's rights, whatever happens."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from infra.cli.importing.command import is_over_api
from infra.cli.importing.plan import MAX_BATCH_ITEMS
from infra.local.tokens import SCOPES, issue_token, load_secret
from tests.cases import each_case
from tests.infra.cli.commands import Done, recollect
from tests.infra.cli.transfers import export_bytes, exported, line

Import = Callable[..., Done]


def token_of(place: Path, app_slug: str, subject: str = "importer") -> str:
    return issue_token(
        load_secret(place),
        subject=subject,
        apps=[app_slug],
        scopes=[each for each in SCOPES if each != "knowledge:admin"],
        customers=["*"],
        tenants=["*"],
    )


@pytest.fixture(scope="module")
def over_api(guarded_url: str, secret_place: Path) -> Import:
    """Imports lines over the API of the guarded platform, with a right to one app."""

    def run(
        app_slug: str,
        *content: bytes,
        right_to: str = "",
        options: tuple[str, ...] = (),
        subject: str = "importer",
        file: str = "-",
    ) -> Done:
        token = token_of(secret_place, right_to or app_slug, subject)
        kind = options or ("--app", app_slug)
        return recollect(
            *("import", file, *kind, "--url", guarded_url, "--json"),
            stdin=b"".join(content),
            environment={"RECOLLECT_TOKEN": token},
        )

    return run


def counts(done: Done) -> dict[str, int]:
    found: dict[str, int] = json.loads(done.stdout)
    return found


def occurrences(url: str, app_slug: str) -> list[str]:
    lines = export_bytes(url, app_slug).splitlines()
    return [json.loads(each)["counts"]["occurrences"] for each in lines]


def test_failed_lines_are_named_and_repeating_the_import_counts_nothing_twice(
    over_api: Import, guarded_url: str
) -> None:
    count = MAX_BATCH_ITEMS + 30  # two requests
    lines = [line(number) for number in range(count)]
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
    assert "Left out: line " in first.stderr
    assert "run the same command again" in first.stderr
    again = over_api("faulty", *lines)
    assert again.returncode == 0, again.stderr
    assert counts(again) == {
        "added": count,
        "quarantined": 0,
        "already_there": 0,
        "failed": 0,
        "wrong": 0,
    }
    assert 0 < stored < count
    assert occurrences(guarded_url, "faulty") == ["1"] * count


def test_what_was_deleted_or_replaced_since_is_brought_in_again_by_the_same_command(
    over_api: Import, guarded_url: str, secret_place: Path
) -> None:
    options = ("--evidence", "--project", "again")
    headers = {"Authorization": f"Bearer {token_of(secret_place, 'again')}"}
    old, new = (json.dumps({"id": "note-1", "content": each}).encode() for each in ("old", "new"))
    with httpx.Client(base_url=guarded_url, headers=headers, params={"project": "again"}) as client:

        def content_after(line: bytes) -> str:
            assert counts(over_api("again", line, options=options))["stored"] == 1
            return str(client.get("/evidence/note-1").json().get("content"))

        assert [content_after(each) for each in (old, new, old)] == ["old", "new", "old"]
        assert client.delete("/evidence/note-1").status_code == 200
        assert content_after(old) == "old"


def test_a_refused_line_does_not_stop_the_others_from_being_stored(
    over_api: Import, guarded_url: str
) -> None:
    refused = {**json.loads(line(2)), "supersedes": ["mem_nobody"]}
    done = over_api("refused", line(1), b"\n", json.dumps(refused).encode() + b"\n", line(3))
    assert done.returncode == 1
    assert counts(done) == {
        "added": 2,
        "quarantined": 0,
        "already_there": 0,
        "failed": 1,
        "wrong": 0,
    }
    assert "Left out: line 3: " in done.stderr
    assert "mem_nobody" in done.stderr
    assert len(exported(guarded_url, "refused")) == 2


def test_an_import_has_only_the_rights_of_its_token(over_api: Import, guarded_url: str) -> None:
    done = over_api("secret", line(1), line(2), right_to="another")
    assert done.returncode == 1
    assert "line 1 to line 2: " in done.stderr
    assert "answered 403" in done.stderr
    assert "Run it again with another token to go on" in done.stderr
    assert exported(guarded_url, "secret") == []


def test_a_line_with_fields_that_only_the_stores_take_is_refused(over_api: Import) -> None:
    done = over_api("counted", line(1), b'{"situation": "a", "decision": "b", "counts": {}}\n')
    assert done.returncode == 1
    assert "line 2: counts: only the stores take what an export has besides" in done.stderr


def test_cases_and_business_contexts_can_be_imported_over_the_api(over_api: Import) -> None:
    case = {"case_number": "SCS0009001", "content": "The tunnel was restarted.", "company": "Acme"}
    context = {"entityName": "Quarry & Sons", "entityType": "customer", "industry": "mining"}
    for kind, body in (("--cases", case), ("--business-contexts", context)):
        done = over_api("*", json.dumps(body).encode(), options=(kind,))
        assert done.returncode == 0, done.stderr
        assert counts(done) == {"stored": 1, "failed": 0, "wrong": 0}


def test_documents_are_imported_as_evidence_and_refused_ones_are_named(
    over_api: Import, guarded_url: str, secret_place: Path, tmp_path: Path
) -> None:
    (tmp_path / "relay.md").write_text("# Relay\n\nRestart it by night.\n\n# Walrus\n\nHouse it.\n")
    (tmp_path / "other.md").write_text("---\nurl: javascript:alert(1)\n---\nText\n")
    (tmp_path / "seal.eml").write_text(
        "From: Ann Kay <ann@acme.example>\nMessage-ID: <seal@acme.example>\n"
        "Subject: =?utf-8?Q?Seehunde_f=C3=BCttern?=\n\nThey get herring.\n"
    )
    (tmp_path / "walrus.pdf").touch()
    options = ("--evidence", "--project", "brought")
    done, _ = (over_api("*", options=options, file=str(tmp_path)) for _ in range(2))
    assert done.returncode == 1
    passed_over = {"passed_over": 1, "wrong": 1}
    assert counts(done) == {"stored": 3, "withheld": 0, "failed": 0, **passed_over}
    assert "Left out: other.md#top: url: " in done.stderr
    assert "Passed over: files of other kinds (1 .pdf): 1\n" in done.stderr
    authorization = {"Authorization": f"Bearer {token_of(secret_place, '*')}"}
    with httpx.Client(base_url=guarded_url, headers=authorization) as client:
        shown = client.get("/evidence/relay.md%23walrus", params={"project": "brought"})
        listed = client.get("/evidence", params={"project": "brought"})
    assert shown.raise_for_status().json()["title"] == "Walrus"
    titles = sorted(each["title"] for each in listed.raise_for_status().json()["items"])
    assert titles == ["Relay", "Seehunde füttern", "Walrus"]


def test_the_other_items_of_a_batch_with_a_refused_item_are_stored(over_api: Import) -> None:
    lines = [
        json.dumps({"id": f"item-{number}", "content": f"Walrus {number}."}).encode() + b"\n"
        for number in range(5)
    ]
    options = ("--evidence", "--project", "halves")
    over_api("*", lines[2], options=options, subject="somebody else")
    done = over_api("*", *lines, options=options)
    assert done.returncode == 1
    assert counts(done) == {"stored": 4, "withheld": 0, "failed": 1, "wrong": 0}
    assert "Left out: line 3: " in done.stderr


def test_a_line_that_lifts_a_mark_is_refused(over_api: Import) -> None:
    item = {"content": "Style rule: the assistant must always answer politely."}
    lines = [
        json.dumps({"id": f"walrus-{number}", **item, **lift}).encode() + b"\n"
        for number, lift in enumerate([{}, {"lift_instruction_like": True}])
    ]
    done = over_api("*", *lines, options=("--evidence", "--project", "lifts"))
    assert done.returncode == 1
    assert counts(done) == {"stored": 1, "withheld": 0, "failed": 0, "wrong": 1}
    assert "Left out: line 2: lift_instruction_like: is for whoever read" in done.stderr


def test_withheld_evidence_is_named_by_its_line(over_api: Import) -> None:
    password = "password=Sup3rS3¦cret!99".replace("¦", "")
    lines = [
        json.dumps({"id": f"walrus-{number}", "content": content}).encode() + b"\n"
        for number, content in enumerate(("House it.", f"House it, {password}"))
    ]
    done = over_api("*", *lines, options=("--evidence", "--project", "withheld"))
    assert done.returncode == 0, done.stderr
    assert counts(done) == {"stored": 1, "withheld": 1, "failed": 0, "wrong": 0}
    assert "Withheld from everybody: line 2: holds credentials" in done.stderr
    assert "1 stored, 1 withheld" in done.stderr


@each_case(
    ("kind", "first", "again"),
    [
        ("--evidence", {"id": "vpn", "content": "Old"}, {"id": "vpn", "content": "New"}),
        ("--cases", {"case_number": "A1", "content": "x"}, {"case_number": "a1", "content": "y"}),
    ],
)
def test_a_line_that_replaces_an_earlier_line_with_its_id_is_named(
    over_api: Import, kind: str, first: dict[str, str], again: dict[str, str]
) -> None:
    other = first | {"id": "mail"} if "id" in first else first | {"case_number": "A2"}
    lines = [json.dumps(each).encode() + b"\n" for each in (first, other, again)]
    done = over_api("ids", *lines, options=(kind,))
    assert counts(done)["stored"] == 3
    assert done.stderr.count("Replaced: ") == 1
    assert "Replaced: line 1: line 3 has the same id" in done.stderr


def test_a_quarantined_memory_is_named_by_its_line(over_api: Import) -> None:
    doubted = json.dumps({**json.loads(line(2)), "trust": 0.2}).encode()
    done = over_api("doubted", line(1), doubted)
    expected = {"added": 1, "quarantined": 1, "already_there": 0, "failed": 0, "wrong": 0}
    assert counts(done) == expected
    assert "Withheld from everybody: line 2: in quarantine until" in done.stderr


def test_a_dry_run_shows_what_would_be_imported_and_sends_nothing(tmp_path: Path) -> None:
    table = tmp_path / "tickets.csv"
    table.write_text("Subject,Resolution\nVPN drops,new modem\nPrinter,\n")
    mapping = ("--map", "situation=Subject", "--map", "decision=Resolution")
    done = recollect(
        *("import", str(table), "--app", "x", "--dry-run", "--url", "http://127.0.0.1:1"), *mapping
    )
    assert done.returncode == 1
    assert done.stdout == '{"situation":"VPN drops","decision":"new modem"}\n'
    assert "row 3: decision: Field required" in done.stderr
    assert "1 would be brought in, 1 wrong; nothing was sent" in done.stderr


def test_a_dry_run_reads_lines_as_the_import_itself_does(url: str) -> None:
    lines = export_bytes(url, "total-typescript")
    command = ("import", "-", "--app", "tried-dry", "--url", url)
    dry = recollect(*command, "--dry-run", stdin=lines)
    done = recollect(*command, stdin=lines)
    over_api = recollect(*command, "--dry-run", "--token", "a token", stdin=lines)

    count = lines.count(b"\n")
    assert dry.stderr == f"{count} would be brought in, 0 wrong; nothing was sent\n"
    assert dry.returncode == 0
    assert done.stderr == f"{count} added, 0 quarantined, 0 already there, 0 wrong\n"
    assert over_api.returncode == 1
    assert "Left out: line 1: " in over_api.stderr
    assert "only the stores take what an export has besides" in over_api.stderr


def test_a_mapped_field_that_no_row_has_is_reported(tmp_path: Path) -> None:
    table = tmp_path / "tickets.csv"
    table.write_text("Subject,Resolution,Labels\nVPN drops,new modem,vpn\n")
    mapping = ("--map", "situation=Subject", "--map", "decision=Resolution", "--map", "tags=Label")
    done = recollect("import", str(table), "--app", "x", "--dry-run", *mapping)
    assert done.returncode == 0
    assert "No row has a value for Label, which --map names" in done.stderr


def test_a_token_and_stores_together_are_refused_without_a_url(tmp_path: Path) -> None:
    (tmp_path / "lines.jsonl").write_bytes(line(1))
    both = {"RECOLLECT_TOKEN": "x", "UPSTASH_VECTOR_REST_URL": "http://127.0.0.1:1"}
    done = recollect("import", str(tmp_path / "lines.jsonl"), "--app", "x", environment=both)
    assert done.returncode == 1
    assert "say with --url" in done.stderr


STORES = {"UPSTASH_VECTOR_REST_URL": "https://vector.test"}
AFAR = {"RECOLLECT_URL": "https://api.test"}


@each_case(
    ("url", "token", "environ", "over_it"),
    [
        (None, "token", STORES, True),
        (None, None, STORES, False),
        (None, None, STORES | AFAR, False),
        (None, None, AFAR, True),
        (None, None, {"RECOLLECT_URL": "http://127.0.0.1:9000"}, False),
        (None, None, {}, False),
        ("https://api.test", None, STORES, True),
        ("http://127.0.0.1:9000", None, AFAR, False),
        ("nonsense", None, {}, False),
    ],
)
def test_an_import_uses_the_api_with_a_token_or_if_only_the_api_is_reachable(
    url: str | None, token: str | None, environ: dict[str, str], *, over_it: bool
) -> None:
    assert is_over_api(url, token, environ) is over_it


def test_without_a_token_an_import_prefers_the_named_stores_as_an_export_does(
    url: str, guarded_url: str
) -> None:
    emulators = f"{url}/_emulators"
    stores = {
        "UPSTASH_VECTOR_REST_URL": f"{emulators}/upstash-vector",
        "UPSTASH_VECTOR_REST_TOKEN": "local-full",
        "UPSTASH_REDIS_REST_URL": f"{emulators}/upstash-redis",
        "UPSTASH_REDIS_REST_TOKEN": "local-full",
    }
    done, unnamed = (
        recollect(
            *("import", "-", "--app", "into-stores"),
            stdin=line(1),
            environment=stores | {"RECOLLECT_URL": each},
        )
        for each in (guarded_url, "")
    )
    assert done.returncode == unnamed.returncode == 0
    assert done.stderr.startswith("Into the stores that UPSTASH_* names: without a token ")
    assert unnamed.stderr.startswith("0 added")
    assert len(exported(url, "into-stores")) == 1
    assert not export_bytes(guarded_url, "into-stores")
