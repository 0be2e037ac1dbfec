"""Finds words that a question writes differently than texts: timeout, time-out; Mueller, Müller.

Words that are split differently have no word in common. So a word of the question that no text has
is read as the two parts in which a text has it, and two words that no text has beside each other
are read as the one word that they form. Without a hyphen they are only joined if the first one has
three letters and a meaning: "log in" may be a login, "in form" is no inform. The same applies to
German umlauts, which many people write as two letters.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from recollect.language.terms import STOP_WORDS

# Words that are no part of an address, a path or a code.
_WORDS: Final = re.compile(
    r"(?<![\w/@.:-])[^\W\d_]{1,40}(?:[ -][^\W\d_]{1,40}){0,30}(?![\w/@:-]|\.\w)"
)
_PARTED: Final = re.compile(r"[^\W\d_]+|[ -]")
_UMLAUTS: Final = {"ae": "ä", "oe": "ö", "ue": "ü"}
_UMLAUT: Final = re.compile("|".join((*_UMLAUTS, *_UMLAUTS.values())))
_MIN_WORD_LETTERS: Final = 4
_MIN_FIRST_LETTERS: Final = 3
_MIN_PART_LETTERS: Final = 2
_MAX_PLACES: Final = 100


def variants(question: str, texts: str) -> Mapping[str, str]:
    """The words of a question that `texts`, in small letters, write differently, and how."""
    rows = [_PARTED.findall(row) for row in _WORDS.findall(question)]
    words = dict.fromkeys(word for row in rows for word in row[::2])
    pairs = dict.fromkeys(
        pair for row in rows for pair in zip(row[::2], row[1::2], row[2::2], strict=False)
    )
    unparted = texts.replace(" ", "").replace("-", "")
    single = {word: _single(word.lower(), texts, unparted) for word in words}
    together = {"".join(pair): _joined(*pair, texts) for pair in pairs}
    return {written: variant for written, variant in (single | together).items() if variant}


def _single(word: str, texts: str, unparted: str) -> str:
    """How the texts write a word that they do not have as it is; "" if they have no variant."""
    if len(word) < _MIN_WORD_LETTERS or word in STOP_WORDS or _stands_in(word, texts):
        return ""
    umlauts = _UMLAUT.sub(lambda found: _other_umlaut(found.group()), word)
    others = (umlauts,) if umlauts != word else ()
    parted = _partings(word) if word in unparted else ()
    return next((each for each in (*others, *parted) if _stands_in(each, texts)), "")


def _other_umlaut(written: str) -> str:
    letters = {umlaut: two for two, umlaut in _UMLAUTS.items()}
    return _UMLAUTS.get(written) or letters[written]


def _partings(word: str) -> Iterator[str]:
    for at in range(1, len(word) - 1):
        yield f"{word[:at]}-{word[at:]}"
        if at >= _MIN_PART_LETTERS and word[:at] not in STOP_WORDS:
            yield f"{word[:at]} {word[at:]}"


def _joined(first: str, mark: str, second: str, texts: str) -> str:
    """The one word that two form, if the texts have it and never split it; "" otherwise."""
    first, second = first.lower(), second.lower()
    are_parts = mark == "-" or (len(first) >= _MIN_FIRST_LETTERS and first not in STOP_WORDS)
    joined = first + second
    if not are_parts or len(second) < _MIN_PART_LETTERS or not _stands_in(joined, texts):
        return ""
    return "" if any(_stands_in(f"{first}{each}{second}", texts) for each in " -") else joined


def _stands_in(words: str, texts: str) -> bool:
    """Whether whole words stand in a text; only their first hundred places are looked at."""
    at = texts.find(words)
    for _ in range(_MAX_PLACES):
        if at < 0:
            return False
        around = texts[max(at - 1, 0) : at], texts[at + len(words) : at + len(words) + 1]
        if not any(map(str.isalnum, around)):
            return True
        at = texts.find(words, at + 1)
    return False
