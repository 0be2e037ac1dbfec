"""Rules: shapes of text, each looked for only where a hint says that it may occur.

Every pattern must be linear in the text: either its repetitions are bounded, or a match can begin
only where the run before it has ended.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

# Where the same head stands so often, one that led to nothing speaks for those right behind it:
# what continues it reaches over them, and each of them would read the same words again.
_CROWD: Final = 64
_APART: Final = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """Something of a kind, at `text[start:end]`."""

    kind: str
    start: int
    end: int


def words(listed: str, separator: str | None = None) -> tuple[str, ...]:
    """The words of a list that is written as a text, as long lists are read best."""
    return tuple(listed.split(separator))


def _always(_match: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """A shape: the group `value` of `pattern`, or all of it, where `accepts` agrees.

    `hints` are in lower case. Every match begins with one of them, so that the pattern is tried
    only there; unless it is `loose`, then a match holds one anywhere. `head` is what every match
    begins with, where several rules share that: it is looked for once, and the pattern continues
    it. Patterns stay strings until a hint is met, since compiling all of them would be paid for at
    every cold start.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    accepts: Callable[[re.Match[str]], bool] = _always
    loose: bool = False
    head: str = ""


class Rules:
    """Rules that a text is read with together: which hints it holds is looked up once for all.

    Where each of their findings needs something of the form `where` and one of a few `hints`, a
    text without these is done with before all other hints are looked for.
    """

    def __init__(self, *rules: Rule, where: str = "", hints: tuple[str, ...] = ("",)) -> None:
        self._rules, self._where, self._first = rules, where, hints

    def found_in(self, text: str, hinting: str | None = None) -> Iterator[Finding]:
        """Everything in `text` that one of the rules describes; spans may overlap.

        `hinting` is the part of it in which hints are to be found, where that is not all.
        """
        if self._where and not _compiled(self._where)[0].search(text):
            return
        read = _Text(text)
        hinted = read.lowered if hinting is None else hinting.lower()
        if not any(hint in hinted for hint in self._first):
            return
        met = {hint for hint in self._hints if hint in hinted}
        for rule in self._rules if met else ():
            if not met.isdisjoint(rule.hints):
                yield from _found(rule, read, met)

    @cached_property
    def _hints(self) -> frozenset[str]:
        return frozenset(hint for rule in self._rules for hint in rule.hints)


@cache
def _compiled(pattern: str) -> tuple[re.Pattern[str], int]:
    """The pattern and the group that it is about."""
    compiled = re.compile(pattern)
    return compiled, compiled.groupindex.get("value", 0)


class _Text:
    """A text, and where the hints and heads of rules stand in it: many rules have the same ones."""

    def __init__(self, text: str) -> None:
        self.text, self.lowered = text, text.lower()
        # Lowering may change the length of exotic text, and with it every position.
        self.is_aligned = len(self.lowered) == len(text)
        self._places: dict[tuple[tuple[str, ...], str], list[int]] = {}

    def places(self, rule: Rule, met: set[str]) -> list[int]:
        """Where a match of the rule may begin."""
        key = (rule.hints, rule.head if self.is_aligned else rule.head or rule.pattern)
        if key not in self._places:
            self._places[key] = self._places_of(rule, met)
        return self._places[key]

    def _places_of(self, rule: Rule, met: set[str]) -> list[int]:
        if not self.is_aligned:
            pattern, _ = _compiled(rule.head or rule.pattern)
            return [match.start() for match in pattern.finditer(self.text)]
        places = sorted(
            {
                each
                for hint in met.intersection(rule.hints)
                for each in _positions(hint, self.lowered)
            }
        )
        head = _compiled(rule.head)[0] if rule.head else None
        return [each for each in places if head is None or head.match(self.text, each)]


def _found(rule: Rule, read: _Text, met: set[str]) -> Iterator[Finding]:
    pattern, group = _compiled(rule.head + rule.pattern)
    for match in (
        pattern.finditer(read.text) if rule.loose else _beginning(pattern, rule, read, met)
    ):
        if rule.accepts(match):
            yield Finding(rule.kind, *match.span(group))


def _beginning(
    pattern: re.Pattern[str], rule: Rule, read: _Text, met: set[str]
) -> Iterator[re.Match[str]]:
    """The matches that begin with a hint, none within another: what is read is not read again."""
    places = read.places(rule, met)
    apart = _APART if rule.head and len(places) > _CROWD else 0
    end = 0
    for start in places:
        if start < end:
            continue
        match = pattern.match(read.text, start)
        end = match.end() if match else start + apart
        if match:
            yield match


def _positions(hint: str, lowered: str) -> Iterator[int]:
    position = lowered.find(hint)
    while position >= 0:
        yield position
        position = lowered.find(hint, position + 1)


def without_overlaps(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """In the order of the text, and of two that overlap only the first, or the longer one."""
    kept: list[Finding] = []
    for each in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif each.end > kept[-1].end:
            last = kept.pop()
            kept.append(Finding(last.kind, last.start, each.end))
    return tuple(kept)
