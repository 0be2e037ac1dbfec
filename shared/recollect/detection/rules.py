"""Rules: patterns of text, each tried only where one of its hints occurs.

Every pattern must be linear in the text: either its repetitions are bounded, or a match can begin
only where the run before it has ended.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

# If a rule's head occurs more often than this, and one place has no match, the places in the next
# characters are skipped: the pattern already read past them, and would read the same words again.
_MANY_PLACES: Final = 64
_SKIPPED_CHARS: Final = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of a kind, such as `email`, at `text[start:end]`."""

    kind: str
    start: int
    end: int


def hints_of(listed: str, separator: str | None = None) -> tuple[str, ...]:
    """The hints of a rule, listed as one text, which keeps long lists readable."""
    return tuple(listed.split(separator))


DIGITS: Final = hints_of("0 1 2 3 4 5 6 7 8 9")
"""The hints of a rule that may match wherever a digit stands."""


def _always(_match: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding, and the pattern of its text.

    A finding is the group `value` of a match, or the whole match without such a group, if `accepts`
    is true of the match. `hints` are texts in lower case. Every match begins with one of them, so
    the pattern is tried only there; a match of a `loose` rule may hold its hint anywhere. `head` is
    a pattern with which every match begins, and that several rules share: it is looked for once,
    and `pattern` continues it. Patterns stay strings until a hint is met, since compiling all of
    them would slow every cold start.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    accepts: Callable[[re.Match[str]], bool] = _always
    loose: bool = False
    head: str = ""


class Rules:
    """Rules that are applied together: which hints a text holds is looked up once for all.

    `where` is a pattern, and `hints` a few texts, without which no rule can match: a text that
    lacks them is dismissed before the rules' own hints are looked for.
    """

    def __init__(self, *rules: Rule, where: str = "", hints: tuple[str, ...] = ("",)) -> None:
        self._rules, self._where, self._first = rules, where, hints

    def found_in(self, text: str, hinting: str | None = None) -> Iterator[Finding]:
        """All findings of the rules in `text`; spans may overlap.

        `hinting`, if given, is the part of the text that must hold a hint.
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
                yield from _findings_of(rule, read, met)

    @cached_property
    def _hints(self) -> frozenset[str]:
        return frozenset(hint for rule in self._rules for hint in rule.hints)


@cache
def _compiled(pattern: str) -> tuple[re.Pattern[str], int]:
    """The compiled pattern, and the number of its group `value`, or 0."""
    compiled = re.compile(pattern)
    return compiled, compiled.groupindex.get("value", 0)


class _Text:
    """A text with the positions of hints and heads, remembered because many rules share them."""

    def __init__(self, text: str) -> None:
        self.text, self.lowered = text, text.lower()
        # Lower case may change the length of exotic text, and so every position in it.
        self.is_aligned = len(self.lowered) == len(text)
        self._places: dict[tuple[tuple[str, ...], str], list[int]] = {}

    def places(self, rule: Rule, met: set[str]) -> list[int]:
        """The positions at which a match of the rule may begin."""
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


def _findings_of(rule: Rule, read: _Text, met: set[str]) -> Iterator[Finding]:
    pattern, group = _compiled(rule.head + rule.pattern)
    for match in (
        pattern.finditer(read.text) if rule.loose else _matches_at_hints(pattern, rule, read, met)
    ):
        if rule.accepts(match):
            yield Finding(rule.kind, *match.span(group))


def _matches_at_hints(
    pattern: re.Pattern[str], rule: Rule, read: _Text, met: set[str]
) -> Iterator[re.Match[str]]:
    """The matches that begin with a hint; none lies within another, so no text is read twice."""
    places = read.places(rule, met)
    skipped = _SKIPPED_CHARS if rule.head and len(places) > _MANY_PLACES else 0
    end = 0
    for start in places:
        if start < end:
            continue
        match = pattern.match(read.text, start)
        end = match.end() if match else start + skipped
        if match:
            yield match


def _positions(hint: str, lowered: str) -> Iterator[int]:
    position = lowered.find(hint)
    while position >= 0:
        yield position
        position = lowered.find(hint, position + 1)


def without_overlaps(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the order of the text; overlapping ones are merged.

    A merged finding has the kind of the first, or of the longer one if both start together.
    """
    kept: list[Finding] = []
    for finding in sorted(found, key=lambda each: (each.start, -each.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
        elif finding.end > kept[-1].end:
            last = kept.pop()
            kept.append(Finding(last.kind, last.start, finding.end))
    return tuple(kept)
