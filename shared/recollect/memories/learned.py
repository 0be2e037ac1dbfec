"""What callers learn about memories from how runs ended: uplift and posterior."""

from typing import Literal

from recollect.core.messages import Message, Omittable, OmittedIfFalsy


class Interval(Message):
    """The values between which something lies with a probability of 95 %."""

    low: float
    high: float


class UpliftReport(Message):
    """How much more often runs succeed with it than without it, in -1…1; `unknown` with few runs.

    `shown` and `withheld` are the numbers of runs with an outcome behind the difference, among
    those in which chance decided. In the report of an app, a run counts once for each of its
    memories. Only a memory is `demoted`.
    """

    status: Literal["known", "unknown"]
    difference: Omittable[float] = None
    interval: Omittable[Interval] = None
    shown: int
    withheld: int
    demoted: OmittedIfFalsy[bool] = False


class MemoryUplift(UpliftReport):
    """The uplift of a memory; it is `demoted` if it is known to make runs end worse."""

    id: str


class UpliftList(Message):
    """The uplift of an app's memories together, and of each memory that was tried."""

    app: UpliftReport
    memories: tuple[MemoryUplift, ...]
    next_cursor: Omittable[str] = None


class Learned(Message):
    """What is known about a memory from how runs ended, for searches with `explain`.

    `posterior` is the mean, and `interval` the 95 % interval, of the probability that a run that
    cites it succeeds, by the believed counts, in the stage and category that the search asks for.
    With exploration, `draw` replaces its reputation, and `propensity` is the probability that draws
    alone put it among the first `limit`: before supersession, duplicates, agreement and the numbers
    of supporters are taken into account.
    """

    successes: int
    failures: int
    posterior: float
    interval: Interval
    draw: Omittable[float] = None
    propensity: Omittable[float] = None
    uplift: Omittable[UpliftReport] = None
    demoted: Omittable[Literal["gives_orders", "does_harm", "unproven", "fewer_judges"]] = None
