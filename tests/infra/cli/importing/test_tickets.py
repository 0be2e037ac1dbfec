"""How tickets of service desks are imported: a decision is what somebody did to solve one."""

import json

from pydantic import JsonValue

from infra.cli.importing.exporters import RecordKind
from infra.cli.importing.plan import ImportSource, Plan
from tests.cases import each_case
from tests.infra.cli.importing.test_formats import MODELS, ZENDESK, imported, read

ASKER, AGENT = 9001, 7001
RECORDS: tuple[RecordKind, ...] = ("memory", "evidence", "case")


def comment(body: str | None, author: int = AGENT, **more: JsonValue) -> JsonValue:
    return {"body": body, "public": True, "author_id": author, **more}


def zendesk(*comments: JsonValue, **more: JsonValue) -> dict[str, JsonValue]:
    return {**ZENDESK, "requester_id": ASKER, "comments": [*comments], **more}


def jira(*comments: JsonValue, **fields: JsonValue) -> dict[str, JsonValue]:
    known: dict[str, JsonValue] = {
        "summary": "Tunnel refused",
        "status": {"name": "Selesai", "statusCategory": {"key": "done"}},
        "comment": {"comments": [*comments], "startAt": 0, "total": len(comments)},
    }
    return {"key": "SUP-1", "fields": known | fields}


FIXED: JsonValue = {"body": "Renewed the key."}


def item_of(ticket: JsonValue, kind: RecordKind) -> dict[str, JsonValue]:
    (item,), wrong = imported(json.dumps([ticket]), kind)
    assert wrong == []
    return item


def passed_over(ticket: JsonValue, kind: RecordKind) -> int:
    items = ImportSource(read(json.dumps([ticket])), Plan(kind)).items(MODELS[kind])
    assert list(items) == []
    return items.passed_over.total()


def test_a_comment_of_the_requester_is_no_decision() -> None:
    thanked = zendesk(
        comment("The fan is loud.", ASKER),
        comment("Cleaned the filter."),
        comment("Thanks, works!", ASKER),
    )
    assert item_of(thanked, "memory")["decision"] == "Cleaned the filter."
    alone = zendesk(comment("The fan is loud.", ASKER))
    assert imported(json.dumps([alone]), "case")[1] == [
        "item 1: is solved, but no comment says how"
    ]


def test_evidence_holds_a_description_once_and_the_resolution_of_a_table() -> None:
    described = ZENDESK["description"]
    assert isinstance(described, str)
    content = item_of(zendesk(comment(described, ASKER), comment("Restarted it.")), "evidence")[
        "content"
    ]
    assert content == f"Mail is late\n\n{described}\n\nRestarted it."
    shown = comment("**Late** since\n\nMonday.", ASKER, plain_body="Late since\n Monday.")
    for words in ("**Late** since\n\nMonday.", "Late since Monday."):
        repeated = item_of(zendesk(shown, FIXED, description=words), "evidence")["content"]
        assert repeated == f"Mail is late\n\n{words}\n\nRenewed the key."
    undescribed = item_of(zendesk(FIXED, description=None), "evidence")["content"]
    assert undescribed == "Mail is late\n\nRenewed the key."
    table = "ID,Subject,Status,Resolution\n7,Mail is late,solved,Restarted the relay.\n"
    (of_table,), _ = imported(table, "evidence")
    assert of_table["content"] == "Mail is late\n\nRestarted the relay."


@each_case(
    ("ticket", "hidden"),
    [
        (zendesk(comment("Hidden.", public=False), comment("Shown.")), "Hidden."),
        (jira(FIXED, {"body": "Hidden.", "jsdPublic": False}), "Hidden."),
        (jira(FIXED, {"body": "Hidden.", "visibility": {"type": "role", "value": "X"}}), "Hidden."),
    ],
)
def test_an_internal_comment_is_never_imported(ticket: JsonValue, hidden: str) -> None:
    for kind in RECORDS:
        assert hidden not in json.dumps(item_of(ticket, kind))


@each_case("flag", [False, None, "false", "0", 0])
def test_a_comment_that_is_not_marked_as_public_is_never_imported(flag: JsonValue) -> None:
    for ticket in (
        zendesk(comment("Hidden.", public=flag), comment("Shown.")),
        jira(FIXED, {"body": "Hidden.", "jsdPublic": flag}),
    ):
        assert "Hidden." not in json.dumps(item_of(ticket, "evidence"))


def test_a_description_that_repeats_an_internal_note_is_never_imported() -> None:
    noted = zendesk(comment("Hidden.", public=False), comment("Shown."), description="Hidden.")
    for kind in RECORDS:
        assert "Hidden." not in json.dumps(item_of(noted, kind))
    shown, sent = "Hidden code  4711", "<p><b>Hidden</b> code 4711</p>"
    note = comment("**Hidden** code\n 4711", public=False, plain_body=shown, html_body=sent)
    for described in ("**Hidden** code\n\n4711", "Hidden code 4711", "<b>Hidden</b> code 4711"):
        assert "4711" not in json.dumps(
            item_of(zendesk(note, FIXED, description=described), "case")
        )
    alone = json.dumps([zendesk(description="Hidden.", is_public=False)])
    for kind in RECORDS:
        items, (wrong,) = imported(alone, kind)
        assert items == []
        assert wrong == "item 1: has no public comment: whoever reads here would see it"


@each_case(
    "prefix",
    [
        "",
        "01/Mar/26 9:00 AM;5b10:ab;",
        "2026-03-01 09:00;ann;",
        "Mar 1, 2026 9:00 AM;ann;",
        "2026年3月1日 09:00;ann;",
    ],
)
@each_case("text", ["Stopped; cleared; done", "2 of 3 stopped; cleared; done", "9:00 on; off; on"])
def test_a_comment_of_a_table_keeps_its_semicolons(prefix: str, text: str) -> None:
    table = f'Issue key,Summary,Status,Comment\nA-1,Cache,Done,"{prefix}{text}"\n'
    (memory,), _ = imported(table, "memory")
    assert memory["decision"] == text


@each_case(
    ("written"),
    [
        (json.dumps([jira(FIXED, security={"name": "Board"})])),
        (json.dumps([jira(FIXED, security={"id": "10001"})])),
        (json.dumps([jira(FIXED, issuerestriction={"issuerestrictions": {"projectrole": [1]}})])),
        ("Issue key,Summary,Status,Security Level,Comment\nSUP-1,Leak,Done,Board,Locked it\n"),
        ("Issue key,Summary,Status,Security level,Comment\nSUP-1,Leak,Done,Board,Locked it\n"),
        ("Issue key,Summary,Status,Restrict to,Comment\nSUP-1,Leak,Done,Board,Locked it\n"),
    ],
)
def test_a_restricted_issue_is_left_out_and_named(written: str) -> None:
    for kind in RECORDS:
        items, (wrong,) = imported(written, kind)
        assert items == []
        assert wrong.endswith(": whoever reads here would see it")
    open_to_all = jira(FIXED, security=None, issuerestriction={"issuerestrictions": {}})
    assert item_of(open_to_all, "memory")
    for nobody in ("", "None"):
        table = f"Issue key,Summary,Status,Restrict to,Comment\nSUP-1,Leak,Done,{nobody},Mended\n"
        assert imported(table, "memory")[1] == []


@each_case(
    ("ticket"),
    [
        (zendesk(comment("Merged into #7."), tags=["mail", "closed_by_merge"])),
        (jira(FIXED, resolution={"name": "Duplicate"})),
        (zendesk(comment("Gone."), status="deleted")),
    ],
)
def test_a_duplicate_or_deleted_ticket_is_no_decision(ticket: JsonValue) -> None:
    assert passed_over(ticket, "memory") == passed_over(ticket, "case") == 1


def test_passed_over_tickets_are_counted_by_reason() -> None:
    tickets = [zendesk(status=each) for each in ("open", "open", "deleted")]
    messages: list[str] = []
    source = ImportSource(read(json.dumps(tickets)), Plan("memory"), on_passed_over=messages.append)
    items = source.items(MODELS["memory"])
    assert list(items) == []
    assert messages == ["is not solved yet (it is open): 2", "was deleted: 1"]
    assert items.left == {"passed_over": 3, "wrong": 0}


def test_a_deleted_ticket_replaces_its_imported_evidence_and_is_no_longer_valid() -> None:
    before = item_of(zendesk(comment("Gone.")), "evidence")
    deleted = item_of(zendesk(comment("Gone."), status="deleted"), "evidence")
    assert deleted == {
        "id": before["id"],
        "content": "This ticket was deleted.",
        "valid_until": "2026-02-02T08:00:00.000Z",
    }


def test_a_ticket_whose_last_comments_are_not_exported_has_no_decision() -> None:
    cut = jira(FIXED)
    fields = cut["fields"]
    assert isinstance(fields, dict)
    fields["comment"] = {"comments": [FIXED], "startAt": 4, "total": 12}
    _, wrong = imported(json.dumps([cut]), "memory")
    assert wrong == ["item 1: is solved, but 7 later comments are not in the export"]
    assert item_of(cut, "evidence")["content"] == "Tunnel refused\n\nRenewed the key."


def test_an_issue_is_done_by_its_status_category_in_any_language() -> None:
    assert item_of(jira(FIXED), "memory")["decision"] == "Renewed the key."


def test_tickets_without_an_id_are_wrong() -> None:
    nameless = json.dumps([{**ZENDESK, "id": None}, {**ZENDESK, "id": ""}])
    items, wrong = imported(nameless, "evidence")
    assert items == []
    assert len(wrong) == 2


def test_a_record_without_any_text_is_named() -> None:
    silent = zendesk(comment(None), subject=None, description=None)
    fact = {"id": "m1", "memory": None, "user_id": "ann"}
    for written in (silent, fact):
        assert imported(json.dumps([written]), "evidence")[1][0].startswith(
            "item 1: says nothing: "
        )


def test_a_subject_with_line_breaks_or_too_many_words_still_becomes_a_title() -> None:
    assert item_of(zendesk(subject="Kiosk dark\r\nand silent"), "evidence")["title"] == (
        "Kiosk dark and silent"
    )
    long = item_of(zendesk(subject="kiosk " * 90), "evidence")["title"]
    assert isinstance(long, str)
    assert len(long) <= 256


MAIL = "<html><head><style>p {margin: 0}</style></head><body><p>The <b>reader</b>&nbsp;is red.</p>"


def test_html_becomes_text_and_text_that_only_looks_like_html_stays() -> None:
    shown = item_of(zendesk(comment(None, html_body=MAIL), description="a <b and c> d"), "evidence")
    assert shown["content"] == "Mail is late\n\na <b and c> d\n\nThe reader is red."
    digest = "d41d8cd98f00b204e9800998ecf8427e"
    assert digest in str(item_of(zendesk(comment(f"<p>md5 {digest}</p>")), "evidence")["content"])
    names = {"situation": ["Subject"], "decision": ["Answer"]}
    table = f'Subject,Answer\nReader,"{MAIL}"\n'
    (memory,), _ = imported(table, "memory", Plan("memory", names))
    assert memory["decision"] == "The reader is red."


@each_case("tag", ["<script src='x.js'>", "<iframe src='x'>", "<style>", "<!-- TODO"])
def test_a_plain_text_that_begins_with_a_tag_stays_as_it_is(tag: str) -> None:
    blocked = f"{tag} is blocked since Monday."
    assert blocked in str(
        item_of(zendesk(comment("Done."), description=blocked), "evidence")["content"]
    )


@each_case(
    ("ticket", "page"),
    [
        (
            zendesk(comment("Done."), url="https://acme.zendesk.com/api/v2/tickets/1207.json"),
            "https://acme.zendesk.com/agent/tickets/1207",
        ),
        (
            {**jira(FIXED), "self": "https://acme.example/jira/rest/api/2/issue/10001"},
            "https://acme.example/jira/browse/SUP-1",
        ),
        ({**jira(FIXED), "self": "https://api.atlassian.com/ex/jira/1/rest/api/3/issue/1"}, None),
        (zendesk(comment("Done."), url="nowhere"), None),
    ],
)
def test_a_ticket_links_to_its_page_for_people(ticket: JsonValue, page: str | None) -> None:
    assert item_of(ticket, "evidence").get("url") == page
    assert item_of(ticket, "case").get("url") == page


def test_a_shortened_decision_ends_with_an_ellipsis() -> None:
    decision = item_of(zendesk(comment("w" * 20_000)), "memory")["decision"]
    assert decision == f"{'w' * 15_998} …"


def test_surplus_tags_are_cut_and_the_ticket_is_kept() -> None:
    many: list[JsonValue] = [f"tag-{number}" for number in range(40)]
    for kind in ("memory", "evidence"):
        assert item_of(zendesk(comment("Done."), tags=many), kind)["tags"] == many[:32]
    table = "ID,Subject,Status,Tags,Resolution\n7,Mail is late,solved,mail relay,Restarted.\n"
    (of_table,), _ = imported(table, "evidence")
    assert of_table["tags"] == ["mail", "relay"]


def test_a_decision_is_valid_from_when_its_ticket_was_solved_if_that_is_readable() -> None:
    opened, solved = "2019-03-01T08:00:00.000Z", "2019-03-02T09:00:00.000Z"
    for times, since in (
        ({"updated_at": None, "created_at": opened}, opened),
        ({"updated_at": solved, "created_at": opened}, solved),
        ({"updated_at": None, "created_at": "05/06/2019"}, None),
        # As of a clock ahead of UTC: it holds already, and would not be found until then.
        ({"updated_at": "2999-01-01 09:00", "created_at": opened}, None),
    ):
        ticket = zendesk(comment("Renewed the key."), **times)
        assert item_of(ticket, "memory").get("valid_from") == since
