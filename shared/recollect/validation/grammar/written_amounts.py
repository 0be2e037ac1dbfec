"""Reads amounts in texts of results, faster and less precisely than `quantities` does."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from recollect.validation.grammar.counted_things import (
    ENDS,
    PERCENTAGE,
    RATES,
    RESTARTED,
    concept_of,
    numbered_concept,
    thing_of,
)
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.numbers import parse_number
from recollect.validation.grammar.quantities import TIME, Amount, joined, spoken_in, with_spoken
from recollect.validation.grammar.spoken_durations import PARTS
from recollect.validation.grammar.units import MINUTES
from recollect.validation.grammar.words import NOTHING, Word, word_set

_LIMITS: Final = word_set("to bis auf a tot ate until")
_MAX_WORDS_BEHIND: Final = 3
_MAX_CHARACTERS: Final = 40
_STEM_LENGTH: Final = 5
_MIN_NOUN_LENGTH: Final = 4
_BROKEN: Final = re.compile(r"[,;:()|\n\d/]")
_FOLLOWING: Final = re.compile(r"[^\W\d_]+")
_PRECEDING: Final = re.compile(r"(?<![^\W\d_])([^\W\d_]++)(:?\s{1,2})$")


def written_amounts(fold: str, lexicon: Lexicon) -> Iterator[Amount]:
    """The amounts in a folded text of a result; faster and less precise than `amounts_in`."""
    each: Iterable[Amount] = _each_written(fold, lexicon)
    if any(map(fold.__contains__, PARTS)):
        each = with_spoken(each, spoken_in(fold))
    return joined(each, lambda one, other: fold[one:other].strip() in _LIMITS)


def _each_written(fold: str, lexicon: Lexicon) -> Iterator[Amount]:
    for match in lexicon.number.finditer(fold):
        figure = match["figure"]
        if figure:
            value = parse_number(figure.rstrip("%"))
        else:
            numbers = Word(match["word"], 0, 0, "word", lexicon.words[match["word"]]).meanings_with(
                "number:"
            )
            value = float(min(numbers)) if numbers else None
        if value is None:
            continue
        concept, end = _concept_and_end(fold, match, lexicon)
        if figure and figure.endswith("%"):
            concept = PERCENTAGE
        factor = MINUTES.get(concept.removeprefix("unit:"), 0.0) if concept else 0.0
        yield Amount(
            value * factor if factor else value,
            TIME if factor else concept,
            "",
            start=match.start(),
            end=end,
            number=value,
        )


def _concept_and_end(fold: str, match: re.Match[str], lexicon: Lexicon) -> tuple[str, int]:
    """The concept that a number counts, and the offset of its end."""
    first = ""
    following = islice(
        _FOLLOWING.finditer(fold, match.end(), match.end() + _MAX_CHARACTERS), _MAX_WORDS_BEHIND
    )
    for found in following:
        if _BROKEN.search(fold, match.end(), found.start()):
            break  # a comma, a bracket or another number
        text = found.group()
        if text in RATES:
            break
        word = Word(text, 0, 0, "word", lexicon.words.get(text, NOTHING))
        if word.means_any("times"):
            before = fold[max(0, match.start() - _MAX_CHARACTERS) : match.start()]
            is_restart = any(begin in before for begin in RESTARTED)
            return ("thing:restart" if is_restart else ""), found.end()
        if concept := thing_of(word):
            return concept, found.end()
        if not word.means.isdisjoint(ENDS):
            break
        if len(text) >= _MIN_NOUN_LENGTH and not word.means:
            first = first or text
    if first:
        return first[:_STEM_LENGTH], match.end()
    return _concept_before(fold, match.start(), lexicon), match.end()


def _concept_before(fold: str, at: int, lexicon: Lexicon) -> str:
    """The concept of a number by the label or noun before it: `Restarts: 42`, `room 4`."""
    found = _PRECEDING.search(fold[max(0, at - _MAX_CHARACTERS) : at])
    if not found:
        return ""
    before = Word(found[1], 0, 0, "word", lexicon.words.get(found[1], NOTHING))
    return concept_of(before)[0] if ":" in found[2] else numbered_concept(before)
