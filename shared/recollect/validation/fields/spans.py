"""How long something took that results give two times of: a flight, a run, a stay."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import combinations
from typing import Final

from recollect.validation.facts.quantities import TIME, Amount
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields.rows import Cell
from recollect.validation.fields.subjects import Claim

_MOST: Final = 8
_MINUTE: Final = 60
_DAY: Final = 1_440
_PLANS: Final = frozenset(["origina", "plan", "plann", "schedul", "expected"])
_LASTING: Final = frozenset(["duration", "flight"])


def span_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on durations: those between two times of an object are right.

    A duration that a thing is said to have taken is wrong where none of its times lie so far apart.
    """
    if not claim.tells:
        return
    amounts = [each for each in claim.amounts if each.concept == TIME]
    if not amounts:
        return
    spans = [span for row in claim.objects for span in _spans(row.cells)]
    actual = [span for span in spans if not any(_PLANS & cell.name for cell in span[1:])]
    is_one = claim.row is not None and (claim.goes_on or len(claim.named) == 1)
    lasts = is_one and not claim.terms.isdisjoint(_LASTING)
    for amount in amounts:
        right = next((cell for minutes, cell, _ in spans if _agrees(amount, minutes)), None)
        if right is not None:
            yield FoundFact(amount.start, amount.end, "duration", "supported", right.known)
        elif lasts and len(actual) == 1 and not amount.bound:
            yield FoundFact(
                amount.start, amount.end, "duration", "contradicted", actual[0][1].known
            )


def _spans(cells: Sequence[Cell]) -> Iterator[tuple[float, Cell, Cell]]:
    """What lies between two times of an object, in minutes, with these."""
    dates = [(moment, cell) for cell in cells if (moment := _moment(cell)) is not None][:_MOST]
    for (one, first), (other, second) in combinations(dates, 2):
        if (one.tzinfo is None) == (other.tzinfo is None):
            yield abs((other - one).total_seconds()) / _MINUTE, second, first


def _moment(cell: Cell) -> datetime | None:
    if cell.form != "date":
        return None
    try:
        return datetime.fromisoformat(cell.known.text)
    except ValueError:
        return None


def _agrees(amount: Amount, minutes: float) -> bool:
    """Whether a duration is that long; one in days, to the day."""
    if amount.value % _DAY == 0 and amount.value:
        return abs(amount.value - minutes) < _DAY / 2
    return amount.agrees(minutes) or abs(amount.value - minutes) <= 1
