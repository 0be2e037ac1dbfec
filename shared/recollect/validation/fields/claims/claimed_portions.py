"""How many objects a clause speaks of, if it begins with that: `all`, `most`, `four of six`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.fields.words import portion_words
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, any_among, any_means, word_set

_PRONOUNS: Final = word_set("that this which das dies dat dit eso cela")
_MAX_QUANTITY_PLACE: Final = 3
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class ClaimedPortion:
    """The quantity of a clause: a quantifier, or a `number`, out of `whole` if that is stated.

    `first` is the word of the quantity, `rest` the words behind it.
    """

    quantifier: str
    number: float
    whole: float | None
    first: Word
    rest: Sequence[Word]

    def holds(self, count: int, size: int) -> bool:
        """Whether the quantity is right if `count` of `size` objects have a property."""
        return {
            "every": count == size,
            "none": count == 0,
            "most": 2 * count > size,
            "half": 2 * count == size,
            "minority": 2 * count < size,
            "one": count > 0,
            "": count == self.number,
        }[self.quantifier]


def claimed_portion(words: Sequence[Word]) -> ClaimedPortion | None:
    """The quantity that a clause begins with."""
    for at, word in enumerate(words[:_MAX_QUANTITY_PLACE]):
        rest = words[at + 1 :]
        number = number_of(word)
        quantifier = _quantifier(words, at)
        if quantifier:
            size = _TWO if word.means_any("both") else 0
            return ClaimedPortion(quantifier, size, None, word, rest)
        if number is not None:
            before = words[at - 1] if at else word
            is_rough = word.text.endswith("%") or before.means_any("over", "under", "about")
            definite = any_means(words[:at], "determiner")
            return None if is_rough else _counted(number, word, rest, definite=definite)
        if not word.means_any("determiner", "adverb", "over", "under") or word.means_any(
            "not_all", "some"
        ):
            return None
    return None


def begins_with_all_or_none(words: Sequence[Word]) -> bool:
    """Whether words begin with `everything` or `nothing`, which need no noun behind them."""
    first = (word.text for word in words[:_MAX_QUANTITY_PLACE])
    return any(each in portion_words.EVERYTHING or each in portion_words.NOTHING for each in first)


def _quantifier(words: Sequence[Word], at: int) -> str:
    word = words[at]
    if word.means_any("not_all", "some"):
        return ""
    if word.means_any("half"):
        before = words[at - 1] if at else word
        return (
            "most"
            if before.means_any("over")
            else "minority"
            if before.means_any("under")
            else "half"
        )
    if word.means_any("every") and any_among(words[at + 1 : at + 2], _PRONOUNS):
        return ""  # `all that is merged`
    if word.means_any("every", "both") or word.text in portion_words.EVERYTHING:
        return "every"
    if word.means_any("none") or word.text in portion_words.NOTHING:
        return "none"
    return "most" if word.means_any("most") else ""


def _counted(number: float, word: Word, rest: Sequence[Word], *, definite: bool) -> ClaimedPortion:
    """A quantity in numbers: `four`, `four of six`; with an article (`the four`) it means all."""
    whole: float | None = None
    if len(rest) > 1 and rest[0].means_any("share"):
        whole = number_of(rest[1])
        rest = rest[2:] if whole is not None else rest[1:]
    if definite and whole is None:
        return ClaimedPortion("every", number, None, word, rest)
    return ClaimedPortion("one" if number == 1 else "", number, whole, word, rest)
