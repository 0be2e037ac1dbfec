"""Slots of a clause: numbers and names, with the words beside them."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from recollect.core.lazy import lazy
from recollect.validation.grammar.numbers import is_rounding_of
from recollect.validation.grammar.quantities import TIME, Amount, Bound
from recollect.validation.grammar.words import Word
from recollect.validation.known.statements import stem
from recollect.validation.models import FactKind

_FAR: Final = 3
_BOTH: Final = 2.0
_SAME: Final = 1e-9
_NONE: Final[frozenset[str]] = frozenset()
_OF_VERBS: Final = ("ing", "ed")
"""What words end in that begin a line, and name nothing: `Correcting the time source`."""

_SINGLE: Final = frozenset(["0", "1", "one"])
"""What is said of none or one; other words for one are articles."""

SlotForm = Literal["number", "time", "%", "name"]
"""What is in a slot: a number of anything, of minutes or of a hundred, or a name."""


class Slot:
    """A number or name among words: what it is, and what tells beside it.

    `number` is nought for a name, `name` is empty for a number; `counts` is what it is so many of,
    as far as the lexicon knows that. What is beside it is read when it
    is asked for: most slots are compared by what they are.
    """

    def __init__(
        self, words: Sequence[Word], span: tuple[int, int], form: SlotForm, kind: FactKind,
        number: float, bound: Bound, counts: str = "",
    ) -> None:  # fmt: skip
        begin, end = span
        self._words = words
        self._span = span
        self.form = form
        self.kind = kind
        self.counts = counts
        self.number = number
        self.bound = bound
        self.start = words[begin].start
        self.end = words[end - 1].end
        self.name = frozenset(each.text for each in words[begin:end]) if form == "name" else _NONE

    @lazy
    def own(self) -> frozenset[str]:
        """Its stems in a statement."""
        begin, end = self._span
        return frozenset(stem(each.text) for each in self._words[begin:end])

    @lazy
    def stems(self) -> tuple[str, str]:
        """What the nearest words tell before and behind it that tell anything."""
        begin, end = self._span
        before = self._words[max(0, begin - _FAR) : begin]
        return _first(reversed(before)), _first(self._words[end : end + _FAR])

    @lazy
    def words(self) -> tuple[str, str]:
        """The words before and behind it."""
        begin, end = self._span
        return _beside(self._words, begin - 1), _beside(self._words, end)

    def is_same(self, other: "Slot") -> bool:
        """Whether another one has the same in it, or what this is roughly."""
        if self.form == "name" or other.form == "name":
            return not _singular(self.name).isdisjoint(_singular(other.name))
        return self.form == other.form and (
            abs(self.number - other.number) < _SAME or is_rounding_of(self.number, other.number)
        )

    def is_between(self, one: "Slot", other: "Slot") -> bool:
        """Whether this is the sum or the difference of others: `34 are fine`, 2 of 36 are not."""
        least, most = sorted((one.number, other.number))
        return self.form != "name" and (
            abs(least + self.number - most) < _SAME or abs(least + most - self.number) < _SAME
        )


def _singular(name: Iterable[str]) -> frozenset[str]:
    """The words of a name, PDFs as PDF."""
    return frozenset(each.removesuffix("s") for each in name)


def slots_of(words: Sequence[Word], text: str, amounts: Iterable[Amount]) -> list[Slot]:
    """The numbers and capitalised names among words, in their order; `amounts` are theirs."""
    by_place = {each.place: each for each in amounts}
    names, boths = _telling(words, text)
    found: list[Slot] = []
    end = 0
    for at in sorted({*by_place, *names, *boths}):
        if at < end:
            continue
        word, amount, end = words[at], by_place.get(at), at + 1
        if amount is not None:
            if amount.bound == "about" or (amount.number <= 1 and word.text not in _SINGLE):
                continue
            form, kind, end = _measured(words, amount)
            span, counts = (at, end), amount.concept
            found.append(Slot(words, span, form, kind, amount.value, amount.bound, counts))
        elif at in names:
            while end in names:
                end += 1
            found.append(Slot(words, (at, end), "name", "host", 0.0, ""))
        else:
            found.append(Slot(words, (at, end), "number", "count", _BOTH, ""))
    return found


def _telling(words: Sequence[Word], text: str) -> tuple[set[int], list[int]]:
    """The places of capitalised names, and those of words for both."""
    names: set[int] = set()
    boths: list[int] = []
    for at, word in enumerate(words):
        if word.means:
            if "both" in word.means:
                boths.append(at)
        elif word.form == "word" and text[word.start].isupper() and stem(word.text):
            names.add(at)
    names = {at for at in names if not words[at].text.endswith(_OF_VERBS)}
    return names, boths


def _measured(words: Sequence[Word], amount: Amount) -> tuple[SlotForm, FactKind, int]:
    """What an amount is, and the place behind it and its unit of time or per cent."""
    at = amount.place + 1
    if amount.concept not in {TIME, "%"}:
        return "number", "count" if amount.concept else "number", at
    while at < len(words) and words[at].end <= amount.end:
        at += 1
    return ("time", "duration", at) if amount.concept == TIME else ("%", "number", at)


def _stem(word: Word) -> str:
    """What a word tells, by the same name in all languages where that is known."""
    if word.form == "mark":
        return ""
    known = word.of("unit:") or word.of("thing:") or word.of("number:")
    return min(known) if known else stem(word.text)


def _first(words: Iterable[Word]) -> str:
    """What the nearest word tells that tells anything."""
    return next(filter(None, map(_stem, words)), "")


def _beside(words: Sequence[Word], at: int) -> str:
    """The word at a place; "" where there is none, or a mark."""
    is_word = 0 <= at < len(words) and words[at].form != "mark"
    return words[at].text if is_word else ""
