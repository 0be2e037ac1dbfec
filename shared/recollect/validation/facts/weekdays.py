"""Days of the week that days of the results are not: `Tuesday, 23 November`, which is a Monday."""

from collections.abc import Iterator

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.weekdays import weekday_before, weekday_of
from recollect.validation.known.moment_index import MomentIndex


def weekday_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The days of a clause that results have, told with a day of the week that they are not.

    By the year that is told with it, else by any of the results: the day may be meant of another
    year than the one that has it. What a result tells so is theirs.
    """
    for word in context.clause.words:
        if word.form != "date":
            continue
        told = weekday_before(context.fold, word.start, word.end)
        if told is None or not (said := moment(word.text)).days:
            continue
        start, weekday = told
        moments = context.index.moments
        dated = [moments.dated[day] for day in said.days if day in moments.dated]
        if dated and not _may_be(weekday, said, moments):
            yield FactFinding(start, word.end, "date", "contradicted", dated[0].result_value)


def _may_be(weekday: int, said: Moment, moments: MomentIndex) -> bool:
    """Whether a day may be that day of the week."""
    years = (said.year,) if said.year is not None else moments.years
    return any(
        weekday in moments.weekdays_told.get(day, ())
        or any(weekday_of(year, day) == weekday for year in years)
        for day in said.days
    )
