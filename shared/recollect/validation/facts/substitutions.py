"""Sentences that repeat one of a result with something else in its place.

`Preemption was turned on` where a result has `preemption turned off`. The line of the results that
a clause shares most words with is the one that it repeats; it must share enough of them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from recollect.validation.facts.known import shape_of
from recollect.validation.facts.passages import Passage, stems_of
from recollect.validation.facts.statements import denies, stated
from recollect.validation.facts.verdicts import ClauseContext, FoundFact

_ENOUGH: Final = 3
_FEWEST: Final = 2
_PARTS: Final = 2
_SHARE: Final = 0.5
_LEAST: Final = 0.35
_IS_ON: Final = re.compile(
    r"\b(?:turned|switched|powered|set|is|are|was|were|be|been|back|left|kept) on\b(?! \d)"
)
_WORD: Final = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_NUMBER: Final = re.compile(r"\b\d+\b")
# Not an amount: `2.5 %`, `1.6 TB`, `3.5 hours`.
_VERSION: Final = re.compile(
    r"v?\d++(?:\.\d++){1,3}+(?!\s?(?:%|\u00b0|[kmgt]i?b(?:it|ps)?\b|ms\b|s\b|h\b|(?:sec|min|hour|day)"
    r"|percent|degree|million|users?\b))"
)


def substitution_findings(context: ClauseContext) -> Iterator[FoundFact]:
    """The findings on opposites and versions in a clause."""
    clause = context.clause
    if not clause.states or (
        context.index.opposite_cues.isdisjoint(context.texts)
        and not any("." in word.text for word in clause.words if word.form in {"number", "name"})
    ):
        return
    start = clause.words[0].start
    fold = context.told(clause.words)
    said = [match for match in _WORD.finditer(fold) if match.group() in context.index.opposites]
    versions = [match for match in _VERSION.finditer(fold) if "." in match.group()]
    if not said and not versions:
        return
    sentence = context.told(clause.line)
    if versions and not context.supposes:
        yield from _unknown(context, start, versions)
    line = _repeated(context, fold) or _repeated(context, sentence)
    if line is None:
        return
    counted = frozenset(_NUMBER.findall(fold))
    if counted and not counted <= frozenset(_NUMBER.findall(line.text)):
        said = []  # 2 of 11 cannot, of which 9 can
    told, own = _WORD.findall(line.text), _WORD.findall(sentence)
    known, whole = set(told), set(own)
    affirmed, denied = known - _denied(told), _denied(own)
    for match in said:
        others = context.index.opposites[match.group()] & affirmed
        is_other = match.group() not in known | denied and others.isdisjoint(whole)
        if is_other and _is_opposite(match.group(), fold, others, line):
            yield FoundFact(
                start + match.start(), start + match.end(), "status", "contradicted", line.known
            )
    for match in versions:
        shapes = {shape_of(each) for each in _VERSION.findall(line.text)}
        is_told = not context.is_brief and context.index.name(match.group()) is not None
        is_told = is_told or line.is_beside(match.group())  # was 5.2.3, and was updated to 5.2.8
        if not is_told and match.group() not in line.text and shape_of(match.group()) in shapes:
            yield FoundFact(
                start + match.start(), start + match.end(), "number", "contradicted", line.known
            )


def _is_opposite(word: str, said: str, others: frozenset[str], line: Passage) -> bool:
    """Whether a line says the opposite: not where both deny, nor where `on` is of a day."""
    if denies(word) and stated(line.text).denied:
        return False  # nobody can, and they can't
    is_of_day = others == {"on"} and not _IS_ON.search(line.text)
    return bool(others) and not is_of_day and not (word == "on" and not _IS_ON.search(said))


def _denied(words: Sequence[str]) -> frozenset[str]:
    """The two words behind each one that denies: `not reachable`, `not currently reachable`."""
    behind = (words[at + 1 : at + 3] for at, word in enumerate(words) if denies(word))
    return frozenset(chain.from_iterable(behind))


def _unknown(
    context: ClauseContext, start: int, versions: Sequence[re.Match[str]]
) -> Iterator[FoundFact]:
    """A version that no result has, where they have another one of the same line: 17.6 for 17.9."""
    for match in versions:
        said = match.group()
        if said.count(".") < _PARTS:
            continue  # 1.4 may be so much of something
        others = context.index.shaped(shape_of(said))
        line = f"{said.partition('.')[0]}."
        other = next((each for each in others if each.startswith(line)), None)
        known = context.index.name(other) if other and said not in others else None
        if known is not None and context.index.name(said) is None:
            yield FoundFact(
                start + match.start(), start + match.end(), "number", "contradicted", known
            )


def _repeated(context: ClauseContext, fold: str) -> Passage | None:
    """The line that shares most words with a clause, if it is clear which."""
    stems = stems_of(fold)
    found = context.index.closest(stems)
    if found is None:
        return None
    passage, count = found
    if "?" in passage.text:
        return None
    if count < _FEWEST or count < (_LEAST if count >= _ENOUGH else _SHARE) * len(stems):
        return None
    return passage
