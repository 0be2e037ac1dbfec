"""Settling ranked candidates: as of a time, superseded ones, walks, and their order."""

from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import JsonValue

from recollect.relevance.calibration import UNCALIBRATED
from recollect.relevance.filters import Filters
from recollect.retrieval.candidate_settling import bounded_by_as_of, settled_ranking
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.ranking import Ranking, RankingRules, rank
from recollect.retrieval.visibility import Sight
from recollect.settlement.relations import NO_RELATIONS
from tests.cases import each_case
from tests.retrieval.samples import NOW, WALK, both_arms, candidate, days_ago, ids, query_of

QUERY = query_of()
SAME = "The window to patch the broker of the shop is on Tuesday"


def settled(*candidates: Candidate, query: EvidenceQuery = QUERY) -> Ranking:
    return settled_ranking(query, rank(QUERY, candidates, {}, NOW, RankingRules()), NOW)


def item(
    item_id: str, relevance: float, content: str | None = None, **told: JsonValue
) -> Candidate:
    made = candidate(item_id, both_arms(relevance), content=content)
    metadata = {"created_at": days_ago(3), "instructionLike": False, **told}
    return replace(made, item=replace(made.item, metadata=metadata))


def content_item(
    item_id: str, relevance: float, content: JsonValue, **told: JsonValue
) -> Candidate:
    made = item(item_id, relevance, None, **told)
    return replace(made, item=replace(made.item, content=content))


OLD = item("old", 0.9)
NEW = item("new", 0.6, supersedes=["old"], created_at=days_ago(1))


def test_superseded_items_are_put_aside_unless_they_are_asked_for() -> None:
    found = settled(OLD, NEW)
    assert (ids(found.kept), ids(found.aside)) == (["new"], ["old"])
    asked = settled(OLD, NEW, query=replace(QUERY, include_superseded=True))
    assert (ids(asked.kept), ids(asked.aside)) == (["new", "old"], [])
    assert asked.kept[1].relations.superseded_by == "new"
    assert asked.kept[1].explanation.endswith("superseded by new")


def test_a_question_about_the_past_gets_superseded_items_after_current_ones() -> None:
    found = settled(OLD, NEW, query=replace(QUERY, text="what was it before the move"))
    assert (ids(found.kept), ids(found.aside)) == (["new", "old"], [])
    assert found.kept[1].relations.superseded_by == "new"


def test_a_successor_takes_the_place_of_its_predecessor_even_with_a_low_score() -> None:
    ranking = rank(QUERY, [OLD, NEW], {}, NOW, RankingRules())
    parted = replace(ranking, kept=ranking.kept[:1], dropped=ranking.kept[1:])
    found = settled_ranking(QUERY, parted, NOW)
    assert (ids(found.kept), ids(found.dropped), ids(found.aside)) == (["new"], [], ["old"])
    assert ids(settled(OLD, item("other", 0.7), NEW).kept) == ["new", "other"]


def test_a_successor_is_as_relevant_as_the_item_that_it_supersedes() -> None:
    weak = item("new", 0.1, supersedes=["old"], created_at=days_ago(1))
    [found] = settled(OLD, weak).kept
    [alone] = settled(replace(OLD, item=replace(OLD.item, id="new"))).kept
    assert found.signals.relevance == alone.signals.relevance == pytest.approx(0.9)
    assert found.score == pytest.approx(alone.score, abs=0.05)
    assert "as relevant as old, which it supersedes" in found.explanation
    strong = item("new", 0.95, supersedes=["old"], created_at=days_ago(1))
    assert settled(OLD, strong).kept[0].signals.relevance == pytest.approx(0.95)


def test_a_weak_item_is_no_result_beside_an_expired_likely_one() -> None:
    over, weak = item("over", 0.9, valid_until=days_ago(1)), item("weak", 0.1)
    query, rules = replace(QUERY, floor=None), RankingRules(calibration=UNCALIBRATED)
    found = settled_ranking(query, rank(query, [over, weak], {}, NOW, rules), NOW)
    assert (ids(found.kept), ids(found.dropped), ids(found.aside)) == ([], ["weak"], ["over"])
    beside = rank(query, [over, weak, item("good", 0.6)], {}, NOW, rules)
    assert ids(settled_ranking(query, beside, NOW).kept) == ["good", "weak"]
    asked = replace(query, include_superseded=True)
    assert ids(rank(asked, [over, weak], {}, NOW, rules).kept) == ["over", "weak"]


def test_a_question_what_to_do_gets_instructions_before_alerts() -> None:
    asked = replace(QUERY, text="broker nearly full, what do I do")
    alert = item("alert", 0.9, "[Watch] WARN broker disk 91% > 90%")
    known = item("known", 0.8, "Broker at 91 percent", kind="alert")
    runbook, chat = item("runbook", 0.3, "Trim the segments."), item("chat", 0.01, "Lunch?")
    found = settled(alert, known, runbook, chat, query=asked)
    assert ids(found.kept) == ["runbook", "alert", "known", "chat"]
    assert ids(settled(alert, runbook).kept) == ["alert", "runbook"]


def test_a_query_as_of_a_time_requests_nothing_later() -> None:
    then = NOW - timedelta(days=2)
    asked = bounded_by_as_of(replace(QUERY, as_of=then))
    assert asked.filters.until == then
    earlier = then - timedelta(days=9)
    bounded = replace(QUERY, as_of=then, filters=Filters(until=earlier))
    assert bounded_by_as_of(bounded).filters.until == earlier
    assert bounded_by_as_of(QUERY) == QUERY


def test_the_order_of_a_walk_is_not_changed() -> None:
    found = settled(OLD, NEW, query=query_of(walk=WALK))
    assert (ids(found.kept), ids(found.aside)) == (["old", "new"], [])


def test_an_item_that_stands_for_duplicates_gets_the_best_of_their_places() -> None:
    found = settled(
        item("a", 0.9, SAME), item("b", 0.7), item("c", 0.5, SAME, created_at=days_ago(1))
    )
    assert (ids(found.kept), ids(found.aside)) == (["c", "b"], ["a"])
    assert found.kept[0].relations.duplicates == ("a",)


def test_conflicting_items_stand_together_at_the_better_place() -> None:
    old = item("old", 0.9, SAME)
    new = item("new", 0.5, SAME.replace("Tuesday", "Friday"), created_at=days_ago(1))
    found = settled(old, item("other", 0.7), new)
    assert ids(found.kept) == ["new", "old", "other"]
    assert [each.relations.conflicts_with for each in found.kept] == [("old",), ("new",), ()]


def test_items_that_say_how_something_ended_do_not_conflict() -> None:
    text = "Refund of 12 team seats was approved without asking."
    one, other = item("one", 0.9, text), item("other", 0.8, text.replace("12", "8"))
    assert {each.relations.conflicts_with for each in settled(one, other).kept} == {
        ("one",),
        ("other",),
    }
    ended = [item("one", 0.9, text, outcome="corrected"), other]
    assert [each.relations.conflicts_with for each in settled(*ended).kept] == [(), ()]


def test_table_rows_about_different_things_do_not_conflict_but_repeated_rows_do() -> None:
    def fleet(item_id: str, city: str, bikes: int, docks: int) -> Candidate:
        row: JsonValue = {"city": city, "fleet": {"bikes": bikes, "docks": docks}, "unit": "piece"}
        made = item(item_id, 0.6)
        return replace(made, item=replace(made.item, content=row))

    cork, also = fleet("a", "Cork", 275, 38), fleet("b", "Cork", 275, 40)
    other = fleet("c", "Leeds", 640, 80)
    assert [each.relations.conflicts_with for each in settled(cork, other).kept] == [(), ()]
    assert {each.relations.conflicts_with for each in settled(cork, also).kept} == {("a",), ("b",)}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"text": SAME}, {"text": SAME.replace("Tuesday", "Friday")}),
        (
            {"text": SAME, "author": "Ann"},
            {"text": SAME.replace("Tuesday", "Friday"), "author": "Bob"},
        ),
        ({"rate": "4 percent", "fee": "30 euro"}, {"rate": "5 percent", "fee": "40 euro"}),
        (
            {"version": 1, "upload limit": 50, "session timeout": 5},
            {"version": 2, "upload limit": 60, "session timeout": 7},
        ),
    ],
)
def test_an_object_that_does_not_begin_with_a_name_is_no_table_row(
    old: JsonValue, new: JsonValue
) -> None:
    made = [item("old", 0.9, created_at=days_ago(4)), item("new", 0.8)]
    found = settled(
        *(
            replace(each, item=replace(each.item, content=content))
            for each, content in zip(made, (old, new), strict=True)
        )
    )
    assert [each.relations.conflicts_with for each in found.kept] == [("old",), ("new",)]


def test_in_a_conflict_the_current_item_comes_before_a_future_one_unless_asked_for() -> None:
    holds = item("holds", 0.5, SAME)
    later = SAME.replace("Tuesday", "Friday")
    coming = item("coming", 0.9, later, created_at=days_ago(1), valid_from=days_ago(-9))
    found = settled(holds, coming)
    assert ids(found.kept) == ["holds", "coming"]
    assert [each.relations.holds for each in found.kept] == [True, False]
    asked = replace(QUERY, text="when will the window be")
    assert ids(settled(holds, coming, query=asked).kept) == ["coming", "holds"]


def test_a_future_item_comes_before_one_for_a_span_of_days_that_is_over() -> None:
    span = "No changes of the broker of the shop from Monday {} to {}."
    over = item("over", 0.9, span.format("8 December 2024", "5 January 2025"))
    coming = span.format("7 December 2028, 00:00", "4 January 2029, 08:00")
    found = settled(over, item("coming", 0.6, coming, created_at=days_ago(1)))
    assert ids(found.kept) == ["coming", "over"]
    assert found.kept[0].relations.conflicts_with == ("over",)
    assert found.kept[0].relations.holds


@each_case(
    "content",
    [
        "It was renovated from 3 May to 5 June 2024. The broker of the shop opens at 8:00.",
        "The broker of the shop opens at 8:00. It was moved between 3 May and 5 June 2024.",
    ],
)
def test_a_current_item_that_names_a_span_of_the_past_still_comes_before_a_future_one(
    content: str,
) -> None:
    coming = "From 1 March 2029 the broker of the shop opens at 9:00."
    found = settled(item("now", 0.6, content), item("coming", 0.9, coming, created_at=days_ago(1)))
    assert ids(found.kept) == ["now", "coming"]
    assert not found.kept[1].relations.holds


def test_a_future_item_comes_after_a_current_one_although_another_is_over() -> None:
    span = "No changes of the broker of the shop from Monday {} to {}."
    found = settled(
        item("over", 0.9, span.format("8 December 2024", "5 January 2025")),
        item("now", 0.6, span.format("1 March 2024", "5 January 2099")),
        item("coming", 0.95, span.format("7 December 2028", "4 January 2029")),
    )
    assert [each.relations.holds for each in found.kept] == [True, True, False]
    assert ids(found.kept)[2] == "coming"


def test_two_conflicting_future_items_keep_their_order() -> None:
    first = item("first", 0.9, SAME, valid_from=days_ago(-5))
    then = item("then", 0.5, SAME.replace("Tuesday", "Friday"), valid_from=days_ago(-9))
    assert [each.relations.holds for each in settled(first, then).kept] == [True, True]


def test_expired_items_come_last_where_they_are_asked_for() -> None:
    over = item("over", 0.9, trust=0.9, created_at=days_ago(1), valid_until=days_ago(0.5))
    asked = replace(QUERY, include_superseded=True)
    found = settled(over, item("holds", 0.7, trust=0.6), query=asked)
    assert ids(found.kept) == ["holds", "over"]
    assert not found.kept[1].relations.holds
    assert found.kept[1].explanation.endswith("no longer valid")


def test_of_likely_items_the_more_trusted_comes_first() -> None:
    found = settled(
        item("a", 0.9), item("b", 0.7, trust=0.9), item("c", 0.3), item("d", 0.2, trust=0.9)
    )
    assert ids(found.kept)[:2] == ["b", "a"]
    assert set(ids(found.kept)[2:]) == {"c", "d"}


def test_items_with_everything_asked_for_come_newest_first_with_an_explanation() -> None:
    asked = replace(QUERY, text="breakfast times at Quillon")
    old = item("old", 0.4, "Breakfast at Quillon: 06:30 to 10:00.")
    new = item(
        "new",
        0.3,
        "Quillon serves breakfast between seven and half past ten.",
        created_at=days_ago(1),
    )
    found = settled(old, new, query=asked)
    assert ids(found.kept) == ["new", "old"]
    assert found.kept[0].explanation.endswith("newer than old, on the same subject")
    assert "newer than" not in found.kept[1].explanation


def test_a_newer_turn_is_not_moved_up() -> None:
    asked = replace(QUERY, text="breakfast times at Quillon")
    old = item("old", 0.4, "Breakfast at Quillon: 06:30 to 10:00.")
    new = item("new", 0.3, "Quillon serves breakfast at seven.", created_at=days_ago(1))
    turn = replace(new, around="Quillon serves breakfast at seven.")
    assert ids(settled(old, turn, query=asked).kept) == ["old", "new"]


@each_case("shown", ["[REDACTED:phone]", "[REDACTED]"])
def test_a_masked_item_is_compared_by_what_its_reader_sees(shown: str) -> None:
    asked = replace(QUERY, text="breakfast times at Quillon")
    old = item("old", 0.4, f"Breakfast at Quillon: 06:30 to 10:00. {shown}")
    new = item("new", 0.3, f"Quillon serves breakfast at seven. {shown}", created_at=days_ago(1))
    masked = [replace(each, sight=Sight(each.item, masked=True)) for each in (old, new)]
    found = settled(*masked, query=asked)
    assert ids(found.kept) == ["new", "old"]
    assert found.kept[0].relations.duplicates == ()


HIDDEN = "[REDACTED]"


PRICES = (
    "| tariff | monthly price | setup |\n|---|---|---|\n| DSL 50 | 35 EUR | 60 EUR |\n"
    "| DSL 100 | 40 EUR | 60 EUR |\n| Fiber | 55 EUR | 0 EUR |"
)
IN_HTML = (
    "<table><tr><th>tariff<th>monthly price<th>setup<tr><td>DSL 50<td>35 EUR<td>60 EUR"
    "<tr><td>DSL 100<td>40 EUR<td>60 EUR<tr><td>Fiber<td>55 EUR<td>0 EUR</table>"
)


def test_a_short_table_that_replaces_a_list_supersedes_it() -> None:
    old = item("old", 0.9, PRICES.replace("35", "33"), title="Price list 2025")
    told = f"Replaces the price list 2025.\n\n{PRICES}"
    new = item("new", 0.6, told, title="Price list 2026", created_at=days_ago(1))
    assert ids(settled(old, new).kept) == ["new"]


@each_case("table", [PRICES, IN_HTML])
def test_a_text_that_changes_a_row_of_a_table_contests_it_and_does_not_supersede_it(
    table: str,
) -> None:
    offer = "The monthly price of the tariff DSL 100 is now 37 EUR, its setup 50 EUR."
    old = item("old", 0.9, table)
    found = settled(old, item("new", 0.6, offer, created_at=days_ago(1)))
    assert (ids(found.kept), ids(found.aside)) == (["new", "old"], [])
    assert found.kept[1].relations.conflicts_with == ("new",)
    one = item("old", 0.9, "Monthly price of the tariff DSL 100: 40 EUR, setup 60 EUR.")
    assert ids(settled(one, item("new", 0.6, offer, created_at=days_ago(1))).kept) == ["new"]


OPENING_TIMES = (
    "Opening times.\nSkerrow: Mon-Fri 06:30-17:30, Sat 07:00-12:00\n"
    "Hatch Lane: Mon-Fri 07:00-17:00, Sat 07:30-12:00\nMossgate: Mon-Fri 07:00-16:30"
)

SHUT_ON_SATURDAYS = (
    "From 5 September the counter at Hatch Lane is shut on Saturdays. Skerrow stays open Saturday "
    "mornings and takes Hatch Lane's returns and collections. The phone is diverted."
)


@each_case(
    ("table", "told", "of_another_row", "of_this_row"),
    [
        (
            OPENING_TIMES,
            SHUT_ON_SATURDAYS,
            "when does Mossgate open in the morning",
            "is Hatch Lane open on Saturdays",
        ),
        (
            PRICES,
            "The monthly price of the tariff DSL 100 is now 37 EUR, its setup 50 EUR.",
            "monthly price of DSL 50",
            "monthly price of DSL 100",
        ),
    ],
)
def test_a_text_that_changes_a_row_says_nothing_of_another_one_that_is_asked_for(
    table: str, told: str, of_another_row: str, of_this_row: str
) -> None:
    tags: JsonValue = ["depots", "opening-times"]
    old = item("old", 0.9, table, tags=tags)
    new = item("new", 0.6, told, tags=tags, created_at=days_ago(1))
    assert ids(settled(old, new, query=replace(QUERY, text=of_another_row)).kept) == ["old", "new"]
    found = settled(old, new, query=replace(QUERY, text=of_this_row))
    assert (ids(found.kept), ids(found.aside)) == (["new", "old"], [])


@each_case(
    ("old", "new", "told"),
    [
        (
            {"who": HIDDEN, "text": "is on the rota of the night desk"},
            {"who": HIDDEN, "text": "is no longer on the rota of the night desk"},
            {},
        ),
        ({"who": HIDDEN, "leave": "20 days"}, {"who": HIDDEN, "leave": "12 days"}, {}),
        (
            "[REDACTED:email] is on the rota of the night desk",
            "[REDACTED:email] is no longer on the rota of the night desk",
            {},
        ),
        ("Opens at 8, closes at 12.", "No longer opens at 8, but at 9.", {"title": HIDDEN}),
        (
            "Valid for 2026, replaces the version of 2025. One night is 20 euros.",
            "Valid for 2026, replaces the version of 2025. One night is 30 euros.",
            {"title": HIDDEN},
        ),
    ],
)
def test_texts_about_things_that_are_hidden_do_not_change_each_other(
    old: JsonValue, new: JsonValue, told: dict[str, JsonValue]
) -> None:
    shown = [
        content_item("old", 0.6, old, **told),
        content_item("new", 0.5, new, **told, created_at=days_ago(1)),
    ]
    masked = [replace(each, sight=Sight(each.item, masked=True)) for each in shown]
    asked = "when does it open, who is on the rota of the night desk, days of leave of who"
    found = settled(*masked, query=replace(QUERY, text=asked))
    assert ids(found.kept) == ["old", "new"]
    assert [each.relations for each in found.kept] == [NO_RELATIONS, NO_RELATIONS]


def test_an_item_with_a_hidden_part_still_supersedes_one_on_a_subject_that_is_shown() -> None:
    old = content_item("old", 0.6, {"desk": "Leeds", "text": "opens at 8", "owner": HIDDEN})
    new = content_item(
        "new",
        0.5,
        {"desk": "Leeds", "text": "no longer opens at 8, but at 9", "owner": HIDDEN},
        created_at=days_ago(1),
    )
    found = settled(old, new, query=replace(QUERY, text="when does the desk in Leeds open"))
    assert (ids(found.kept), ids(found.aside)) == (["new"], ["old"])
