"""The slots of a clause: its numbers and names, with the words beside them."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from recollect.core.lazy import lazy
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.numbers import is_rounding_of
from recollect.validation.grammar.quantities import TIME, Amount, Bound
from recollect.validation.grammar.words import NOTHING, Word, word_set
from recollect.validation.known.stated_clauses import stem
from recollect.validation.models import FactKind

_REACH: Final = 3
_BOTH: Final = 2.0
_EPSILON: Final = 1e-9
_VERB_ENDINGS: Final = ("ing", "ed")
"""Endings of verbs, which are no names though they may begin a line: `Correcting the source`."""

_ZERO_OR_ONE: Final = word_set("0 1 one")
"""The words for zero and one that count as numbers; other words for one are articles."""

SlotForm = Literal["number", "time", "%", "name"]
"""The content of a slot: a number of anything, of minutes or of a hundred, or a name."""


class Slot:
    """A number or a name in a clause, with the words beside it.

    `number` is 0 for a name, `name` is empty for a number; `counts` is what the number counts, if
    the lexicon knows that, else "". The words beside it are read on first access, since most slots
    are compared by their content.
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
        self.name = frozenset(each.text for each in words[begin:end]) if form == "name" else NOTHING

    @lazy
    def own(self) -> frozenset[str]:
        """The stems that the slot itself has in a statement."""
        begin, end = self._span
        return frozenset(stem(each.text) for each in self._words[begin:end])

    @lazy
    def stems(self) -> tuple[str, str]:
        """The stems of the nearest content words before and behind it, within three words."""
        begin, end = self._span
        before = self._words[max(0, begin - _REACH) : begin]
        return _first_stem(reversed(before)), _first_stem(self._words[end : end + _REACH])

    @lazy
    def words(self) -> tuple[str, str]:
        """The words before and behind it."""
        begin, end = self._span
        return _word_at(self._words, begin - 1), _word_at(self._words, end)

    def is_same(self, other: "Slot") -> bool:
        """Whether another slot has the same number or name, or one of which this is a rounding."""
        if self.form == "name" or other.form == "name":
            return not _singular(self.name).isdisjoint(_singular(other.name))
        return self.form == other.form and (
            abs(self.number - other.number) < _EPSILON or is_rounding_of(self.number, other.number)
        )

    def is_between(self, one: "Slot", other: "Slot") -> bool:
        """Whether this is the sum or the difference of two others: 34 is that of 36 and 2."""
        least, most = sorted((one.number, other.number))
        return self.form != "name" and (
            abs(least + self.number - most) < _EPSILON or abs(least + most - self.number) < _EPSILON
        )


def _singular(name: Iterable[str]) -> frozenset[str]:
    """The words of a name without the `s` of plurals: PDF for PDFs."""
    return frozenset(each.removesuffix("s") for each in name)


def slots_of(words: Sequence[Word], text: str, amounts: Iterable[Amount]) -> list[Slot]:
    """The numbers and capitalised names in `words`, in order; `amounts` are those of the words."""
    by_place = {each.place: each for each in amounts}
    names, boths = _name_places(words, text)
    found: list[Slot] = []
    end = 0
    for at in sorted({*by_place, *names, *boths}):
        if at < end:
            continue
        word, amount, end = words[at], by_place.get(at), at + 1
        if amount is not None:
            if amount.bound == "about" or (amount.number <= 1 and word.text not in _ZERO_OR_ONE):
                continue
            form, end = _measured(words, amount)
            span, kind, counts = (at, end), kind_of_amount(amount), amount.concept
            found.append(Slot(words, span, form, kind, amount.value, amount.bound, counts))
        elif at in names:
            while end in names:
                end += 1
            found.append(Slot(words, (at, end), "name", "host", 0.0, ""))
        else:
            found.append(Slot(words, (at, end), "number", "count", _BOTH, ""))
    return found


def _name_places(words: Sequence[Word], text: str) -> tuple[set[int], list[int]]:
    """The places of capitalised names, and those of words for `both`."""
    names: set[int] = set()
    boths: list[int] = []
    for at, word in enumerate(words):
        if word.means:
            if "both" in word.means:
                boths.append(at)
        elif word.form == "word" and text[word.start].isupper() and stem(word.text):
            names.add(at)
    names = {at for at in names if not words[at].text.endswith(_VERB_ENDINGS)}
    return names, boths


def kind_of_amount(amount: Amount) -> FactKind:
    """The kind of fact that an amount is; a percentage is a number."""
    if amount.concept == TIME:
        return "duration"
    return "count" if amount.concept and amount.concept != PERCENTAGE else "number"


def _measured(words: Sequence[Word], amount: Amount) -> tuple[SlotForm, int]:
    """The form of an amount, and the place behind it and its unit of time or per cent."""
    at = amount.place + 1
    if amount.concept not in {TIME, PERCENTAGE}:
        return "number", at
    while at < len(words) and words[at].end <= amount.end:
        at += 1
    return "time" if amount.concept == TIME else "%", at


def _stem(word: Word) -> str:
    """The stem of a word, or the name for its meaning in all languages; "" of a word of grammar."""
    if word.form == "mark":
        return ""
    known = (
        word.meanings_with("unit:") or word.meanings_with("thing:") or word.meanings_with("number:")
    )
    return min(known) if known else stem(word.text)


def _first_stem(words: Iterable[Word]) -> str:
    """The stem of the first content word; "" if there is none."""
    return next(filter(None, map(_stem, words)), "")


def _word_at(words: Sequence[Word], at: int) -> str:
    """The word at a place; "" if there is none, or a mark."""
    is_word = 0 <= at < len(words) and words[at].form != "mark"
    return words[at].text if is_word else ""
