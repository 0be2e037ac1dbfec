"""What became of an outage, a change or a ticket comes before what was said of it earlier."""

from collections.abc import Sequence
from dataclasses import replace

from recollect.settlement.matters import matter_in
from recollect.settlement.newest import newest_first
from recollect.settlement.statements import Statement, Wording
from tests.cases import each_case
from tests.settlement.statements import NOW, on_consecutive_days, on_day

ASKED = "which firmware does the router run"
PLANNED = "CHG-4471 is planned for 12 January: all routers get firmware 3.5.0."
EXECUTED = "CHG-4471 was executed tonight. All routers run firmware 3.5.0."
REVERTED = "CHG-4471 rolled back: telephones were lost, everything is on 3.4.2 again."


def order(texts: Sequence[Wording], relevance: Sequence[float], asked: str = ASKED) -> list[str]:
    """The new order of texts that were ranked by their relevance; all are turns of a thread."""
    ids = [each.statement.id for each in texts]
    by_id = dict(zip(ids, relevance, strict=True))
    ranked = sorted(texts, key=lambda each: -by_id[each.statement.id])
    return [*newest_first(ranked, asked, {}, by_id, NOW)]


@each_case(
    ("text", "matter"),
    [
        ("Re: CHG-4502: done", "chg4502"),
        ("Update OUT-2611-05 Graz: the card is replaced.", "out2611-5"),
        ("SCS0001234: closed, no answer.", "scs1234"),
        ("INC-88340 (alarms during CHG-4502): closed.", "inc88340"),
        ("bng-lej-01 is switched off.", ""),  # a host
        ("The belt F-330 is sold out.", ""),  # a part
        ("The FB-7590 has four ports.", ""),  # a thing
        ("ISO-27001 audit completed.", ""),  # a standard
        ("RFC-2119: review finished.", ""),
        ("Nothing was done.", ""),
        (f"{'It rained. ' * 12} CHG-4502 is done.", ""),  # it is about something else
    ],
)
def test_the_matter_of_a_text_is_the_first_number_of_a_ticket_at_its_beginning(
    text: str, matter: str
) -> None:
    found = matter_in(text)
    assert (found.number if found else "") == matter


@each_case(
    ("text", "tells"),
    [
        ("Re: CHG-4502: done", True),
        ("Update on OUT-2611-05: 1,700 are back online.", True),
        ("Resolved: INC-88340 (alarms in Graz)", True),
        ("The team cancelled change CHG-4502.", True),
        ("CHG-4502: Router wurden wieder zurückgesetzt.", True),
        ("INC-88340: all of them can work again, closed until somebody calls.", True),
        ("FB-7590: firmware update 8.02 comes on Sunday.", False),
        ("INC-88340 is not fixed yet.", False),
        ("INC-88340 noch nicht behoben.", False),
        ("CHG-4502: I will call when my part is done.", False),
        ("CHG-4502 is planned for Tuesday. Another one was executed.", False),
    ],
)
def test_a_text_tells_a_state_if_it_says_of_its_matter_what_became_of_it(
    text: str, tells: bool
) -> None:
    found = matter_in(text)
    assert bool(found and found.tells_its_state()) is tells


def test_what_became_of_a_change_comes_before_its_earlier_announcements() -> None:
    texts = on_consecutive_days(PLANNED, EXECUTED, REVERTED)
    assert order(texts, (0.5, 0.4, 0.1)) == ["c", "b", "a"]
    assert order(texts, (0.5, 0.4, 0.009)) == ["b", "a", "c"]  # it is hardly relevant
    assert order(texts, (0.5, 0.4, 0.1), "which firmware did it run before") == ["a", "b", "c"]
    assert order(texts, (0.5, 0.4, 0.1), "why does the router lose calls") == ["a", "b", "c"]


def test_an_update_names_the_notice_by_its_id() -> None:
    notice = Wording(Statement("OUT-2611-05", "Internet is down in Graz.", on_day(1)))
    update = Wording(Statement("u", "Update OUT-2611-05: 1,700 are back online.", on_day(2)))
    assert order([notice, update], (0.5, 0.1)) == ["u", "OUT-2611-05"]


def test_another_matter_a_plan_an_alert_an_order_or_less_trust_passes_nothing() -> None:
    assert order(on_consecutive_days(EXECUTED, PLANNED), (0.5, 0.4)) == ["a", "b"]
    other = REVERTED.replace("4471", "4472")
    assert order(on_consecutive_days(EXECUTED, other), (0.5, 0.4)) == ["a", "b"]
    old, new = on_consecutive_days(EXECUTED, REVERTED)
    for changed in ({"trust": 0.5}, {"has_injection": True}, {"is_alert": True}):
        assert order([old, Wording(replace(new.statement, **changed))], (0.5, 0.4)) == ["a", "b"]
