"""The context that a run is in: its stage, and the category of what it is about.

What works for refunds need not work for logins. What was counted in a context is a part of what was
counted in the wider one: all runs, those of the stage, those of the category in that stage. Those
of a category are counted in whatever stage, too, for who asks for a category alone.
"""

from collections.abc import Mapping
from typing import NamedTuple


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

Tally = tuple[int, int]
"""Successes and failures."""


def within(counted: Mapping[RunContext, Tally], context: RunContext) -> tuple[Tally, ...]:
    """What was counted in a context and those that it is in, the widest first."""
    return tuple(counted.get(each, (0, 0)) for each in context.widest_first)
