from hypothesis import given
from hypothesis import strategies as st

from recollect.servicedesk.tickets import Ticket
from recollect.tools.summaries.listings import nothing_found, search_summary
from tests.cases import each_case
from tests.tools.summaries.samples import SYS_ID, TEXTS, bare, golden


def case(number: int, **fields: str) -> Ticket:
    known = {"sys_id": SYS_ID, "number": f"SCS{number:07}", "short_description": "Mail is slow"}
    return Ticket.model_validate({**known, **fields})


def test_each_case_has_a_line_and_shared_causes_are_a_pattern() -> None:
    tickets = [
        case(1, state="Open", priority="2 - High", cause="Expired certificate"),
        case(2, state="Closed", priority="4", cause="expired  CERTIFICATE."),
        case(3, priority="3 - Moderate", short_description="<p>Größe &amp; Format</p>"),
        case(
            4,
            short_description="",
            description="メールが送信できません。昨日から。",
            state="対応中",
        ),
        bare("SCS0000005"),
    ]
    assert search_summary(tickets, 5, 'mail "slow"\n') == golden("search_with_a_pattern")


def test_ten_cases_are_shown_and_the_others_counted() -> None:
    tickets = [case(number, short_description="x" * (109 + number)) for number in range(1, 13)]
    assert search_summary(tickets, 22, "x" * 121) == golden("search_with_many_cases")


@each_case(
    ("active", "filters", "told"),
    [
        (True, ["customer altus"], "No open cases match customer altus."),
        (False, ["vpn", None, "priority 1"], "No closed cases match vpn, priority 1."),
        (None, [None], "There are no cases."),
    ],
)
def test_finding_nothing_is_put_into_a_sentence(
    active: bool | None, filters: list[str | None], told: str
) -> None:
    assert nothing_found("cases", active, filters) == f"Search Results\n\n{told}"


def test_a_single_case_is_counted_in_the_singular() -> None:
    cases: list[tuple[list[Ticket], int, str, str]] = [
        ([case(1)], 1, "vpn", 'Found 1 case for "vpn":\n\n• SCS0000001 \u2013 Mail is slow'),
        ([case(1)], 1, SYS_ID, "Found 1 case:\n\n• SCS0000001 \u2013 Mail is slow"),
        ([bare()], 1, "\u202evpn", 'Found 1 case for "vpn":\n\n• SCS0001234'),
    ]
    for tickets, total, query, expected in cases:
        assert search_summary(tickets, total, query) == f"Search Results\n\n{expected}"


def test_the_same_first_sentence_of_the_close_notes_is_a_pattern_too() -> None:
    tickets = [
        case(1, close_notes="Restarted the spooler. User confirmed."),
        case(2, close_notes="<p>Restarted the Spooler</p><p>Done</p>", cause="Other"),
        case(3, close_notes="Replaced."),
    ]
    pattern = search_summary(tickets, 3, "x").splitlines()[-1]
    assert pattern == "Pattern: Restarted the spooler (2 of 3 cases)"


def test_courtesies_of_agents_are_no_pattern() -> None:
    notes = "Hi Linda,\nthank you for contacting us.\n{}\nKind regards,\nSam"
    tickets = [case(n, close_notes=notes.format(f"Replaced part {n}")) for n in range(3)]

    assert "Pattern" not in search_summary(tickets, 3, "")
    tickets = [case(n, close_notes=notes.format("Renewed the certificate")) for n in range(3)]
    assert search_summary(tickets, 3, "").endswith(
        "Pattern: Renewed the certificate (3 of 3 cases)"
    )


def test_a_single_cause_and_internal_codes_are_no_pattern() -> None:
    tickets = [case(1, cause="5"), case(2, cause="5"), case(3, cause="Router"), case(4)]
    assert "Pattern" not in search_summary(tickets, 4, "x")


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=14), TEXTS)
def test_lines_are_few_short_and_without_codes(
    texts: list[tuple[str, str, str]], query: str
) -> None:
    tickets = [
        case(at, short_description=text, state=state, cause=cause, close_notes=state)
        for at, (text, state, cause) in enumerate(texts)
    ]
    lines = search_summary(tickets, len(tickets), query).splitlines()
    assert lines[0] == "Search Results"
    assert sum(line.startswith("• SCS") for line in lines) == min(len(tickets), 10)
    assert max(map(len, lines)) <= 120 + 120 + 40
    assert not any(SYS_ID in line for line in lines)
