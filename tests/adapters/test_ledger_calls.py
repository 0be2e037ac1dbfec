"""Each call of the ledger: asked again if its answer was lost, and what it locks meanwhile."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import httpx
import pytest

from recollect.adapters.upstash.redis.memories import RedisMemories
from recollect.core.errors import StoreUnavailable
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import Exposure, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.forgetful import Forgetful, forgetful_redis
from tests.cases import each_case
from tests.memories.lifecycle import begin, new_token
from tests.memories.samples import COLLECTION, NOW, op, record_of

Call = Callable[[RedisMemories, MemoryRecord], Awaitable[object]]

READING: Final[dict[str, Call]] = {
    "history": lambda ledger, memory: ledger.history(memory.key),
    "histories": lambda ledger, memory: ledger.histories([memory.key]),
    "listed": lambda ledger, _: ledger.listed(COLLECTION, "", 9, sensitive=True),
    "how_many": lambda ledger, _: ledger.how_many([COLLECTION], sensitive=True),
    "export": lambda ledger, memory: ledger.export([memory.key]),
    "trials": lambda ledger, _: ledger.trials(COLLECTION, sensitive=True),
    "deleted_by": lambda ledger, _: ledger.deleted_by(COLLECTION, "an operation"),
    "reword": lambda ledger, memory: ledger.reword([memory.key], str.upper),
}
WRITING: Final[dict[str, Call]] = {
    "store again": lambda ledger, memory: ledger.count_occurrence(
        [memory], new_token(), op("once")
    ),
    "vote": lambda ledger, memory: ledger.apply(memory.key, NewVote(vote="upvote"), op("once")),
    "cite": lambda ledger, memory: ledger.cite(COLLECTION, "run", [memory.id], op()),
    "expose": lambda ledger, memory: ledger.expose(
        COLLECTION, "shown", [Exposure(memory.key, True, 0.9, 1)], op()
    ),
    "unarchive": lambda ledger, memory: ledger.unarchive(memory.key, op()),
    "quarantine": lambda ledger, memory: ledger.quarantine([memory.key], op()),
    "begin_deletion": lambda ledger, memory: ledger.begin_deletion(
        [memory.key], [None], new_token()
    ),
}
# Only the store knows which further keys these touch.
LOCKING: Final[dict[str, Call]] = {
    "apply_run_outcome": lambda ledger, _: ledger.apply_run_outcome(
        COLLECTION, RunOutcome("run", "success", NOW), [], op()
    ),
    "retract": lambda ledger, memory: ledger.retract(memory, op()),
}
# Without the id of an operation these would count twice, or find that the memory has changed.
COUNTING: Final[dict[str, Call]] = {
    "archive": lambda ledger, memory: ledger.archive([(memory, MemoryCounts())], op()),
    "vote of nobody": lambda ledger, memory: ledger.apply(memory.key, NewVote(vote="upvote"), op()),
    "store anew": lambda ledger, memory: ledger.count_occurrence([memory], new_token(), op()),
}


@pytest.fixture(scope="module")
async def forgetful(
    http_client: httpx.AsyncClient,
) -> AsyncIterator[tuple[RedisMemories, Forgetful]]:
    async with forgetful_redis(http_client) as (redis, app):
        yield RedisMemories(redis), app


async def whole_locks(app: Forgetful) -> int:
    """How many commands have locked the whole database."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app.app), base_url="http://") as own:
        locked: int = (await own.get("/bill")).json()["whole_locks"]
    return locked


async def begun(ledger: RedisMemories, app: Forgetful, name: str) -> MemoryRecord:
    """A memory, after which the next answer is lost."""
    record = record_of(name)
    app.requests = 1
    await begin(ledger, record)
    app.requests = 0
    return record


@each_case(("name", "call"), [*READING.items(), *WRITING.items(), *LOCKING.items()])
async def test_a_call_whose_answer_was_lost_is_repeated_and_only_two_lock_the_whole_database(
    forgetful: tuple[RedisMemories, Forgetful], name: str, call: Call
) -> None:
    ledger, app = forgetful
    memory = await begun(ledger, app, name)
    locked = await whole_locks(app)
    await call(ledger, memory)
    assert app.requests == 2
    assert await whole_locks(app) - locked == (2 if name in LOCKING else 0)


@each_case(("name", "call"), COUNTING.items())
async def test_a_call_that_would_count_twice_is_not_repeated(
    forgetful: tuple[RedisMemories, Forgetful], name: str, call: Call
) -> None:
    ledger, app = forgetful
    memory = await begun(ledger, app, name)
    locked = await whole_locks(app)
    with pytest.raises(StoreUnavailable):
        await call(ledger, memory)
    assert (app.requests, await whole_locks(app)) == (1, locked)
