"""Checks whether a clause says that there are tickets where all searches found nothing.

`There are two issues`, `Contoso has an open case` beside `{"issues": []}`.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.facts.lists.populations import PREPOSITIONS, PROBLEMS
from recollect.validation.grammar.lexicons.particles import HAVING
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among, any_means, word_set
from recollect.validation.known.record_models import ResultValue

SOME: Final = word_set("""
    a an ein eine un una une um uma een several many multiple mehrere varios plusieurs diversi
    meerdere
""")
"""Words for at least one, besides numbers."""

_FINDERS: Final = word_set("i we the search tool query there es ich wir nous ho hay gibt")
_ELSE: Final = word_set("other more further another else weitere otros autres altri outros andere")


def nothing_found_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The contradiction of tickets that are said to be there: one at most."""
    clause, words = context.clause, context.clause.words
    at = sum(1 for _ in takewhile(lambda word: not _counts(word), words))
    states = [*takewhile(lambda word: word.means_some("status:", "priority:"), words[at + 1 :])]
    noun, behind = words[at + 1 + len(states) :][:1], words[at + 2 + len(states) :]
    is_sure = clause.asserts_now and context.is_sure and not context.supposes
    if not is_sure or not any_means(noun, "case") or any_among(words, _ELSE):
        return
    is_found = any_means((*words[:at], *behind), "total")
    # `Altus has two issues` may be of problems that the question names.
    is_had = any_among(words[:at], HAVING) and (states or noun[0].text not in PROBLEMS)
    if (is_found or is_had) and _lead(context, words[:at]) and _end(behind):
        source = context.index.nothing_found
        known = ResultValue("0", source) if source else None
        yield contradiction((words[at], noun[0]), "count", known)


def _counts(word: Word) -> bool:
    """Whether a word says that there is at least one."""
    number = None if word.text.endswith("%") else number_of(word)
    return word.text in SOME or bool(number)


def _lead(context: ClauseContext, words: Sequence[Word]) -> bool:
    """Whether words only say who found or has something: `There are`, `Yes, Altus has`."""
    return all(
        word.form == "mark"
        or word.means_any("total", "been", "be", "adverb")
        or word.text in HAVING | _FINDERS
        or context.is_capitalised(word)
        for word in words
    )


def _end(words: Sequence[Word]) -> bool:
    """Whether words behind tickets say no more than that these are there, or whose they are.

    What follows a colon may be of something else: `two issues: the customer is unknown, …`.
    """
    verbs = [*takewhile(lambda word: word.means_any("been", "be", "total"), words)]
    following = words[len(verbs) :][:1]
    return (
        not following or following[0].text in PREPOSITIONS or following[0].text in {".", ",", "!"}
    )
