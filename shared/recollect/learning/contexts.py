"""The context that a run is in: its stage, and the category of what it is about.

What works for refunds need not work for logins. What was counted in a context is a part of what was
counted in the wider one: all runs, those of the stage, those of the category in that stage. Those
of a category are counted in whatever stage, too, for who asks for a category alone.

No judge moves what is believed by more than a quarter (`recollect.memories.confidence`), and the
runs of a context count in the wider ones, too. So what is believed by the word of judges weighs in
a context by how many they are, and of one judge nothing there alone:

    weight = (judges - 1) / (judges + 8)

What the operator says is not bounded, and weighs 1.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

# With so many a judge whose word adds to that of others moves a reputation by .248 at most.
_STRENGTH: Final = 9


class RunContext(NamedTuple):
    """A stage and a category; "" where it is not told."""

    stage: str = ""
    category: str = ""

    @property
    def widest_first(self) -> tuple["RunContext", ...]:
        """The contexts that this one is in, but for that of all runs, itself the last."""
        told = (RunContext(self.stage), self)
        return tuple(dict.fromkeys(each for each in told if any(each)))


ANYWHERE = RunContext()

Tally = tuple[float, float]
"""Successes and failures."""


class BoundedRuns(NamedTuple):
    """Successes and failures that are believed by the word of bounded judges; how many are they."""

    successes: int = 0
    failures: int = 0
    judges: int = 0


def weighed(counted: Tally, bounded: BoundedRuns) -> Tally:
    """What was counted in a context, as it weighs; `bounded` is a part of it."""
    further = max(bounded.judges - 1, 0)
    lost = _STRENGTH / (further + _STRENGTH)
    return counted[0] - lost * bounded.successes, counted[1] - lost * bounded.failures


def within(counted: Mapping[RunContext, Tally], context: RunContext) -> tuple[Tally, ...]:
    """What was counted in a context and those that it is in, the widest first."""
    return tuple(counted.get(each, (0.0, 0.0)) for each in context.widest_first)
