"""Texts with what hides in them folded away: for comparing and detecting, never for showing.

Characters that nobody sees are gone, compatible ones are made one (NFKC: fullwidth, mathematical),
and letters of other scripts that look like Latin ones become these (see `lookalikes`). Two uses, of
different caution: `fold` is for detection and folds every look-alike; `identity_form` is for
telling whether two texts are the same, and leaves Russian and Greek as they are.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from recollect.core.invisible import HIDDEN
from recollect.language.lookalikes import lookalikes

_CONTROLS = r"\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f"
_UNSEEN = re.compile(f"[{HIDDEN}{_CONTROLS}]+")
_UNSEEN_ASCII = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
# Blank like a space, but none to Python: fillers of hangul, and braille without dots.
_BLANKS = r"\u115f\u1160\u2800\u3164\uffa0"
_BLANK = re.compile(f"[{_BLANKS}]")
_UNSEEN_OR_BLANK = re.compile(f"[{HIDDEN}{_CONTROLS}{_BLANKS}]")
# Of one with the letter before, though no combining mark: voicing marks of half-width kana, vowels
# and last consonants of hangul, vowels of scripts of India, Sri Lanka, Burma and Bali.
_JOINING = re.compile(
    "[\uff9e\uff9f\u1161-\u1175\u11a8-\u11c2\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5"
    "\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u102e\u1b35]"
)
_FOREIGN_RUN = re.compile(rf"[^\x00-\x7f]+|[{_CONTROLS}]+")

_WORD = re.compile(r"\w+")
_LATIN = re.compile("[A-Za-zªºÀ-ÖØ-öø-ɏ\u1e00-\u1eff]")
# The scripts of the look-alikes, Latin apart.
_SIMILAR_SCRIPT = re.compile(
    "[\u0370-\u0373\u0376-\u037d\u037f-\u052f\u0531-\u058f\u13a0-\u13fd\u1d26-\u1d2b\u1f00-\u1fff"
    "\u2c80-\u2cee\ua4d0-\ua4f7\ua640-\ua69d\uab70-\uabbf]"
)
# Alpha, rho or sigma alone is a quantity, not a disguised word.
_LONE_GREEK = re.compile("[\u03b1-\u03be\u03c0-\u03c9]")


@dataclass(frozen=True, slots=True)
class _Segment:
    """A part of the folded text and where it comes from; `aligned` if character by character."""

    start: int
    original_start: int
    original_end: int
    aligned: bool


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A folded text that knows where each part of it stood."""

    text: str
    segments: tuple[_Segment, ...] = ()
    """Those that are not empty, in order; none where all of the text is aligned."""

    @classmethod
    def joined(cls, pieces: Iterable[tuple[str, int, int, bool]]) -> Self:
        """A text of pieces in order: each with its start and end in the original, and `aligned`."""
        segments, texts, length = list[_Segment](), list[str](), 0
        for piece, start, end, aligned in pieces:
            if piece:
                segments.append(_Segment(length, start, end, aligned))
                texts.append(piece)
                length += len(piece)
        return cls("".join(texts), tuple(segments))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the original text `text[start:end]`, which is not empty, comes from."""
        if not self.segments:
            return start, end
        first, last = self._segment_at(start), self._segment_at(end - 1)
        return (
            first.original_start + (start - first.start if first.aligned else 0),
            last.original_start + end - last.start if last.aligned else last.original_end,
        )

    def _segment_at(self, position: int) -> _Segment:
        return self.segments[bisect_right(self.segments, position, key=lambda each: each.start) - 1]


def fold(text: str) -> FoldedText:
    """The text as detection reads it, whatever it was disguised with."""
    if text.isascii() and not _UNSEEN_ASCII.search(text):
        return FoldedText(text)
    if _is_aligned(text):
        return FoldedText(text.translate(lookalikes()))
    return FoldedText.joined(
        (
            text[start:end].translate(lookalikes()) if is_aligned else _folded(text[start:end]),
            start,
            end,
            is_aligned,
        )
        for start, end, is_aligned in _parts(text)
    )


def identity_form(text: str) -> str:
    """The text for deciding whether it is the same as another one.

    A text without hidden characters and look-alikes comes back as it is. Look-alikes are folded in
    words that have Latin letters too, and in words of nothing else where the text has no letter of
    their script that is none: a word of Russian stays one.
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
    """Whether each of its characters is folded to one, at most."""
    return unicodedata.is_normalized("NFKC", text) and not _UNSEEN_OR_BLANK.search(text)


def _parts(text: str) -> Iterator[tuple[int, int, bool]]:
    """The text in parts that are folded each for itself, and whether they are aligned."""
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
    """Each letter with its marks, and with what else it becomes one with."""
    for place in range(start + 1, end):
        if not unicodedata.combining(text[place]) and not _JOINING.match(text, place):
            yield start, place, False
            start = place
    yield start, end, False


def _folded(letter: str) -> str:
    """One character with its marks."""
    compatible = unicodedata.normalize("NFKC", _BLANK.sub(" ", letter))
    return _UNSEEN.sub("", compatible).translate(lookalikes())


def _undisguised(word: str, *, among_latin: bool) -> str:
    if word.isascii() or _LONE_GREEK.fullmatch(word) or word.translate(lookalikes()) == word:
        return word
    others = [each for each in _LATIN.sub("", word) if each.isalpha()]
    if not all(ord(each) in lookalikes() for each in others):
        return word
    return word.translate(lookalikes()) if among_latin or _LATIN.search(word) else word
