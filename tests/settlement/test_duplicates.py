"""Duplicates are shown once; texts that differ in something asked for stay apart."""

from dataclasses import replace

from recollect.settlement.duplicates import find_duplicates
from tests.cases import each_case
from tests.settlement.statements import on_consecutive_days, wordings

ALERT = "[watch] WARN cache hit ratio {}% < 60% for 10m, cluster ams-1, fired {}"
ALERTS = [ALERT.format(57 - day, f"2026-02-0{day} 03:1{day} UTC") for day in range(1, 6)]
NOTE = "The VPN profile tb-split is the one for laptops of people on call"
APART = (
    ("[watch] WARN disk of mq-11 86% used", "[watch] WARN disk of mq-12 86% used"),
    ("[watch] ALERT error 502 at the gateway", "[watch] ALERT error 503 at the gateway"),
    ("[watch] CRIT node 10.0.0.1 is down", "[watch] CRIT node 10.0.0.2 is down"),
    ("The window to patch sftp is Tuesday 04:00", "The window to patch sftp is Friday 04:00"),
    ("The disk of the broker has 500 GB of space", "The disk of the broker has 750 GB of space"),
    ("The store is kept at 5 degrees", "The store is kept at -5 degrees"),
    ("The module is compiled as C", "The module is compiled as C++"),
    ("The alarm rings above a load of > 80", "The alarm rings above a load of < 80"),
    ("The fee of a badge is $50", "The fee of a badge is \u20ac50"),
    ("Members get a discount of 10", "Members get a discount of 10%"),
    ("+1", "thanks"),
    ("???", "!!!"),
    ("works now", "it works now"),
)


def test_of_alerts_of_one_rule_the_newest_stands_for_all() -> None:
    assert find_duplicates(on_consecutive_days(*ALERTS), "what about the cache") == {
        "e": ("d", "c", "b", "a")
    }


def test_an_alert_that_is_asked_for_stays_apart() -> None:
    assert "b" not in [
        each
        for same in find_duplicates(on_consecutive_days(*ALERTS), "the alert of 55%").values()
        for each in same
    ]


@each_case(("one", "other"), APART)
def test_texts_that_name_different_things_are_no_duplicates(one: str, other: str) -> None:
    assert find_duplicates(on_consecutive_days(one, other), "") == {}


def test_a_text_that_contains_another_stands_for_it() -> None:
    assert find_duplicates(on_consecutive_days(f"{NOTE}. Others block the pager.", NOTE), "") == {
        "a": ("b",)
    }


def test_the_most_trusted_of_duplicates_stands_for_all() -> None:
    first, *others = (each.statement for each in on_consecutive_days(NOTE, NOTE, NOTE))
    assert find_duplicates(wordings([replace(first, trust=0.9), *others]), "") == {"a": ("c", "b")}
    fuller = replace(others[0], text=f"{NOTE}, says somebody")
    assert find_duplicates(wordings([replace(first, trust=0.9), fuller]), "") == {}


def test_a_text_that_gives_orders_stands_for_no_other() -> None:
    one, other = (each.statement for each in on_consecutive_days(NOTE, NOTE))
    assert find_duplicates(wordings([one, replace(other, has_injection=True)]), "") == {"a": ("b",)}
