"""Reads amounts in words: numbers with what they count, and durations."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from recollect.core.memoised import Memoised
from recollect.validation.grammar.counted_things import (
    PERCENTAGE,
    concept_of,
    counted_thing,
    is_part_of_whole,
    numbered_concept,
)
from recollect.validation.grammar.numbers import is_rounding_of, number_of
from recollect.validation.grammar.spoken_durations import PARTS, spoken_durations
from recollect.validation.grammar.units import MINUTES
from recollect.validation.grammar.words import Word, any_means, place_at, word_set

Bound = Literal["", "about", "over", "under", "just over", "just under"]
_BARELY: Final = word_set("just little slightly bit barely kurz etwas")
_GERMAN: Final[Mapping[str, Bound]] = {"gut": "just over", "knapp": "just under"}
_SPAN: Final = 0.25
"""The share of a number by which `just over` and `just under` may differ from it at most."""

TIME: Final = "time"
"""The concept of durations; their values are minutes."""

_MAX_GAP: Final = len(" and ")
_may_be_spoken: Final = Memoised(
    lambda text: text.startswith(PARTS) or text.endswith(PARTS)
).__getitem__
"""Whether a word may be part of a duration with a half or a quarter in words."""

_ABOUT_TOLERANCE: Final = 0.1
_EXACT_TOLERANCE: Final = 0.005


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class Amount:
    """A number and the concept it counts: `user`, `thing:site`, `time`, `%`, or the stem of a noun.

    `concept` is "" if nothing is named, `noun` the word for it in the text. `value` is in minutes
    for a duration, `number` as in the text. `start` and `end` are offsets, `end` behind the noun;
    `place` is the index of the word of the number, `is_word` true if it is not in figures.
    """

    value: float
    concept: str
    noun: str
    bound: Bound = ""
    start: int = 0
    end: int = 0
    is_word: bool = False
    place: int = 0
    number: float = 0.0
    is_share: bool = False
    """Whether it is a part of a larger number: the 3 of `3 of 5`."""

    def agrees(self, known: float) -> bool:
        """Whether the amount is a correct statement of the number `known` of a result.

        An amount without a bound may be rounded, `about` allows for 10 % of the larger number.
        """
        if not self.bound:
            if abs(self.value - known) < _EXACT_TOLERANCE:
                return True
            unit = self.value / self.number if self.number else 1.0
            return is_rounding_of(self.number, known / unit)
        if self.bound == "about":
            return abs(self.value - known) <= max(known, self.value) * _ABOUT_TOLERANCE
        if self.bound.startswith("just"):
            low, high = (1, 1 + _SPAN) if self.bound == "just over" else (1 - _SPAN, 1)
            return self.value * low <= known <= self.value * high
        return known >= self.value if self.bound == "over" else known <= self.value


def amounts_in(words: Sequence[Word]) -> Iterator[Amount]:
    """The amounts in words; `1 h 20 min` is one."""
    may_be_spoken = any(map(_may_be_spoken, [word.text for word in words]))
    amounts = with_spoken(_each_in(words), _spoken_in(words)) if may_be_spoken else _each_in(words)
    return joined(amounts, lambda one, other: _are_apart(words, one, other))


def _are_apart(words: Sequence[Word], one: int, other: int) -> bool:
    """Whether a `to` or a colon stands between two offsets: `SLA of 8 hours: 20 minutes left`."""
    between = words[place_at(words, one) : place_at(words, other)]
    return any_means(between, "to") or any(word.text == ":" for word in between)


def with_spoken(amounts: Iterable[Amount], spoken: Iterable[Amount]) -> list[Amount]:
    """Amounts with spoken durations in place of the amounts within them: 2.5 hours for `two`."""
    whole = list(spoken)
    if not whole:
        return list(amounts)
    ends = [0, *(each.end for each in whole)]

    def is_apart(each: Amount) -> bool:
        last = bisect_left(whole, each.end, key=start_of)  # how many begin before its end
        return ends[last] <= each.start

    return sorted((*filter(is_apart, amounts), *whole), key=start_of)


def start_of(amount: Amount) -> int:
    """The offset where an amount begins: the key to find it among others."""
    return amount.start


def spoken_in(fold: str) -> Iterator[Amount]:
    """The durations in a folded text that have a half or a quarter in words."""
    for start, end, minutes, number in spoken_durations(fold):
        yield Amount(minutes, TIME, "", "", start, end, number=number)


def _spoken_in(words: Sequence[Word]) -> Iterator[Amount]:
    """The durations among words that have a half or a quarter in words."""
    begins = [0]
    for word in words:
        begins.append(begins[-1] + len(word.text) + 1)
    for duration in spoken_in(" ".join(word.text for word in words)):
        first, last = (
            bisect_right(begins, duration.start) - 1,
            bisect_right(begins, duration.end - 1) - 1,
        )
        if any_means(words[last + 1 : last + 3], "user"):
            continue  # `two hours and three quarters of users`, in any language
        bound = _bound(words[max(0, first - 2) : first])
        yield replace(
            duration, start=words[first].start, end=words[last].end, place=first, bound=bound
        )


def joined(amounts: Iterable[Amount], is_apart: Callable[[int, int], bool]) -> Iterator[Amount]:
    """The amounts, with durations in several units as one: 80 minutes for `1 hour 20 minutes`.

    `is_apart` tells whether the text between two offsets separates them: `7 days to 8 hours`.
    """
    before: Amount | None = None
    for amount in amounts:
        continues = before is not None and _continues(before, amount)
        if before is not None and continues and not is_apart(before.end, amount.start):
            before = replace(before, value=before.value + amount.value, end=amount.end)
            continue
        if before is not None:
            yield before
        before = amount
    if before is not None:
        yield before


def durations(amounts: Iterable[Amount], apart: int) -> list[Amount]:
    """The durations, with those in several units as one: `3 days, 7 hours`.

    At most `apart` characters may stand between two units.
    """
    found: list[Amount] = []
    last: Amount | None = None
    for duration in (one for one in amounts if one.concept == TIME):
        is_near = last is not None and 0 < duration.start - last.end <= apart
        if last is not None and is_near and duration.value < last.value / max(last.number, 1.0):
            whole = found[-1]
            found[-1] = replace(whole, value=whole.value + duration.value, end=duration.end)
        else:
            found.append(duration)
        last = duration
    return found


def duration_of(part: Amount, wholes: Sequence[Amount]) -> Amount:
    """The one of `wholes`, which are in order, that a duration is a part of; else itself."""
    place = bisect_right(wholes, part.start, key=start_of) - 1
    return wholes[place] if place >= 0 and part.start < wholes[place].end else part


def _continues(one: Amount, other: Amount) -> bool:
    """Whether a duration in a smaller unit stands right behind one in a larger unit."""
    if one.concept != TIME or other.concept != TIME or other.start - one.end > _MAX_GAP:
        return False
    return other.value < one.value / max(one.number, 1.0) and not other.bound


def _each_in(words: Sequence[Word]) -> Iterator[Amount]:
    for place, word in enumerate(words):
        number = number_of(word) if word.means or word.form == "number" else None
        if number is None:
            continue
        concept, noun, end = counted_thing(words, place)
        if not concept and place > 1 and words[place - 1].text == ":":
            concept, noun = concept_of(words[place - 2])
        elif not concept and place:
            concept = numbered_concept(words[place - 1])
        value = number
        if concept.startswith("unit:"):
            value = number * MINUTES[concept.removeprefix("unit:")]
            concept = TIME
        elif word.text.endswith("%"):
            concept = PERCENTAGE
        yield Amount(
            value,
            concept,
            noun,
            _bound(words[max(0, place - 2) : place]),
            word.start,
            end,
            is_word=word.form != "number",
            place=place,
            number=number,
            is_share=is_part_of_whole(words, place),
        )


def _bound(before: Sequence[Word]) -> Bound:
    """The bound that the words before a number give it: `a little under four hours`."""
    if before and before[-1].text in _GERMAN:
        return _GERMAN[before[-1].text]
    if not (before and before[-1].means):
        return ""
    is_barely = before[0].text in _BARELY
    if before[-1].means_any("about"):
        return "about"
    if before[-1].means_any("over"):
        return "just over" if is_barely else "over"
    if before[-1].means_any("under"):
        return "just under" if is_barely else "under"
    return ""
