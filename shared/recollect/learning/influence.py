"""How much one judge may say of one memory.

A day is a UTC day. One vote a judge stands, its last; one judged run of it counts a day, and at
most three in all. With three, whatever others have said, it moves a smoothed rate by a third at
most, and so the reputation, of which runs are 0.7, by less than a quarter.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

MOST_RUNS: Final = 3
"""Of so many runs that one judge has judged, the latest days count."""


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run that cited a memory, judged by somebody at some time, which knows its zone."""

    judge: str
    at: datetime
    success: bool


def counted(judgements: Iterable[JudgedRun]) -> Sequence[JudgedRun]:
    """Those that count: of each judge the last of a day, and of its days the latest three."""
    last: dict[tuple[str, date], JudgedRun] = {}
    for each in sorted(judgements, key=lambda each: (each.at, each.judge, each.success)):
        last[each.judge, day_of(each.at)] = each
    by_judge: dict[str, list[JudgedRun]] = {}
    for (judge, _), each in last.items():
        by_judge.setdefault(judge, []).append(each)
    return [
        each
        for own in by_judge.values()
        for each in sorted(own, key=lambda each: each.at)[-MOST_RUNS:]
    ]


def sums(judgements: Iterable[JudgedRun]) -> tuple[int, int]:
    """The successes and failures that count."""
    outcomes = [each.success for each in counted(judgements)]
    return sum(outcomes), len(outcomes) - sum(outcomes)


def is_unproven(stored_by: Collection[str], confirmed_by: Collection[str]) -> bool:
    """Whether nobody but who stored it has confirmed a memory."""
    return not set(confirmed_by) - set(stored_by) and len(set(stored_by)) <= 1


def day_of(at: datetime) -> date:
    """The UTC day of a moment that knows its zone."""
    return datetime.fromtimestamp(at.timestamp(), tz=UTC).date()
