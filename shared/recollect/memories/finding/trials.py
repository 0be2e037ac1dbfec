"""Decides which memories a run is shown, by exploration and withholding, and what that teaches.

An exposure is a memory that a run was shown, or that was withheld from it at random to see how the
run ends without it. Once the run has an outcome, the exposure is a trial of the memory
(`recollect.learning.uplift`).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from recollect.core.errors import NotFound, StoreError
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext
from recollect.learning.exploring import Arm, chance_of, draw
from recollect.learning.posterior import Posterior
from recollect.learning.uplift import Uplift, uplift_of
from recollect.memories.confidence_settings import ConfidenceParameters
from recollect.memories.finding.scored import ScoredMemory
from recollect.memories.known.confidence import least_reputation
from recollect.memories.known.reading import memory_has_injection
from recollect.memories.learned import Interval, Learned, UpliftReport
from recollect.memories.search_result import DroppedMemory
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import Exposure

UNRECORDED: Final = "exposures"
"""The name of the part that failed if it could not be recorded what a run was shown."""


@dataclass(frozen=True, slots=True)
class Trying:
    """How memories are tried: if `explores`, by draws from their posteriors, and by withholding a
    share (`holdout_rate`, 0…1) of those that a run would be shown. Both are determined by the
    `secret` and the run, or `seed` if there is no run. `operation` is the search."""

    operation: Operation
    explores: bool = False
    holdout_rate: float = 0.0
    secret: str = field(default="", repr=False)
    seed: str = ""

    def chance(self, run_id: str | None) -> random.Random:
        """The random numbers for a run or, without one, for this search alone."""
        return chance_of(self.secret, *(["run", run_id] if run_id else ["search", self.seed]))

    def withholds(self, run_id: str, memory_id: str) -> bool:
        """Whether a memory is withheld from a run; always the same for both."""
        return chance_of(self.secret, "run", run_id, memory_id).random() < self.holdout_rate


def posterior_of(
    counts: MemoryCounts, context: RunContext, parameters: ConfidenceParameters
) -> Posterior:
    """How likely a run with the memory is to succeed, by its believed counts."""
    upvotes, downvotes = counts.believed_votes
    return counts.runs_in(context).after(parameters.vote * upvotes, parameters.vote * downvotes)


def explored(
    memories: Sequence[ScoredMemory], chance: random.Random, limit: int
) -> list[ScoredMemory]:
    """The memories, each with a draw from its posterior, so that new ones get a chance."""
    by_name = {"/".join(each.record.key): each for each in memories}
    arms = [
        Arm(name, each.relevance * each.decay, _drawn_from(each)) for name, each in by_name.items()
    ]
    return [replace(by_name[each.id], draw=each) for each in draw(arms, chance, limit)]


def _drawn_from(memory: ScoredMemory) -> Posterior:
    """The posterior to draw from: its mean is at least the memory's `least_reputation`."""
    believed = posterior_of(memory.counts, memory.context, memory.parameters)
    return believed.at_least(least_reputation(memory.counts))


def withheld_from(
    run_id: str, memories: Sequence[ScoredMemory], trying: Trying
) -> tuple[list[ScoredMemory], list[DroppedMemory], list[Exposure]]:
    """Withhold a random part of the results.

    Answers the memories shown, those withheld, and both as exposures.
    """
    exposures = [
        Exposure(
            each.record.key, not trying.withholds(run_id, each.id), 1 - trying.holdout_rate, rank
        )
        for rank, each in enumerate(memories, 1)
    ]
    pairs = list(zip(memories, exposures, strict=True))
    shown = [each for each, exposure in pairs if exposure.shown]
    dropped = [each.dropped("withheld") for each, exposure in pairs if not exposure.shown]
    return shown, dropped, exposures


async def expose(
    run: Key, exposures: Sequence[Exposure], operation: Operation, ledger: MemoryLedger
) -> tuple[str, ...]:
    """Record what a run was shown; answers the names of the parts that failed.

    `run` is the app's collection and the run's id. Raises NotFound if it is somebody else's run.
    """
    collection, run_id = run
    try:
        is_own = await ledger.expose(collection, run_id, exposures, operation)
    except StoreError:
        return (UNRECORDED,)
    if not is_own:
        raise NotFound(f"there is no run {run_id} in {collection}")
    return ()


def learned(memory: ScoredMemory) -> Learned:
    """What is known about a memory from how runs ended, and why it was demoted, if it was."""
    good, bad = memory.counts.believed_runs
    posterior = posterior_of(memory.counts, memory.context, memory.parameters)
    low, high = posterior.interval()
    uplift = uplift_of(memory.counts.trials) if memory.counts.trials else None
    demoted = (
        ("gives_orders", memory_has_injection(memory.metadata)),
        ("does_harm", memory.does_harm),
        ("unproven", memory.counts.unproven),
        ("fewer_judges", memory.outnumbered),
    )
    return Learned.model_validate(
        {
            "successes": good,
            "failures": bad,
            "posterior": posterior.mean,
            "interval": Interval(low=low, high=high),
            "draw": memory.draw and memory.draw.drawn,
            "propensity": memory.draw and memory.draw.propensity,
            "uplift": uplift and report_of(uplift),
            "demoted": next((reason for reason, holds in demoted if holds), None),
        }
    )


def report_of(uplift: Uplift) -> UpliftReport:
    """An uplift as callers see it."""
    known = uplift.difference is not None
    return UpliftReport(
        status="known" if known else "unknown",
        difference=uplift.difference,
        interval=Interval(low=uplift.low, high=uplift.high) if known else None,
        shown=uplift.shown,
        withheld=uplift.withheld,
        demoted=uplift.does_harm,
    )
