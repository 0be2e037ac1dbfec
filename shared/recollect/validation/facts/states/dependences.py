"""Dependences between items that an answer states the other way round than the results do."""

from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.words import any_among, any_means, word_set

_NEEDS: Final = "needs"
_ON: Final = word_set("on upon von vom de d del da dal di")
_REACH: Final = 3
"""Words behind a verb among which its `on` must be."""

DEPENDING: Final = frozenset([_NEEDS, *"depends relies depend dipende depende hangt".split()])


def dependence_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The findings on `A depends on B` where a result says that B depends on A."""
    clause = context.clause
    if not clause.asserts_now or context.supposes:
        return
    for at, word in enumerate(clause.words):
        if word.text in DEPENDING:
            yield from _verb_findings(context, at)


def _verb_findings(context: ClauseContext, at: int) -> Iterator[FactFinding]:
    """The finding on the verb at index `at`; also on `none depends on B` where something does."""
    words, dependences = context.clause.words, context.index.dependences
    if words[0].means_any("none") and (
        named := [word for word in words[at:] if word.form == "name"]
    ):
        known_dependence = next(
            (known for pair, known in dependences.items() if pair[1] == named[0].text), None
        )
        if known_dependence is not None:
            yield contradiction((words[0], named[0]), "status", known_dependence)
        return
    if any_means(words[:at], "not", "not_be", "none"):
        return
    subject, needed = _subject(context, at), _needed(context, at)
    for (other, name), known in dependences.items():
        if name in subject and other in needed and (name, other) not in dependences:
            yield contradiction((words[at], words[-1]), "status", known)
            return


def _needed(context: ClauseContext, at: int) -> str:
    """The text behind a verb that names the item needed; "" if there is none.

    That is the word right behind `needs`; behind other verbs the words up to a colon, with an `on`
    among the first three. `On A depends B` has no `on` there: it has the items in reverse order.
    """
    words = context.clause.words
    behind = list(takewhile(lambda word: word.text != ":", words[at + 1 :]))
    if words[at].text == _NEEDS:
        behind = behind[:1]
    elif not any_among(behind[:_REACH], _ON):
        return ""
    return context.folded_text(behind) if behind else ""


def _subject(context: ClauseContext, at: int) -> Collection[str]:
    """The name of the item named last before the verb; if there is none, all names of `it`."""
    sentence, words = context.clause.sentence, context.clause.words
    before = sentence[: context.clause.at + at]
    named = [word.text for word in before if word.form == "name"]
    if named or not words[0].means_any("it"):
        return named[-1:]
    about = context.about(words[0].start)
    return about[0].ids if len(about) == 1 else ()
