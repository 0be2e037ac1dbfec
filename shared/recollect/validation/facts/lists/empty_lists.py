"""Checks how many objects a clause says there are: `There are three issues`, `I found no pods`.

Only clauses that say nothing else are read, as any further word may restrict what is counted. Where
all lists are empty, and results have no other record, further words restrict nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.verdicts import FactFinding, contradiction
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.lexicons.particles import GRAMMAR
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among, word_set
from recollect.validation.known.list_sizes import ListSize, noun_stem
from recollect.validation.known.records import ResultValue

_SEVERAL: Final = word_set("several many multiple mehrere varios plusieurs diversi meerdere")
_ONE: Final = word_set("a an ein eine un una une um uma een")
FINDING: Final = word_set("""
    there found returned have hay gefunden gibt trouve trouves encontre encontrados trovati gevonden
""")
"""Words that say that something is there; sentences without any are not read."""

_FINDERS: Final = FINDING | word_set("i we the search tool query was were es ich wir nous ho")
_ELSE: Final = word_set("other more further another else weitere otros autres altri outros andere")
_MAX_ADJECTIVES: Final = 3


def list_size_findings(context: ClauseContext) -> Iterator[FactFinding]:
    """The contradiction of how many objects of the results' lists there are."""
    words, sizes = context.clause.words, context.index.list_sizes
    words = words[: next((at for at, word in enumerate(words) if word.text == ":"), len(words))]
    at = next((at for at, word in enumerate(words) if _counts(word)), len(words))
    is_sure = (
        at < len(words) and context.clause.asserts_now and context.is_sure and not context.supposes
    )
    if not is_sure or not all(map(_leads, words[:at])) or any_among(words, _ELSE):
        return
    noun, said = _noun(words[at + 1 :], sizes)
    named = [each for each in sizes if noun and _is_of(noun[-1], each)]
    is_empty = not (context.index.records.all or any(each.size for each in sizes))
    is_whole = is_empty or (
        all(map(_leads, said)) and any(all(_is_of(word, each) for word in noun) for each in named)
    )
    if named and is_whole and not any(_fits(words[at], each.size) for each in named):
        known = ResultValue(str(named[0].size), named[0].source)
        yield contradiction((words[at], noun[-1]), "count", known)


def _noun(
    words: Sequence[Word], sizes: Sequence[ListSize]
) -> tuple[Sequence[Word], Sequence[Word]]:
    """What words count, a noun with its adjectives, and the words behind it."""
    at = 0
    while at < min(len(words), _MAX_ADJECTIVES) and not _is_of_any(words[at], sizes):
        if words[at].text in GRAMMAR:
            return (), words  # `a question about the issues`
        at += 1
    while at < len(words) and _is_of_any(words[at], sizes):
        at += 1
    return words[:at], words[at:]


def _is_of_any(word: Word, sizes: Sequence[ListSize]) -> bool:
    return any(_is_of(word, each) for each in sizes)


def _counts(word: Word) -> bool:
    is_some = word.text in _ONE | _SEVERAL
    return is_some or _is_no(word) or (number_of(word) is not None and not word.text.endswith("%"))


def _is_no(word: Word) -> bool:
    return word.means_any("none") or word.means.issuperset({"not", "determiner"})


def _fits(word: Word, size: int) -> bool:
    """Whether a quantity may be that of a list: `a` and `several` of any with one, or with two."""
    if _is_no(word):
        return size == 0
    if word.text in _ONE | _SEVERAL:
        return size > (word.text in _SEVERAL)
    return number_of(word) == size


def _leads(word: Word) -> bool:
    """Whether a word only says that something was found: `There are`, `I found`, `returned.`"""
    is_idle = word.form == "mark" or word.means_any("total", "been", "be", "adverb", "share")
    return is_idle or word.text in _FINDERS


def _is_of(word: Word, size: ListSize) -> bool:
    """Whether a word is for the objects of a list: `issues`, or `Tickets` of a list of cases."""
    kinds = (kind for kind in KINDS if kind in word.means)
    return not size.stems.isdisjoint((noun_stem(word.text), *kinds))
