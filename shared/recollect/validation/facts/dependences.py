"""Which item an answer says depends on which, where results have it the other way round."""

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.words import Word

_NEEDS: Final = "needs"
_ON: Final = frozenset("on upon von vom de d del da dal di".split())
_NEAR: Final = 3
DEPENDING: Final = frozenset([_NEEDS, *"depends relies depend dipende depende hangt".split()])


def dependence_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """`A depends on B`, where a result has that B depends on A."""
    clause = context.clause
    if not clause.states or context.supposes:
        return
    for at, word in enumerate(clause.words):
        if word.text in DEPENDING:
            yield from _depending(context, at)


def _depending(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    words, depending = context.clause.words, context.index.dependences
    if words[0].says("none") and (named := [word for word in words[at:] if word.form == "name"]):
        used = next((known for pair, known in depending.items() if pair[1] == named[0].text), None)
        if used is not None:
            yield FactFinding(words[0].start, named[0].end, "status", "contradicted", used)
        return
    if any(word.says("not", "not_be", "none") for word in words[:at]):
        return
    mine, theirs = _subject(context, at), _needed(context, at)
    for (other, name), known in depending.items():
        if name in mine and other in theirs and (name, other) not in depending:
            yield FactFinding(words[at].start, words[-1].end, "status", "contradicted", known)
            return


def _needed(context: ClauseContext, at: int) -> str:
    """What stands behind a verb: right behind `needs`, behind an `on` and before any colon else.

    `On A depends B` says it the other way round.
    """
    words = context.clause.words
    behind = list(takewhile(lambda word: word.text != ":", words[at + 1 :]))
    if words[at].text == _NEEDS:
        behind = behind[:1]
    elif not any(word.text in _ON for word in behind[:_NEAR]):
        return ""
    return context.folded_text(behind) if behind else ""


def _subject(context: ClauseContext, at: int) -> Collection[str]:
    """The item that is named last before the verb, or that `it` is, by all of its names."""
    sentence, words = context.clause.sentence, context.clause.words
    named = _names(sentence[: context.clause.at + at])
    if named or not words[0].says("it"):
        return named[-1:]
    about = context.about(words[0].start)
    return about[0].ids if len(about) == 1 else ()


def _names(words: Sequence[Word]) -> Sequence[str]:
    return [word.text for word in words if word.form == "name"]
