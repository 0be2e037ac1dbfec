"""The context of a run: its stage, and the category of what it is about.

What works for refunds need not work for logins. The counts of a context are part of those of the
wider ones: all runs, the runs of the stage, those of the category in that stage. Runs of a category
are also counted over all stages, for searches that ask for a category alone.

No judge may move what is believed by more than a quarter (`recollect.memories.known.confidence`),
and the runs of a context count in the wider ones, too. So the runs that bounded judges report are
weighted in a context by the number of these judges; those of a single judge weigh nothing there:

    weight = (judges - 1) / (judges + 8)

Reports of the operator are not bounded, and weigh 1.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

# With this value, a judge who is added to others moves a reputation by .248 at most.
_JUDGES_STRENGTH: Final = 9


class RunContext(NamedTuple):
    """A stage and a category; "" if not given."""

    stage: str = ""
    category: str = ""

    @property
    def widest_first(self) -> tuple["RunContext", ...]:
        """The contexts that this one is part of, except that of all runs, and itself at the end."""
        contexts = (RunContext(self.stage), self)
        return tuple(dict.fromkeys(each for each in contexts if any(each)))


ANYWHERE = RunContext()

Tally = tuple[float, float]
"""Successes and failures."""


class BoundedRuns(NamedTuple):
    """Believed successes and failures that bounded judges reported, and how many judges did."""

    successes: int = 0
    failures: int = 0
    judges: int = 0


def weighed(counted: Tally, bounded: BoundedRuns) -> Tally:
    """The counts of a context as they weigh; `bounded` is the part of them to be weighted."""
    further = max(bounded.judges - 1, 0)
    lost = _JUDGES_STRENGTH / (further + _JUDGES_STRENGTH)
    return counted[0] - lost * bounded.successes, counted[1] - lost * bounded.failures


def within(counted: Mapping[RunContext, Tally], context: RunContext) -> tuple[Tally, ...]:
    """The counts of the contexts that `context` is part of, widest first, ending with its own."""
    return tuple(counted.get(each, (0.0, 0.0)) for each in context.widest_first)
