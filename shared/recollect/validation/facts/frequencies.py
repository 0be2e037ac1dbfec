"""How often something happens, where results tell it otherwise: `every four hours` for two."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.intervals import SpokenInterval, intervals_in
from recollect.validation.grammar.quantities import TIME
from recollect.validation.known.passages import Passage, stems_of

_ENOUGH: Final = 2


def frequency_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on how often something is said to happen.

    Nothing in the results lasts as long, and of their sentences that tell how often, the one that
    is most like the clause tells another interval.
    """
    whole = context.clause.whole
    if context.supposes or context.is_own_plan or context.sentence.denies:
        return
    for said in intervals_in(context.fold, whole[0].start, whole[-1].end):
        times = context.index.amounts.by_concept.get(TIME, ())
        if any(each.amount.value == said.minutes for each in times):
            continue
        told = _same(said, context)
        other = _instead(said, context) if told is None else None
        if told is not None:
            yield FactFinding(said.start, said.end, "duration", "supported", told.result_value)
        elif other is not None:
            yield FactFinding(said.start, said.end, "duration", "contradicted", other.result_value)


def _same(said: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The sentence of the results that tells the interval, in whatever units."""
    told = context.index.passages.intervals
    return next((passage for passage, minutes in told if said.minutes in minutes), None)


def _instead(said: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The sentence of the results that tells how often, of several the one most like the clause."""
    told = context.index.passages.intervals
    own = context.own_stems - stems_of(context.fold[said.start : said.end])
    shared = [len(each.stems & own) for each, _ in told]
    most = max(shared, default=0)
    is_only = len(frozenset().union(*(minutes for _, minutes in told))) == 1
    if most < (1 if is_only else _ENOUGH) or (shared.count(most) > 1 and not is_only):
        return None
    return told[shared.index(most)][0]
