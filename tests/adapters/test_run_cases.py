"""Cases of many runs: read and forgotten together."""

import httpx

from recollect.adapters.upstash.redis import STORE, RedisClient
from recollect.adapters.upstash.redis_run_cases import RedisRunCases
from recollect.adapters.upstash.vector_knowledge import VectorKnowledge
from recollect.knowledge.solved_cases import SolvedCases
from recollect.retrieval.candidates import Scope
from recollect.wiring.stores import Stores
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.memories.samples import op

HERE, THERE = Scope("cases", "here"), Scope("cases", "there")
RUNS = [("mem:cases", f"run {n}") for n in range(3)]


async def test_nothing_is_left_of_cases_that_are_forgotten(emulated: Stores) -> None:
    cases, kept = RedisRunCases(emulated.redis), ("mem:cases", "kept")
    for run in (*RUNS, kept):
        await cases.cite(run, "A lost card", {HERE: ["a", "b"], THERE: ["c"]}, op())
    whole = SolvedCases(cases, VectorKnowledge(emulated.vector))

    await whole.forget_runs([*RUNS, ("mem:cases", "none")])

    *gone, stays = await cases.read([*RUNS, kept])
    assert gone == [None] * 3
    assert stays is not None
    assert stays.needs == {HERE: ["a", "b"], THERE: ["c"]}
    for scope, item_id in ((HERE, "a"), (HERE, "b"), (THERE, "c")):
        assert await cases.needing(scope, item_id) == [kept]


async def test_the_cases_of_many_runs_are_read_and_forgotten_in_a_request_each(
    http_client: httpx.AsyncClient,
) -> None:
    answers = [reply(200, [{"result": []}] * 3), reply(200, [{"result": 0}] * 3)]
    async with misbehaving(answers) as server:
        cases = RedisRunCases(RedisClient(service(http_client, STORE, server.url)))
        await cases.forget(dict(zip(RUNS, await cases.read(RUNS), strict=True)))

    assert server.requests == 2
