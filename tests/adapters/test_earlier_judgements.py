"""Runs that were judged before it was kept what is believed of them, and whose word that is."""

from datetime import timedelta
from uuid import uuid4

from recollect.adapters.upstash.redis import Command
from recollect.adapters.upstash.redis_keys import memory_key, run_key
from recollect.adapters.upstash.redis_memories import RedisMemories
from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome
from recollect.memories.ports import RunOutcome
from recollect.memories.record import new_record
from recollect.memories.requests import NewMemory
from recollect.wiring.stores import Stores
from tests.memories.lifecycle import begin
from tests.memories.samples import NOW, op


async def test_what_was_believed_is_and_the_operator_changes_it(emulated: Stores) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    new = NewMemory(situation="A lost card", decision="Block it", stage="draft")
    memory = new_record(app.removeprefix("support:"), new, NOW)
    await begin(ledger, memory)

    async def judged(outcome: CitationOutcome, by: Operation) -> tuple[int, int]:
        said = RunOutcome("run", outcome, by.at)
        assert await ledger.apply_run_outcome(app, said, [memory.id], by) is None
        (counts,) = await ledger.read((memory.key,))
        return counts.believed_runs

    await ledger.cite(app, "run", [memory.id], op())
    ann, eve = (Operation(name, NOW + timedelta(days=1)) for name in ("ann", "eve"))
    assert await judged("success", ann) == (1, 0)
    influence, run = f"{memory_key(memory.key)}:influence", run_key(app, "run")
    forgotten: Command = ["HDEL", influence, f"word {run}", f"judge of {run}"]
    await emulated.redis.pipeline([forgotten], repeatable=True)
    assert await judged("failure", eve) == (1, 0)
    assert await judged("failure", Operation("desk", eve.at, trusted=True)) == (0, 1)
