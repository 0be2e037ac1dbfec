"""Texts in which every value that is to be found is marked: ⟦kind|value⟧.

A ¦ within a value keeps a made-up secret from looking like one in the data file.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from recollect.detection.rules import Finding

_DATA = Path(__file__).parent / "data"
_MARK = re.compile(r"⟦(\w+)\|(.*?)⟧", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text, and the findings that are expected in it."""

    text: str
    expected: tuple[Finding, ...]


@dataclass(slots=True)
class Score:
    """How many values were found, missed and found by mistake, by kind; every error in words."""

    right: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        return sorted({*self.right, *self.missed, *self.wrong})

    def recall(self, kind: str | None = None) -> float:
        return _share(self.right, self.missed, kind)

    def precision(self, kind: str | None = None) -> float:
        return _share(self.right, self.wrong, kind)


def labelled(name: str) -> Iterator[Labelled]:
    for line in (_DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield _labelled(json.loads(line)["text"].replace("¦", ""))


def score(find: Callable[[str], tuple[Finding, ...]], texts: Iterable[Labelled]) -> Score:
    """A finding is right if it overlaps a mark, whatever its kind; a mark is found if one does."""
    counted = Score()
    for each in texts:
        found = find(each.text)
        for mark in each.expected:
            hit = any(one.start < mark.end and mark.start < one.end for one in found)
            (counted.right if hit else counted.missed)[mark.kind] += 1
            if not hit:
                counted.errors.append(_described("missed", mark, each.text))
        for one in found:
            if not any(one.start < mark.end and mark.start < one.end for mark in each.expected):
                counted.wrong[one.kind] += 1
                counted.errors.append(_described("wrong", one, each.text))
    return counted


def _labelled(marked: str) -> Labelled:
    text, expected, end = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[end : mark.start()]
        expected.append(Finding(mark[1], len(text), len(text) + len(mark[2])))
        text, end = text + mark[2], mark.end()
    return Labelled(text + marked[end:], tuple(expected))


def _described(error: str, found: Finding, text: str) -> str:
    return f"{error} {found.kind}: {text[found.start : found.end]!r} in {text!r}"


def _share(right: Counter[str], others: Counter[str], kind: str | None) -> float:
    hits, rest = (right.total(), others.total()) if kind is None else (right[kind], others[kind])
    return hits / (hits + rest) if hits + rest else 1.0
