"""How often something happens: `every four hours`, where a result says every two."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction, finding
from recollect.validation.grammar.intervals import SpokenInterval, intervals_in
from recollect.validation.grammar.quantities import TIME
from recollect.validation.known.passages import Passage, stems_of

_MIN_SHARED_STEMS: Final = 2


def frequency_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on how often something is said to happen.

    An interval is contradicted where no duration in the results is equal to it, and where the
    result's sentence with an interval that is most like the clause has another interval.
    """
    whole = context.clause.whole
    if context.supposes or context.is_own_plan or context.sentence.denies:
        return
    for stated in intervals_in(context.fold, whole[0].start, whole[-1].end):
        times = context.index.amounts.by_concept.get(TIME, ())
        if any(each.amount.value == stated.minutes for each in times):
            continue
        agreeing = _passage_with_interval(stated, context)
        contradicting = _most_similar_passage(stated, context) if agreeing is None else None
        if agreeing is not None:
            yield finding((stated,), "duration", "supported", agreeing.result_value)
        elif contradicting is not None:
            yield contradiction((stated,), "duration", contradicting.result_value)


def _passage_with_interval(stated: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The first sentence of the results that has the interval, in whatever units."""
    passages = context.index.passages.intervals
    return next((passage for passage, minutes in passages if stated.minutes in minutes), None)


def _most_similar_passage(stated: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The result's sentence with an interval that is most like the clause; None if not clear.

    It must share two stems with the clause and more than any other one; a single stem is enough
    where all these sentences have the same interval.
    """
    passages = context.index.passages.intervals
    own = context.own_stems - stems_of(context.fold[stated.start : stated.end])
    shared = [len(each.stems & own) for each, _ in passages]
    most = max(shared, default=0)
    is_only = len(frozenset().union(*(minutes for _, minutes in passages))) == 1
    if most < (1 if is_only else _MIN_SHARED_STEMS) or (shared.count(most) > 1 and not is_only):
        return None
    return passages[shared.index(most)][0]
