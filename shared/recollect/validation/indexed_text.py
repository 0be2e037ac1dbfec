"""Split a text in any script into words, and find a word in a text in any form (ADR 0027).

Scripts without spaces between words are cut into pieces, which are searched for unchanged: pieces
of two characters for Hangul, whose words end in particles, and of up to four for the others.
Hiragana is left out, since it mostly writes grammar.
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
"""Signs that end a sentence or begin an item of a list: a capital after one is no sign of a name.
"""

_BREAK: Final = r"[.!?:•\u2013\u2014。]"
# Most English texts have nothing outside ASCII but some signs; a faster pattern reads them.
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f\u2010-\u2027•]")
_ASCII_TOKEN: Final = re.compile(rf"[A-Za-z0-9]++(?:[.-][A-Za-z0-9]++)*|{_BREAK}")
_IS_UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")
_IS_HANGUL: Final = re.compile(rf"[{_HANGUL}]")
_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_POINTED_NUMBER: Final = re.compile(r"[0-9]++(?:\.[0-9]++)+")
_JOINT: Final = re.compile("[.-]")
_MAX_IDENTIFIER_LENGTH: Final = 64
_MAX_PIECE_LENGTH: Final = 4
_MAX_HANGUL_PIECE_LENGTH: Final = 2

# Endings of English and German words. `'s` is not needed, since an apostrophe ends a word.
_ENDINGS: Final = (
    *("s", "es", "ers", "ions", "d", "ed", "ing", "er"),
    *("n", "en", "ern", "ion", "e", "em", "ly"),
)
_MIN_STEM_LENGTH: Final = 4
_MAX_STEMMED_LENGTH: Final = 64
"""Longer tokens are hardly words, so no endings are cut off."""

_URL: Final = re.compile(r"(?<![\w.-])(?:https?://|www\.)[^\s<>|()\"'*]++", re.IGNORECASE)
_CLOSING: Final = "/.,;:!?"


def normalised(text: str) -> str:
    """The text in normal form: compatible characters unified, ASCII digits, line ends \\n."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return text
    compatible = unicodedata.normalize("NFKC", text)
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), compatible)


def tokens(text: str) -> Iterator[str]:
    """The words of a normalised text, identifiers unsplit, with `BREAKS` where clauses end."""
    return split(runs(text))


def runs(text: str) -> list[str]:
    """Words with their hyphens and points, runs of scripts without spaces, and `BREAKS`."""
    is_plain = text.isascii() or not _BEYOND_ASCII.search(text)
    pattern = _ASCII_TOKEN if is_plain else _any_token()
    found: list[str] = pattern.findall(text)
    return found


def split(found: Iterable[str]) -> Iterator[str]:
    """The tokens of some `runs`, in order."""
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
    if len(word) > _MAX_IDENTIFIER_LENGTH:
        return False
    if word[0].isalpha():
        return any(map(str.isdigit, word))
    return _POINTED_NUMBER.fullmatch(word) is not None


def _stems(word: str) -> tuple[str, ...]:
    if len(word) > _MAX_STEMMED_LENGTH or not word.endswith(_ENDINGS) or not word.isalpha():
        return (word,)
    fitting = (each for each in _ENDINGS if len(word) - len(each) >= _MIN_STEM_LENGTH)
    return (word, *(word.removesuffix(each) for each in fitting if word.endswith(each)))


stems: Final = Memoised(_stems).__getitem__
"""The word itself, and the word without each ending that leaves at least four letters.

Two words that share a stem count as the same: `servers` and `server`, `escalated` and `escalates`.
Coarse on purpose: it has to recognise a word that the answer inflects.
"""


@dataclass(frozen=True, slots=True)
class IndexedText:
    """A text in lower case, and the set of its words and their stems."""

    text: str
    forms: frozenset[str]

    def has(self, word: str) -> bool:
        """Whether the text has this word in some form; `word` is a lower-case token."""
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
    """The addresses in a text, without the signs behind them that end a sentence."""
    found = _URL.findall(text) if _may_link(text) else ()
    return frozenset(url.rstrip(_CLOSING) for url in found)


def without_links(text: str) -> str:
    """A text in which each link is replaced by the identifiers in it, its only content words."""
    if not _may_link(text):
        return text
    return _URL.sub(lambda url: " ".join(filter(is_identifier, tokens(url.group()))), text)


def _may_link(text: str) -> bool:
    return "://" in text or "www." in text


@cache
def _any_token() -> re.Pattern[str]:
    """The pattern of a word with its hyphens and points, or of a run, in any script."""
    # Marks that are part of a word, and that Unicode does not compose with their letter.
    codes = map(chr, range(0x300, 0x2000))
    marks = "".join(mark for mark in codes if unicodedata.category(mark) in {"Mn", "Mc"})
    letter = rf"[^\W_\u3041-\u309f{_UNSPACED}]"
    part = rf"{letter}++(?:[{marks}\u200c\u200d]++{letter}*+)*"
    runs = "|".join(f"[{script}]++" for script in (_HANGUL, _HAN, _KATAKANA, _SOUTHEAST_ASIAN))
    return re.compile(rf"{part}(?:[.-]{part})*|{runs}|{_BREAK}")


def _parts(word: str) -> Iterator[str]:
    """The word, its parts, and its beginnings: `ALTUS-FW01-outage` names ALTUS-FW01, too."""
    yield word
    for end in _JOINT.finditer(word):
        yield word[: end.start()]
    yield from _JOINT.split(word)


def _pieces(run: str) -> Iterator[str]:
    """Cut a run into pieces of about the same length."""
    longest = _MAX_HANGUL_PIECE_LENGTH if _IS_HANGUL.match(run) else _MAX_PIECE_LENGTH
    count = -(-len(run) // longest)
    size = -(-len(run) // count)
    return (run[at : at + size] for at in range(0, len(run), size))
