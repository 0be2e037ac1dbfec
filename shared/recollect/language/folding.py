"""Removes disguises from texts: for comparison and detection, never for showing.

Invisible characters are removed, compatible ones unified (NFKC: fullwidth, mathematical), and
letters of other scripts that look like Latin ones become Latin (see `lookalikes`). There are two
functions of different caution: `fold` is for detection and folds every look-alike; `identity_form`
is for deciding whether two texts are the same, and leaves Russian and Greek as they are.
"""

import re
import unicodedata
from collections.abc import Iterator

from recollect.core.invisible import HIDDEN
from recollect.language.aligned_text import AlignedText
from recollect.language.lookalikes import lookalikes

_CONTROLS = r"\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f"
_UNSEEN = re.compile(f"[{HIDDEN}{_CONTROLS}]+")
_UNSEEN_ASCII = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
# Blank, but no space to Python: fillers of hangul, and braille without dots.
_BLANKS = r"\u115f\u1160\u2800\u3164\uffa0"
_BLANK = re.compile(f"[{_BLANKS}]")
_UNSEEN_OR_BLANK = re.compile(f"[{HIDDEN}{_CONTROLS}{_BLANKS}]")
# Joined to the letter before, though no combining marks: voicing marks of half-width kana, vowels
# and last consonants of hangul, vowels of scripts of India, Sri Lanka, Burma and Bali.
_JOINING = re.compile(
    "[\uff9e\uff9f\u1161-\u1175\u11a8-\u11c2\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5"
    "\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u102e\u1b35]"
)
_FOREIGN_RUN = re.compile(rf"[^\x00-\x7f]+|[{_CONTROLS}]+")

_WORD = re.compile(r"\w+")
_LATIN = re.compile("[A-Za-zªºÀ-ÖØ-öø-ɏ\u1e00-\u1eff]")
# The scripts of the look-alikes, except Latin.
_SIMILAR_SCRIPT = re.compile(
    "[\u0370-\u0373\u0376-\u037d\u037f-\u052f\u0531-\u058f\u13a0-\u13fd\u1d26-\u1d2b\u1f00-\u1fff"
    "\u2c80-\u2cee\ua4d0-\ua4f7\ua640-\ua69d\uab70-\uabbf]"
)
# Alpha, rho or sigma alone is a quantity, not a disguised word.
_LONE_GREEK = re.compile("[\u03b1-\u03be\u03c0-\u03c9]")


def fold(text: str) -> AlignedText:
    """The text without disguises, as detection reads it."""
    if text.isascii() and not _UNSEEN_ASCII.search(text):
        return AlignedText(text)
    if _is_aligned(text):
        return AlignedText(text.translate(lookalikes()))
    return AlignedText.joined(
        (
            text[start:end].translate(lookalikes()) if is_aligned else _folded(text[start:end]),
            start,
            end,
            is_aligned,
        )
        for start, end, is_aligned in _parts(text)
    )


def identity_form(text: str) -> str:
    """The text in the form in which it is compared with another for being the same.

    A text without hidden characters and look-alikes comes back as it is. Look-alikes are folded in
    words that also have Latin letters. They are folded in words of look-alikes only, if all letters
    of those scripts in the text are look-alikes: a Russian word in a Russian text stays as it is.
    """
    seen = _BLANK.sub(" ", _UNSEEN.sub("", text))
    if seen.isascii():
        return seen
    compatible = unicodedata.normalize("NFKC", seen)
    similar = _SIMILAR_SCRIPT.findall(compatible)
    is_disguised = (
        all(ord(each) in lookalikes() for each in similar) and _LATIN.search(compatible) is not None
    )
    folded = _WORD.sub(
        lambda word: _undisguised(word.group(), among_latin=is_disguised), compatible
    )
    return seen if folded == compatible else folded


def _is_aligned(text: str) -> bool:
    """Whether each character of a text is folded to at most one."""
    return unicodedata.is_normalized("NFKC", text) and not _UNSEEN_OR_BLANK.search(text)


def _parts(text: str) -> Iterator[tuple[int, int, bool]]:
    """The spans of the text that are folded separately, and whether each is aligned."""
    done = 0
    for run in _FOREIGN_RUN.finditer(text):
        start, end = run.span()
        if start > done and unicodedata.combining(text[start]):
            start -= 1  # the letter that the mark belongs to
        if start > done:
            yield done, start, True
        if _is_aligned(text[start:end]):
            yield start, end, True
        else:
            yield from _letters(text, start, end)
        done = end
    if done < len(text):
        yield done, len(text), True


def _letters(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Each letter with its marks and the characters that it merges with."""
    for place in range(start + 1, end):
        if not unicodedata.combining(text[place]) and not _JOINING.match(text, place):
            yield start, place, False
            start = place
    yield start, end, False


def _folded(letter: str) -> str:
    """One character with its marks, folded."""
    compatible = unicodedata.normalize("NFKC", _BLANK.sub(" ", letter))
    return _UNSEEN.sub("", compatible).translate(lookalikes())


def _undisguised(word: str, *, among_latin: bool) -> str:
    if word.isascii() or _LONE_GREEK.fullmatch(word) or word.translate(lookalikes()) == word:
        return word
    others = [each for each in _LATIN.sub("", word) if each.isalpha()]
    if not all(ord(each) in lookalikes() for each in others):
        return word
    return word.translate(lookalikes()) if among_latin or _LATIN.search(word) else word
