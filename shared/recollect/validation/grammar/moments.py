"""Reads dates and times as people write them, and compares them."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from typing import Final, NamedTuple

from recollect.validation.grammar.lexicon import values_of_all

_MONTHS: Final = "|".join(
    sorted(
        (month for month in values_of_all("month:") if len(month) > 2),  # noqa: PLR2004  # no "s"
        key=len,
        reverse=True,
    )
)
# `set 45 days before` and `pay out 4 %` are no dates, but `10 set 2026` is one, in September.
_LEADING: Final = "|".join(month for month in _MONTHS.split("|") if month not in {"set", "out"})
_TRAILING: Final = rf"(?:{_MONTHS})\b(?!(?<=\b(?:set|out|giu))\s[^\W\d])"
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
BEFORE_MONTH: Final = r"(?:jan|feb|mar|mrz|apr|ma|jun|jul|aug|sep|okt|oct|nov|de[zc])"
"""Beginnings of names of months, to read a day with a full stop before them: `6. Februar`."""

_FIRST: Final = rf"[\d{''.join(sorted({month[0] for month in _MONTHS.split('|')}))}]"
_BEGINNING: Final = "|".join(
    (r"\d{1,2}(?!\d)", r"\d{4}-", *sorted({month[:3] for month in _LEADING.split("|")}))
)
"""What every date begins with. It is looked at first, as few words and numbers begin so."""

# `A 4h SLA` is a length.
_CLOCK: Final = (
    r"(?:\d{1,2}(?::|\s?h\s?)\d{2}(?!\s?min)(?::\d{2}(?:\.\d{1,6})?)?(?:\s?[ap]\.?m\b\.?)?"
    r"|\d{1,2}\s?(?:[ap](?:m\b|\.m\.)(?!\s\d)|uhr\b)|(?<=\ba\s)\d{1,2}\s?h\b(?!\s(?:sla|target)\b))"
)
_JOIN: Final = r"(?:,?\s(?:at|um|a las|a la|a|as|alle|om|on)\s|,?\s|t|\s[-\u2013]\s)"
_UNTIL: Final = r"(?:[-\u2013]|to|until|till|bis|tot|a|as|alle|hasta|ate|jusqu'a)"
_NO_SPAN: Final = rf"(?!,?\s{_CLOCK}\s?{_UNTIL}\s?{_CLOCK})"
"""Keeps the times of a span apart from a date: `from 17 to 18 October, 21:00 to 02:30`."""

_YEAR: Final = r"(?:,?\s(?:de\s|del\s)?(?:19|20)\d{2}(?!\d|:))?"
_WRITTEN: Final = (
    rf"(?:(?:{_LEADING})\b\.?\s{_DAY}(?:st|nd|rd|th)?(?!\d|:\d){_YEAR}"
    rf"|{_DAY}(?:st|nd|rd|th|er|\u00ba)?\s(?:of\s|de\s)?{_TRAILING}(?! of\b)\.?{_YEAR}"
    # In `2. Feb 8` the first number is that of a list item.
    rf"|{_DAY}\.\s(?:{_MONTHS})\b(?!\.?\s\d{{1,2}}(?![\d:.]))\.?{_YEAR})"
)
_NUMERIC: Final = (
    r"(?:(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)"
    r"|\d{1,2}[./-]\d{1,2}[./-](?:(?:19|20)\d{2}|\d{2})(?![\d.])"
    # `Driver 7.3.` is no date: one without a year must begin a line, or follow a mark or `am`.
    r"|(?=\d{1,2}\.\d)"
    r"(?:(?<![^\n])|(?<=[(*|])|(?<=[:(|*\u2013\u2014\u2022]\s)|(?<=\bam\s)|(?<=\bab\s)|(?<=\bvom\s)"
    r"|(?<=\bzum\s)|(?<=\bbis\s)|(?<=\bden\s)|(?<=\bdem\s)|(?<=\bder\s)|(?<=\bdes\s)|(?<=\bseit\s))"
    rf"{_DAY}\.(?:0?[1-9]|1[0-2])\.(?!\d))"
)
# Of a time from UTC. A hyphen stands before it in ISO 8601 only: else a span goes on behind it.
_OFFSET: Final = r"\d\d:?\d\d\b"
DATE_PATTERN: Final = (
    rf"(?={_FIRST})(?:(?<![\w.-])(?={_BEGINNING})"
    rf"(?:(?:{_WRITTEN}|{_NUMERIC})"
    rf"(?:t{_CLOCK}-{_OFFSET}|{_NO_SPAN}{_JOIN}{_CLOCK}(?:\s?(?:(?:z|utc)\b|\+{_OFFSET}))?)?"
    rf"|{_CLOCK})(?!\w)|(?<=:\d\d-){_CLOCK}(?!\w))"
)
"""A date, a time, or both, in a folded text."""

_DATE_PARTS: Final = re.compile(
    rf"(?P<iso>(?P<y>(?:19|20)\d{{2}})-(?P<m>\d{{2}})-(?P<d>\d{{2}}))"
    rf"|(?P<month>{_LEADING})\b\.?\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th|er|\.|\u00ba)?\s(?:of\s|de\s)?(?P<month2>{_MONTHS})\b"
    r"|(?P<one>\d{1,2})[./-](?P<two>\d{1,2})[./-](?P<year>(?:19|20)\d{2}|\d{2})?(?!\d)"
)
_A_YEAR: Final = re.compile(r"\b(?:19|20)\d{2}\b(?!:)")
_A_CLOCK: Final = re.compile(
    r"(?P<hour>\d{1,2})(?:(?::|\s?h\s?)(?P<minute>\d{2}))(?::\d{2})?(?:\.\d+)?"
    r"\s?(?P<half>[ap])?\.?m?"
    r"|(?P<hour2>\d{1,2})\s?(?:(?P<half2>[ap])(?:m\b|\.m\.)|(?:uhr|h)\b)"
)
_DATE: Final = re.compile(DATE_PATTERN)
NEAR_DAYS: Final = re.compile(
    r"\b(?:(?P<near>today|tomorrow|yesterday|tonight|last night|overnight|heute|morgen|gestern"
    r"|demain|hier|aujourd'hui|manana|ayer|hoy|domani|ieri|oggi|amanha|ontem|hoje|vandaag|gisteren)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|last|this) week|in \w+ days"
    r"|\w+ days ago|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b"
)
"""Words for a day that depends on today, `near` if it is today or next to it."""
_ZONE: Final = re.compile(
    r"\b(?:[ECMP][SD]T|[CEW]E(?:S)?T|MES?Z|BST|IST|JST|AE[SD]T|(?:UTC|GMT)\s?[+\u2212-]\s?\d)\b"
    r"|\b(?i:(?:summer|standard|eastern|pacific|european|local|your) time|ortszeit|sommerzeit"
    r"|hora local|heure (?:locale|de \w+)|ora (?:locale|di \w+)|(?:plaatselijke|lokale) tijd)\b"
    r"|\b[A-Z\u00c0-\u00de][^\W\d_]+(?: time|er Zeit|se tijd)\b|\bhora de [A-Z\u00c0-\u00de]"
    rf"|(?:\d:\d\d(?:\.\d{{1,6}})?\s?\+|[Tt]\d\d:[\d:.]{{2,12}}-)(?!00:?00\b){_OFFSET}"
)
_HOUR: Final = 60
LEAP_YEAR: Final = 2024
"""A year in which every (month, day) exists."""

_DAYS_TO_NEW_YEARS_EVE: Final = 365
"""From the first day of the leap year on."""

_NOON: Final = 12
_CENTURY: Final = 2_000
_MONTHS_OF_YEAR: Final = 12
_MAX_CACHED: Final = 10_000


class Moment(NamedTuple):
    """The known parts of a date and time; `days` are the (month, day) it may mean: two of 10/11."""

    year: int | None
    days: frozenset[tuple[int, int]]
    clock: tuple[int, int] | None

    @property
    def minute(self) -> int | None:
        """The minute of the day; None without a time."""
        return None if self.clock is None else self.clock[0] * _HOUR + self.clock[1]

    def agrees(self, other: "Moment") -> bool:
        """Whether both may be the same: no part that both have differs."""
        return (
            (self.year is None or other.year is None or self.year == other.year)
            and (not self.days or not other.days or not self.days.isdisjoint(other.days))
            and (self.clock is None or other.clock is None or self.clock == other.clock)
        )

    def shares(self, other: "Moment") -> bool:
        """Whether both have a day, or both have a time, which can be compared."""
        return bool(self.days and other.days) or (
            self.clock is not None and other.clock is not None
        )


def moments_in(fold: str) -> Iterator[tuple[int, int, Moment]]:
    """The moments in a folded text, with their offsets."""
    for match in _DATE.finditer(fold):
        yield match.start(), match.end(), moment(match.group())


def is_next(day: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether `day`, a (month, day), is the day after `other`, perhaps in the next year."""
    if not (is_day(day) and is_day(other)):
        return False
    return number_of_day(day) - number_of_day(other) in {1, -_DAYS_TO_NEW_YEARS_EVE}


def number_of_day(day: tuple[int, int]) -> int:
    """The ordinal of a (month, day), for differences between days."""
    return date(LEAP_YEAR, *day).toordinal()


def is_day(day: tuple[int, int]) -> bool:
    """Whether a (month, day) exists: texts may have 2024-00-10, too."""
    try:
        date(LEAP_YEAR, *day)
    except ValueError:
        return False
    return True


def names_zone(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether a part of a text names a time zone, which shifts all of its times."""
    return _ZONE.search(text, start, len(text) if end is None else end) is not None


@lru_cache(maxsize=_MAX_CACHED)
def moment(text: str) -> Moment:
    """The moment in a text that matches `DATE_PATTERN`."""
    found = _DATE_PARTS.search(text)
    rest = text[: found.start()] + " " + text[found.end() :] if found else text
    year, days = _day(found) if found else (None, frozenset[tuple[int, int]]())
    if year is None and found and (written := _A_YEAR.search(text)):
        year = int(written.group())
        rest = rest.replace(written.group(), " ", 1)
    return Moment(year, days, _clock(rest))


def _day(found: re.Match[str]) -> tuple[int | None, frozenset[tuple[int, int]]]:
    part = found.groupdict()
    if part["iso"]:
        return int(part["y"]), frozenset({(int(part["m"]), int(part["d"]))})
    if name := part["month"] or part["month2"]:
        day = int(part["day"] or part["day2"])
        return None, frozenset((number, day) for number in _months()[name])
    one, two = int(part["one"]), int(part["two"])
    year = int(part["year"]) if part["year"] else None
    if year is not None and year < _CENTURY // 2:
        year += _CENTURY
    is_day_first = "." in found.group()
    both = ((two, one),) if is_day_first else ((one, two), (two, one))
    return year, frozenset((month, day) for month, day in both if 0 < month <= _MONTHS_OF_YEAR)


def _clock(text: str) -> tuple[int, int] | None:
    found = _A_CLOCK.search(text)
    if not found:
        return None
    hour = int(found["hour"] or found["hour2"])
    half = found["half"] or found["half2"]
    if half == "p" and hour < _NOON:
        hour += _NOON
    elif half == "a" and hour == _NOON:
        hour = 0
    return hour, int(found["minute"] or 0)


@cache
def _months() -> Mapping[str, frozenset[int]]:
    return {name: frozenset(map(int, numbers)) for name, numbers in values_of_all("month:").items()}
