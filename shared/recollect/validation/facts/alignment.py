"""Clauses held against the statements of results that tell of the same.

`The queue is not empty` where a result says that it is, `the failover was done` where it is
planned, `the temperature is rising` where it is stable. A clause must repeat most of a statement;
where another statement says as much and fits, there is no verdict.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from recollect.validation.facts.folding import folded
from recollect.validation.facts.records import Known
from recollect.validation.facts.statements import (
    AFFECTING,
    StatedClause,
    excluding,
    stated,
    stem,
    weight,
)
from recollect.validation.facts.verdicts import ClauseContext, FoundFact
from recollect.validation.facts.words import Word

_NONE: Final = re.compile(
    r"\W*(?:0|no|none|nothing|nil|-|\u2013|keine?|ninguno|aucun|nessuno|geen)\W*"
)
_COLON: Final = re.compile(r":(?!\d)")
_SINCE: Final = frozenset(["since", "seit", "depuis", "desde", "sinds"])
_ABSENT: Final = re.compile(
    r"\b(?:out of|gone|missing|lost|behind|fehl(?:t|en)|manqu\w+|falta\w*|manca\w*|ontbre\w+)\b"
)
"""What says that there is none, without a denial."""

_LAST: Final = re.compile(
    r"\b(?:last|letzter?|derniere?|ultim[ao]) (?!\d|few|two|three|hour|day|week|night|month|year)"
)
"""What tells that something was, and is no more: the last session."""

_CLOSE: Final = 0.7
_HALF: Final = 0.5
_ENOUGH: Final = 2
_SHORTEST: Final = 3
_RARE: Final = 6
_CHANGED: Final = frozenset({"longer", "anymore", "again", "now", "more", "mehr", "plus", "meer"})

_Near = Sequence[tuple[int, StatedClause]]


def alignment_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on what a clause states, against statements of the same."""
    clause = context.clause
    if not (clause.states and _may_differ(context)):
        return  # all that is found here is wrong
    begin, stop = clause.words[0].start, clause.words[-1].end
    start = begin
    parts = _COLON.split(context.answer[begin:stop])
    for part, value in zip_longest(parts, parts[1:], fillvalue=""):
        end = start + len(part)
        if _NONE.fullmatch(value):
            start = end + 1
            continue  # `Deadlocks: 0` says that there are none
        is_whole = (start, end) == (begin, stop)
        said = context.said if is_whole else stated(folded(part))
        found = None
        if _is_turned(context, said):
            near = context.near if is_whole else context.index.near(said.stems)
            found = (
                _denied(context, said, near)
                or _excluded(context, said, near)
                or _planned(said, near)
            )
        if found is not None and found.known is not None and _is_of_then(context, found.known):
            yield FoundFact(start, end, "status", "contradicted", found.known)
        start = end + 1


def _is_of_then(context: ClauseContext, known: Known) -> bool:
    """Whether a line of a journal is held against one of the same time, if against any."""
    said = context.line.moments[:1] if context.clause.is_event else ()
    then = [each for each in context.index.entries if any(m.agrees(each.moment) for m in said)]
    return not then or any(known.text in each.known.text for each in then)


def _may_differ(context: ClauseContext) -> bool:
    """Whether a clause has a word that may turn it, or one that a statement denies or excludes."""
    texts = context.texts
    return (
        "not" in context.clause.cues
        or not context.index.cues.isdisjoint(texts)
        or not context.index.denied.isdisjoint(map(stem, texts))
    )


def _is_turned(context: ClauseContext, said: StatedClause) -> bool:
    """Whether what is said is denied or done, or is what a statement denies or excludes."""
    return (
        bool(said.denied)
        or said.done
        or not context.index.denied.isdisjoint(said.stems)
        or not context.index.excluded.isdisjoint(said.stems)
    )


def _denied(context: ClauseContext, said: StatedClause, near: _Near) -> StatedClause | None:
    """The statement that has a `not` where this has none, or the other way round."""
    words = context.clause.words
    if said.partly or said.planned or len(words) < _SHORTEST or _names_cause(words):
        return None
    if len(said.stems) < _ENOUGH or _ABSENT.search(context.told(words)):
        return None  # but not for 40
    if not said.denied and context.index.denied.isdisjoint(said.stems):
        return None
    # What was so while the ticket was open; no good backup since the 14th, which was the last one.
    was = context.index.is_over and not _CHANGED.isdisjoint(said.words)
    was = was or _LAST.search(context.told(words)) is not None
    if was or not _SINCE.isdisjoint(context.line.texts):
        return None
    whole = weight(said.stems)
    least = max(_ENOUGH, _CLOSE * whole)
    close = [told for shared, told in near if shared >= least]
    close = [told for told in close if not _ABSENT.search(told.text)]  # out of inodes: without any
    if not close or any(bool(told.denied) == bool(said.denied) for told in close):
        return None
    is_over = context.index.is_over
    if not said.denied and context.line.fails:
        # It panics on parsing; but `no outages` is denied by an outage.
        close = [told for told in close if not told.denied or told.denied in AFFECTING]
    return next((each for each in close if each.is_single and _turns(said, each, is_over)), None)


def _names_cause(words: Sequence[Word]) -> bool:
    """Whether a clause says what is not to blame: `it isn't the power supplies`, `not the disk`."""
    denies = [at for at, word in enumerate(words[:_SHORTEST]) if word.says("not", "not_be")]
    if not denies or not all(word.says("it", "be") for word in words[: denies[0]]):
        return False
    behind = words[denies[0] + 1 : denies[0] + 2]
    return denies[0] == 0 or any(word.says("determiner") for word in behind)


def _turns(said: StatedClause, told: StatedClause, is_over: bool) -> bool:
    """Whether one denies what the other states; what failed may do so no more once it is over."""
    if told.partly or told.planned or not any(map(str.isalpha, told.stems)):
        return False
    if told.denied:
        return told.denied in said.stems
    if told.failing:
        return not is_over and said.failing == told.failing and said.denied in told.stems
    return not said.failing and said.denied in told.stems


def _excluded(context: ClauseContext, said: StatedClause, near: _Near) -> StatedClause | None:
    """The statement that has a word of which one of this is the opposite."""
    excluded = sorted(said.stems & context.index.excluded)
    counted = frozenset(filter(str.isdigit, said.stems)) if excluded else frozenset[str]()
    for word in excluded:
        others = excluding()[word]
        rest = said.stems - {word}
        if not rest or not others.isdisjoint(said.stems):
            continue
        if all(others.isdisjoint(told.stems) for _, told in near):
            continue
        whole = weight(rest)
        close = [
            told
            for _, told in near
            if not (counted and _counts_others(told, counted))
            and (shared := len(both := rest & told.stems) + len(both & context.names))
            >= _HALF * whole
            and (shared >= _ENOUGH or _is_telling(context, both, rest))
            and (told.is_single or shared > max(_ENOUGH, _CLOSE * whole))
        ]
        if any(word in told.stems for told in close):
            continue
        wrong = [told for told in close if told.is_single and not others.isdisjoint(told.stems)]
        if wrong and all(bool(told.denied) == bool(said.denied) for told in wrong):
            return wrong[0]
    return None


def _counts_others(told: StatedClause, counted: frozenset[str]) -> bool:
    """Whether a statement has numbers, and others: `5 of 26 are down`, `21 of 26 are healthy`."""
    numbers = frozenset(filter(str.isdigit, told.stems))
    return bool(numbers) and not counted <= numbers


def _is_telling(context: ClauseContext, shared: frozenset[str], rest: frozenset[str]) -> bool:
    """Whether the one stem that is shared is all that there is, and rare."""
    return shared == rest and all(context.index.rarity(each) <= _RARE for each in shared)


def _planned(said: StatedClause, near: _Near) -> StatedClause | None:
    """The statement that has still to come what this says is done."""
    if not said.done or said.planned or said.denied or len(said.stems) < _ENOUGH:
        return None
    whole = weight(said.stems)
    close = [(shared, told) for shared, told in near if shared >= _HALF * whole]
    later = next(
        ((shared, told) for shared, told in close if told.planned and told.is_single), None
    )
    if later is None:
        return None
    others = (
        (shared, told)
        for shared, told in close
        if not told.planned and told.known != later[1].known
    )
    if any((told.done and shared >= later[0]) or shared > later[0] for shared, told in others):
        return None
    return later[1]
