"""Twice as much to check takes about twice the work, counted in calls and not in seconds.

A look-up of each word in all results would take four times the work.
"""

import sys
from collections.abc import Callable, Mapping
from types import FrameType

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked
from tests.validation.test_traps import named

_OPEN: dict[str, JsonValue] = {
    "number": "SCS0001234",
    "state": "Open",
    "assigned_to": "Samuel Okoro",
}
_MANY = 80
_MAX_GROWTH = 2.2
"""How many times the work twice as much may take: some of it is not done for a few words."""

_Part = Callable[[int], str]


def _written(part: _Part, count: int) -> str:
    return "".join(map(part, range(count)))


_TEXTS: Mapping[str, tuple[_Part, _Part]] = {
    "pages of a folder": (
        lambda at: f"https://desk.example.com/docs/guide/page-{named(at)}-x ",
        lambda at: f"https://desk.example.com/docs/guide/page-{named(at)} ",
    ),
    "numbered links": (
        lambda at: f"https://desk.example.com/case/{5_000_000 + at} ",
        lambda at: f"https://desk.example.com/case/{7_000_000 + at} ",
    ),
    "hexadecimal codes": (
        lambda at: f"0x{at * 7919 % 65_536 + 65_536:05x} ",
        lambda at: f"0x{at * 7919 % 65_536 + 165_536:05x} ",
    ),
    "hosts": (lambda at: f"srv{50_000 + at}. ", lambda at: f"srv{10_000 + at} "),
    "addresses": (
        lambda at: f"10.{at // 250}.{at % 250}.1, ",
        lambda at: f"10.{at // 250}.{at % 250}.7 ",
    ),
    "durations in words": (
        lambda at: f"{at + 2} hours and three quarters. ",
        lambda at: f"{at + 2} hours and a half. ",
    ),
}
"""What an answer and a result have so many of, neither of them what the other has."""


def _cases(count: int) -> ToolCall:
    others: list[JsonValue] = [
        {"number": f"CS{10_000 + at}", "assigned_to": "Lena Fischer"} for at in range(count)
    ]
    return call("list_cases", cases=[*others, {"number": "CS9999", "assigned_to": "Omar Haddad"}])


def _invoices(count: int) -> ToolCall:
    return call(
        "list_invoices",
        invoices=[{"number": f"F-{1_000 + at}", "status": "partially_paid"} for at in range(count)],
        reminders=[{"invoice": f"F-{1_000 + at // 2}", "level": at} for at in range(count)],
    )


_LISTS: Mapping[str, tuple[_Part, Callable[[int], ToolCall]]] = {
    "lines of records behind a name": (
        lambda at: f"- Omar Haddad: CS{10_000 + at}, CS{10_001 + at}\n",
        _cases,
    ),
    "records behind one name": (
        lambda at: f"CS{10_000 + at}, " if at else "Omar Haddad: CS10000, ",
        _cases,
    ),
    "objects in one clause": (lambda at: f"F-{1_000 + at} ", _invoices),
    "objects that others refer to": (lambda at: f"F-{1_000 + at} is paid. ", _invoices),
    "levels in one clause": (
        lambda at: "P1 " if at else "SCS0001234 is new. P1 ",
        lambda _: call("getCase", case=_OPEN | {"priority": "2 - High"}),
    ),
}
"""What an answer has so many of, and the results that it is held against."""


def _calls(answer: str, tool: ToolCall) -> int:
    """The number of function calls to check an answer a second time, with warm caches."""
    checked(answer, tool)
    count = 0

    def add(_frame: FrameType, _event: str, _of: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(add)
    try:
        checked(answer, tool)
    finally:
        sys.setprofile(None)
    return count


@each_case("name", list(_TEXTS))
def test_twice_as_much_to_check_takes_about_twice_the_work(name: str) -> None:
    said, told = _TEXTS[name]
    few, many = (
        _calls(_written(said, count), call("find", found=_written(told, count)))
        for count in (_MANY, 2 * _MANY)
    )

    assert many <= _MAX_GROWTH * few


@each_case("name", list(_LISTS))
def test_twice_as_many_records_and_statements_take_about_twice_the_work(name: str) -> None:
    said, told = _LISTS[name]
    few, many = (_calls(_written(said, count), told(count)) for count in (_MANY, 2 * _MANY))

    assert many <= _MAX_GROWTH * few


@each_case("word", ["1234567890:AA", "%3D%20", "a1bQ~"])
def test_an_answer_with_a_very_long_word_is_read_to_its_end(word: str) -> None:
    # Not timed: what is quadratic in these takes minutes.
    told = checked(f"The case is closed.\n\n{word * 7_000}", call("getCase", case=_OPEN))
    assert [each.text for each in told.facts if each.verdict == "contradicted"] == ["closed"]


def test_a_clause_that_repeats_a_field_many_times_is_read_to_its_end() -> None:
    # Not timed: what is quadratic takes minutes.
    said = f"The case is closed.\n\nIt is 5 {'assigned to ' * 16_000} opened by Contoso."
    told = checked(said, call("getCase", case=_OPEN))
    assert [each.text for each in told.facts if each.verdict == "contradicted"] == ["closed"]
