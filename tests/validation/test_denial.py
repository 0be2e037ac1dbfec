"""Clauses that deny having information, as opposed to statements of the ticket."""

from recollect.validation.denial import without_denials
from recollect.validation.indexed_text import indexed, normalised
from tests.validation.examples import CASE, about_case, call, checked

DENIED = "Response denies having information although a tool returned a summary"


def test_denying_clauses_are_removed() -> None:
    cases: list[str] = [
        "I don't have any information about that",
        "I don\u2019t have access to this case",
        "Unfortunately I do not have the details",
        "There is no information available on it",
        "No further details were found",
        "I have no data on this",
        "Sorry, don't have any details",
        "I'm afraid I don't currently have that information",
        "I really don't know",
        "We were unable to retrieve the case",
        "Sorry, I couldn't find it",
        "I could not access ServiceNow",
        "Unable to find the case",
        "I'm not aware of such a case",
        "I have no access to ServiceNow",
        "I currently have no access to it",
        "The lookup returned no results",
        "ServiceNow returned nothing for it",
        "The search returns no matching records",
        "I found no results for SCS0012345",
        "There are no results for it",
        "No results were found",
        "Ich habe leider keine Informationen dazu",
        "Dazu liegen mir keine Angaben vor",
        "Das weiß ich leider nicht",
        "Ich konnte den Fall leider nicht finden",
        "Das ist mir nicht bekannt",
        "その件に関する情報がありません",
        "申し訳ございませんが、わかりません",
        "ケースが見つかりません",
    ]
    for clause in cases:
        left = without_denials(indexed(normalised(f"{clause}. The rest stays.")), [])
        assert left is not None
        assert "the rest stays" in left
        assert not checked(clause, CASE).valid


def test_a_statement_about_other_people_is_no_denial() -> None:
    cases: list[str] = [
        "Users are unable to access their mailboxes",
        "The vendor could not find the cause",
        "John Smith found no outages",
        "Checked the service health, no outages",
        "He does not know her",
        "The user does not have access to SharePoint",
        "The customer has no information yet",
        "Microsoft found no data loss",
        "Users have no access to SharePoint",
        "The scan of the mailboxes showed no results yet",
        "The router returned to service",
        "Der Drucker findet kein Papier",
        "サーバーに接続できません",
    ]
    for clause in cases:
        assert without_denials(indexed(normalised(clause)), []) is None


def test_a_sentence_quoted_from_a_summary_is_no_denial() -> None:
    gave = call("getCase", caseSummary="Summary\n\nNo information available from the vendor.")
    assert checked("No information available from the vendor", gave).valid


def test_a_case_about_a_search_without_results_is_no_denial() -> None:
    gave = call("getCase", caseSummary="SharePoint search gives no results since Monday")
    assert checked("SharePoint search returned no results", gave).valid


def test_a_denial_beside_a_real_answer_is_valid() -> None:
    assert checked("I don't know the SLA; John Smith has the case.", CASE).valid


def test_a_denial_beside_an_empty_offer_is_not_valid() -> None:
    cases: list[str] = [
        "but the case SCS0012345 exists.",
        "however you may ask again.",
        "\nAnything else?",
    ]
    for offer in cases:
        result = about_case(f"I don't have any information about it, {offer}", number="SCS0012345")
        assert DENIED in result.warnings
        assert result.tools_with_unused_summaries == ("getCase",)
        assert [check.used for check in result.checks] == [False]


def test_words_of_a_denying_clause_do_not_count_as_use_of_a_summary() -> None:
    # The words of the summary are all in the clause that denies.
    result = checked("I couldn't find out whether John Smith has the email server.", CASE)
    assert DENIED in result.warnings
    assert result.checks[0].matched == ()
