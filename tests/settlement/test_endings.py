"""Older items come behind a newer one that says that what they rely on is gone."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.settlement.endings import ended_names
from recollect.settlement.newest import newest_first
from recollect.settlement.statements import Statement, Wording
from recollect.settlement.validity import has_begun, holds_already, is_over
from tests.cases import each_case
from tests.settlement.statements import NOW, on_consecutive_days

ASKED = "how do I override my shift"
OLD = "PagerDuty: how to swap a shift. In PagerDuty open the schedule and choose an override."
NEW = "Goodbye PagerDuty. Paging moved to Grafana OnCall. Overrides: in OnCall, your rota."
PAGE = (
    "Failover of the orders database. It is a pair with a monitor.\n\n"
    "1. See who is primary. 2. To force a failover: pg_autoctl perform failover on watch-1.\n\n"
    f"{'Check the lag before and after it. ' * 15}"
)


def order(
    texts: Sequence[Wording],
    relevance: Sequence[float],
    asked: str = ASKED,
    uncompared: Collection[str] = (),
) -> list[str]:
    ids = [each.statement.id for each in texts]
    by_id = dict(zip(ids, relevance, strict=True))
    ranked = sorted(texts, key=lambda each: -by_id[each.statement.id])
    searched = {
        each.statement.id: each.statement.text
        for each in texts
        if each.statement.id not in uncompared
    }
    return [*newest_first(ranked, asked, searched, by_id, NOW)]


@each_case(
    ("text", "name"),
    [
        (NEW, "pagerduty"),
        (
            "All messages leave through Sendwell (contract with Textlane ended on 31 March).",
            "textlane",
        ),
        ("The pair, its monitor and pg_autoctl are gone.", "pg_autoctl"),
        ("LatchOffline is no longer counted over the whole fleet.", "latchoffline"),
        ("FixIt does not accept orders of yours any longer.", "fixit"),
        ("We've got rid of the Guardpost. Badges come from Facilities.", "guardpost"),
        ("Three Rivers dissolved itself as of New Year.", "rivers"),
        ("Wir sind zum Jahreswechsel von Synvita zu Medilab gegangen.", "synvita"),
        ("OTRS ist nur noch zum Nachlesen da.", "otrs"),
        ("Hohlweg ist voll und nimmt nichts mehr an.", "hohlweg"),
    ],
)
def test_a_name_in_a_clause_that_says_that_something_is_gone_is_ended(text: str, name: str) -> None:
    assert name in ended_names(text)


@each_case(
    "text",
    [
        "Is PagerDuty no longer used?",
        "Idea: get rid of PagerDuty.",
        "If PagerDuty is gone for good, call the desk.",
        "PagerDuty is switched off for an hour.",
        "PagerDuty closes at 13:00 this Friday.",
        "PagerDuty was down on Monday.",
        "PagerDuty has a new colour.",
        "Goodbye, Mr Okafor. PagerDuty has a new colour.",
        "We removed 14 users from PagerDuty.",
        "The desk moved to PagerDuty.",
        "Take a ladder rather than PagerDuty, the floor is wet.",
        "B, C, D, E, F, G, H, I, PagerDuty and J are gone.",
    ],
)
def test_a_question_an_idea_a_condition_or_an_exception_ends_nothing(text: str) -> None:
    assert "pagerduty" not in ended_names(text)


def test_a_newer_note_precedes_an_older_one_that_relies_on_what_it_says_is_gone() -> None:
    assert order(on_consecutive_days(OLD, NEW), (0.9, 0.05)) == ["b", "a"]
    assert order(on_consecutive_days(NEW, OLD), (0.05, 0.9)) == ["b", "a"]  # the older one says so
    assert order(on_consecutive_days(OLD, NEW), (0.9, 0.01)) == ["a", "b"]  # it is hardly relevant
    assert order(on_consecutive_days(OLD, NEW), (0.9, 0.05), "what was it before the move") == [
        "a",
        "b",
    ]


def test_a_page_is_passed_where_its_part_about_the_question_relies_on_what_is_gone() -> None:
    gone = "Since April it is a cluster of three; the monitor and watch-1 are gone."
    assert order(on_consecutive_days(PAGE, gone), (0.9, 0.2), "how do I force a failover") == [
        "b",
        "a",
    ]
    assert order(on_consecutive_days(PAGE, gone), (0.9, 0.2), "what lag is normal") == ["a", "b"]


def test_what_has_another_name_or_site_or_less_trust_passes_nothing() -> None:
    asked = "how do I override my shift in PagerDuty in Leeds"
    leeds = OLD.replace("choose", "choose, in Leeds,")
    assert order(on_consecutive_days(leeds, NEW), (0.9, 0.05), asked) == ["a", "b"]
    old, new = on_consecutive_days(OLD, NEW)
    for changed in ({"trust": 0.5}, {"has_injection": True}, {"is_report": True}):
        other = Wording(replace(new.statement, **changed))
        assert order([old, other], (0.9, 0.05)) == ["a", "b"]


def test_the_year_of_a_date_is_nothing_that_an_older_text_relies_on() -> None:
    paid = "Only the booked payment counts since April 2025. A screenshot is no proof of payment."
    mandates = "Mandates by phone are no longer accepted since 1 October 2025. Send them the form."
    asked = "a customer sends a screenshot of the payment"
    assert order(on_consecutive_days(paid, mandates), (0.9, 0.4), asked) == ["a", "b"]


def test_a_price_is_nothing_that_an_older_text_relies_on() -> None:
    asked, gone = "what does the lease of the hall cost", "Extension 4400 was switched off."
    leased = "The lease of the hall costs 4400 euros."
    assert order(on_consecutive_days(leased, gone), (0.9, 0.4), asked) == ["a", "b"]
    called = "The lease of the hall is asked for at extension 4400."
    assert order(on_consecutive_days(called, gone), (0.9, 0.4), asked) == ["b", "a"]


@pytest.mark.parametrize(("count", "precedes"), [(1, True), (6, False)])
def test_a_name_that_many_items_have_is_too_common(count: int, precedes: bool) -> None:
    asked, old = "who pays for lunch", "Lunch at Hillgate is paid by the branch."
    others = [f"Room {number} at Hillgate has a projector." for number in range(count)]
    new = "The canteen at Hillgate closed in May, bring sandwiches."
    relevance = (0.9, *[0.5] * count, 0.4)
    found = order(on_consecutive_days(old, *others, new), relevance, asked)
    assert (found[0] != "a") is precedes


def test_the_order_reveals_nothing_of_an_item_that_is_not_compared() -> None:
    # A turn of a conversation is not compared.
    texts = on_consecutive_days(OLD, NEW)
    assert order(texts, (0.9, 0.05)) == ["b", "a"]
    assert order(texts, (0.9, 0.05), uncompared=["a"]) == ["a", "b"]
    asked, old = "who pays for lunch", "Lunch at Hillgate is paid by the branch."
    new = "The canteen at Hillgate closed in May, bring sandwiches."
    turns = [f"Room {number} at Hillgate has a projector." for number in range(6)]
    texts = on_consecutive_days(old, *turns, new)
    uncompared = [each.statement.id for each in texts[1:-1]]
    assert order(texts, (0.9, *[0.5] * 6, 0.4), asked, uncompared)[0] == texts[-1].statement.id


def test_an_item_holds_in_the_first_and_in_the_last_moment_of_its_time() -> None:
    plain = Statement("a", "We ship on Tuesday", NOW)
    first, last = replace(plain, valid_from=NOW), replace(plain, valid_until=NOW)
    moment = timedelta(milliseconds=1)
    assert holds_already(Wording(first), NOW)
    assert not holds_already(Wording(first), NOW - moment)
    assert not is_over(Wording(last), NOW)
    assert is_over(Wording(last), NOW + moment)
    # Its field says when it begins, whatever day its text names.
    assert has_begun(Wording(replace(first, text="From 5 April 2026 we ship on Tuesday")), NOW)
    assert not has_begun(Wording(replace(plain, text="From 5 April 2026 we ship on Tuesday")), NOW)
