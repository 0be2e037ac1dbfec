"""Finds the day from which something is to hold, by what a text announces, and when it has ended.

A day stands there in full ("from 1 March 2027", "ab 1.3.2027"), or follows from the day on which
the text was written ("from next month"). English and German are read, days also in French, Spanish,
Polish and Japanese; the end of a span ("from 8 December to 5 January 2027") in English.
"""

import re
from datetime import date, timedelta
from typing import Final, NamedTuple

from recollect.language.calendar_names import FULL_WEEKDAY, GERMAN_MONTH, MONTH, MONTHS, WEEKDAY

_MONTHS_OF_A_YEAR: Final = 12
_GERMAN_MONTHS: Final = "jan feb mär apr mai jun jul aug sep okt nov dez".split()
# The months of each period; 0 for a week.
_PERIODS: Final = {
    "week": 0,
    "month": 1,
    "quarter": 3,
    "year": 12,
    "woche": 0,
    "monat": 1,
    "quartal": 3,
    "jahr": 12,
}
_DAY: Final = (
    rf"(?:(\d{{4}})-(\d\d)-(\d\d)|(?:(\d\d?)(?:st|nd|rd|th)? )?({MONTH})"
    r"(?: (\d\d?)(?:st|nd|rd|th)?,?)? (\d{4}))\b"
)
_ANNOUNCED = re.compile(
    r"(?<!ends )(?<!expires )(?<!out )\b(?:on|from|as of|since|starting|effective)(?: (?:in|the"
    rf"|{FULL_WEEKDAY},?))? {_DAY}",
    re.IGNORECASE,
)
# "From 8 December to Monday 5 January 2027"; a month alone is no last day.
_SPAN = re.compile(
    r"\b(?:from|between) [^.;!?\n]{1,40}? (?:to|and|till|until|through|[-\u2013])"
    rf" (?:{WEEKDAY},? )?(?=\d|[a-z]{{3,9}} \d\d?\b){_DAY}",
    re.IGNORECASE,
)
# In "05/06/2026" either the day or the month may come first: it is certain only where one of them
# can be no month. Neither "seit" (since a day) announces anything, nor "vom" in the name of a thing
# (der Vertrag vom 1.2.2020).
_ANNOUNCED_IN_FIGURES = re.compile(
    r"\b(?:from|as of|starting|effective|ab|vom(?= [\w. ]{6,20} an\b)|zum|à partir du|dès le"
    r"|a partir del|desde el|od(?: dnia)?)(?: dem)?(?: \w{3,10}(?:tag|woch),? dem)?"
    rf" (\d\d?)(?:\. ?({GERMAN_MONTH}) |([./])(\d\d?)\3)(\d{{4}})\b(?![./]\d)"
    r"|(\d{4})-(\d\d)-(\d\d) ?(?:から|以降|より)",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\b(?:(?:from|as of|starting|effective)(?: the)? next|ab (?:nächste|kommende)[mnr])"
    rf" ({'|'.join(_PERIODS)})\b",
    re.IGNORECASE,
)


class Announcement(NamedTuple):
    """The earliest full date from which something is to hold, and a period such as "month"."""

    day: date | None
    period: str | None

    def begins(self, told_at: date | None) -> date | None:
        """That date, or else the beginning of the next period after the day it was told at."""
        if self.day or not (self.period and told_at):
            return self.day
        return _beginning_of_next(self.period, told_at)


def announcement_in(text: str) -> Announcement:
    """What a text announces: "from 1 March 2027", "from next month"."""
    days = (
        *map(_day_of, _ANNOUNCED.finditer(text)),
        *map(_day_in_figures, _ANNOUNCED_IN_FIGURES.finditer(text)),
    )
    period = _NEXT.search(text)
    day = min(filter(None, days), default=None)
    return Announcement(day, period.group(1).lower() if period else None)


def last_day(text: str) -> date | None:
    """The last day of the spans that a text names in full; None where it names none."""
    return max(filter(None, map(_day_of, _SPAN.finditer(text))), default=None)


def _day_of(found: re.Match[str]) -> date | None:
    year, month, day, before, name, after, year_too = found.groups()
    try:
        if year:
            return date(int(year), int(month), int(day))
        return date(int(year_too), MONTHS.index(name[:3].lower()) + 1, int(before or after or 1))
    except ValueError:
        return None


def _day_in_figures(found: re.Match[str]) -> date | None:
    first, name, sign, second, year, *in_japanese = found.groups()
    try:
        if not year:
            return date(*map(int, in_japanese))
        if name:
            return date(int(year), _GERMAN_MONTHS.index(name[:3].lower()) + 1, int(first))
        day, month = int(first), int(second)
        if sign == "/" and month > _MONTHS_OF_A_YEAR:
            day, month = month, day
        is_certain = sign == "." or day > _MONTHS_OF_A_YEAR or day == month
        return date(int(year), month, day) if is_certain else None
    except ValueError:
        return None


def _beginning_of_next(period: str, day: date) -> date | None:
    """The first day of the period after that of `day`; None beyond the end of the calendar."""
    months = _PERIODS[period]
    # Months from the beginning of the year to that of the current period.
    begun = (day.month - 1) // months * months if months else 0
    year, month = divmod(begun + months, 12)
    try:
        if not months:
            return day + timedelta(days=7 - day.weekday())
        return date(day.year + year, month + 1, 1)
    except (ValueError, OverflowError):
        return None
