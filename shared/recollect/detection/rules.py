"""Rules: shapes of text, each looked for only where a hint says that it may occur.

Every pattern must be linear in the text: either its repetitions are bounded, or a match can begin
only where the run before it has ended.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass


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
    only there; unless it is `loose`, then a match holds one anywhere. The pattern stays a string
    until one is met, since compiling all of them would be paid for at every cold start.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    accepts: Callable[[re.Match[str]], bool] = _always
    loose: bool = False


def found_by(rules: Iterable[Rule], text: str) -> Iterator[Finding]:
    """Everything in `text` that one of the rules describes; spans may overlap."""
    lowered = text.lower()
    met: dict[tuple[str, ...], bool] = {}  # several rules may have the same hints
    for rule in rules:
        hints = rule.hints
        if hints not in met:
            met[hints] = any(hint in lowered for hint in hints)
        if met[hints]:
            yield from _found(rule, text, lowered)


def _found(rule: Rule, text: str, lowered: str) -> Iterator[Finding]:
    pattern = re.compile(rule.pattern)
    group = "value" if "value" in pattern.groupindex else 0
    # Lowering may change the length of exotic text, and with it every position.
    loose = rule.loose or len(lowered) != len(text)
    for match in (
        pattern.finditer(text) if loose else _beginning(pattern, rule.hints, text, lowered)
    ):
        if rule.accepts(match):
            yield Finding(rule.kind, *match.span(group))


def _beginning(
    pattern: re.Pattern[str], hints: tuple[str, ...], text: str, lowered: str
) -> Iterator[re.Match[str]]:
    """The matches that begin with a hint, none within another: what is read is not read again."""
    end = 0
    for start in sorted({each for hint in hints for each in _positions(hint, lowered)}):
        match = pattern.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match


def _positions(hint: str, lowered: str) -> Iterator[int]:
    position = lowered.find(hint)
    while position >= 0:
        yield position
        position = lowered.find(hint, position + 1)


def read(text: str, find: Callable[[str], Iterable[Finding]]) -> tuple[Finding, ...]:
    """What `find` finds in `text`; all detection begins here, whatever a text is read through."""
    return without_overlaps(find(text))


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
