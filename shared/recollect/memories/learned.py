"""What is learned of memories from how runs ended, as callers are told."""

from typing import Literal

from recollect.core.messages import Message, Omittable, OmittedIfFalsy


class Interval(Message):
    """Between which values something lies with a probability of 95 %."""

    low: float
    high: float


class UpliftReport(Message):
    """How much better runs end with it than without it, in -1…1; `unknown` while runs are few.

    `shown` and `withheld` are the runs with an outcome behind it, of those in which chance decided;
    of an app a run counts once for each of its memories. Only a memory is `demoted`.
    """

    status: Literal["known", "unknown"]
    difference: Omittable[float] = None
    interval: Omittable[Interval] = None
    shown: int
    withheld: int
    demoted: OmittedIfFalsy[bool] = False


class MemoryUplift(UpliftReport):
    """What a memory brings; `demoted` is one that is known to make things worse."""

    id: str


class UpliftList(Message):
    """What the memories of an app bring together, and each of those that were tried."""

    app: UpliftReport
    memories: tuple[MemoryUplift, ...]
    next_cursor: Omittable[str] = None


class Learned(Message):
    """What is known of a memory from how runs ended, told to who asks to explain.

    `posterior` is of the success of runs that cite it, by what is believed of the counts, in the
    stage and category that the search asks for: its mean and interval. With exploration `draw` has
    taken the place of its reputation, and `propensity` is how likely draws alone put it among the
    first, before it is settled what replaces, repeats, agrees and is backed.
    """

    successes: int
    failures: int
    posterior: float
    interval: Interval
    draw: Omittable[float] = None
    propensity: Omittable[float] = None
    uplift: Omittable[UpliftReport] = None
    demoted: Omittable[Literal["gives_orders", "does_harm", "unproven"]] = None
