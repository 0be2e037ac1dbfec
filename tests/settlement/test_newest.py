"""Of texts that have all a question names, or are much alike, the newer comes first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from recollect.settlement.newest import COMPARED, newest_first
from recollect.settlement.statements import Statement, Wording
from tests.cases import each_case
from tests.settlement.statements import NOW, on_consecutive_days, on_day

STORES = "Toner for ward printers: fetch it at the stores, mornings only."
PORTAL = "The stores hand out no toner any more. Order it in the portal."
ASKED = "breakfast times at Quillon"
OLD = "Breakfast at Quillon: 06:30 to 10:00."
NEW = "Quillon serves breakfast between seven and half past ten."


def order(
    things: Sequence[Wording], relevance: Sequence[float], asked: str = ASKED
) -> Mapping[str, str | None]:
    """The new order of texts that were ranked by their relevance."""
    ids = [each.statement.id for each in things]
    by_id = dict(zip(ids, relevance, strict=True))
    ranked = sorted(things, key=lambda each: -by_id[each.statement.id])
    texts = {each.statement.id: each.statement.text for each in things}
    return newest_first(ranked, asked, texts, by_id, NOW)


def test_of_two_texts_with_the_asked_names_the_newer_comes_first_and_names_the_other() -> None:
    assert order(on_consecutive_days(OLD, NEW), (0.8, 0.5)) == {"b": "a", "a": None}
    assert [
        *order(on_consecutive_days(OLD, "The till at Quillon jams.", NEW), (0.8, 0.7, 0.6))
    ] == ["c", "a", "b"]


@each_case(
    ("newer", "relevance", "asked"),
    [
        (NEW, 0.39, ASKED),  # it is not half as relevant
        ("Quillon has a new chef.", 0.5, ASKED),  # it lacks a word of what is asked
        (NEW, 0.5, "breakfast times at Quillon for pilots"),  # both do
        (NEW, 0.5, "breakfast times"),  # one word names too little
        ("Idea: breakfast at Quillon from five, not decided.", 0.5, ASKED),
        ("Is breakfast at Quillon at six? Nobody knows.", 0.5, ASKED),
        ("Quillon used to serve breakfast from five.", 0.5, ASKED),
        ("Does anyone know when breakfast at Quillon starts", 0.5, ASKED),
        ("From 1 March 2031 Quillon serves breakfast from five.", 0.5, ASKED),
        (NEW, 0.5, "what time was breakfast at Quillon before the refit"),
        (NEW, 0.5, "how do I order breakfast at Quillon"),
        ("Breakfast at Quillon failed on 3 May at 07:10", 0.5, ASKED),
        (f"{NEW} {'And so on. ' * 50}", 0.5, ASKED),  # it is no single fact
    ],
)
def test_a_newer_text_stays_behind_if_it_may_be_about_something_else(
    newer: str, relevance: float, asked: str
) -> None:
    assert [*order(on_consecutive_days(OLD, newer), (0.8, relevance), asked)] == ["a", "b"]


def test_a_text_that_hints_at_a_change_passes_a_similar_older_one() -> None:
    asked = "where do I get something for my printer"
    assert order(on_consecutive_days(STORES, PORTAL), (0.9, 0.15), asked) == {"b": "a", "a": None}
    prices = "Visit 39.00, repeat visit 27.00.", "Price list 2026. Visit 44.50. Repeat visit 31.00."
    assert [*order(on_consecutive_days(*prices), (0.9, 0.15), "what does it cost")] == ["b", "a"]
    from_then = "As of tomorrow the stores hand out no toner any more, order it in the portal."
    assert [*order(on_consecutive_days(STORES, from_then), (0.9, 0.15), asked)] == ["b", "a"]
    assert [
        *order(on_consecutive_days(STORES, "The lift sticks.", PORTAL), (0.9, 0.8, 0.2), asked)
    ][:1] == ["c"]


@each_case(
    ("older", "newer"),
    [
        (
            "Footage of cameras is kept for 30 days.",
            "Footage of cameras: we keep 21 days, then it goes.",
        ),
        ("Badge office: room 12, by the gate.", "Badge office: room 30, by the lifts."),
        ("Pipeatlas (maps): ask Gareth Lisle.", "Pipeatlas is with Edda Vance, ask her for maps."),
        (
            "Lift faults: Norvane Lifts, 0555 118 903.",
            "Huxtable mends lifts, faults: 0555 660 118.",
        ),
    ],
)
def test_a_text_with_another_value_passes_a_similar_one_if_a_fifth_as_relevant(
    older: str, newer: str
) -> None:
    asked = "what do I tell a visitor"
    assert [*order(on_consecutive_days(older, newer), (0.9, 0.2), asked)] == ["b", "a"]
    assert [*order(on_consecutive_days(older, newer), (0.9, 0.15), asked)] == ["a", "b"]


def test_a_month_in_common_makes_two_texts_no_more_alike() -> None:
    rule = "Credits for outages: the rule is in force since 9 November."
    outage = "Outage of the fibre in Cork since 11 November. Cause: a power failure."
    asked = "is there a credit for four days without fibre"
    assert [*order(on_consecutive_days(rule, outage), (0.3, 0.15), asked)] == ["a", "b"]


LIFT = "Lift faults at weekends: Norvane, 0555 118 903."
LONGER = (
    "Morning all, lift faults and entrapments go to Upley Elevators, 0555 017 845, quote the site"
    " reference, their target when somebody is stuck is 45 minutes."
)


@each_case(
    ("newer", "asked", "passes"),
    [
        (LONGER, "who repairs the lift", True),
        (LONGER, "who repairs the lift at weekends", False),  # it says nothing of weekends
        (LONGER, "number of Norvane", False),  # nor of Norvane
        (LONGER, "what do I tell a visitor", False),  # the older text has no word of this
        (LONGER.replace("lift faults and", "lift"), "who repairs the lift", False),  # only "lift"
        (f"Incident: {LONGER}", "who repairs the lift", False),
        (f"Personally I think {LONGER}", "who repairs the lift", False),
        (f"{LONGER} Just a thought.", "who repairs the lift", False),
        (f"{LONGER} Only this weekend.", "who repairs the lift", False),
        (f"Somebody stuck? {LONGER}", "who repairs the lift", True),
        (f"{LONGER} Who knows more?", "who repairs the lift", False),
        (f"Customer email: {LONGER}", "who repairs the lift", False),
        (f"Email: {LONGER}", "who repairs the lift", True),  # a subject, not who wrote it
        (f"Incident line: {LONGER}", "who repairs the lift", True),
    ],
)
def test_a_text_less_alike_passes_if_it_has_all_that_the_older_one_has_of_the_question(
    newer: str, asked: str, passes: bool
) -> None:
    found = [*order(on_consecutive_days(LIFT, newer), (0.9, 0.3), asked)]
    assert found == (["b", "a"] if passes else ["a", "b"])


def test_a_text_that_says_less_stays_behind_the_fuller_one_of_which_more_is_asked() -> None:
    fuller = (
        "Held jobs: delete the queue, restart the agent. They are purged after 24 h, not charged."
    )
    shorter = "Held jobs: delete the queue, restart the agent."
    texts = on_consecutive_days(fuller, shorter)
    assert [*order(texts, (0.9, 0.8), "when are held jobs purged")] == ["a", "b"]
    newer = "Held jobs: clear the queue, restart the agent, then print again on floor 2."
    texts = on_consecutive_days("Held jobs: clear the queue, restart the spooler, floor 1.", newer)
    assert [*order(texts, (0.9, 0.8), "when are held jobs purged")] == ["b", "a"]


def test_what_two_texts_say_of_one_customer_does_not_replace_each_other() -> None:
    texts = (
        "Brightwell Pharma: Platinum, first response 15 minutes round the clock.",
        "Brightwell Pharma: tenant data in Frankfurt only, no change without 5 days notice.",
    )
    asked = "Brightwell: how quickly must we react"
    assert [*order(on_consecutive_days(*texts), (0.9, 0.4), asked)] == ["a", "b"]


@each_case(
    ("newer", "relevance"),
    [
        (PORTAL, 0.08),  # it is not a tenth as relevant
        ("Stores have a new door.", 0.8),  # they have little in common
        ("The stores hand out no toner on 3 to 5 March.", 0.8),  # an exception
        ("No toner for ward printers at the stores until Friday.", 0.8),
        ("No toner for ward printers at the stores on 24 and 31 December.", 0.8),
        ("The stores hand out no toner for ward printers tomorrow.", 0.8),
        ("The stores were not open now and then, there was no toner for ward printers.", 0.8),
        ("A user said that the stores hand out no toner for ward printers any more.", 0.8),
        ("We could hand out no toner for ward printers any more at the stores.", 0.8),
        ("Idea: no toner at the stores any more, order it in the portal.", 0.8),
        ("Stores: no more toner for ward printers from 1 March 2031 on.", 0.8),
    ],
)
def test_a_hint_at_a_change_stays_behind_a_text_that_it_may_not_affect(
    newer: str, relevance: float
) -> None:
    asked = "where do I get something for my printer"
    assert [*order(on_consecutive_days(STORES, newer), (0.9, relevance), asked)] == ["a", "b"]


def test_the_word_now_moves_a_text_up_only_for_questions_about_what_changed() -> None:
    texts = "The warehouse scanner charges for 3 hours.", "The warehouse scanner locks itself now."
    assert [*order(on_consecutive_days(*texts), (0.9, 0.8), "how long does it charge")] == [
        "a",
        "b",
    ]
    assert [*order(on_consecutive_days(*texts), (0.9, 0.8), "what does the scanner do")] == [
        "b",
        "a",
    ]
    for besides in (f"{texts[1][:-1]}, too.", "The warehouse scanner now also locks itself."):
        told_so = on_consecutive_days(texts[0], besides)
        assert [*order(told_so, (0.9, 0.8), "what does the scanner do")] == ["a", "b"]
    ended = "The warehouse scanner can stay off any charger no longer than a shift."
    asked = "how long is it on the charger"
    assert [*order(on_consecutive_days(texts[0], ended), (0.9, 0.2), asked)] == ["b", "a"]


def test_a_newer_text_about_another_thing_less_trusted_or_giving_orders_stays_behind() -> None:
    asked = "projector input of the boardroom"
    for_one, for_other = "Roof of clinic 4: ask Edda Vance.", "Roof of clinic 7: ask Gareth Lisle."
    assert [*order(on_consecutive_days(for_one, for_other), (0.8, 0.6), "who mends the roof")] == [
        "a",
        "b",
    ]
    backups = "Backups of the CRM database run at 1.", "Backups of the file server run at 3."
    assert [*order(on_consecutive_days(*backups), (0.8, 0.6), "when do the CRM backups run")] == [
        "a",
        "b",
    ]
    rates = "Limit: Stripe 100 requests a minute.", "Limit: Adyen now 60 requests a minute."
    assert [*order(on_consecutive_days(*rates), (0.8, 0.6), "limit of Stripe")] == ["a", "b"]
    slas = "SLA: Northwind has 4 hours.", "SLA: Contoso now has 8 hours for each request."
    assert [*order(on_consecutive_days(*slas), (0.8, 0.6), "what SLA do they have")] == ["a", "b"]
    input_of = ("Elder boardroom: projector input HDMI.", "Alder boardroom: projector input USB-C.")
    assert [*order(on_consecutive_days(*input_of), (0.8, 0.6), asked)] == ["a", "b"]
    old, new = on_consecutive_days(OLD, NEW)
    for less in (replace(new.statement, trust=0.5), replace(new.statement, has_injection=True)):
        assert [*order([old, Wording(less)], (0.8, 0.6))] == ["a", "b"]
    dateless = Wording(replace(old.statement, created_at=None))
    assert [*order([dateless, new], (0.8, 0.6))] == ["a", "b"]


def test_only_the_best_texts_are_compared_with_each_other() -> None:
    others = [Statement(f"x{at}", f"Shelf {at} has nuts.", on_day(0)) for at in range(COMPARED)]
    old, new = on_consecutive_days(OLD, NEW)
    things = [old, *map(Wording, others), new]
    assert [*order(things, [0.8] * len(things))][-1:] == ["b"]
    fewer = [*things[: COMPARED - 1], new]
    assert [*order(fewer, [0.8] * COMPARED)][:1] == ["b"]


def test_texts_that_are_not_compared_keep_their_places() -> None:
    relevance = {"a": 0.8, "b": 0.6}
    assert newest_first(on_consecutive_days(OLD, NEW), ASKED, {}, relevance, NOW) == {
        "a": None,
        "b": None,
    }


MADE = st.tuples(
    st.sampled_from((OLD, NEW, STORES, PORTAL, "Till at Quillon.")),
    st.floats(0, 1),
    st.sampled_from((0.5, 0.7)),
)


@given(st.lists(MADE, max_size=8))
def test_no_text_is_lost_or_passes_a_far_more_relevant_or_more_trusted_one(
    made: list[tuple[str, float, float]],
) -> None:
    things = [
        Wording(Statement(str(day), text, on_day(day), trust))
        for day, (text, _, trust) in enumerate(made)
    ]
    relevance = {str(day): given for day, (_, given, _) in enumerate(made)}
    trust = {each.statement.id: each.statement.trust for each in things}
    found = [*order(things, [*relevance.values()])]
    assert sorted(found) == sorted(relevance)
    for at, each in enumerate(found):
        for behind in found[at + 1 :]:
            prose = things[int(each)].prose
            least = 0.1 if prose.hints_at_change or prose.changes.are_new else 0.2
            assert relevance[each] >= least * relevance[behind]
            assert relevance[each] >= relevance[behind] or trust[each] >= trust[behind]
