"""Answers with one altered value: copies of summaries, and right answers in other words.

The new value has the same form and is drawn at random; a copy may also lose a `not`. Nobody writes
these answers by hand, so there are many of them, and no rule was made to fit them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Literal, NamedTuple

from recollect.validation.checking import validate
from recollect.validation.models import Fact, ToolCall, ValidateRequest, ValidationResult
from tests.bench.answers.judging import Judged, results

Verdict = Literal["contradicted", "unsupported", "no verdict", "supported"]
_MAX_OF_A_KIND: Final = 3
_SEED: Final = 7
_SUMMARIES: Final = (
    "caseSummary",
    "incidentSummary",
    "summary",
    "casesSearchSummary",
    "formattedItems",
)
_VALUES: Final[Mapping[str, Sequence[str]]] = {
    "status": ("Open", "Closed", "Resolved", "On Hold", "In Progress"),
    "priority": ("1 - Critical", "2 - High", "3 - Moderate", "4 - Low"),
    "assignee": ("Marek Dvorak", "Helena Costa"),
    "person": ("Marek Dvorak", "Helena Costa"),
    "customer": ("Blauwe Haven BV", "Nordsten AS"),
    "author of an entry": ("q.zimmer", "x.abara"),
    "denial": ("",),
}
_DIGITS: Final = re.compile(r"\d+")
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    "status": re.compile(r"(?m)(?<=^Status: ).+$"),
    "priority": re.compile(r"(?m)(?<=^Priority: ).+$"),
    "assignee": re.compile(r"(?m)(?<=^Assigned: )[^(\n]+?(?= \(|$)"),
    "customer": re.compile(r"(?m)(?<=^Customer: ).+$"),
    "number": re.compile(r"(?<![\w.,:/-])\d{1,4}(?= [a-z]{3,})"),
    "day of an entry": re.compile(
        r"(?<=^\u2022 [A-Z][a-z]{2} )\d{1,2}(?=, \d\d:\d\d)", re.MULTILINE
    ),
    "author of an entry": re.compile(r"(?<=\d\d:\d\d \u2013 )[a-z.]+(?=:)"),
    "denial": re.compile(r"\b(?:not|never|no) "),
}


class Altered(NamedTuple):
    """A kind of altered value, and how many answers with it got each verdict."""

    kind: str
    verdicts: Counter[Verdict]


def altered_copies() -> Sequence[Altered]:
    """Copies of all summaries, each with one altered value, up to three for each kind."""
    random = Random(_SEED)  # noqa: S311 - it needs no secrecy
    found: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for call in results().values():
        summary = summary_of(call)
        before = len(_checked(summary, [call]).unsupported) if summary else 0
        for kind, pattern in _KINDS.items():
            matches = list(pattern.finditer(summary))
            for match in random.sample(matches, min(_MAX_OF_A_KIND, len(matches))):
                new = _other_of(kind, match.group(), random)
                found[kind][_verdict(summary, match.span(), new, [call], before)] += 1
    return [Altered(*each) for each in found.items()]


def altered_answers(answers: Sequence[Judged]) -> Sequence[Altered]:
    """The good ones of these answers, each with one altered value that was right before."""
    random = Random(_SEED)  # noqa: S311 - it needs no secrecy
    found: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for one in (each for each in answers if each.answer.label == "good"):
        calls = [results()[name] for name in one.answer.tools]
        right = [fact for fact in one.result.facts if fact.verdict == "supported"]
        for fact in (
            random.sample(right, min(_MAX_OF_A_KIND, len(right))) if not one.is_wrong else ()
        ):
            if new := _other_than(fact, random):
                text, span = one.answer.response, (fact.start, fact.end)
                verdict = _verdict(text, span, new, calls, len(one.result.unsupported))
                found[fact.kind][verdict] += 1
    return [Altered(*each) for each in found.items()]


def _checked(answer: str, calls: Sequence[ToolCall]) -> ValidationResult:
    return validate(ValidateRequest(response=answer, tool_calls=tuple(calls)))


def _verdict(
    text: str, span: tuple[int, int], new: str, calls: Sequence[ToolCall], before: int
) -> Verdict:
    """The verdict on a text in which `new` replaces the part at `span`."""
    start, end = span
    result = _checked(text[:start] + new + text[end:], calls)
    if result.contradictions:
        return "contradicted"
    if len(result.unsupported) > before:
        return "unsupported"
    told = (fact for fact in result.facts if fact.start < start + len(new) and start < fact.end)
    return "supported" if any(fact.verdict == "supported" for fact in told) else "no verdict"


def summary_of(call: ToolCall) -> str:
    given = call.result if isinstance(call.result, dict) else {}
    texts = (given.get(name) for name in _SUMMARIES)
    return next((text for text in texts if isinstance(text, str)), "")


def _other_of(kind: str, old: str, random: Random) -> str:
    """Another value of a kind, or the text with its last number altered; "" if there is neither."""
    others = [each for each in _VALUES.get(kind, ()) if not _is_same(each, old)]
    if others or kind in _VALUES:
        return random.choice(others) if others else ""
    numbers = list(_DIGITS.finditer(old))
    if not numbers:
        return ""
    last = numbers[-1]
    new = int(last.group()) + random.choice((1, 2, 7, 11))
    return f"{old[: last.start()]}{new:0{len(last.group())}}{old[last.end() :]}"


def _is_same(one: str, other: str) -> bool:
    """Whether two values mean the same: `3 - Moderate`, `P3` and `moderate`."""
    parts = re.findall(r"\w+", one.casefold())
    return any(part in re.findall(r"[^\W\d_]+|\d+", other.casefold()) for part in parts)


def _other_than(fact: Fact, random: Random) -> str:
    """Another value for a fact; for a status, only if its text is a usual one."""
    is_said = fact.kind != "status" or fact.text.title() in _VALUES["status"]
    return _other_of(fact.kind, fact.text, random) if is_said else ""
