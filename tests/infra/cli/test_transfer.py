"""Memories between files and stores: an export can be imported again."""

import codecs
import io
from collections.abc import Iterator

import httpx
import pytest

from infra.cli.importing.rows import FileRow, WrongRow
from infra.cli.importing.tables import json_lines
from infra.cli.lines import LINE_LIMIT, InvalidLine, parse_line
from infra.local.platform import PlatformOptions, running_platform
from recollect.memories.lifecycle.transfer import Line
from tests.infra.cli.transfers import begin_deletion, export_bytes, exported, import_bytes, line


@pytest.fixture(scope="module")
def other_url() -> Iterator[str]:
    with running_platform(PlatformOptions()) as platform:
        yield platform.url


@pytest.mark.parametrize("blank", [b"\n", b"  \r\n", codecs.BOM_UTF8 + b"\n", b""])
def test_a_blank_line_is_ignored(blank: bytes) -> None:
    assert parse_line(1, blank, Line.model_validate_json) is None


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
@pytest.mark.parametrize("beginning", [b"", codecs.BOM_UTF8])
def test_a_byte_order_mark_and_any_ending_are_no_part_of_a_line(
    beginning: bytes, ending: bytes
) -> None:
    parsed = parse_line(1, beginning + line(1).strip() + ending, Line.model_validate_json)

    assert parsed is not None
    assert parsed.situation == "situation 1"
    assert parsed.stage == "draft"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"{", "Invalid JSON"),
        (b"[]", "must be an object"),
        (b"\xff{}", r"is not UTF-8 \(byte 1\)"),
        (codecs.BOM_UTF8 + line(1), "Invalid JSON"),
        (b'{"situation": "a"}', "decision: Field required"),
        (b'{"situation": "a", "decision": "b", "x": 1}', "x: Extra inputs"),
        (
            b'{"situation": "a", "decision": "b", "counts": {"upvotes": "x"}}',
            "upvotes: .*int",
        ),
        (b'{"situation": "' + b"a" * 2_000_000 + b'", "decision": "b"}', "at most 64000"),
        (b"a" * (LINE_LIMIT + 1), "is longer than"),
    ],
    ids=["garbage", "array", "bytes", "mark", "missing", "unknown", "counts", "long", "longer"],
)
def test_a_line_that_is_no_memory_is_named_with_what_is_wrong(raw: bytes, reason: str) -> None:
    with pytest.raises(InvalidLine, match=f"^line 7: .*{reason}") as raised:
        parse_line(7, raw, Line.model_validate_json)

    assert len(str(raised.value)) < 200


def test_an_overlong_line_is_skipped_to_its_end() -> None:
    file = io.BytesIO(line(1) + b"a" * (3 * LINE_LIMIT) + b"\n" + line(3))

    first, endless, last = json_lines(file)

    assert [first, last] == [
        FileRow("line 1", {"situation": "situation 1", "decision": "wait"}),
        FileRow("line 3", {"situation": "situation 3", "decision": "wait"}),
    ]
    assert endless == WrongRow("line 2", f"is longer than {LINE_LIMIT} bytes")


def test_importing_again_adds_nothing_and_a_repeated_line_counts_once(url: str) -> None:
    content = b"".join(line(number % 150) for number in range(450))

    first = import_bytes(url, "again", content)
    second = import_bytes(url, "again", content)

    assert first == {"added": 150, "quarantined": 0, "already_there": 300, "wrong": 0}
    assert second == {"added": 0, "quarantined": 0, "already_there": 450, "wrong": 0}
    kept = exported(url, "again")
    assert len(kept) == 150
    counts = {"occurrences": "1", "revision": "1", "state": "active"}
    assert {str(each["counts"]) for each in kept} == {str(counts)}


def test_an_exported_memory_is_the_same_when_it_is_imported_elsewhere(
    client: httpx.Client, url: str, other_url: str
) -> None:
    memories = "/apps/moved/memories"
    body = {
        "situation": "Ünïcode \u2028 and\nlines\n\nDECISION: none",
        "decision": "“Keep” it",
        "stage": "route",
        "category": "legal",
        "tags": ["o'brien", 'a "b"'],
        "conversation_id": "cnv_1",
        "importance": 0.9,
        "trust": 0.2,
        "source": "human",
    }
    memory_id = client.post(memories, json=body).json()["id"]
    client.post(memories, json=body)
    client.post(memories, json={"situation": "another", "decision": "one", "stage": "draft"})
    one = f"{memories}/{memory_id}"
    ballot = {"vote": "upvote", "voter_id": "ann"}
    client.post(f"{one}/votes", json=ballot)
    client.post(f"{one}/votes", json={"vote": "downvote"})
    client.put(f"{one}/correction", json={"correction": "ask “why”", "category": "refund"})
    client.post(f"{one}/validation")
    client.post("/apps/moved/citations", json={"run_id": "run_1", "memory_ids": [memory_id]})
    client.put("/apps/moved/citations/run_1/outcome", json={"outcome": "failure"})

    imported = import_bytes(other_url, "moved", export_bytes(url, "moved"))

    assert imported == {"added": 2, "quarantined": 0, "already_there": 0, "wrong": 0}
    with httpx.Client(base_url=other_url, timeout=30) as other:
        here, there = client.get(one).json(), other.get(one).json()
        for memory in (here, there):
            assert memory["metadata"].pop("confidence") == pytest.approx(0.3533, abs=0.001)
        assert here == there
        assert here["metadata"]["votes"]["downvotes"] == 2
        history = client.get(f"{one}/history").json()["events"]
        moved = other.get(f"{one}/history").json()["events"]
        assert moved[:-1] == history
        assert moved[-1]["type"] == "imported"
        again = other.post(f"{one}/votes", json=ballot).json()
        assert again["metadata"]["votes"] == there["metadata"]["votes"]
        resolved = other.delete("/apps/moved/conversations/cnv_1").json()
        assert resolved["deleted_ids"] == [memory_id]


def test_what_a_memory_replaces_and_was_made_of_is_named_as_it_is_called_in_another_app(
    client: httpx.Client, url: str
) -> None:
    ids: list[str] = []
    for named in ("", "supersedes", "derived_from", "supersedes"):
        situation = {"situation": f"Printer {len(ids)} is on fire", "decision": "Called for help"}
        related = {named: ids[-1:]} if named else {}
        body = {**situation, "stage": "draft", **related}
        ids.append(client.post("/apps/called-one/memories", json=body).json()["id"])

    import_bytes(url, "called-two", export_bytes(url, "called-one"))

    listed = client.get("/apps/called-two/memories").json()["memories"]
    by_situation = sorted(listed, key=lambda each: str(each["situation"]))
    new = [each["id"] for each in by_situation]
    assert not set(new) & set(ids)
    told = [
        (each["metadata"].get("supersedes"), each["metadata"].get("derived_from"))
        for each in by_situation
    ]
    assert told == [(None, None), ([new[0]], None), (None, [new[1]]), ([new[2]], None)]
    replaced = client.get("/apps/called-two/memories?state=superseded").json()["memories"]
    assert {each["id"] for each in replaced} == {new[0], new[2]}


def test_a_memory_with_an_unfinished_deletion_is_not_exported(url: str) -> None:
    import_bytes(url, "broken-off", line(1) + line(2))
    kept, deleted = (str(each["id"]) for each in exported(url, "broken-off"))
    begin_deletion(url, ("support:broken-off", deleted))

    assert [each["id"] for each in exported(url, "broken-off")] == [kept]
