"""Days of the week that days of the results are not: `Tuesday, 23 November`, which is a Monday."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.moments import Moment, moment

_NAMES: Final = (
    "monday mon montag lundi lunes lunedi segunda-feira maandag",
    "tuesday tue dienstag mardi martes martedi terca-feira dinsdag",
    "wednesday wed mittwoch mercredi miercoles mercoledi quarta-feira woensdag",
    "thursday thu donnerstag jeudi jueves giovedi quinta-feira donderdag",
    "friday fri freitag vendredi viernes venerdi sexta-feira vrijdag",
    "saturday sat samstag sonnabend samedi sabado sabato zaterdag",
    "sunday sun sonntag dimanche domingo domenica zondag",
)
"""Those of Monday, and so on."""

_NUMBERS: Final = {name: number for number, names in enumerate(_NAMES) for name in names.split()}
_BEFORE_DATE: Final = re.compile(
    rf"\b({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b"
    r"\.?,?\s(?:(?:the|den|dem|el|le|il|de|d\.)\s)?$"
)
_LONGEST: Final = 24


def weekday_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The days of a clause that results have, told with a day of the week that they are not.

    By the years in which results have such a day. What a result tells so is theirs.
    """
    for word in context.clause.words:
        if word.form != "date" or not (said := moment(word.text)).days:
            continue
        begin = max(0, word.start - _LONGEST)
        told = _BEFORE_DATE.search(context.fold[begin : word.start])
        if told is None:
            continue
        known = list(context.index.moments.covering(Moment(said.year, said.days, None)))
        years = {each.moment.year for each in known} - {None}
        is_any = any(
            weekday_of(year, day) == _NUMBERS[told[1]]
            for year in years
            if year
            for day in said.days
        )
        start = begin + told.start()
        if years and not is_any and not _is_theirs(context, start, word.end):
            yield FoundFact(start, word.end, "date", "contradicted", known[0].known)


def weekday_of(year: int, day: tuple[int, int]) -> int | None:
    """The day of the week of a (month, day), 0 for Monday; None where the calendar has none."""
    try:
        return date(year, *day).weekday()
    except ValueError:
        return None


def _is_theirs(context: ClauseContext, start: int, end: int) -> bool:
    """Whether a result tells a day just so."""
    return any(context.fold[start:end] in each.text for each in context.index.passages.all)
