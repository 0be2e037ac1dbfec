"""Check EventBridge's expressions for when a schedule is due, by EventBridge's rules.

`rate(1 hour)`, `rate(2 days)`; `cron(…)` has six fields: minute, hour, day of the month, month, day
of the week, year (Amazon EventBridge User Guide, "Cron expressions"). One of the days is `?`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_RATE: Final = re.compile(
    r"rate\((?:(1) (minute|hour|day)|([2-9]|[1-9][0-9]{1,4}) (minute|hour|day)s)\)"
)
_CRON: Final = re.compile(r"cron\(([^\s()]+(?: [^\s()]+){5})\)")
_MINUTES: Final = {"minute": 1, "hour": 60, "day": 1_440}
_ITEM: Final = re.compile(r"(\*|(\w+)(?:-(\w+))?)(?:/([0-9]{1,3}))?")
_NO_DAY: Final = "?"
_MONTHS: Final = tuple("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split())
_WEEKDAYS: Final = tuple("SUN MON TUE WED THU FRI SAT".split())


@dataclass(frozen=True, slots=True)
class _Field:
    """The values that a field of a cron expression may have.

    They are the numbers from `least` to `most`, `names` for the first of them, and `special` items,
    such as the last day.
    """

    least: int
    most: int
    names: Sequence[str] = ()
    special: re.Pattern[str] = re.compile(r"(?!)")

    def has(self, text: str) -> bool:
        """Whether the text of a field is valid: a list of values, ranges and steps."""
        return all(map(self._has_item, text.split(",")))

    def _has_item(self, item: str) -> bool:
        found = _ITEM.fullmatch(item)
        if found is None or self.special.fullmatch(item):
            return self.special.fullmatch(item) is not None
        _, first, last, step = found.groups()
        is_within = all(self._has_value(each) for each in (first, last) if each is not None)
        return is_within and (step is None or 1 <= int(step) <= self.most)

    def _has_value(self, value: str) -> bool:
        if value.upper() in self.names:
            return True
        return value.isascii() and value.isdigit() and self.least <= int(value) <= self.most


_MONTH_DAY: Final = _Field(1, 31, special=re.compile(r"L|LW|(?:[1-9]|[12][0-9]|3[01])W"))
_LAST_OR_NTH: Final = rf"L|(?:[1-7]|{'|'.join(_WEEKDAYS)})(?:L|#[1-5])"
_WEEKDAY: Final = _Field(1, 7, _WEEKDAYS, re.compile(_LAST_OR_NTH, re.IGNORECASE))
_OTHERS: Final = (_Field(0, 59), _Field(0, 23), _Field(1, 12, _MONTHS), _Field(1970, 2199))


def is_schedule(expression: str) -> bool:
    """Whether EventBridge would accept the expression: a rate, or a cron expression."""
    return _RATE.fullmatch(expression) is not None or _is_cron(expression)


def minutes_between(expression: str) -> int | None:
    """The minutes of a rate; None for any other expression."""
    rate = _RATE.fullmatch(expression)
    if rate is None:
        return None
    number, unit = filter(None, rate.groups())
    return int(number) * _MINUTES[unit]


def _is_cron(expression: str) -> bool:
    found = _CRON.fullmatch(expression)
    if found is None:
        return False
    minute, hour, month_day, month, weekday, year = found[1].split(" ")
    if (month_day == _NO_DAY) == (weekday == _NO_DAY):
        return False
    is_day = _WEEKDAY.has(weekday) if month_day == _NO_DAY else _MONTH_DAY.has(month_day)
    others = zip(_OTHERS, (minute, hour, month, year), strict=True)
    return is_day and all(field.has(text) for field, text in others)
