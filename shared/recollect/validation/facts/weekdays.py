"""Days of the week that are not those of the dates beside them, or of a ticket's own dates.

`Friday, October 5` is wrong where October 5 is a Monday in each year that results tell of, and so
is `opened on Friday` of a ticket that was opened on a Monday, wherever on earth.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import Moment, moment, moments_in
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import Known

_NAMES: Final = """
monday tuesday wednesday thursday friday saturday sunday
montag dienstag mittwoch donnerstag freitag samstag sonntag
lunes martes miercoles jueves viernes sabado domingo
lundi mardi mercredi jeudi vendredi samedi dimanche
lunedi martedi mercoledi giovedi venerdi sabato domenica
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
"""
WEEKDAYS: Final[Mapping[str, int]] = {
    name: place for line in _NAMES.split("\n") for place, name in enumerate(line.split())
}
"""The days of the week by their names, from nought of Monday."""

_DAY: Final = rf"(?P<day>{'|'.join(WEEKDAYS)})"
_BEFORE: Final = re.compile(rf"\b{_DAY},?\s(?:(?:the|den|dem|el|le|il|op)\s)?$")
_BEHIND: Final = re.compile(rf"\s?[,(]\s?(?:(?:a|ein|un)\s)?{_DAY}\b")
_ON: Final = re.compile(r"\b(?:on|am|el|le|op)\s$")
_FIELDS: Final = ("opened", "closed")
_NEAR: Final = 24
_WEST: Final = timedelta(hours=8)
_EAST: Final = timedelta(hours=10)
"""How far the clocks of those who read and write are from those of results."""


def weekday_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on days of the week in a clause."""
    if context.supposes or context.line.denies:
        return
    for at, word in enumerate(context.clause.words):
        if word.form == "date":
            yield from _beside_date(context, word)
        elif word.text in WEEKDAYS and context.clause.states:
            yield from _of_field(context, at)


def _beside_date(context: ClauseContext, word: Word) -> Iterator[FoundFact]:
    """The finding on the day of the week right before or behind a date that results have."""
    fold = context.fold
    found = _BEFORE.search(fold, max(0, word.start - _NEAR), word.start)
    found = found or _BEHIND.match(fold, word.end)
    said = moment(word.text)
    if found is None or len(said.days) != 1:
        return
    known = [each for each in context.index.moments.all if each.moment.days == said.days]
    years = {said.year} if said.year else {each.moment.year for each in context.index.moments.all}
    days = {_weekday(said, year) for year in years if year is not None} - {None}
    if known and days and WEEKDAYS[found["day"]] not in days:
        yield FoundFact(*found.span("day"), "date", "contradicted", known[0].known)


def _of_field(context: ClauseContext, at: int) -> Iterator[FoundFact]:
    """The finding on `opened on Friday`, of the one ticket that it is about."""
    words = context.clause.words
    before, start = words[max(0, at - 2) : at], words[at].start
    if context.line.moments or not _ON.search(context.fold, max(0, start - _NEAR), start):
        return
    fields = (each for each in _FIELDS if any(word.says(f"label:{each}") for word in before))
    field = next(fields, "")
    records = context.about(start)
    told = records[0].values(field) if field and len(records) == 1 else ()
    days = {day for each in told for day in _days_around(each)}
    if days and WEEKDAYS[words[at].text] not in days:
        yield FoundFact(start, words[at].end, "date", "contradicted", told[0])


def _weekday(said: Moment, year: int) -> int | None:
    """The day of the week of a day in a year; None where that has no such day."""
    ((month, day),) = said.days
    try:
        return date(year, month, day).weekday()
    except ValueError:
        return None


def _days_around(known: Known) -> Iterator[int]:
    """The days of the week that a moment with a year and a time is on, wherever on earth."""
    for _, _, each in moments_in(folded(known.text)):
        if each.year is None or each.clock is None or len(each.days) != 1:
            continue
        ((month, day),) = each.days
        try:
            at = datetime(each.year, month, day, *each.clock)  # noqa: DTZ001  # a clock of results
        except ValueError:
            continue
        yield (at - _WEST).weekday()
        yield (at + _EAST).weekday()
