"""The words of a text in any script, and whether a text says a word.

Where words are not parted by spaces there are runs instead, cut into pieces that are looked for as
they stand: of Han, of Katakana, of Thai and its neighbours. Hiragana is grammar. Korean words
carry their particles at the end, so that their beginnings count.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from recollect.validation.inflection import stems

_HAN: Final = r"\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA: Final = r"\u30a1-\u30fa\u30fc-\u30ff"
_SOUTHEAST_ASIAN: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_HANGUL: Final = r"\uac00-\ud7af"
# Marks that are part of a word; those that Unicode composes with their letter need no place here.
_MARKS: Final = (
    r"\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    r"\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f"
    r"\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d\u0a81-\u0a83"
    r"\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3e-\u0c56"
    r"\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d57\u200c\u200d"
)
_LETTER: Final = rf"[^\W_\u3041-\u309f{_HAN}{_KATAKANA}{_SOUTHEAST_ASIAN}{_HANGUL}]"
_PART: Final = rf"{_LETTER}++(?:[{_MARKS}]++{_LETTER}*+)*+"
# A word with its hyphens and points, or a run. What ends a sentence or begins a point of a list is
# found as well: a capital behind it says nothing.
BREAKS: Final = frozenset(".!?:•\u2013\u2014。")
_BREAK: Final = r"[.!?:•\u2013\u2014。]"
_TOKEN: Final = re.compile(
    rf"{_PART}(?:[.-]{_PART})*+|[{_HANGUL}]++|[{_HAN}]++|[{_KATAKANA}]++|[{_SOUTHEAST_ASIAN}]++"
    rf"|{_BREAK}"
)
# Most English texts have nothing outside ASCII but some signs, and a shorter way.
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f\u2010-\u2027•]")
_ASCII_TOKEN: Final = re.compile(rf"[A-Za-z0-9]++(?:[.-][A-Za-z0-9]++)*+|{_BREAK}")
_IS_UNSPACED: Final = re.compile(rf"[{_HAN}{_KATAKANA}{_SOUTHEAST_ASIAN}]")
_IS_HANGUL: Final = re.compile(rf"[{_HANGUL}]")
_POINTED_NUMBER: Final = re.compile(r"[0-9]++(?:\.[0-9]++)++")
_LONGEST_IDENTIFIER: Final = 64
_LONGEST_PIECE: Final = 4
_LONGEST_BEGINNING: Final = 8
# Digits of Arabic, Persian, Hindi, Bengali and Thai.
_DIGIT: Final = re.compile(r"[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]")


def normal(text: str) -> str:
    """The text in one form: compatible characters are one, digits are ASCII, lines end in \\n."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    return _DIGIT.sub(_in_ascii, unicodedata.normalize("NFKC", text))


def tokens(text: str) -> Iterator[str]:
    """The words of a normal text as they stand, identifiers in one, and `BREAKS` between them."""
    return _words(_found(text))


def is_unspaced(word: str) -> bool:
    """Whether a word is a piece of a run in a script without spaces."""
    return not word.isascii() and _IS_UNSPACED.match(word) is not None


def is_hangul(word: str) -> bool:
    """Whether a word is Korean."""
    return not word.isascii() and _IS_HANGUL.match(word) is not None


def is_identifier(word: str) -> bool:
    """Whether a word names a thing: SCS0012345, ALTUS-FW01, 10.52.0.4; not 2025-10-28."""
    if len(word) > _LONGEST_IDENTIFIER:
        return False
    if word[0].isalpha():
        return any(map(str.isdigit, word))
    return _POINTED_NUMBER.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text made ready for being asked what it says."""

    text: str
    forms: frozenset[str]

    def says(self, word: str) -> bool:
        """Whether the text has this word, which is one of `tokens` in lower case, in some form."""
        if word in self.forms:
            return True
        if word.isascii():
            return not self.forms.isdisjoint(stems(word))
        if is_unspaced(word):
            return word in self.text
        return not self.forms.isdisjoint(_without_particles(word) or stems(word))


def spoken(text: str) -> Spoken:
    """Index a normal text, once."""
    folded = text.casefold()
    forms: set[str] = set()
    for word in _words(set(_found(folded))):
        if word.isalpha():
            forms.update(stems(word))
            if not word.isascii() and is_hangul(word):
                forms.update(word[:end] for end in range(2, min(len(word), _LONGEST_BEGINNING)))
        else:
            forms.add(word)
            if not word.isalnum():
                forms.update(_parts(word))
    return Spoken(folded, frozenset(forms))


def _found(text: str) -> list[str]:
    pattern = _TOKEN if _BEYOND_ASCII.search(text) else _ASCII_TOKEN
    found: list[str] = pattern.findall(text)
    return found


def _words(found: Iterable[str]) -> Iterator[str]:
    for token in found:
        if token.isascii() and (token.isalnum() or token in BREAKS or is_identifier(token)):
            yield token
        elif _IS_UNSPACED.match(token):
            yield from _pieces(token)
        elif token in BREAKS or is_identifier(token):
            yield token
        else:
            yield from re.split("[.-]", token)


def _in_ascii(digit: re.Match[str]) -> str:
    return str(int(digit.group()))


def _parts(identifier: str) -> Iterator[str]:
    """The parts of ALTUS-FW01-outage, and its beginnings: ALTUS-FW01 is named by it."""
    for end in re.finditer("[.-]", identifier):
        yield identifier[: end.start()]
    yield from re.split("[.-]", identifier)


def _pieces(run: str) -> Iterator[str]:
    """A run in pieces of about the same length, the last of which is no single character."""
    count = -(-len(run) // _LONGEST_PIECE)
    size = -(-len(run) // count)
    return (run[at : at + size] for at in range(0, len(run), size))


def _without_particles(word: str) -> list[str]:
    """A Korean word, and what it may be without its particle; empty for others."""
    if not is_hangul(word):
        return []
    return [word[: len(word) - cut] for cut in range(3) if cut == 0 or len(word) - cut >= 2]  # noqa: PLR2004
