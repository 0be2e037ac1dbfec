"""How often something happens, where results tell it otherwise: `every four hours` for two."""

from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.grammar.intervals import SpokenInterval, intervals_in
from recollect.validation.grammar.quantities import TIME
from recollect.validation.known.passages import Passage, stems_of

_ENOUGH: Final = 2
EVERY: Final = frozenset(
    "every each alle jede jeden jeder jedes toutes tous chaque cada ogni elke iedere".split()
)
"""What begins an interval."""


def frequency_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on how often something is said to happen.

    Nothing in the results lasts as long, and of their sentences that tell how often, the one that
    is most like the clause tells another interval.
    """
    whole = context.clause.whole
    if context.supposes or context.is_own_plan or context.line.denies:
        return
    for said in intervals_in(context.fold, whole[0].start, whole[-1].end):
        times = context.index.amounts.by_concept.get(TIME, ())
        if any(each.amount.value == said.minutes for each in times):
            continue
        told = _same(said, context)
        other = _instead(said, context) if told is None else None
        if told is not None:
            yield FoundFact(said.start, said.end, "duration", "supported", told.known)
        elif other is not None:
            yield FoundFact(said.start, said.end, "duration", "contradicted", other.known)


def _same(said: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The sentence of the results that tells the interval, in whatever units."""
    told = (
        passage
        for passage in _telling(context)
        if any(each.minutes == said.minutes for each in intervals_in(passage.text))
    )
    return next(told, None)


def _instead(said: SpokenInterval, context: ClauseContext) -> Passage | None:
    """The sentence of the results that tells how often, of several the one most like the clause."""
    own = context.own_stems - stems_of(context.fold[said.start : said.end])
    alike = sorted(_telling(context), key=lambda each: len(each.stems & own), reverse=True)
    told = {each.minutes for passage in alike for each in intervals_in(passage.text)}
    shared = [len(each.stems & own) for each in alike[:2]]
    if not shared or shared[0] < (1 if len(told) == 1 else _ENOUGH):
        return None
    return alike[0] if len(told) == 1 or shared[0] > shared[1] else None


def _telling(context: ClauseContext) -> list[Passage]:
    """The sentences of the results that tell how often something happens."""
    passages = context.index.passages.all
    return [each for each in passages if next(intervals_in(each.text), None) is not None]
