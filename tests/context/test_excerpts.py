"""Excerpts of long texts that answer a question."""

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.excerpts import excerpt
from recollect.language.texts import collapsed
from tests.cases import each_case
from tests.context.examples import QUERIES

MAX_CHARS = 240
PAGE = """
# Backups of billing-db
Full backups run every Sunday at 01:00 UTC. Incremental ones run every night.
## Retention
Full backups are kept for 35 days. Monthly ones are kept for seven years, since auditors want it.
## Restore
1. Page the engineer on call, who approves each restore.
2. Stop billing-worker, so that nothing writes.
3. Run restore.sh on bastion-2.
4. Start billing-worker.
## Encryption
Backups are encrypted with the key acme-backup, which is rotated every year.
"""


@each_case(
    ("question", "told"),
    [
        (
            "how do I restore billing-db",
            "Stop billing-worker, so that nothing writes. Run restore.sh",
        ),
        ("for how long are full backups kept", "Full backups are kept for 35 days."),
        ("with which key are they encrypted", "the key acme-backup, which is rotated every year."),
    ],
)
def test_an_excerpt_has_the_part_of_a_long_text_that_answers_the_question(
    question: str, told: str
) -> None:
    said = excerpt(question, PAGE, MAX_CHARS)
    assert told in said
    assert len(said) <= MAX_CHARS
    assert said.endswith("…")


def test_an_excerpt_quotes_both_places_that_answer_the_question() -> None:
    notes = "\n".join(f"- fixed: the icon number {one} of the menu was cut" for one in range(9))
    page = f"# Scout\n## 8.6 of June\n- Scout needs Android 12\n{notes}\nRollout: Aarhus in August."
    said = excerpt("when does Aarhus get Scout 8.6", page, MAX_CHARS)
    assert "8.6 of June. Scout needs Android 12." in said
    assert "… Rollout: Aarhus in August." in said
    assert len(said) <= MAX_CHARS


def test_an_excerpt_begins_with_the_sentence_its_first_one_refers_to() -> None:
    filler = "Nobody is billed for parcels of the sandbox. " * 6
    page = f"{filler}\nDELETE works until the first scan. After that you get 409.\n{filler}"
    assert "… DELETE works until the first scan. After that" in excerpt("409", page, MAX_CHARS)


def test_an_excerpt_omits_a_long_run_of_sentences_that_its_answer_refers_to() -> None:
    valves = " ".join(f"It has a valve {number}, which the crew checks." for number in range(12))
    page = f"The pump is old. {valves} It needs the fuse F77 for the siren. The yard is closed."
    assert "It needs the fuse F77" in excerpt("fuse of the siren", page, MAX_CHARS)


def test_a_long_text_without_a_word_of_the_question_is_quoted_whole() -> None:
    assert excerpt("the capital of Peru", PAGE, MAX_CHARS) == PAGE


def test_an_excerpt_of_a_long_table_has_the_row_that_was_asked_for() -> None:
    rota: JsonValue = {
        "weeks": [{"week": week, "primary": f"Engineer {week}"} for week in range(1, 53)]
    }
    assert "week: 48; weeks primary: Engineer 48" in excerpt("primary in week 48", rota, MAX_CHARS)


def test_an_excerpt_of_an_object_asked_for_by_name_is_its_beginning() -> None:
    comments: JsonValue = [
        {"author": f"Ben {day}", "body": f"Still seen on day {day}."} for day in range(9)
    ]
    ticket: JsonValue = {
        "key": "PAY-1182",
        "assignee": "Ada Keller",
        "description": "Refunds fail with E4031 since the upgrade; the ledger posts them twice.",
        "comments": comments,
    }
    said = excerpt("who works on PAY-1182", ticket, MAX_CHARS)
    assert said.startswith("key: PAY-1182; assignee: Ada Keller; description: Refunds fail")


def test_a_short_content_is_quoted_whole() -> None:
    assert excerpt("anything", "As it is.", MAX_CHARS) == "As it is."
    assert (
        excerpt("anything", {"isOpen": True, "tags": ["a", "b"]}, MAX_CHARS)
        == "is open: true; tags: a, b"
    )


def test_an_excerpt_names_the_earlier_mail_that_a_mail_quotes_as_that() -> None:
    own = "Correction: do not fail over to db-2. It is 50 minutes behind."
    mail = f"{own}\n\nOn Sunday Sam wrote:\n> If db-1 is down, fail over to db-2."
    told = f"{own} (earlier mail that it quotes: If db-1 is down, fail over to db-2.)"
    assert excerpt("fail over of db-1", mail, MAX_CHARS) == told
    assert excerpt("fail over of db-1", mail, len(own) + 20) == own
    page = "".join(f"<p>{line.replace('>', '&gt;')}</p>" for line in mail.splitlines() if line)
    assert "(earlier mail that it quotes: " in excerpt("fail over of db-1", page, MAX_CHARS)


def test_an_excerpt_of_a_mail_has_its_head_also_if_it_quotes_an_earlier_one() -> None:
    mail = "From: Ann <ann@acme.example>\nSubject: db-1\n\nDo not fail over to db-2, it is behind."
    told = excerpt("fail over of db-1", f"{mail}\n\nOn Sunday Sam wrote:\n> Fail over.", MAX_CHARS)
    assert told == f"{mail} (earlier mail that it quotes: Fail over.)"


def test_a_paragraph_that_fills_a_table_cell_is_quoted_in_its_row() -> None:
    rows = [("Host", "Port", "Owner"), ("db-1", "5431", "Ann"), ("db-2", "5432", "Bo")]
    cells = ("".join(f"<td> <p>{cell}</p></td>" for cell in row) for row in rows)
    table = f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
    assert "Host: db-2; Port: 5432; Owner: Bo" in excerpt("owner of db-2", table, MAX_CHARS)
    layout = "<table><tr><td><p>Dear all,</p> <p>the canteen is closed.</p></td></tr></table>"
    assert excerpt("canteen", layout, MAX_CHARS) == "Dear all,\nthe canteen is closed."


def test_rows_given_as_lists_are_quoted_row_by_row() -> None:
    hosts: JsonValue = {"hosts": [["db-1", "Ann"], ["db-2", "Bo"]], "site": "Ulm"}
    assert (
        excerpt("owner of db-1", hosts, MAX_CHARS) == "site: Ulm; hosts: db-1, Ann; hosts: db-2, Bo"
    )


def test_each_row_of_a_table_is_quoted_as_a_sentence_with_the_names_of_its_columns() -> None:
    rows = [("Host", "Port", "Owner"), ("db-1", "", "Ann"), ("db-2", "5432", "Bo")]
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    table = f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
    told = ["Host: db-1; Owner: Ann.", "Host: db-2; Port: 5432; Owner: Bo."]
    assert excerpt("owner of db-1", table, MAX_CHARS).splitlines() == told
    markdown = "| Host | Port | Owner |\n|---|---|---|\n| db-1 | | Ann |\n| db-2 | 5432 | Bo |"
    assert excerpt("owner of db-1", markdown, MAX_CHARS).splitlines() == told


@settings(max_examples=50)
@given(QUERIES, st.text(max_size=2_000), st.integers(20, MAX_CHARS))
def test_an_excerpt_exceeds_its_limit_only_if_it_is_the_whole_text(
    question: str, text: str, most: int
) -> None:
    said = excerpt(question, text, most)
    assert len(collapsed(said)) <= most or said == text or ("\n" not in said and len(said) <= 402)
