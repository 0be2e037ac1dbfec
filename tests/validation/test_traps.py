"""Texts that make a careless pattern backtrack without end: checking them all ends."""

from collections.abc import Callable

import pytest
from pydantic import JsonValue

from tests.validation.examples import call, checked

TRAPS = (
    "a" * 100_000,
    "*" * 100_000,
    "**" * 50_000,
    "**\n" * 33_000,
    "# " * 50_000,
    "Summary:" * 20_000,
    "Summary:\n" * 20_000,
    ":" * 100_000,
    "\n" * 100_000,
    "\r\n" * 50_000,
    "don't " * 20_000,
    "i couldn't " * 18_000,
    "1-" * 50_000,
    "a1-" * 33_000,
    "a." * 50_000,
    "a_" * 50_000,
    "a_b: " * 20_000,
    '"a": ' * 20_000,
    "status: 1, " * 18_000,
    "sys_id " * 28_000,
    "0" * 32 + " " + "0f" * 99_000,
    "https://" * 25_000,
    "• " * 50_000,
    "15:30 - a " * 20_000,
    "next steps:\n" * 16_000,
    "next steps:\n## x\n" * 11_000,
    "|a" * 99_000,
    "|a\n|--\n" * 22_000,
    "|name|status\n|--|--\n" + "|a|b\n" * 30_000,
    "no information " * 13_000,
    "ich konnte " * 18_000,
    "👩\u200d👩\u200d👧" * 30_000,
    "\U0001f600" * 100_000,
    "e\u0301" * 50_000,
    "\u0301" * 100_000,
    "\ufdfa" * 10_000,
    "情報" * 50_000,
    "情報がありません" * 20_000,
    "カタカナ" * 25_000,
    "ไทย" * 33_000,
    "서버가" * 33_000,
    "İ" * 100_000,
    "हिन्दी" * 30_000,
    "مرحبا " * 30_000,
    "#" * 100_000,
    " " * 100_000,
    "_" * 100_000,
    "\0" * 100_000,
)
# What is read as often as it has characters takes minutes by then.
LONG_ENOUGH = 12_000


@pytest.mark.slow
def test_hostile_texts_are_checked_to_the_end() -> None:
    for trap in (each[:LONG_ENOUGH] for each in TRAPS):
        summary = call("getCase", case={"description": trap}, caseSummary=trap)
        answered = checked(trap, summary)
        asked = checked("John Smith", summary)
        assert answered.response_length == len(trap)
        assert asked.response_type == "field_query"
        assert all(len(check.keywords) <= 15 for check in (*answered.checks, *asked.checks))


def test_nested_results_are_walked_without_recursion() -> None:
    nested: JsonValue = "John Smith"
    for _ in range(100):
        nested = {"sys_id": [nested]}
    gave = call("getCase", caseSummary="Email server down", case=nested)
    assert checked("John Smith", gave).valid


def test_a_result_is_read_only_up_to_a_bound() -> None:
    many: list[JsonValue] = [f"filler {number}" for number in range(6_000)]
    gave = call("getCase", caseSummary="Email server down", case=[*many, "John Smith"])
    assert not checked("John Smith", gave).valid


ODD: tuple[JsonValue, ...] = (
    float("nan"),
    float("-inf"),
    10**400,
    10**150,
    1e308,
    "1e999",
    "9e300",
    -0.0,
    "2024-00-10T09:30:00",
    "2024-02-31T99:99",
    "\u00b2",
    "",
    None,
    [[[1, "a"], {}], []],
    {"": {" ": {"_": 5}}},
)
OF_ODD = (
    "The load of x is 4 minutes, y has 7 and the total is 12.",
    "Half of the items have a load of 5 %, and the highest is 1e999.",
    "It took 90 minutes, until 2024-00-10 at 09:45.",
    "Load: " + "9" * 400,
)


@pytest.mark.parametrize("answer", OF_ODD)
@pytest.mark.parametrize("name", ["load", "load_minutes", "load.percent", "", "_"])
def test_an_answer_is_checked_whatever_values_fields_hold(name: str, answer: str) -> None:
    for one in ODD:
        alone: JsonValue = {"name": "x", name: one}
        listed: JsonValue = [{"name": "x", name: one, "other": one}, {"name": "y", name: one}, one]
        assert checked(answer, call("find", item=alone)).response_length == len(answer)
        assert checked(answer, call("find", items=listed)).response_length == len(answer)


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("It is 3", {"items": [{"name": "a", "enabled": [{"name": True}]}]}),
        ("It has 3 users.", {"enabled": {"id": True}, "users": 3}),
        ("10\u2028100 users", {"users": 5}),
        ("10\x85100 users", {"users": "10\x1c100"}),
    ],
)
def test_unnamed_flags_and_numbers_across_lines_cause_no_error(
    answer: str, result: JsonValue
) -> None:
    assert checked(answer, call("find", found=result)).response_length == len(answer)


def named(number: int) -> str:
    """A name of only letters, different for each number."""
    return "".join(chr(ord("a") + int(figure)) for figure in f"{number:04d}")


def listed(count: int, row: Callable[[str], dict[str, JsonValue]]) -> JsonValue:
    return [{"name": named(number), **row(named(number))} for number in range(count)]


TICKET: dict[str, JsonValue] = {"number": "CS0012345", "state": "Open", "priority": "2 - High"}

DOERS = ("Ann Lee", "Bo Li")
JOURNAL: dict[str, JsonValue] = {
    "number": "CS0012345",
    "journal": "\n".join(
        f"\u2022 Mar {1 + at % 28}, {at % 24:02}:{at % 60:02} \u2013 {DOERS[at % 2]}: "
        f"Restarted node {at} after patch {at * 37}"
        for at in range(600)
    ),
}

# What is looked up for each line in all that results have takes minutes of these.
LONG: dict[str, tuple[str, JsonValue]] = {
    "teams": (
        "It is assigned to Bob Moss.\n" * 90,
        listed(600, lambda name: {"assigned_to": f"Ann {name}", "assignment_group": f"T {name}"}),
    ),
    "owners": ("Owner: Bob\n" * 200, listed(400, lambda name: {"owner": f"Zed {name}"})),
    "fields": (
        "Owner: Bob\n" * 200,
        {f"{named(number)}_owner": "Zed Roe" for number in range(600)},
    ),
    "times": ("At 22:00 " + "4 hours 22:01 " * 1_500, "It began at 21:00 and took 4 hours."),
    "times of day": (
        "The restart took 37 minutes. " * 500,
        " ".join(f"It ran at {n // 60:02}:{n % 60:02}." for n in range(0, 1_440, 3)),
    ),
    "dates of users": (
        "users since March 3 at 14:05, " * 500,
        listed(1_000, lambda _: {"users": 3}),
    ),
    "durations": ("4 hours " * 2_000, TICKET),
    "statuses": ("closed and now not open " * 2_000, listed(2, lambda _: TICKET)),
    "levels": ("P2 " * 20_000, listed(2, lambda _: TICKET)),
    "brackets": ("(Open (Closed " * 2_000, listed(2, lambda _: TICKET)),
    "marked statuses": ("<b>Open</b> " * 3_000, listed(2, lambda _: TICKET)),
    "named statuses": ("SRV01 open " * 5_000, listed(2, lambda _: TICKET)),
    "people": ("Samuel Okoro, Dana Whitfield, " * 2_000, listed(2, lambda _: TICKET)),
    "equal values": ("Status: Open\n" * 7_000, "Status: Open\n" * 7_000),
    "equal values in a row": ("status=open " * 1_500, "status=open " * 1_500),
    "amounts": ("5 of 8 sites are down " * 1_500, "5 of 8 sites are down. 1,200 users are, too."),
    "clauses": ("status: 1, " * 2_500, listed(2, lambda _: TICKET)),
    "marks between tickets": (
        "Ann Lee: CS0012345" + " *," * 30_000 + "x CS0012345",
        listed(2, lambda _: {**TICKET, "assigned_to": "Ann Lee"}),
    ),
    "codes": (
        "7714-0932 and " * 1_000,
        listed(40, lambda name: {"reference": f"7741-09{ord(name[-1]) % 10}{ord(name[-2]) % 10}"}),
    ),
    "days": ("It is on April 28, " * 5_000, [JOURNAL]),
    "contacts": ("The contact is Bo, " * 2_000, listed(2, lambda _: TICKET)),
    "statuses in one sentence": (
        "the server that was open and the user who is with the team " * 1_000,
        [TICKET],
    ),
    "numbers": (" ".join(str(each * 7919 % 10**6) for each in range(6_000)), list(range(1_500))),
    "capitals": ("\u0130" * 100_000, "Ann closed it."),
    "lists": (
        "Two machines are fast in Oslo.\n" * 2_000,
        {named(number): listed(2, lambda _: {"site": "Oslo"}) for number in range(500)},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_a_long_answer_about_long_lists_is_checked_to_the_end(name: str) -> None:
    whole, gave = LONG[name]
    answer = whole[:LONG_ENOUGH]
    assert checked(answer, call("find", found=gave)).response_length == len(answer)
