"""Files of other systems become rows and items that say what their exporters meant."""

import io
import json
import unicodedata
import zipfile
from pathlib import Path

import pytest
from pydantic import BaseModel, JsonValue

from infra.cli.importing.exporters import RecordKind
from infra.cli.importing.formats import rows_of
from infra.cli.importing.kinds import PlainLine
from infra.cli.importing.mapping import as_ours
from infra.cli.importing.markdown import Section, markdown_rows, sections
from infra.cli.importing.plan import ImportSource, Plan
from infra.cli.importing.rows import FileRow, PassedOver, Row, UnknownFormat, WrongRow
from infra.cli.options import Format
from recollect.knowledge.case_storing import NewCase
from recollect.knowledge.requests import NewEvidence
from tests.cases import each_case

MODELS: dict[RecordKind, type[BaseModel]] = {
    "memory": PlainLine,
    "evidence": NewEvidence,
    "case": NewCase,
}


def read(written: str | bytes) -> list[Row]:
    content = written.encode() if isinstance(written, str) else written
    return list(rows_of("-", io.BytesIO(content), None))


def imported(
    written: str, kind: RecordKind, plan: Plan | None = None
) -> tuple[list[dict[str, JsonValue]], list[str]]:
    """The items that a file becomes, and the messages about its wrong rows."""
    wrong: list[str] = []
    source = ImportSource(read(written), plan or Plan(kind), lambda each: wrong.append(str(each)))
    items = [
        item.value.model_dump(mode="json", exclude_unset=True)
        for item in source.items(MODELS[kind])
    ]
    return items, wrong


def folder(place: Path, **files: object) -> Path:
    for name, content in files.items():
        path = place / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return place


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('\ufeff{"a": 1}', [{"a": 1}]),
        ("", []),
        (" \n", []),
        ('[{"a": 1},\n {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"results": [{"a": 1}], "page": 1}', [{"a": 1}]),
        ('{\n  "tickets": [{"a": 1}]\n}', [{"a": 1}]),
        ("a,b\n1,\n,\n2,3\n", [{"a": "1"}, {"a": "2", "b": "3"}]),
        ('a;b\n"x;y";"two\nlines"\n', [{"a": "x;y", "b": "two\nlines"}]),
        (
            "Comment\tComment\tKey\nfirst\tsecond\tK\n",
            [{"Comment": ["first", "second"], "Key": "K"}],
        ),
    ],
)
def test_the_format_is_recognised_by_the_content(written: str, fields: list[JsonValue]) -> None:
    assert [row.fields for row in read(written) if isinstance(row, FileRow)] == fields


def test_json_lines_are_recognised_even_if_the_first_line_is_long() -> None:
    short: dict[str, JsonValue] = {"a": 1}
    long: dict[str, JsonValue] = {"a": "é" * 70_000}
    for lines in ([long, short], [short, long], [long], [long, long]):
        written = "\n".join(map(json.dumps, lines))
        assert read(written) == [
            FileRow(f"line {number}", line) for number, line in enumerate(lines, start=1)
        ]
        assert [row.fields for row in read(json.dumps(lines)) if isinstance(row, FileRow)] == lines


def test_a_wrong_row_is_named_and_those_after_it_are_read() -> None:
    assert read('[{"a": 1}, 2, {"a": 3}]') == [
        FileRow("item 1", {"a": 1}),
        WrongRow("item 2", "is no object"),
        FileRow("item 3", {"a": 3}),
    ]
    assert read("a,b\n1,2,3\n4,5\n") == [
        WrongRow("row 2", "has more fields than the first row has names"),
        FileRow("row 3", {"a": "4", "b": "5"}),
    ]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (b"what is this", "--format"),
        (b"\n" * 70_000 + b'{"a": 1}', "--format"),
        (b"a,b\n\xff,1\n", "UTF-8"),
        (b'[{"a": 1}', "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b'[{"a": "\\ud800"}]', "is no JSON"),
    ],
)
def test_a_file_in_no_known_format_is_refused(written: bytes, reason: str) -> None:
    with pytest.raises(UnknownFormat, match=reason):
        read(written)


@pytest.mark.parametrize("harm", ["bent", "locked", "packed otherwise"])
def test_an_archive_that_cannot_be_read_is_refused(tmp_path: Path, harm: str) -> None:
    archive = tmp_path / "runbooks.zip"
    method = zipfile.ZIP_LZMA if harm == "packed otherwise" else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(archive, "w", method) as file:
        file.writestr("a.md", "# A\n" + "text " * 1_000)
    content = bytearray(archive.read_bytes())
    if harm == "bent":
        content[40:50] = b"\xff" * 10
    if harm == "locked":
        content[content.index(b"PK\x01\x02") + 8] |= 1  # the flags of the first entry
    archive.write_bytes(content)

    with pytest.raises(UnknownFormat, match="zip"):
        list(rows_of(str(archive), None, "markdown"))


def test_map_assigns_the_columns_of_a_table_to_fields() -> None:
    table = (
        "Subject,Details,Resolution,Created,Labels\n"
        'VPN drops,every hour,replaced the modem,2026-03-01 10:00,"vpn, modem"\n'
        "Printer,,,,\n"
    )
    names = {
        "situation": ["Subject", "Details"],
        "decision": ["Resolution"],
        "valid_from": ["Created"],
        "tags": ["Labels"],
    }

    items, wrong = imported(table, "memory", Plan("memory", names))

    assert items == [
        {
            "situation": "VPN drops\n\nevery hour",
            "decision": "replaced the modem",
            "valid_from": "2026-03-01T10:00:00.000Z",
            "tags": ["vpn", "modem"],
        }
    ]
    assert wrong == ["row 3: decision: Field required"]


def test_map_accepts_numbers_as_ids_and_titles() -> None:
    issue = json.dumps([{"number": 7, "title": 404, "body": "sticks", "tags": ["door"]}])
    names = {"id": ["number"], "title": ["title"], "content": ["body"], "tags": ["tags"]}
    (item,), wrong = imported(issue, "evidence", Plan("evidence", names))
    assert item == {"id": "7", "title": "404", "content": "sticks", "tags": ["door"]}
    assert wrong == []


@each_case(
    ("written", "moment"),
    [
        ("24.12.2025 13:05", "2025-12-24T13:05:00+00:00"),
        ("5.1.2026", "2026-01-05T00:00:00+00:00"),
        ("24.12.2025 13:05:59", "2025-12-24T13:05:59+00:00"),
        ("2025/12/24", "2025-12-24T00:00:00+00:00"),
        ("2025/12/24 13:05", "2025-12-24T13:05:00+00:00"),
        ("2025年12月24日", "2025-12-24T00:00:00+00:00"),
        ("2025-12-24 13:05:59 UTC", "2025-12-24T13:05:59+00:00"),
        ("2025-12-24 1:05 PM", "2025-12-24T13:05:00+00:00"),
        ("24/12/2025", "24/12/2025"),
        ("24/12/2025 UTC", "24/12/2025 UTC"),
    ],
)
def test_a_local_form_of_time_is_read_if_the_order_of_its_parts_is_certain(
    written: str, moment: str
) -> None:
    assert as_ours({"created_at": written}) == {"created_at": moment}


def test_a_table_in_utf_16_is_read_and_one_in_another_encoding_is_refused_with_advice() -> None:
    table = "situation;decision\nTür klemmt;geölt\n"
    (row,) = read(table.encode("utf-16"))
    assert isinstance(row, FileRow)
    assert row.fields == {"situation": "Tür klemmt", "decision": "geölt"}
    for other in ("cp1252", "utf-32"):
        with pytest.raises(UnknownFormat, match="save it as UTF-8"):
            read(table.encode(other))


def test_json_in_utf_16_is_read_like_json_in_utf_8() -> None:
    item = '{"a": "Tür"}'
    for written in (f'{{"tickets": [{item}]}}', f"[\n{item}]", f"{item}\n{item}\n"):
        assert read(written.encode("utf-16")) == read(written) != []


@each_case(("first", "row"), [("sep=;\r\n", "row 3"), ('"sep=;"\n', "row 3")])
def test_the_separator_line_for_excel_is_no_row_of_a_table(first: str, row: str) -> None:
    assert read(f"{first}Name;Text, and more\nTap;drips, loudly\n") == [
        FileRow(row, {"Name": "Tap", "Text, and more": "drips, loudly"})
    ]


def test_a_row_with_an_unclosed_quotation_mark_is_wrong() -> None:
    assert read('a,b\n1,"x"\n2,"y\n3,z\n') == [
        FileRow("row 2", {"a": "1", "b": "x"}),
        WrongRow("row 3", "has a quotation mark that nothing closes after it"),
    ]
    whole = 'a,b\n1,"two\nlines"\n2,"he said ""no"""'
    assert [type(row) for row in read(whole)] == [FileRow, FileRow]


def test_a_folder_with_links_back_into_itself_is_read_once(tmp_path: Path) -> None:
    place = folder(tmp_path / "real", **{"a__x.md": "one", "b__y.md": "two"})
    (place / "a" / "to-b").symlink_to(place / "b")
    (place / "b" / "to-a").symlink_to(place / "a")
    (place / "all").symlink_to(place)
    by_link = tmp_path / "link"
    by_link.symlink_to(place)
    for root in (place, by_link):
        rows = rows_of(str(root), None, "markdown")
        assert [row.place for row in rows if isinstance(row, FileRow)] == [
            "a/to-b/y.md#top",
            "a/x.md#top",
            "b/to-a/x.md#top",
            "b/y.md#top",
        ]


def test_a_link_to_outside_of_a_folder_is_named_and_not_read(tmp_path: Path) -> None:
    place = folder(tmp_path / "given", **{"x.md": "one"})
    own = folder(tmp_path / "own", **{"secrets.md": "ours"})
    (place / "notes.md").symlink_to(own / "secrets.md")
    (place / "more").symlink_to(own)
    reason = "is a link to outside of the folder, which is not read"
    assert list(rows_of(str(place), None, None)) == [
        WrongRow("more", reason),
        WrongRow("notes.md", reason),
        FileRow("x.md#top", {"id": "x.md#top", "content": "one"}),
    ]


def test_unknown_column_names_are_wrong_with_the_advice_to_map_them() -> None:
    table = "Subject,Resolution\nVPN drops,replaced the modem\n"
    _, wrong = imported(table, "memory", Plan("memory"))
    (message,) = wrong
    assert message.startswith("row 2: has no situation and no decision: say with --map which of ")
    assert "(Subject, Resolution)" in message
    page = json.dumps({"comments": [{"body": "Restarted it."}], "count": 1})
    _, (message,) = imported(page, "evidence", Plan("evidence"))
    assert "(comments, count)" in message
    assert message.endswith("or call its list of comments results, memories, tickets or issues")
    issue: JsonValue = {"title": "VPN drops", "body": "Daily.", "labels": [{"name": "vpn"}]}
    _, (message,) = imported(json.dumps([issue]), "evidence", Plan("evidence"))
    assert message.startswith(
        "item 1: has no content: say with --map which of its fields (title, body"
    )
    _, empty = imported("{}\n", "memory", Plan("memory"))
    assert empty == ["line 1: situation: Field required; decision: Field required"]
    _, known = imported(json.dumps({"tickets": [{**ZENDESK, "tags": ["x" * 500]}]}), "memory")
    assert known[0].startswith("item 1: tags.0: ")


def test_a_fact_of_mem0_is_evidence_and_no_decision() -> None:
    export = json.dumps(
        {
            "results": [
                {
                    "id": "m1",
                    "memory": "Prefers e-mail",
                    "hash": "x",
                    "user_id": "ann",
                    "created_at": "2024-07-20T01:30:36.275141-07:00",
                    "updated_at": None,
                    "metadata": None,
                }
            ]
        },
        indent=1,
    )

    items, wrong = imported(export, "evidence")

    assert wrong == []
    assert items == [
        {
            "id": "mem0-m1",
            "content": "Prefers e-mail",
            "created_at": "2024-07-20T08:30:36.275Z",
            "user_id": "ann",
        }
    ]
    assert "bring it in with --evidence" in imported(export, "memory")[1][0]


ZENDESK: dict[str, JsonValue] = {
    "id": 1207,
    "subject": "Mail is late",
    "description": "Since Monday mail takes an hour.",
    "status": "solved",
    "created_at": "2026-02-01T08:00:00Z",
    "updated_at": "2026-02-02T08:00:00Z",
    "organization": {"name": "Brightwater Schools"},
    "tags": ["mail"],
    "comments": [
        {"body": "We look into it.", "public": True},
        {"body": "Restarted the relay.", "public": True},
        {"body": "Not for customers", "public": False},
    ],
}


def test_an_unsolved_ticket_is_passed_over_and_counted() -> None:
    states = ["solved", "open", "Gelöst", "Cerrado"]
    tickets = [*({**ZENDESK, "status": each} for each in states), {**ZENDESK, "comments": []}]
    items = ImportSource(read(json.dumps(tickets)), Plan("memory")).items(PlainLine)
    assert len(list(items)) == 3
    assert items.left == {"passed_over": 1, "wrong": 1}


@pytest.mark.parametrize(
    "stateless",
    [
        {"ID": 7, "Subject": "Mail is late", "Description": "Since Monday."},
        {"key": "OPS-7", "fields": {"summary": "web-1 down"}},
        {"Issue key": "OPS-7", "Summary": "web-1 down"},
    ],
)
def test_a_ticket_without_a_status_is_wrong(stateless: JsonValue) -> None:
    assert imported(json.dumps([stateless]), "memory") == ([], ["item 1: has no status"])


def test_a_solved_zendesk_ticket_can_be_a_memory_a_case_or_evidence() -> None:
    export = json.dumps({"tickets": [ZENDESK, {**ZENDESK, "id": 1208, "status": "open"}]}, indent=1)

    (memory,), wrong = imported(export, "memory")
    (case,), _ = imported(export, "case")
    evidence, _ = imported(export, "evidence")

    assert memory["situation"] == "Mail is late\n\nSince Monday mail takes an hour."
    assert memory["decision"] == "Restarted the relay."
    assert memory["conversation_id"] == "zendesk-1207"
    assert wrong == []
    assert (case["case_number"], case["company"]) == ("ZD1207", "Brightwater Schools")
    assert case["resolved_at"] == "2026-02-02T08:00:00.000Z"
    assert [each["id"] for each in evidence] == ["zendesk-1207", "zendesk-1208"]
    assert "Not for customers" not in json.dumps([memory, case, evidence])


def paragraph(*texts: str) -> JsonValue:
    return {"type": "paragraph", "content": [{"type": "text", "text": each} for each in texts]}


def test_a_jira_issue_is_read_the_same_from_json_and_from_a_table() -> None:
    document = {"type": "doc", "content": [paragraph("Disk", " full"), paragraph("on web-1")]}
    issue = {
        "key": "OPS-7",
        "fields": {
            "summary": "web-1 down",
            "description": document,
            "status": {"name": "Done"},
            "resolution": {"name": "Done"},
            "created": "2026-02-01T08:00:00.000+0000",
            "resolutiondate": "2026-02-01T09:00:00.000+0000",
            "comment": {"comments": [{"body": "Rotated the logs."}]},
        },
    }
    table = (
        "Issue key,Summary,Description,Status,Resolution,Resolved,Comment,Comment\n"
        'OPS-7,web-1 down,"Disk full\non web-1",Done,Done,01/Feb/26 9:00 AM,'
        "01/Feb/26;ann;Looking,01/Feb/26;ann;Rotated the logs.\n"
    )

    (of_json,), _ = imported(json.dumps({"issues": [issue]}, indent=1), "case")
    (of_table,), _ = imported(table, "case")

    assert of_json == of_table
    assert of_json == {
        "case_number": "OPS-7",
        "content": "web-1 down\n\nDisk full\non web-1\n\nResolution: Rotated the logs.",
        "resolved_at": "2026-02-01T09:00:00.000Z",
    }


def test_a_done_issue_without_a_comment_has_no_decision() -> None:
    table = "Issue key,Summary,Status,Resolution\nOPS-8,web-2 down,Done,Fixed\n"

    assert imported(table, "memory") == ([], ["row 2: is solved, but no comment says how"])


def test_the_ids_of_a_document_do_not_depend_on_its_unicode_normalisation(tmp_path: Path) -> None:
    document = {"größen__maße.md": "# Übersicht\n\nEine Größe.\n"}
    apart = {
        unicodedata.normalize("NFD", name): unicodedata.normalize("NFD", text)
        for name, text in document.items()
    }

    one, other = (
        list(rows_of(str(folder(tmp_path / place, **files)), None, "markdown"))
        for place, files in (("linux", document), ("mac", apart))
    )

    assert one == other
    assert isinstance(one[0], FileRow)
    assert one[0].place == "größen/maße.md#übersicht"


def test_a_document_that_begins_with_a_rule_has_no_front_matter() -> None:
    (row,) = markdown_rows("a.md", "---\n\nOpen from nine.\n\n---\n\nClosed on Sundays.\n")
    assert isinstance(row, FileRow)
    assert row.fields["content"] == "---\n\nOpen from nine.\n\n---\n\nClosed on Sundays."


def test_a_section_of_markdown_becomes_an_item_titled_by_its_headings(tmp_path: Path) -> None:
    written = (
        "---\ntitle: Mail\nurl: https://wiki.example.com/mail\ndate: 2026-01-05\n---\n"
        "Read this first.\n\n# Relay\n\n## Restart\n\n```sh\n# as root\nsystemctl restart relay\n"
        "```\n## Restart\n\nA second time.\n"
    )
    place = folder(
        tmp_path, **{"ops__mail.md": written, "README.pdf": "no", "empty.md": "# Only\n"}
    )

    *rows, passed_over = rows_of(str(place), None, None)

    assert passed_over == PassedOver("files of other kinds (1 .pdf)", 1)
    assert [row.place for row in rows if not isinstance(row, PassedOver)] == [
        "empty.md",
        "ops/mail.md#top",
        "ops/mail.md#restart",
        "ops/mail.md#restart-1",
    ]
    assert rows[0] == WrongRow("empty.md", "has no text")
    assert isinstance(rows[2], FileRow)
    assert rows[2].fields == {
        "id": "ops/mail.md#restart",
        "title": "Mail: Relay: Restart",
        "content": "```sh\n# as root\nsystemctl restart relay\n```",
        "url": "https://wiki.example.com/mail#restart",
        "created_at": "2026-01-05",
    }


def test_an_underlined_line_is_a_heading_and_a_rule_is_not() -> None:
    written = (
        "Relay\n=====\nIt sends mail.\n\nRestart\n---\nAs root.\n\n---\n\n- one\n---\nafter\n"
        "two lines\nof text\n---\n```\nNo heading\n---\n```\n"
    )
    (first, second) = sections(written)
    assert first == Section(("Relay",), "It sends mail.")
    assert second.headings == ("Relay", "Restart")
    assert second.text.startswith("As root.\n\n---\n\n- one\n---\nafter")


def test_slack_threads_become_turns_with_their_authors(tmp_path: Path) -> None:
    thread = "1767600000.000100"
    day = [
        {
            "user": "U1",
            "ts": thread,
            "thread_ts": thread,
            "text": "<@U2> is <https://a.example.com|the relay> slow &amp; old?",
        },
        {"subtype": "channel_join", "user": "U2", "ts": "1767600001.0", "text": "in"},
        {"user": "U2", "ts": "1767600060.000200", "thread_ts": thread, "text": "yes"},
        {"user": "U2", "text": "when?"},
        {"user": "U2", "ts": "999999999999.0", "text": "in the year 33658"},
    ]
    users = [{"id": "U1", "name": "ann"}, {"id": "U2", "profile": {"display_name": "Bo"}}]
    place = folder(
        tmp_path / "export",
        **{"channels.json": [], "users.json": users, "ops__2026-01-05.json": day},
    )
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(place.rglob("*.json")):
            file.write(path, path.relative_to(place))

    rows = list(rows_of(str(place), None, None))

    assert rows == list(rows_of(str(archive), None, None))
    first, second, *wrong = rows
    assert isinstance(first, FileRow)
    assert first.fields == {
        "id": "slack-ops-1767600000.000100",
        "thread": "slack-ops-1767600000.000100",
        "content": "@Bo is the relay (https://a.example.com) slow & old?",
        "created_at": "2026-01-05T08:00:00.000100+00:00",
        "channel": "ops",
        "source": "human",
        "author": "ann",
    }
    assert isinstance(second, FileRow)
    assert (second.fields["thread"], second.fields["author"]) == (first.fields["thread"], "Bo")
    assert wrong == [
        WrongRow(f"ops/2026-01-05.json, message {number}", "has no time (`ts`)")
        for number in (4, 5)
    ]


def test_a_slack_export_with_an_unreadable_list_of_users_is_refused(tmp_path: Path) -> None:
    place = folder(tmp_path, **{"users.json": {"ok": False}, "ops__2026-01-05.json": []})

    with pytest.raises(UnknownFormat, match=r"users\.json"):
        list(rows_of(str(place), None, "slack"))


def test_all_kinds_of_documents_in_a_folder_are_read_and_other_files_are_counted(
    tmp_path: Path,
) -> None:
    place = folder(
        tmp_path / "team",
        **{
            "a.md": "Markdown",
            "b__c.HTM": "<p>Page",
            "d.rst": "Text",
            "e.eml": "Subject: Mail\n\nMail",
            "Inbox.mbox__mbox": "From a Thu Nov 12 09:14:00 2026\nSubject: x\n\nMailbox",
            "f.docx": "",
            "g.docx": "",
            "h.csv": "id,content\n",
            "LICENSE": "Text",
            "__MACOSX__a.md": "",
            ".hidden.md": "Markdown",
        },
    )
    (place / "i.txt").write_bytes(b"\xff")
    archive = tmp_path / "team.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(place.rglob("*.*")):
            file.write(path, path.relative_to(place))
        file.write(place / "LICENSE", "LICENSE")
        file.write(place / "Inbox.mbox" / "mbox", "Inbox.mbox/mbox")

    rows = list(rows_of(str(place), None, None))

    assert rows == list(rows_of(str(archive), None, None))
    assert [(row.place, row.fields["content"]) for row in rows if isinstance(row, FileRow)] == [
        ("Inbox.mbox/mbox, mail 1", "Mailbox"),
        ("a.md#top", "Markdown"),
        ("b/c.HTM", "<p>Page"),
        ("d.rst", "Text"),
        ("e.eml", "Mail"),
    ]
    besides = "files of other kinds (2 .docx, 1 without a suffix, 1 .csv)"
    assert rows[-2:] == [
        WrongRow("i.txt", "is not UTF-8 (byte 1): save it as UTF-8"),
        PassedOver(besides, 4),
    ]
    items = ImportSource(rows, Plan("evidence")).items(NewEvidence)
    assert len(list(items)) == 5
    assert items.left == {"passed_over": 4, "wrong": 1}
    *_, mail, others = rows_of(str(place), None, "mail")
    assert isinstance(mail, FileRow)
    assert mail.place == "e.eml"
    assert isinstance(others, PassedOver)
    assert others.count == 8


@pytest.mark.parametrize(
    ("requested", "reason"),
    [
        (None, "has no Markdown, HTML, text or mail and is no export of Slack (it has 1 .pdf)"),
        ("mail", "has no mail (it has 1 .pdf)"),
    ],
)
def test_a_folder_without_documents_is_refused_with_what_it_holds(
    tmp_path: Path, requested: Format | None, reason: str
) -> None:
    with pytest.raises(UnknownFormat) as refused:
        list(rows_of(str(folder(tmp_path, **{"a.pdf": ""})), None, requested))
    assert str(refused.value) == reason
