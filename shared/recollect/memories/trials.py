"""What a run is shown, and what is learned from it: exploration, withholding.

An exposure is a memory that a run was shown, or that was withheld from it by chance to see how it
does without. Once the run has an outcome, the exposure is a trial of the memory
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
from recollect.memories.confidence import least_reputation
from recollect.memories.confidence_settings import ConfidenceParameters
from recollect.memories.learned import Interval, Learned, UpliftReport
from recollect.memories.ledger import MemoryLedger
from recollect.memories.ledger_data import Exposure
from recollect.memories.reading import memory_has_injection
from recollect.memories.record import MemoryCounts
from recollect.memories.scored import ScoredMemory
from recollect.memories.search_result import DroppedMemory

UNRECORDED: Final = "exposures"
"""The part that is missing where it could not be kept what a run was shown."""


@dataclass(frozen=True, slots=True)
class Trying:
    """How memories are tried: by draws from what is believed of them if it `explores`, and by
    withholding some (`holdout_rate`, 0…1) of those that a run would be shown. Both follow from the
    `secret` and the run, or else from `seed`. `operation` is the search."""

    operation: Operation
    explores: bool = False
    holdout_rate: float = 0.0
    secret: str = field(default="", repr=False)
    seed: str = ""

    def chance(self, run_id: str | None) -> random.Random:
        """What chance decides for a run, or else for a search by itself."""
        return chance_of(self.secret, *(["run", run_id] if run_id else ["search", self.seed]))

    def withholds(self, run_id: str, memory_id: str) -> bool:
        """Whether a run is to do without a memory: always the same answer."""
        return chance_of(self.secret, "run", run_id, memory_id).random() < self.holdout_rate


def posterior_of(
    counts: MemoryCounts, context: RunContext, parameters: ConfidenceParameters
) -> Posterior:
    """How likely a run with the memory is to succeed, by what is believed of its counts."""
    upvotes, downvotes = counts.believed_votes
    return counts.runs_in(context).after(parameters.vote * upvotes, parameters.vote * downvotes)


def explored(
    memories: Sequence[ScoredMemory], chance: random.Random, limit: int
) -> list[ScoredMemory]:
    """The memories with draws from what is believed of them, so that what is new has its chance."""
    by_name = {"/".join(each.record.key): each for each in memories}
    arms = [
        Arm(name, each.relevance * each.decay, _drawn_from(each)) for name, each in by_name.items()
    ]
    return [replace(by_name[each.id], draw=each) for each in draw(arms, chance, limit)]


def _drawn_from(memory: ScoredMemory) -> Posterior:
    """What is believed of a memory, not less than what it keeps while more judges stand by it."""
    believed = posterior_of(memory.counts, memory.context, memory.parameters)
    return believed.at_least(least_reputation(memory.counts))


def withheld_from(
    run_id: str, memories: Sequence[ScoredMemory], trying: Trying
) -> tuple[list[ScoredMemory], list[DroppedMemory], list[Exposure]]:
    """Withhold a random part of the results: those shown, those withheld, and both as exposures."""
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
    """Record what a run was shown; answers the names of parts that failed.

    `run` is its app's collection and its id. Raises NotFound if it is somebody else's run.
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
    """What is known of a memory from how runs ended, and why it was demoted."""
    good, bad = memory.counts.believed_runs
    posterior = posterior_of(memory.counts, memory.context, memory.parameters)
    low, high = posterior.interval()
    uplift = uplift_of(memory.counts.trials) if memory.counts.trials else None
    demoted = (
        ("gives_orders", memory_has_injection(memory.record, memory.metadata)),
        ("does_harm", memory.does_harm),
        ("unproven", memory.counts.unproven),
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
    """An uplift as it is told."""
    known = uplift.difference is not None
    return UpliftReport(
        status="known" if known else "unknown",
        difference=uplift.difference,
        interval=Interval(low=uplift.low, high=uplift.high) if known else None,
        shown=uplift.shown,
        withheld=uplift.withheld,
        demoted=uplift.does_harm,
    )
