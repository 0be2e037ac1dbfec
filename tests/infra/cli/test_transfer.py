"""Memories between files and stores: an export can be imported again."""

import codecs
import io

import httpx
import pytest

from infra.cli.importing.rows import FileRow, WrongRow
from infra.cli.importing.tables import json_lines
from infra.cli.lines import LINE_LIMIT, InvalidLine, parse_line
from recollect.memories.lifecycle.transfer import Line
from tests.infra.cli.transfers import export_bytes, import_bytes, line


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
        (b'{"situation": "a", "decision": "b", "counts": {"upvotes": "x"}}', "upvotes: .*int"),
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
