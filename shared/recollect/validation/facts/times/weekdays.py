"""Check the day of the week that an answer gives to a date: `Tuesday, 23 November` is a Monday."""

from collections.abc import Iterator

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.weekdays import weekday_before, weekday_of
from recollect.validation.known.moment_index import MomentIndex


def weekday_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on dates of the results to which the clause gives a wrong day of the week.

    The day of the week may be right in the year that the clause names, else in any year that the
    results have, since the clause may mean another year. A day of the week that a result itself
    gives to the date is right.
    """
    for word in context.clause.words:
        if word.form != "date":
            continue
        before = weekday_before(context.fold, word.start, word.end)
        if before is None or not (stated := moment(word.text)).days:
            continue
        start, weekday = before
        moments = context.index.moments
        dated = [moments.dated[day] for day in stated.days if day in moments.dated]
        if dated and not _may_fall_on(weekday, stated, moments):
            yield FactFinding(start, word.end, "date", "contradicted", dated[0].result_value)


def _may_fall_on(weekday: int, stated: Moment, moments: MomentIndex) -> bool:
    """Whether the date in the answer, `stated`, may fall on that day of the week."""
    years = (stated.year,) if stated.year is not None else moments.years
    return any(
        weekday in moments.weekdays_by_day.get(day, ())
        or any(weekday_of(year, day) == weekday for year in years)
        for day in stated.days
    )
