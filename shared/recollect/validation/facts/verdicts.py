"""What rules answer: findings on the facts of an answer."""

from dataclasses import dataclass
from typing import Literal

from recollect.validation.known.records import ResultValue
from recollect.validation.models import FactKind, Verdict

ValueComparison = Literal["same", "other", "unclear"]
"""How a value of the results compares with what the answer says."""


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class FactFinding:
    """A fact of an answer with its verdict. `start` and `end` are offsets in the answer.

    `expected` is the value of the results that supports or contradicts it; `denied` if the answer
    denies it: `not closed`.
    """

    start: int
    end: int
    kind: FactKind
    verdict: Verdict
    expected: ResultValue | None = None
    denied: bool = False
