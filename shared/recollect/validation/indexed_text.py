"""The words of a text in any script, and whether a text has a word in some form (ADR 0027).

Where spaces do not part words, runs of one script are cut into pieces that are looked for as they
stand: two characters of Hangul, whose words end in particles, and up to four of the others.
Hiragana is grammar, and left out.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from recollect.core.memoised import Memoised

_HAN: Final = r"\u3005\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA: Final = r"\u30a1-\u30fa\u30fc-\u30ff"
_SOUTHEAST_ASIAN: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_HANGUL: Final = r"\uac00-\ud7af"
_UNSPACED: Final = f"{_HAN}{_KATAKANA}{_SOUTHEAST_ASIAN}{_HANGUL}"
BREAKS: Final = frozenset(".!?:•\u2013\u2014。")
"""What ends a sentence or begins a point of a list: a capital behind it does not make a name."""

_BREAK: Final = r"[.!?:•\u2013\u2014。]"
# Most English texts have nothing outside ASCII but some signs, and a shorter way.
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f\u2010-\u2027•]")
_ASCII_TOKEN: Final = re.compile(rf"[A-Za-z0-9]++(?:[.-][A-Za-z0-9]++)*|{_BREAK}")
_IS_UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")
_IS_HANGUL: Final = re.compile(rf"[{_HANGUL}]")
_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_POINTED_NUMBER: Final = re.compile(r"[0-9]++(?:\.[0-9]++)+")
_JOINT: Final = re.compile("[.-]")
_LONGEST_IDENTIFIER: Final = 64
_LONGEST_PIECE: Final = 4
_HANGUL_PIECE: Final = 2

# Endings of English and German. An apostrophe ends a word, so 's needs no place here.
_ENDINGS: Final = (
    *("s", "es", "ers", "ions", "d", "ed", "ing", "er"),
    *("n", "en", "ern", "ion", "e", "em", "ly"),
)
_SHORTEST_STEM: Final = 4
_LONGEST_KNOWN: Final = 64
"""Longer words are no words, and have no endings."""

_URL: Final = re.compile(r"(?<![\w.-])(?:https?://|www\.)[^\s<>|()\"'*]++", re.IGNORECASE)
_CLOSING: Final = "/.,;:!?"


def normalised(text: str) -> str:
    """The text in one form: compatible characters are one, digits are ASCII, lines end in \\n."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    compatible = unicodedata.normalize("NFKC", text)
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), compatible)


def tokens(text: str) -> Iterator[str]:
    """The words of a normalised text, identifiers in one, with `BREAKS` where clauses end."""
    return split(runs(text))


def runs(text: str) -> list[str]:
    """Words with their hyphens and points, runs of scripts without spaces, and `BREAKS`."""
    is_plain = text.isascii() or not _BEYOND_ASCII.search(text)
    pattern = _ASCII_TOKEN if is_plain else _any_token()
    found: list[str] = pattern.findall(text)
    return found


def split(found: Iterable[str]) -> Iterator[str]:
    """The tokens that `runs` are made of."""
    for token in found:
        if token.isascii() and (token.isalnum() or token in BREAKS or is_identifier(token)):
            yield token
        elif _IS_UNSPACED.match(token):
            yield from _pieces(token)
        elif token in BREAKS or is_identifier(token):
            yield token
        else:
            yield from _JOINT.split(token)


def is_unspaced(word: str) -> bool:
    """Whether a word is a piece of a run in a script without spaces, or Korean."""
    return not word.isascii() and _IS_UNSPACED.match(word) is not None


def is_identifier(word: str) -> bool:
    """Whether a word names a thing: SCS0012345, ALTUS-FW01, 10.52.0.4; not 2025-10-28."""
    if len(word) > _LONGEST_IDENTIFIER:
        return False
    if word[0].isalpha():
        return any(map(str.isdigit, word))
    return _POINTED_NUMBER.fullmatch(word) is not None


def _stems(word: str) -> tuple[str, ...]:
    if len(word) > _LONGEST_KNOWN or not word.endswith(_ENDINGS) or not word.isalpha():
        return (word,)
    fitting = (each for each in _ENDINGS if len(word) - len(each) >= _SHORTEST_STEM)
    return (word, *(word.removesuffix(each) for each in fitting if word.endswith(each)))


stems: Final = Memoised(_stems).__getitem__
"""The word itself and what is left of it without a known ending, at least four letters.

Two words that share one of these count as the same: `servers` and `server`, `escalated` and
`escalates`. Coarse on purpose: it is to find a word again that an answer inflects.
"""


@dataclass(frozen=True, slots=True)
class IndexedText:
    """A text in lower case, and the set of its words and their stems."""

    text: str
    forms: frozenset[str]

    def has(self, word: str) -> bool:
        """Whether the text has this word, which is one of `tokens` in lower case, in some form."""
        if is_unspaced(word):
            return word in self.text
        return not self.forms.isdisjoint(stems(word))


def indexed(text: str) -> IndexedText:
    """Index a normalised text."""
    folded = text.casefold()
    forms: set[str] = set()
    for word in split(set(runs(folded))):
        if word.isalpha():
            forms.update(stems(word))
        elif word.isalnum():
            forms.add(word)
        else:
            forms.update(_parts(word))
    return IndexedText(folded, frozenset(forms))


def links(text: str) -> frozenset[str]:
    """The addresses in a text, without what ends a sentence behind them."""
    found = _URL.findall(text) if _may_link(text) else ()
    return frozenset(url.rstrip(_CLOSING) for url in found)


def without_links(text: str) -> str:
    """A text with the identifiers of its links in their place: other words there are no content."""
    if not _may_link(text):
        return text
    return _URL.sub(lambda url: " ".join(filter(is_identifier, tokens(url.group()))), text)


def _may_link(text: str) -> bool:
    return "://" in text or "www." in text


@cache
def _any_token() -> re.Pattern[str]:
    """A word in any script with its hyphens and points, or a run; compiled when needed."""
    # Marks that are part of a word, and that Unicode does not compose with their letter.
    codes = map(chr, range(0x300, 0x2000))
    marks = "".join(mark for mark in codes if unicodedata.category(mark) in {"Mn", "Mc"})
    letter = rf"[^\W_\u3041-\u309f{_UNSPACED}]"
    part = rf"{letter}++(?:[{marks}\u200c\u200d]++{letter}*+)*"
    runs = "|".join(f"[{script}]++" for script in (_HANGUL, _HAN, _KATAKANA, _SOUTHEAST_ASIAN))
    return re.compile(rf"{part}(?:[.-]{part})*|{runs}|{_BREAK}")


def _parts(word: str) -> Iterator[str]:
    """ALTUS-FW01-outage, its parts, and its beginnings: ALTUS-FW01 is named by it."""
    yield word
    for end in _JOINT.finditer(word):
        yield word[: end.start()]
    yield from _JOINT.split(word)


def _pieces(run: str) -> Iterator[str]:
    """A run in pieces of about the same length."""
    longest = _HANGUL_PIECE if _IS_HANGUL.match(run) else _LONGEST_PIECE
    count = -(-len(run) // longest)
    size = -(-len(run) // count)
    return (run[at : at + size] for at in range(0, len(run), size))
