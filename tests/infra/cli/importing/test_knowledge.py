"""`recollect import` of resolved cases and of business contexts."""

import json

import httpx
import pytest

from infra.cli.importing.plan import MAX_BATCH_ITEMS
from infra.samples import EVENTS_FOLDER
from tests.infra.cli.commands import recollect


def case(number: int, **fields: str) -> bytes:
    known = {"case_number": f"CS{number:07}", "content": f"Printer {number} is on fire.", **fields}
    return json.dumps(known).encode() + b"\n"


def entity(name: str, **fields: object) -> bytes:
    return json.dumps({"entityName": name, "entityType": "CLIENT", **fields}).encode() + b"\n"


def similar(client: httpx.Client, text: str) -> dict[str, str]:
    """The excerpts of the cases that are similar to a text, by case number."""
    asked = {"messages": [{"role": "user", "text": text}], "refresh": True}
    pack = client.post("/packs/discovery", json=asked).raise_for_status().json()
    found = pack.get("similarCases", {"cases": []})["cases"]
    return {each["caseNumber"]: each["excerpt"] for each in found}


def test_cases_are_imported_and_found(url: str, client: httpx.Client) -> None:
    content = b"".join(map(case, range(MAX_BATCH_ITEMS + 20)))

    done = recollect("import", "-", "--cases", "--url", url, "--json", stdin=content)

    assert done.returncode == 0
    assert json.loads(done.stdout) == {"stored": MAX_BATCH_ITEMS + 20, "wrong": 0}
    assert done.stderr == f"{MAX_BATCH_ITEMS + 20} stored, 0 wrong\n"
    assert "CS0000117" in similar(client, "printer 117 burns")


def test_a_case_that_is_imported_again_replaces_the_earlier_one(
    url: str, client: httpx.Client
) -> None:
    once = case(7_000, content="Walrus in the server room.")
    again = case(7_000, content="Walrus in the server room, led outside.")

    done = recollect("import", "-", "--cases", "--url", url, stdin=once + again)

    assert done.stderr == "2 stored, 0 wrong\n"
    found = similar(client, "walrus in the server room")
    assert found["CS0007000"] == "Walrus in the server room, led outside."


def test_a_line_that_is_no_case_is_named_and_left_out(url: str) -> None:
    content = case(8_000) + b'{"case_number": "CS0008001"}\n' + case(8_002)

    done = recollect("import", "-", "--cases", "--url", url, stdin=content)

    assert done.returncode == 1
    assert "Left out: line 2: content: Field required\n2 stored, 1 wrong\n" in done.stderr


def test_business_contexts_are_imported_under_their_names(url: str, client: httpx.Client) -> None:
    content = entity("Northwind  Traders", aliases=["Northwind"]) + entity("Contoso & Sons")
    command = ("import", "-", "--business-contexts", "--url", url)

    first, again = recollect(*command, stdin=content), recollect(*command, stdin=content)

    assert first.stderr == again.stderr == "2 stored, 0 wrong\n"
    kept = client.get("/business-contexts/northwind traders").raise_for_status().json()
    assert (kept["entityName"], kept["aliases"]) == ("Northwind Traders", ["Northwind"])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"entityType": "CLIENT"}', "entityName: Field required"),
        (entity(" "), "entityName: String should have at least 1 character"),
        (entity("Acme", slackChannels=["#acme"]), "slackChannels.0: must be an id such as"),
        (b"{}\n{nonsense}", "entityType: Field required; entityName: Field required"),
    ],
)
def test_a_line_that_is_no_business_context_is_named(url: str, line: bytes, reason: str) -> None:
    done = recollect("import", "-", "--business-contexts", "--url", url, stdin=line)

    assert done.returncode == 1
    assert done.stderr.startswith(f"Left out: line 1: {reason}")


def test_the_sample_data_can_be_imported(url: str) -> None:
    data = EVENTS_FOLDER / "data"
    for option, name in (("--cases", "cases"), ("--business-contexts", "business_contexts")):
        done = recollect("import", str(data / f"{name}.jsonl"), option, "--url", url)
        lines = (data / f"{name}.jsonl").read_bytes().count(b"\n")

        assert done.stderr == f"{lines} stored, 0 wrong\n"


@pytest.mark.parametrize(
    "options", [(), ("--cases", "--business-contexts"), ("--cases", "--app", "epic-web")]
)
def test_an_import_must_say_which_one_kind_of_record_its_files_hold(
    options: tuple[str, ...],
) -> None:
    done = recollect("import", "-", *options, "--url", "http://127.0.0.1:1")

    assert done.returncode == 2
    assert "say what the files hold" in done.stderr


def test_unreachable_stores_are_reported_in_one_line() -> None:
    done = recollect("import", "-", "--cases", "--url", "http://127.0.0.1:1", stdin=case(1))

    assert done.returncode == 1
    assert "Does http://127.0.0.1:1 answer?" in done.stderr
    assert done.stderr.count("\n") == 1
