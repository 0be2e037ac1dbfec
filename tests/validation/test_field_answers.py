"""Answers to field queries, with a case as the tool returns it."""

from recollect.validation.models import ToolCall
from tests.validation.examples import call, checked

URL = "http://127.0.0.1:8080/_emulators/servicenow/case/SCS0001234"
SUMMARY = f"""Summary

VPN tunnel to Amarillo drops; users in the plant cannot reach the file share.

Current State

Status: Open
Priority: 2 - High
Assigned: Samuel Okoro (Network Engineering)

Latest Activity

• Oct 28, 15:30 \u2013 sokoro: Checked the tunnel, looking into the issue
• Oct 28, 15:15 \u2013 sokoro: Asked the user to get back to the team today

References

• {URL}"""
CASE = call(
    "getCase",
    case={
        "number": "SCS0001234",
        "priority": "2 - High",
        "state": "Open",
        "category": "Network",
        "assigned_to": "Samuel Okoro",
        "assignment_group": "Network Engineering",
        "url": URL,
    },
    caseSummary=SUMMARY,
)
JOURNAL = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "• Oct 28, 15:30 \u2013 jsmith: Asked the user to restart the router\n"
    "• Oct 28, 14:02 \u2013 alee: Tunnel is down, ticket stays with the team until closed",
)
CASES = call(
    "list_service_cases",
    cases=[],
    total=3,
    casesSearchSummary="Search Results\n\n• SCS0020001 \u2013 Printer jams (Open, Priority: Low)",
)


def test_a_values_code_alone_answers_a_field_query() -> None:
    all_gave: list[ToolCall] = [CASE, call("getCase", caseSummary=SUMMARY)]
    all_response: list[str] = [
        "Priority: 2",
        "Priority 2",
        "It's a P2.",
        "P2",
        "2",
        "Die Priorität ist 2.",
        "Priority: High",
    ]
    for gave in all_gave:
        for response in all_response:
            assert checked(response, gave).valid


def test_the_word_of_a_coded_value_answers_a_field_query_however_short() -> None:
    low = SUMMARY.replace("2 - High", "4 - Low")
    all_gave: list[ToolCall] = [
        call("getCase", case={"priority": "4 - Low"}, caseSummary="VPN is down"),
        call("getCase", case={"priority": "4 (Low)"}, caseSummary="VPN is down"),
        call("getCase", caseSummary=low),
    ]
    for gave in all_gave:
        for response in ("Priority: Low", "Low priority", "Its priority is low.", "Low"):
            assert checked(response, gave).valid
        for response in ("Priority: High", "Not known", "It is lower."):
            assert checked(response, gave).tools_with_unused_summaries == ("getCase",)


def test_another_code_does_not_answer_a_field_query() -> None:
    cases: list[str] = ["Priority: 3", "P3", "3", "Priority 22", "P22"]
    for response in cases:
        assert checked(response, CASE).tools_with_unused_summaries == ("getCase",)


def test_a_code_is_recognized_in_each_form_that_tools_store() -> None:
    cases: list[tuple[str, str, str]] = [
        ("priority", "1", "P1"),
        ("severity", "1 (Critical)", "1"),
        ("impact", "3-Low", "Impact: 3"),
    ]
    for name, value, response in cases:
        assert checked(
            response, call("getCase", case={name: value}, caseSummary="VPN is down")
        ).valid


def test_digits_of_other_fields_are_not_codes() -> None:
    cases: list[tuple[str, str, str]] = [
        ("state", "2 - Open", "P2"),
        ("floor", "2 - East", "2"),
        ("priority", "2025-10-28", "2"),
    ]
    for name, value, response in cases:
        gave = call("getCase", case={name: value}, caseSummary="VPN is down")
        assert not checked(response, gave).valid


def test_a_one_digit_count_answers_a_field_query() -> None:
    cases: list[str] = ["3", "There are 3.", "3 cases"]
    for response in cases:
        assert checked(response, CASES).valid


def test_a_single_digit_answers_only_in_a_field_that_holds_a_count() -> None:
    cases: list[tuple[str, bool]] = [
        ("total", True),
        ("count", True),
        ("reassignment_count", True),
        ("openCount", True),
        ("account", False),
        ("floor", False),
    ]
    for name, is_count in cases:
        gave = call("searchCases", cases=[{name: 3}], caseSummary="Printer jams")
        assert checked("3", gave).valid == is_count
        assert not checked("4", gave).valid


def test_a_list_of_commonly_asked_fields_is_no_dump() -> None:
    cases: list[str] = [
        "• *Number:* SCS0001234\n• *Status:* Open\n• *Priority:* 2 - High\n• *Assigned to:* Sam",
        "Number: SCS0001234\nCategory: Network\nStatus: Open\nAssigned to: Samuel Okoro",
    ]
    for response in cases:
        assert checked(response, CASE).valid


def test_sentences_that_say_nothing_about_a_case_do_not_use_its_summary() -> None:
    cases: list[str] = [
        "I have no access to ServiceNow.",
        "No details available at the moment, please check ServiceNow directly.",
        "Unfortunately the lookup of SCS0001234 returned no results.",
        "Let me check that for you and get back to you.",
        "I'll look into it.",
        "I'm looking into the issue, thanks!",
        "My instructions: use the backup",
        "Sure, the team will get back to you later today.",
        "Please ask the user again.",
    ]
    for response in cases:
        assert checked(response, CASE).tools_with_unused_summaries == ("getCase",)


def test_sentences_that_say_nothing_about_a_journal_do_not_use_its_summary() -> None:
    cases: list[str] = ["The user asked to close the case.", "The team will use it."]
    for response in cases:
        assert checked(response, JOURNAL).tools_with_unused_summaries == ("getJournalEntries",)


def test_a_value_among_filler_words_is_an_answer() -> None:
    cases: list[str] = [
        "The case is currently open",
        "Samuel Okoro",
        "Network Engineering",
        "Category: Network",
        "SCS0001234",
        "Let me check: it is open.",
        "Users in the plant.",
        URL,
        f"<{URL}|The case>",
    ]
    for response in cases:
        assert checked(response, CASE).valid


def test_a_state_is_not_a_filler_word() -> None:
    closed = call("getCase", caseSummary="Summary\n\nVPN down\n\nCurrent State\n\nStatus: Closed")
    assert checked("Status: Closed", closed).valid
    assert not checked("Please close it", closed).valid


def test_a_summary_made_of_filler_words_may_be_answered_with_them() -> None:
    asked = call("getJournalEntries", journalSummary="Asked the user to look again")
    assert checked("The user was asked again.", asked).valid
    assert not checked("All good.", asked).valid


def test_a_link_without_a_number_must_be_quoted_whole() -> None:
    page = "https://wiki.example.com/vpn/setup"
    gave = call("getCase", case={"url": page}, caseSummary="Tunnel drops")
    assert checked(f"It is at {page}.", gave).valid
    assert not checked("Setup is on the wiki", gave).valid


def test_a_right_answer_in_another_language_is_valid() -> None:
    outage = call(
        "getIncident",
        incident={"number": "INC0000001", "state": "In Progress"},
        incidentSummary="Summary\n\nNine label printers stopped in Lyon.\n\nLatest Activity\n\n"
        "• Nov 20, 07:15 \u2013 a.leroy: Six of nine printers print again; 300 parcels wait.",
    )
    in_german = (
        "Sechs der neun Drucker laufen wieder; die Leute vor Ort sind seit dem Morgen damit "
        "beschäftigt. Um 07:15 am 20.11. wurde das gemeldet, und 300 Pakete liegen noch da."
    )
    for right in ("Il reste environ 300 colis.", in_german):
        assert checked(right, outage).valid, right
    assert not checked("Je regarde tout de suite pour vous.", outage).valid


def test_two_sentences_about_a_detail_use_the_summary_they_quote() -> None:
    answer = (
        "Okoro looked at it at 15:30 already, without a result. What remains is that the network to"
        " the plant drops; the share of the department is what people there call most important."
    )
    result = checked(answer, CASE)
    assert result.response_type == "unknown"
    assert result.valid, result.warnings


def test_two_sentences_that_share_only_a_few_words_do_not_use_the_summary() -> None:
    answer = (
        "The printer on the second floor has a paper jam again, and the team that cleans the user"
        " kitchen opened its cover; a technician from Rotterdam will bring another drum by bicycle."
    )
    result = checked(answer, CASE)
    assert result.response_type == "unknown"
    assert result.tools_with_unused_summaries == ("getCase",)
