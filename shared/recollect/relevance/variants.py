"""What a question writes otherwise than the texts: timeout, time-out; Mueller, Müller.

What is parted otherwise has no word in common. So what a question writes as one word and no text
has is what a text has in two parts, and two words that no text has beside each other are the one
that they are together. Without a hyphen they are so only if the first has three letters and tells
something: "log in" may be a login, "in form" is no inform. The same goes for German umlauts, which
many write in two letters.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from recollect.language.terms import STOP_WORDS

# No part of an address, a path or a code.
_WORDS: Final = re.compile(
    r"(?<![\w/@.:-])[^\W\d_]{1,40}(?:[ -][^\W\d_]{1,40}){0,30}(?![\w/@:-]|\.\w)"
)
_PARTED: Final = re.compile(r"[^\W\d_]+|[ -]")
_UMLAUTS: Final = {"ae": "ä", "oe": "ö", "ue": "ü"}
_UMLAUT: Final = re.compile("|".join((*_UMLAUTS, *_UMLAUTS.values())))
_SHORTEST: Final = 4
_LEAST_BEFORE_A_SPACE: Final = 3
_LEAST_LETTERS: Final = 2
_MOST_PLACES: Final = 100


def variants(question: str, told: str) -> Mapping[str, str]:
    """What a text in small letters writes otherwise: each as the question does, and as it does."""
    rows = [_PARTED.findall(row) for row in _WORDS.findall(question)]
    words = dict.fromkeys(word for row in rows for word in row[::2])
    pairs = dict.fromkeys(
        pair for row in rows for pair in zip(row[::2], row[1::2], row[2::2], strict=False)
    )
    unparted = told.replace(" ", "").replace("-", "")
    single = {word: _single(word.lower(), told, unparted) for word in words}
    together = {"".join(pair): _joined(*pair, told) for pair in pairs}
    return {written: said for written, said in (single | together).items() if said}


def _single(word: str, told: str, unparted: str) -> str:
    """How texts write a word that they do not have so; "" where they do not."""
    if len(word) < _SHORTEST or word in STOP_WORDS or _stands_in(word, told):
        return ""
    umlauts = _UMLAUT.sub(lambda found: _other_umlaut(found.group()), word)
    others = (umlauts,) if umlauts != word else ()
    parted = _partings(word) if word in unparted else ()
    return next((each for each in (*others, *parted) if _stands_in(each, told)), "")


def _other_umlaut(written: str) -> str:
    letters = {umlaut: two for two, umlaut in _UMLAUTS.items()}
    return _UMLAUTS.get(written) or letters[written]


def _partings(word: str) -> Iterator[str]:
    for at in range(1, len(word) - 1):
        yield f"{word[:at]}-{word[at:]}"
        if at >= _LEAST_LETTERS and word[:at] not in STOP_WORDS:
            yield f"{word[:at]} {word[at:]}"


def _joined(first: str, mark: str, second: str, told: str) -> str:
    """The word that two are together, where texts have it and do not part it; "" otherwise."""
    first, second = first.lower(), second.lower()
    are_parts = mark == "-" or (len(first) >= _LEAST_BEFORE_A_SPACE and first not in STOP_WORDS)
    joined = first + second
    if not are_parts or len(second) < _LEAST_LETTERS or not _stands_in(joined, told):
        return ""
    return "" if any(_stands_in(f"{first}{each}{second}", told) for each in " -") else joined


def _stands_in(words: str, told: str) -> bool:
    """Whether words stand in a text, as they are, at one of the first hundred places of theirs."""
    at = told.find(words)
    for _ in range(_MOST_PLACES):
        if at < 0:
            return False
        around = told[max(at - 1, 0) : at], told[at + len(words) : at + len(words) + 1]
        if not any(map(str.isalnum, around)):
            return True
        at = told.find(words, at + 1)
    return False
