"""Reads how many of what a clause is about: `all eight pods`, `3 of 5 are open`, `none of them`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.validation.grammar.clause_subjects import QUANTIFIERS
from recollect.validation.grammar.clauses import AnswerClause
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import LEVEL, Word, any_among, any_means, word_set

_MAX_WORDS_TO_NOUN: Final = 5
_WORDS_BETWEEN_FRACTION: Final = 2
_SINGULAR_VERBS: Final = word_set("is isn't was wasn't ist war")
_RELATIVE: Final = word_set("that which who der die que qui che dat")
_THEM: Final = word_set("them denen davon ellos ellas")
_FRACTIONS: Final = word_set("""
    third thirds quarter quarters fifth fifths drittel viertel funftel tercio tercios cuarto cuartos
    tiers quart quarts terco tercos quarto quartos terzo terzi quarti derde kwart vierde
""")
_MAX_WORDS_TO_STATE: Final = 40
LIKE: Final = word_set("""
    similar matching earlier past previous ahnliche similaires similares simili vergelijkbare
""")
"""Adjectives for all results of a search."""

QUANTITY_CUES: Final = frozenset({*QUANTIFIERS, "number"})
"""The cues of clauses that may have a quantity."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many of what: a quantifier or a number, out of `among` if it is stated, of a `kind`.

    `quantifier` is `every`, `none` …, `fewest` for less than half, or "" for a plain number.
    `first` is the index of its first word, `noun` the index behind its noun, or behind the quantity
    if it has no noun.
    """

    quantifier: str
    number: float | None
    among: float | None
    kind: str
    first: int
    noun: int


def quantity_in(clause: AnswerClause) -> Quantity | None:
    """The first quantity in a clause, or None."""
    words = () if clause.cues.isdisjoint(QUANTITY_CUES) else clause.words
    for at, word in enumerate(words):
        if word.form != "number" and not word.means:
            continue
        quantifier = _quantifier(word.means)
        if quantifier == "half" and at and words[at - 1].means_any("over", "under"):
            quantifier = "most" if words[at - 1].means_any("over") else "fewest"
        number = None if word.text.endswith("%") else number_of(word)
        if number is not None and any_among(
            words[max(0, at - _WORDS_BETWEEN_FRACTION - 1) : at], _FRACTIONS
        ):
            return None  # `a third of the twelve pods`
        if (quantifier or number is not None) and (
            found := _read_quantity(words, at, quantifier, number)
        ):
            return found
        if number is not None and at + 1 < len(words) and words[at + 1].means_any("share"):
            return None  # `two of Ann's three cases`
    return None


@cache
def _quantifier(means: frozenset[str]) -> str:
    return next((each for each in QUANTIFIERS if each in means), "")


def _read_quantity(
    words: Sequence[Word], at: int, quantifier: str, number: float | None
) -> Quantity | None:
    """Read a quantity up to its noun, or up to the verb if it has no noun; None if it is none."""
    among: float | None = None
    shares = False
    has_state = number is not None and any(
        each.means_some("status:", "cause:") for each in words[at + 1 : at + _MAX_WORDS_TO_STATE]
    )
    for place in range(at + 1, min(len(words), at + 1 + _MAX_WORDS_TO_NOUN)):
        word = words[place]
        kind = next((each for each in KINDS if each in word.means), "")
        second = number_of(word)
        if (
            kind
            and _counts_noun(quantifier, number, word)
            and not any(map(_is_thing, words[place + 1 : place + 2]))
        ):
            return Quantity(quantifier, number, among, kind, at, place + 1)
        if place == at + 1 and _counts_nothing(word, number, leads=at == 0):
            return None
        if word.means_any("be", "been") and (
            among is not None or ((quantifier or has_state) and at <= 1)
        ):
            return Quantity(quantifier, number, among, "", at, place)
        is_of_all = shares and word.text in _THEM
        if is_of_all and any(map(_is_state, words[place + 1 : place + 3])):
            return Quantity(quantifier, number, among, "", at, place + 1)
        if second is not None and (number is None or shares):
            number, among = (second, among) if number is None else (number, second)
        elif second is not None or not (
            _is_between(word, quantifier) or _names_pods(words, place, among)
        ):
            return None
        shares = shares or word.means_any("share")
    return None


def _names_pods(words: Sequence[Word], place: int, among: float | None) -> bool:
    """Whether a word qualifies pods: `two of the eight payments pods`."""
    word, behind = words[place], words[place + 1 : place + 2]
    return among is not None and not word.means and any_means(behind, "pod")


def _is_state(word: Word) -> bool:
    """Whether a word is a status or `nobody`, as in `two of them resolved`."""
    return word.means_any("nobody") or word.means_some("status:")


def _is_thing(word: Word) -> bool:
    """Whether the word behind a noun is the actual noun: machines in `all 7 ticket machines`."""
    return word.is_unknown and word.text.endswith("s")


def _counts_nothing(behind: Word, number: float | None, *, leads: bool) -> bool:
    """Whether a number counts nothing: `one that is closed`, `crane 4 is out of service`."""
    is_name = number is not None and number > 1 and not leads
    return behind.text in _RELATIVE or (is_name and behind.text in _SINGULAR_VERBS)


def _is_between(word: Word, quantifier: str) -> bool:
    """Whether a word may stand between a quantity and its noun: `all eight of Ann's cases`."""
    if word.text in LIKE or LEVEL.fullmatch(word.text):
        return True
    if word.form == "word" and (not word.means or word.text == "s"):
        return quantifier == "every"  # `all of Ann's cases`
    return word.means_some("status:", "priority:", "cause:") or word.means_any(
        "label:priority", "determiner", "adverb", "not", "share", *QUANTIFIERS
    )


def _counts_noun(quantifier: str, number: float | None, noun: Word) -> bool:
    """Whether a quantity counts its noun: `one pod` does, `a case` does not."""
    if quantifier or number is None or number != 1:
        return True
    return noun.means_any("pod")
