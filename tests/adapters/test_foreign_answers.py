"""Answers that the stores should never give, and which calls may be repeated."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import httpx
import pytest

from recollect.adapters.upstash.redis.answers import RedisAnswers
from recollect.core.errors import StoreError, StoreRefused
from recollect.memories.requests import NewVote
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import (
    MemoryExport,
    MemoryOutcome,
    RunOutcome,
    Validation,
    WalkCursor,
)
from recollect.relevance.filters import Filters
from recollect.settings.stores import StoreSettings
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import Stores, build_stores
from tests.adapters.misbehaving import Server, misbehaving, reply
from tests.memories.samples import COLLECTION, NOW, op, record_of

RECORD = record_of(conversation_id="cnv_1")
VOTER, NOBODY = NewVote(vote="upvote", voter_id="ada"), NewVote(vote="upvote")
RUN = RunOutcome("run_1", "success", NOW)


def index(to: Stores) -> MemoryIndex:
    return build_memory_stores(to).index


def ledger(to: Stores) -> MemoryLedger:
    return build_memory_stores(to).ledger


Call = Callable[[Stores], Awaitable[object]]

VECTOR: dict[str, Call] = {
    "get": lambda to: index(to).get(COLLECTION, ("mem_1",)),
    "add": lambda to: index(to).add((RECORD,)),
    "patch": lambda to: index(to).patch(RECORD.key, {"outcome": "failed"}),
    "delete": lambda to: index(to).remove(COLLECTION, ("mem_1",)),
    "search": lambda to: index(to).search([COLLECTION], "q", Filters({}, ()), 5),
    "page": lambda to: index(to).page(COLLECTION, "", 5),
    "collections": lambda to: index(to).collections(),
}
REPEATABLE: dict[str, Call] = {
    "read": lambda to: ledger(to).read((RECORD.key,)),
    "claim": lambda to: ledger(to).claim([RECORD.key], "token"),
    "count an occurrence with an operation": lambda to: ledger(to).count_occurrence(
        [RECORD], "token", op("op")
    ),
    "vote of a voter": lambda to: ledger(to).apply(RECORD.key, VOTER, op()),
    "vote with an operation": lambda to: ledger(to).apply(RECORD.key, NOBODY, op("op")),
    "outcome": lambda to: ledger(to).apply(RECORD.key, MemoryOutcome("success", NOW), op()),
    "validate": lambda to: ledger(to).apply(RECORD.key, Validation(), op()),
    "cite": lambda to: ledger(to).cite(COLLECTION, "run_1", ["mem_1"], op()),
    "outcome of a run": lambda to: ledger(to).apply_run_outcome(COLLECTION, RUN, ["mem_1"], op()),
    "memories of a run": lambda to: ledger(to).memories_of_run(COLLECTION, "run_1"),
    "history": lambda to: ledger(to).history(RECORD.key),
    "release": lambda to: ledger(to).release([RECORD.key], "token"),
    "begin deletion": lambda to: ledger(to).begin_deletion([RECORD.key], [None], "token"),
    "unfinished deletions": lambda to: ledger(to).unfinished_deletions(COLLECTION),
    "finish deletion": lambda to: ledger(to).finish_deletion([RECORD.key], [1], "token"),
    "deleted by an operation": lambda to: ledger(to).deleted_by(COLLECTION, "op"),
    "conversation": lambda to: ledger(to).memories_of_conversation(COLLECTION, "cnv_1"),
    "export": lambda to: ledger(to).export([RECORD.key]),
    "restore": lambda to: ledger(to).restore([RECORD], [MemoryExport()], "token", op()),
    "load cursor": lambda to: ledger(to).load_cursor("prune"),
    "save cursor": lambda to: ledger(to).save_cursor("prune", WalkCursor()),
    "begin": lambda to: RedisAnswers(to.redis).begin("key", "hash"),
    "complete": lambda to: RedisAnswers(to.redis).complete("key", "hash", "answer", ()),
}
ONCE_ONLY: dict[str, Call] = {
    "count an occurrence without an operation": lambda to: ledger(to).count_occurrence(
        [RECORD], "token", op()
    ),
    "vote of nobody": lambda to: ledger(to).apply(RECORD.key, NOBODY, op()),
}
# The SDK's own commands read these; they are not sent through the pipeline.
ALONE = {"memories of a run", "unfinished deletions", "conversation", "load cursor", "save cursor"}
FOREIGN = [
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
]
RESULTS: list[object] = [7, "a!", {"a": 1}, [[]], [7, 7, 7], [{"a": 1}], True]


@pytest.fixture
async def stores(http_client: httpx.AsyncClient) -> AsyncIterator[tuple[Stores, Server]]:
    async with misbehaving([]) as server:
        environment = {
            f"UPSTASH_{store}_REST_{name}": value
            for store in ("VECTOR", "REDIS")
            for name, value in (("URL", server.url), ("TOKEN", "token"))
        }
        settings = StoreSettings.read(environment | {"STORE_TIMEOUT_MS": "20000"})
        yield build_stores(settings, http_client), server


async def test_a_call_that_a_repeat_cannot_harm_is_repeated(stores: tuple[Stores, Server]) -> None:
    for name, call in (VECTOR | REPEATABLE).items():
        assert await requests_of(call, *stores) == 2, name


async def test_a_call_that_would_count_twice_is_sent_once(stores: tuple[Stores, Server]) -> None:
    for name, call in ONCE_ONLY.items():
        assert await requests_of(call, *stores) == 1, name


async def requests_of(call: Call, connected: Stores, server: Server) -> int:
    """How often a call is sent to a server that hangs up."""
    before = server.requests
    with pytest.raises(StoreError):
        await call(connected)
    return server.requests - before


async def test_an_answer_outside_the_protocol_is_refused(stores: tuple[Stores, Server]) -> None:
    connected, server = stores
    taken: list[tuple[str, bytes]] = []
    for name, call in (VECTOR | REPEATABLE | ONCE_ONLY).items():
        for foreign in FOREIGN:
            server.behaviours = [foreign]
            with suppress(StoreRefused):
                await call(connected)
                taken.append((name, foreign))
    assert taken == []


async def test_a_result_of_another_type_raises_no_error_but_our_own(
    stores: tuple[Stores, Server],
) -> None:
    connected, server = stores
    for name, call in (VECTOR | REPEATABLE).items():
        for result in RESULTS:
            enveloped, before = {"result": result}, server.requests
            is_alone = name in VECTOR or name in ALONE
            server.behaviours = [reply(200, enveloped if is_alone else [enveloped])]
            # Some types are acceptable: a number of removed keys is a number.
            with suppress(StoreRefused):
                await call(connected)
            assert server.requests == before + 1, (name, result)
