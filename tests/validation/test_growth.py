"""Twice as much to check takes about twice the work, counted in calls and not in seconds.

What is looked up for each word in all that results have takes four times as much.
"""

import sys
from collections.abc import Callable, Mapping
from types import FrameType

from tests.cases import each_case
from tests.validation.examples import call, checked
from tests.validation.test_traps import named

_MANY = 80
_AT_MOST = 2.2
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
}
"""What an answer and a result have so many of, neither of them what the other has."""


def _calls(answer: str, result: str) -> int:
    """How many functions are called to check an answer, after once when words are remembered."""
    tool = call("find", found=result)
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
        _calls(_written(said, count), _written(told, count)) for count in (_MANY, 2 * _MANY)
    )

    assert many <= _AT_MOST * few
