"""The part of the ledger of memories in Upstash Redis that judges memories and runs."""

from collections.abc import Sequence
from typing import Final

from recollect.adapters.upstash.redis.client import (
    Command,
    Script,
    mapping_from_pairs,
    translated_errors,
)
from recollect.adapters.upstash.redis.keys import (
    exposures_key,
    memory_key,
    parts,
    run_key,
    trials_key,
)
from recollect.adapters.upstash.redis.memory_format import (
    authority_argument,
    authority_detail,
    details_argument,
    feedback_script,
    operation_digest,
    recorded_outcome,
    stamp_argument,
)
from recollect.adapters.upstash.redis.memory_part import RedisMemoryPart, counts_or_none, refuse_own
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.uplift import Trial
from recollect.memories.stored.counts import MemoryCounts, trials_of
from recollect.memories.stored.ledger_data import Exposure, Feedback, RecordedOutcome, RunOutcome

# The fields of a run's hash that describe the run itself; the others are memories. The scripts have
# these names, too.
_RUN_FIELDS: Final = frozenset({"opened by", "at work in"})
_EXPOSED_SECONDS: Final = 30 * 86_400


class RedisMemoryJudging(RedisMemoryPart):
    """The part of the ledger that judges memories and runs, and keeps what runs were shown."""

    async def apply(
        self, key: Key, feedback: Feedback, operation: Operation
    ) -> MemoryCounts | None:
        """Count a vote, an outcome or a validation; None if the memory was deleted."""
        script, repeatable = feedback_script(key, feedback, operation)
        answer = await self._redis.run(script, repeatable=repeatable)
        with translated_errors():
            refuse_own(answer)
            return counts_or_none(answer)

    async def cite(
        self,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        operation: Operation,
        context: RunContext = ANYWHERE,
    ) -> str | None:
        """Count a run's citation of each memory, once a run."""
        context_text = "\n".join(context) if any(context) else ""
        arguments = (*_signed(operation), details_argument(run_id=run_id), context_text, *ids)
        memories = [memory_key((collection, each)) for each in ids]
        touched = (part for each in memories for part in parts(each, "gone", "runs", "log", "sum"))
        keys = (run_key(collection, run_id), *memories)
        script = Script("cite", keys, arguments, tuple(touched))
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return str(answer) or None

    async def memories_of_run(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The ids of the memories that a run cited."""
        fields = await self._redis.hkeys(run_key(collection, run_id))
        with translated_errors():
            named = (field for field in fields if field not in _RUN_FIELDS)
            return tuple(sorted(field for field in named if not field.endswith("_at")))

    async def apply_run_outcome(
        self,
        collection: str,
        outcome: RunOutcome,
        ids: Sequence[str],
        operation: Operation,
        *,
        is_whole: bool = False,
    ) -> RecordedOutcome | str:
        """Record the outcome of a run, and move the counts of its citations of these memories."""
        run_id = outcome.run_id
        arguments = (
            operation_digest(operation, run_key(collection, run_id)),
            *(iso(operation.at), operation.actor, authority_argument(operation)),
            *(stamp_argument(outcome.as_of), outcome.outcome),
            details_argument(
                run_id=run_id,
                outcome=outcome.outcome,
                as_of=iso(outcome.as_of),
                authority=authority_detail(operation),
            ),
            *("1" if is_whole else "", *ids),
        )
        keys = (
            *(run_key(collection, run_id), exposures_key(collection, run_id)),
            *(trials_key(collection), *(memory_key((collection, each)) for each in ids)),
        )
        # It also touches the memories that the run was shown, which only the store knows.
        script = Script("apply_run_outcome", keys, arguments, touches=None)
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            refuse_own(answer)
            return answer if isinstance(answer, str) else recorded_outcome(answer)

    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        """Record what a run was shown; False if the run is somebody else's."""
        now = epoch_ms(operation.at)
        lines = [
            f"{'shown' if exposure.shown else 'withheld'} {exposure.propensity:.4f} {exposure.rank}"
            for exposure in exposures
        ]
        memories = [memory_key(each.key) for each in exposures]
        script = Script(
            "expose",
            (exposures_key(collection, run_id), *memories),
            (
                *(operation.actor, "1" if operation.relays else ""),
                *(str(now), str(now - _EXPOSED_SECONDS * 1000), str(_EXPOSED_SECONDS)),
                *lines,
            ),
            tuple(part for each in memories for part in parts(each, "gone", "exposed_in")),
        )
        return not await self._redis.run(script, repeatable=True)

    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        """The trials of a collection's memories; those of sensitive ones only if `sensitive`."""
        which = (False, True) if sensitive else (False,)
        names = [trials_key(collection, sensitive=each) for each in which]
        commands: list[Command] = [["HGETALL", name] for name in names]
        answers = await self._redis.pipeline(commands, repeatable=True)
        with translated_errors():
            return tuple(each for flat in answers for each in trials_of(mapping_from_pairs(flat)))


def _signed(operation: Operation) -> tuple[str, str, str]:
    """The arguments for an operation on a run: its time, its actor, "1" if the actor relays."""
    return iso(operation.at), operation.actor, "1" if operation.relays else ""
