"""How much is kept of judgements."""

from datetime import timedelta

from recollect.adapters.upstash.redis.client import Command
from recollect.adapters.upstash.redis.keys import memory_key
from recollect.adapters.upstash.redis.memories import RedisMemories
from recollect.core.operation import Operation
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import MemoryOutcome
from recollect.wiring.stores import Stores
from tests.memories.lifecycle import begin
from tests.memories.samples import NOW, record_of


async def test_daily_votes_of_one_judge_do_not_make_a_record_grow(emulated: Stores) -> None:
    ledger, memory = RedisMemories(emulated.redis), record_of("A judge speaks every day")
    await begin(ledger, memory)
    sizes = []
    for day in range(9):
        bob = Operation("bob", NOW + timedelta(days=day))
        for feedback in (
            MemoryOutcome("success", bob.at),
            NewVote(vote="upvote", voter_id="bob"),
            MemoryOutcome("failed", bob.at),
        ):
            assert await ledger.apply(memory.key, feedback, bob) is not None
        length: Command = ["HLEN", f"{memory_key(memory.key)}:influence"]
        sizes += await emulated.redis.pipeline([length], repeatable=True)
    assert len(set(sizes)) == 1
    (counts,) = await ledger.read((memory.key,))
    assert counts.believed_votes == (0, 9)
