"""The output of the rules: findings on the facts that an answer states."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from recollect.validation.known.record_models import ResultValue
from recollect.validation.models import FactKind, Verdict

ValueComparison = Literal["same", "other", "unclear"]
"""Whether a value in the results is what the answer says, another one, or cannot be compared."""


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class FactFinding:
    """A fact that an answer states, with its verdict. `start` and `end` are offsets in the answer.

    `expected` is the value in the results that supports or contradicts the fact. `denied` is true
    where the answer denies it: `not closed`.
    """

    start: int
    end: int
    kind: FactKind
    verdict: Verdict
    expected: ResultValue | None = None
    denied: bool = False


class Stated(Protocol):
    """A part of an answer, such as a word or an amount, with its offsets."""

    @property
    def start(self) -> int:
        """The offset of its first character."""

    @property
    def end(self) -> int:
        """The offset behind its last character."""


def finding(
    stated: Sequence[Stated],
    kind: FactKind,
    verdict: Verdict,
    expected: ResultValue | None = None,
    denied: bool = False,
) -> FactFinding:
    """The finding on what an answer states from the first to the last of some words or the like."""
    return FactFinding(stated[0].start, stated[-1].end, kind, verdict, expected, denied)


def contradiction(
    stated: Sequence[Stated], kind: FactKind, expected: ResultValue | None
) -> FactFinding:
    """The finding that what an answer states is wrong, as the results have `expected` instead."""
    return finding(stated, kind, "contradicted", expected)


def verdict_if(is_right: bool) -> Verdict:
    """Whether a result supports or contradicts a fact."""
    return "supported" if is_right else "contradicted"


def same_if(is_same: bool) -> ValueComparison:
    """Whether a value is what the answer says, where it can be compared."""
    return "same" if is_same else "other"
