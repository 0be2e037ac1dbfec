"""A text in which parts were replaced, with the place of each part in the original."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the text and its span in the original; if `aligned`, character by character."""

    start: int
    original_start: int
    original_end: int
    aligned: bool


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A text with the place of each of its parts in the original."""

    text: str
    parts: tuple[_Part, ...] = ()
    """The parts that are not empty, in order; none if the whole text is aligned."""

    @classmethod
    def joined(cls, pieces: Iterable[tuple[str, int, int, bool]]) -> Self:
        """A text of pieces in order, each with its start and end in the original, and `aligned`."""
        parts, texts, length = list[_Part](), list[str](), 0
        for piece, start, end, aligned in pieces:
            if piece:
                parts.append(_Part(length, start, end, aligned))
                texts.append(piece)
                length += len(piece)
        return cls("".join(texts), tuple(parts))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original of `text[start:end]`, which is not empty."""
        if not self.parts:
            return start, end
        first, last = self._part_at(start), self._part_at(end - 1)
        return (
            first.original_start + (start - first.start if first.aligned else 0),
            last.original_start + end - last.start if last.aligned else last.original_end,
        )

    def is_across(self, start: int, end: int) -> bool:
        """Whether `text[start:end]`, which is not empty, contains or touches a replaced part."""
        if not self.parts:
            return False
        first = self._part_at(start)
        return not first.aligned or first is not self._part_at(end - 1)

    def _part_at(self, position: int) -> _Part:
        return self.parts[bisect_right(self.parts, position, key=lambda each: each.start) - 1]
