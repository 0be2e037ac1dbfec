"""What the stores should never answer, and who may be asked twice."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import httpx
import pytest

from recollect.adapters.upstash.redis_answers import RedisAnswers
from recollect.adapters.upstash.redis_archive import RedisArchive
from recollect.core.errors import StoreError, StoreRefused
from recollect.memories.citations import RunJudgement
from recollect.memories.feedback import Judgement
from recollect.memories.paging import Place
from recollect.memories.requests import NewVote
from recollect.memories.transfer import Legacy
from recollect.relevance.filters import Filters
from recollect.settings.stores import StoreSettings
from recollect.wiring.services import Services, build_services
from tests.adapters.misbehaving import Server, misbehaving, reply
from tests.memories.samples import COLLECTION, NOW, op, record_of

RECORD = record_of(conversation_id="cnv_1")
VOTER, NOBODY = NewVote(vote="upvote", voter_id="ada"), NewVote(vote="upvote")
RUN = RunJudgement("run_1", "success", NOW)

Call = Callable[[Services], Awaitable[object]]

VECTOR: dict[str, Call] = {
    "get": lambda to: to.records.get(COLLECTION, ("mem_1",)),
    "add": lambda to: to.records.add((RECORD,)),
    "patch": lambda to: to.records.patch(RECORD.key, {"outcome": "failed"}),
    "delete": lambda to: to.records.remove(COLLECTION, ("mem_1",)),
    "search": lambda to: to.records.search([COLLECTION], "q", Filters({}, ()), 5),
    "page": lambda to: to.records.page(COLLECTION, "", 5),
    "collections": lambda to: to.records.collections(),
}
REPEATABLE: dict[str, Call] = {
    "read": lambda to: to.counts.read((RECORD.key,)),
    "claim": lambda to: to.counts.claim([RECORD.key], "token"),
    "settle with an operation": lambda to: to.counts.settle([RECORD], "token", op("op")),
    "vote of a voter": lambda to: to.counts.vote(RECORD.key, VOTER, op()),
    "vote with an operation": lambda to: to.counts.vote(RECORD.key, NOBODY, op("op")),
    "judge": lambda to: to.counts.judge(RECORD.key, Judgement("success", NOW), op()),
    "validate": lambda to: to.counts.validate(RECORD.key, op()),
    "cite": lambda to: to.counts.cite(COLLECTION, "run_1", ["mem_1"], op()),
    "judge run": lambda to: to.counts.judge_run(COLLECTION, RUN, ["mem_1"], op()),
    "cited": lambda to: to.counts.cited(COLLECTION, "run_1"),
    "history": lambda to: to.counts.history(RECORD.key),
    "release": lambda to: to.counts.release([RECORD.key], "token"),
    "condemn": lambda to: to.counts.condemn([RECORD.key], [None], "token"),
    "condemned": lambda to: to.counts.condemned(COLLECTION),
    "remove": lambda to: to.counts.remove([RECORD.key], "token"),
    "conversation": lambda to: to.counts.of_conversation(COLLECTION, "cnv_1"),
    "begun": lambda to: RedisArchive(to.redis).begun([RECORD.key]),
    "dump": lambda to: RedisArchive(to.redis).dump([RECORD.key]),
    "inherit": lambda to: RedisArchive(to.redis).inherit([RECORD], [Legacy()], "token", op()),
    "load": lambda to: to.counts.load("prune"),
    "save": lambda to: to.counts.save("prune", Place()),
    "begin": lambda to: RedisAnswers(to.redis).begin("key", "hash"),
    "complete": lambda to: RedisAnswers(to.redis).complete("key", "hash", "answer", ()),
}
ONCE_ONLY: dict[str, Call] = {
    "settle without an operation": lambda to: to.counts.settle([RECORD], "token", op()),
    "vote of nobody": lambda to: to.counts.vote(RECORD.key, NOBODY, op()),
}
# Read by the SDK's own commands, which are not sent through the pipeline.
ALONE = {"cited", "condemned", "conversation", "load", "save"}


@pytest.fixture
async def stores(http_client: httpx.AsyncClient) -> AsyncIterator[tuple[Services, Server]]:
    async with misbehaving([]) as server:
        environment = {
            f"UPSTASH_{store}_REST_{name}": value
            for store in ("VECTOR", "REDIS")
            for name, value in (("URL", server.url), ("TOKEN", "token"))
        }
        settings = StoreSettings.read(environment | {"STORE_TIMEOUT_MS": "20000"})
        yield build_services(settings, http_client), server


@pytest.mark.parametrize("name", [*VECTOR, *REPEATABLE])
async def test_what_a_repeat_cannot_harm_is_repeated(
    stores: tuple[Services, Server], name: str
) -> None:
    services, server = stores
    with pytest.raises(StoreError):
        await (VECTOR | REPEATABLE)[name](services)
    assert server.requests == 2


@pytest.mark.parametrize("name", list(ONCE_ONLY))
async def test_what_would_count_twice_is_sent_once(
    stores: tuple[Services, Server], name: str
) -> None:
    services, server = stores
    with pytest.raises(StoreError):
        await ONCE_ONLY[name](services)
    assert server.requests == 1


@pytest.mark.parametrize("name", [*VECTOR, *REPEATABLE, *ONCE_ONLY])
@pytest.mark.parametrize(
    "foreign",
    [
        reply(200, b"<html>Welcome</html>"),
        reply(200, b"\xff\xfe"),
        reply(200, b"[" * 100_000),
        reply(200, None),
        reply(200, "text"),
        reply(200, 7),
        reply(200, {}),
        reply(200, []),
        reply(200, {"error": "ERR no"}),
        reply(200, [{"error": "ERR no"}]),
        reply(400, {"error": "ERR no"}),
        reply(401, {"error": "Unauthorized"}),
        reply(301, b""),
    ],
)
async def test_an_answer_outside_the_protocol_is_refused(
    stores: tuple[Services, Server], name: str, foreign: bytes
) -> None:
    services, server = stores
    server.behaviours = [foreign]
    with pytest.raises(StoreRefused):
        await (VECTOR | REPEATABLE | ONCE_ONLY)[name](services)


@pytest.mark.parametrize("name", [*VECTOR, *REPEATABLE])
@pytest.mark.parametrize("result", [7, "a!", {"a": 1}, [[]], [7, 7, 7], [{"a": 1}], True])
async def test_a_result_of_another_kind_raises_nothing_but_our_own_error(
    stores: tuple[Services, Server], name: str, result: object
) -> None:
    services, server = stores
    enveloped = {"result": result}
    server.behaviours = [reply(200, enveloped if name in VECTOR or name in ALONE else [enveloped])]
    # Some kinds will do: a number of removed keys is a number.
    with suppress(StoreRefused):
        await (VECTOR | REPEATABLE)[name](services)
    assert server.requests == 1
