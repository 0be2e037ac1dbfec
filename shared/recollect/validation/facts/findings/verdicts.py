"""The output of the rules: findings on the facts that an answer states."""

from dataclasses import dataclass
from typing import Literal

from recollect.validation.known.records import ResultValue
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
