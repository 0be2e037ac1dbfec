"""The findings on an answer as facts, with a sentence for each that is wrong or unsupported.

`Response says status "Open", but getIncident returned "Closed"`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.models import Fact

_MAX_SHOWN_LENGTH: Final = 120


@dataclass(frozen=True, slots=True)
class CheckedFacts:
    """The facts in the order of the answer, and a sentence for each wrong or unsupported one."""

    facts: tuple[Fact, ...]
    contradictions: tuple[str, ...]
    unsupported: tuple[str, ...]


def checked_facts(
    found: Sequence[FactFinding], answer: str, offsets: Sequence[int]
) -> CheckedFacts:
    """The facts that findings on `answer` stand for; `offsets` are in the text that was sent."""
    facts = tuple(_fact(each, answer, offsets) for each in found)
    wrong = (_contradiction(fact, each) for fact, each in zip(facts, found, strict=True))
    return CheckedFacts(
        facts,
        tuple(dict.fromkeys(filter(None, wrong))),
        tuple(dict.fromkeys(_unsupported(each) for each in facts if each.verdict == "unsupported")),
    )


def _fact(found: FactFinding, answer: str, offsets: Sequence[int]) -> Fact:
    expected = found.expected
    return Fact(
        text=answer[found.start : found.end],
        start=offsets[found.start],
        end=offsets[found.end],
        kind=found.kind,
        verdict=found.verdict,
        expected=expected.text[:_MAX_SHOWN_LENGTH] if expected else None,
        tool=expected.source.tool if expected else None,
        path=expected.source.path if expected else None,
    )


def _contradiction(fact: Fact, found: FactFinding) -> str:
    if fact.verdict != "contradicted":
        return ""
    text = f"not {_short(fact.text)}" if found.denied else _short(fact.text)
    return (
        f"Response says {fact.kind} {text}, but {fact.tool} returned {_short(fact.expected or '')}"
    )


def _unsupported(fact: Fact) -> str:
    return f"Nothing in the results says {fact.kind} {_short(fact.text)}"


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f'"{shown[:_MAX_SHOWN_LENGTH]}"'
