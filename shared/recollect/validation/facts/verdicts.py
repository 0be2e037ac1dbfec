"""A finding on a fact of an answer, and what one value says to another."""

from dataclasses import dataclass
from typing import Literal

from recollect.validation.known.records import ResultValue
from recollect.validation.models import FactKind, Verdict

ValueComparison = Literal["same", "other", "unclear"]
"""What a value of the results says to what the answer says."""


@dataclass(eq=False, slots=True)  # quicker to make and to read than a named tuple
class FactFinding:
    """A fact of an answer: where it stands, and what the results say of it."""

    start: int
    end: int
    kind: FactKind
    verdict: Verdict
    known: ResultValue | None = None
    denied: bool = False
