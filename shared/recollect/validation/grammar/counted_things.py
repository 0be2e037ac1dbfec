"""What a number counts: `12 restarts`, `Restarts: 12`, `room 4`.

A concept is one string for all words with the same meaning: `user`, `thing:restart`, `unit:hour`.
"""

from collections.abc import Sequence
from typing import Final

from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word, word_set

_MAX_WORDS_BEHIND: Final = 3
ENDS: Final = frozenset(("share", "determiner", "be", "been", "and", "but", "if", "when"))
"""Meanings of words that end the search for what a number counts."""

_MEASURES: Final = frozenset({"ms", "kb", "mb", "gb", "tb", "kbit", "mbit", "gbit", "mbps", "gbps"})
PERCENTAGE: Final = "%"
"""The concept of percentages."""

_PERCENT_WORDS: Final = frozenset({"percent", "prozent", "procent"})
RESTARTED: Final = ("restart", "reboot", "reinici", "redemarr", "riavvi", "herstart", "gestart")
"""Beginnings of words for restarts."""

RATES: Final = word_set("km miles per pro par por")
"""Words before a unit of time in a rate: `68 km/h`, `3,100 parcels per hour`."""

_STEM_LENGTH: Final = 5
_MIN_NOUN_LENGTH: Final = 4
THINGS: Final = ("user", "thing:")
"""Beginnings of the concepts of people and things."""


def counted_thing(words: Sequence[Word], place: int) -> tuple[str, str, int]:
    """The concept that a number counts, its noun and end: the next unit or thing close by."""
    first = ""
    if is_part_of_whole(words, place) and not is_part_of_whole(words, place + 2):
        concept, noun, _ = counted_thing(words, place + 2)
        return concept, noun, words[place].end
    if place + 1 < len(words) and words[place + 1].means_any("remaining"):
        place += 1
    for word in words[place + 1 : place + 1 + _MAX_WORDS_BEHIND]:
        is_genitive = word.text == "s" and words[place].form == "word"  # `that one's done`
        if word.form != "word" or word.text in RATES or is_genitive:
            break
        if word.means_any("times"):
            return _repeated_concept(words, place), word.text, word.end
        if word.text == "restart" and number_of(words[place]) != 1:
            break  # `terminals 7 and 11 restart`
        if concept := thing_of(word):
            return concept, word.text, word.end
        if not word.means.isdisjoint(ENDS):
            break
        if len(word.text) >= _MIN_NOUN_LENGTH and not word.means:
            first = first or word.text
    return first[:_STEM_LENGTH], first, words[place].end


def is_part_of_whole(words: Sequence[Word], place: int) -> bool:
    """Whether the number at `place` is a part of a larger number: the 3 of `3 of 5`."""
    behind = words[place + 1 : place + 3]
    return len(behind) > 1 and behind[0].means_any("share") and behind[1].form == "number"


def thing_of(word: Word) -> str:
    """The concept of a word for a unit or thing, the same in all languages; "" if none."""
    if word.text in _MEASURES:
        return word.text
    if word.text in _PERCENT_WORDS:
        return PERCENTAGE
    if not word.means:
        return ""
    if units := word.meanings_with("unit:"):
        return f"unit:{min(units)}"
    if things := word.meanings_with("thing:"):
        return f"thing:{min(things)}"
    return next((each for each in ("user", "pod", "case") if each in word.means), "")


def numbered_concept(before: Word) -> str:
    """The concept `#…` of a number that is the name of something, as of a room in `room 4`."""
    if before.form != "word" or before.means or len(before.text) < _MIN_NOUN_LENGTH:
        return ""
    return f"#{before.text[:_MIN_NOUN_LENGTH]}"


def _repeated_concept(words: Sequence[Word], place: int) -> str:
    """The concept of what happened so many times: `thing:restart`, or "" if it is unclear."""
    before = words[max(0, place - _MAX_WORDS_BEHIND) : place]
    is_restart = any(word.text.startswith(RESTARTED) for word in before)
    return "thing:restart" if is_restart else ""


def concept_of(noun: Word) -> tuple[str, str]:
    """The concept and the noun that a label counts: restarts in `Restarts: 42`."""
    if things := noun.meanings_with("thing:"):
        return f"thing:{min(things)}", noun.text
    if noun.form != "word" or noun.means_some("label:") or len(noun.text) < _MIN_NOUN_LENGTH:
        return "", ""
    return noun.text[:_STEM_LENGTH], noun.text
