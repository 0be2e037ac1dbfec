"""The words that a query searches for, and the tickets that match it best."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.language.terms import terms
from recollect.servicedesk.tickets import Ticket
from recollect.tools.queries import by_relevance, search_words
from tests.cases import each_case

WORDS = st.sampled_from(["mail", "server", "down", "vpn", "the", "SCS0000001", "SCS0000002", "件"])
TEXTS = st.lists(WORDS, max_size=5).map(" ".join)
TICKETS = st.lists(
    st.builds(
        Ticket,
        sys_id=st.uuids().map(lambda each: each.hex),
        number=st.sampled_from(["SCS0000001", "SCS0000002", "SCS0000003"]),
        short_description=TEXTS,
        description=TEXTS,
    ),
    max_size=8,
)


def ticket(number: str, title: str = "", text: str = "") -> Ticket:
    return Ticket(sys_id="0" * 32, number=number, short_description=title, description=text)


@each_case(
    ("query", "expected"),
    [
        ("The VPN drops", ("vpn", "drop")),
        ("e-mail is down", ("mail", "down")),
        ("can't log in", ("log",)),
        ("10.52.0.4 is slow", ("10.52.0.4", "slow")),
        ("ALTUS-FW01 drops", ("altus-fw01", "drop")),
        ("SCS0012345", ("scs0012345",)),
        ("SCS0012345の件", ("scs0012345", "の件")),
        ("10.52.0.4 and 10.52.0.44", ("10.52.0.44", "10.52.0.4")),
        ("雪", ("雪",)),
        ("a b", ("a b",)),
    ],
)
def test_a_query_is_searched_by_whole_identifiers_and_content_words(
    query: str, expected: tuple[str, ...]
) -> None:
    assert search_words(query) == expected


@given(st.text(min_size=1, max_size=500))
def test_a_query_is_searched_by_one_to_eight_words(query: str) -> None:
    assert 1 <= len(search_words(query)) <= 8
    assert all(search_words(query))


@given(TICKETS, TEXTS)
def test_tickets_with_more_matches_come_first_and_ties_keep_their_order(
    tickets: list[Ticket], query: str
) -> None:
    asked = terms(query)

    def said(each: Ticket) -> tuple[bool, int]:
        title, text = terms(each.short_description), terms(each.description)
        hits = sum(2 * (word in title) + (word in text) for word in asked)
        return each.number.casefold() in asked, hits

    ranked = by_relevance(tickets, query)
    places = {each.sys_id: place for place, each in enumerate(tickets)}
    keys = [(said(each), -places[each.sys_id]) for each in ranked]
    assert keys == sorted(keys, reverse=True)
    assert {each.sys_id for each in ranked} == set(places)


@each_case("query", ["SCS0000002", "scs0000002", "what is SCS0000002?", "SCS0000002の件"])
def test_the_ticket_with_the_queried_number_comes_first(query: str) -> None:
    others = [ticket(f"SCS000001{n}", query, query) for n in range(3)]
    ranked = by_relevance([*others, ticket("SCS0000002")], query)
    assert ranked[0].number == "SCS0000002"


def test_a_word_of_the_title_counts_more_than_one_of_the_text() -> None:
    text, title = ticket("SCS0000001", text="vpn"), ticket("SCS0000002", title="vpn")
    assert by_relevance([text, title], "vpn") == [title, text]


def test_a_long_query_is_searched_by_its_first_words() -> None:
    assert search_words("alpha beta gamma delta epsilon zeta eta theta iota") == (
        *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"),
    )
