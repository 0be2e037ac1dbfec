"""Checks whether a clause says that something was found where tools found nothing at all.

`There are two issues`, `I found a case` beside `{"issues": []}`. Lists that have objects are not
counted: the user may have asked for some of these, which the validation does not know.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.lexicons.particles import GRAMMAR
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among, word_set
from recollect.validation.known.lists_found_empty import EmptyList, noun_stem
from recollect.validation.known.record_models import ResultValue

_SEVERAL: Final = word_set("several many multiple mehrere varios plusieurs diversi meerdere")
_ONE: Final = word_set("a an ein eine un una une um uma een")
FINDING: Final = word_set("""
    there found returned have hay gefunden gibt trouve trouves encontre encontrados trovati gevonden
""")
"""Words that say that something is there; sentences without any are not read."""

_FINDERS: Final = FINDING | word_set("i we the search tool query was were es ich wir nous ho")
_ELSE: Final = word_set("other more further another else weitere otros autres altri outros andere")
_MAX_ADJECTIVES: Final = 3


def invented_result_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The contradiction of what is said to be there and is in none of the empty lists."""
    words, lists = context.clause.words, context.index.empty_lists
    words = words[: next((at for at, word in enumerate(words) if word.text == ":"), len(words))]
    at = next((at for at, word in enumerate(words) if _counts(word)), len(words))
    is_sure = (
        at < len(words) and context.clause.asserts_now and context.is_sure and not context.supposes
    )
    if not is_sure or not all(map(_leads, words[:at])) or any_among(words, _ELSE):
        return
    noun = _noun(words[at + 1 :], lists)
    named = [each for each in lists if noun and _is_of(noun[-1], each)]
    if named:
        yield contradiction((words[at], noun[-1]), "count", ResultValue("0", named[0].source))


def _noun(words: Sequence[Word], lists: Sequence[EmptyList]) -> Sequence[Word]:
    """What is counted: a noun for the objects of a list, with the adjectives before it."""
    at = 0
    while at < min(len(words), _MAX_ADJECTIVES) and not _is_of_any(words[at], lists):
        if words[at].text in GRAMMAR:
            return ()  # `a question about the issues`
        at += 1
    while at < len(words) and _is_of_any(words[at], lists):
        at += 1
    return words[:at]


def _is_of_any(word: Word, lists: Sequence[EmptyList]) -> bool:
    return any(_is_of(word, each) for each in lists)


def _counts(word: Word) -> bool:
    """Whether a word says that there is at least one."""
    number = None if word.text.endswith("%") else number_of(word)
    return word.text in _ONE | _SEVERAL or bool(number)


def _leads(word: Word) -> bool:
    """Whether a word only says that something was found: `There are`, `I found`, `returned.`"""
    is_idle = word.form == "mark" or word.means_any("total", "been", "be", "adverb", "share")
    return is_idle or word.text in _FINDERS


def _is_of(word: Word, of: EmptyList) -> bool:
    """Whether a word is for the objects of a list: `issues`, or `Tickets` of a list of cases."""
    kinds = (kind for kind in KINDS if kind in word.means)
    return not of.stems.isdisjoint((noun_stem(word.text), *kinds))
