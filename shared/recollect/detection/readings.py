"""The ways in which a text is read: as it is, and without what a secret in it is disguised with."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from recollect.detection.rules import Finding, without_overlaps
from recollect.language.folding import fold
from recollect.language.markup import ENTITY, TAG_OF_A_LINE, TAG_WITHIN_A_LINE, decoded

# What a mask says of what it hides says nothing of what stands behind it: "[REDACTED:phone] 100".
# Only names of kinds are no findings: anybody may write a secret into what looks like a mask.
_HIDDEN_KIND = re.compile(r"(?<=\[REDACTED:)[a-z_]{1,40}(?=\])")
_UNSEEN = {"shy": "", "zwj": "", "zwnj": "", "nbsp": " "}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a reading and where it comes from; `kept` if it is the same there."""

    start: int
    original_start: int
    original_end: int
    kept: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A text in which something was replaced, and where each part of it stood before."""

    text: str
    pieces: tuple[_Piece, ...]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]`, which is not empty, comes from."""
        first, last = self._piece_at(start), self._piece_at(end - 1)
        return (
            first.original_start + (start - first.start if first.kept else 0),
            last.original_start + end - last.start if last.kept else last.original_end,
        )

    def is_across(self, start: int, end: int) -> bool:
        """Whether `text[start:end]` holds, or spans, something that was replaced."""
        first = self._piece_at(start)
        return not first.kept or first is not self._piece_at(end - 1)

    def _piece_at(self, position: int) -> _Piece:
        return self.pieces[bisect_right(self.pieces, position, key=lambda each: each.start) - 1]


def replaced(
    text: str, pattern: re.Pattern[str], by: Callable[[re.Match[str]], str]
) -> Reading | None:
    """`text` with something else for each match of `pattern`, or None where there is none."""
    parts: list[str] = []
    pieces: list[_Piece] = []
    length = done = 0
    for match in pattern.finditer(text):
        for part, start, end, kept in (
            (text[done : match.start()], done, match.start(), True),
            (by(match), *match.span(), False),
        ):
            if part:
                pieces.append(_Piece(length, start, end, kept))
                parts.append(part)
                length += len(part)
        done = match.end()
    if not done:
        return None
    pieces.append(_Piece(length, done, len(text), kept=True))
    return Reading("".join((*parts, text[done:])), tuple(pieces))


def read(text: str, find: Callable[[str], Iterable[Finding]]) -> tuple[Finding, ...]:
    """What `find` finds in `text`; all detection begins here, whatever a text is read through.

    What is found once its entities are resolved, its tags are gone and its disguise is folded is
    meant as it stands in `text`, with all that hid in it.
    """
    text = _HIDDEN_KIND.sub(lambda kind: "x" * len(kind.group()), text)
    return without_overlaps(_found(text, find))


def _found(text: str, find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    yield from find(text)
    resolved = replaced(text, _markup(), _meant) if "&" in text or "<" in text else None
    plain = resolved.text if resolved else text
    folded = fold(plain)
    if resolved or folded.text != plain:
        for each in find(folded.text):
            span = folded.original_span(each.start, each.end)
            yield Finding(each.kind, *(resolved.original_span(*span) if resolved else span))


@cache
def _markup() -> re.Pattern[str]:
    return re.compile(f"{ENTITY}|(?P<within>{TAG_WITHIN_A_LINE})|{TAG_OF_A_LINE}")


def _meant(markup: re.Match[str]) -> str:
    """The character of an entity; nothing for what nobody sees; of other tags the end of a line."""
    text = markup.group()
    if text.startswith("<"):
        return "" if markup["within"] else "\n"
    return _UNSEEN.get(text[1:-1], decoded(text))
