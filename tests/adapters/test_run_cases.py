"""Cases of runs: how they are judged, and how those of many runs are forgotten together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from typing_extensions import override

from recollect.adapters.upstash.redis.client import STORE, RedisClient
from recollect.adapters.upstash.redis.run_cases import RedisRunCases
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.core.errors import StoreUnavailable
from recollect.core.operation import Operation
from recollect.knowledge.solved_cases import (
    MAX_NEEDED_ITEMS,
    CaseOutcome,
    RunCase,
    RunKey,
    SolvedCases,
    experience_namespace,
)
from recollect.retrieval.candidates import Scope
from recollect.wiring.stores import Stores
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.knowledge.fake_cases import FakeRunCases
from tests.knowledge.fakes import FakeKnowledge
from tests.memories.samples import NOW, op

HERE, THERE = Scope("cases", "here"), Scope("cases", "there")
RUNS = [("mem:cases", f"run {n}") for n in range(3)]


def of_runs(redis: RedisClient) -> SolvedCases:
    """Cases that are in Redis only and none of which is solved."""
    return SolvedCases(RedisRunCases(redis), FakeKnowledge())


async def test_nothing_is_left_of_forgotten_cases(emulated: Stores) -> None:
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


async def test_items_of_a_deleted_project_are_removed_from_the_needs_of_a_case(
    emulated: Stores,
) -> None:
    runs, vector = RedisRunCases(emulated.redis), VectorKnowledge(emulated.vector)
    run = ("mem:cases", "shared")
    await runs.cite(run, "A lost card", {HERE: ["a", "b"], THERE: ["c"]}, op())
    await runs.judge(run, "success", NOW, op())
    cases = SolvedCases(runs, vector)
    await cases.follow(run)

    await cases.forget_needs(run, {HERE: ["a", "b"]})

    (left,) = await runs.read([run])
    assert left is not None
    assert left.needs == {THERE: ["c"]}
    pages = [await vector.page(experience_namespace(each), "", 9) for each in (HERE, THERE)]
    assert [[each.metadata["needed"] for each in records] for records, _ in pages] == [[], [["c"]]]


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a run of its own, whose opener does not judge it."""

    runs: RedisRunCases
    run: RunKey

    async def solved_at(self, who: str, outcome: CaseOutcome, minutes: int = 0) -> datetime | None:
        """Judge the case as `who` ("" is the operator); when it was solved, or None."""
        as_of = NOW + timedelta(minutes=minutes)
        by = Operation(who, as_of, trusted=not who)
        assert await self.runs.judge(self.run, outcome, as_of, by)
        (case,) = await self.runs.read([self.run])
        assert case is not None
        return case.solved_at


@pytest.fixture
async def case(emulated: Stores) -> Case:
    runs, run = RedisRunCases(emulated.redis), ("mem:cases", uuid4().hex)
    await runs.cite(run, "A lost card", {HERE: ["a"]}, op())
    return Case(runs, run)


async def test_a_case_is_solved_while_a_majority_of_the_latest_judgements_says_so(
    case: Case,
) -> None:
    assert await case.solved_at("ann", "success") == NOW
    assert await case.solved_at("eve", "failure", 9) is None
    # Two judges who disagree leave it open; a third one decides.
    assert await case.solved_at("bob", "success", 3) == NOW + timedelta(minutes=3)
    assert await case.solved_at("bob", "failure", 2) == NOW + timedelta(minutes=3)
    assert await case.solved_at("ann", "failure", 1) is None
    assert await case.solved_at("eve", "success", 10) == NOW + timedelta(minutes=10)


async def test_the_operators_judgement_of_a_case_overrides_all_others(case: Case) -> None:
    for who in ("ann", "bob"):
        await case.solved_at(who, "failure", 5)
    assert await case.solved_at("", "success") == NOW
    assert await case.solved_at("ann", "failure", 6) == NOW
    assert await case.solved_at("", "failure", 1) is None
    assert await case.solved_at("ann", "success", 7) is None


async def test_judgements_from_before_a_case_was_voided_do_not_count(case: Case) -> None:
    await case.solved_at("ann", "success")
    await case.runs.void([case.run], NOW + timedelta(minutes=5))
    assert await case.solved_at("bob", "success", 4) is None
    assert await case.solved_at("bob", "success", 6) == NOW + timedelta(minutes=6)
    assert await case.solved_at("eve", "failure", 6) is None
    await case.runs.void([case.run], NOW + timedelta(minutes=3))
    assert await case.solved_at("ann", "success", 7) == NOW + timedelta(minutes=7)


async def test_a_repeated_delivery_does_not_judge_a_case_again(case: Case) -> None:
    async def solved(operation: str, outcome: CaseOutcome) -> bool:
        assert await case.runs.judge(case.run, outcome, NOW, op(operation)) == "failure"
        (kept,) = await case.runs.read([case.run])
        assert kept is not None
        return kept.solved_at is not None

    assert await case.runs.judge(case.run, "success", NOW, op("first")) == "success"
    # With the same time, as happens to events that give it in seconds.
    assert not await solved("second", "failure")
    assert not await solved("first", "success")


async def test_a_case_has_room_for_all_its_needs_however_many_have_judged_it(case: Case) -> None:
    outcomes: tuple[CaseOutcome, ...] = ("success", "failure")
    for outcome in outcomes:
        await case.solved_at(f"says {outcome}", outcome)
    needed = [f"item {n}" for n in range(MAX_NEEDED_ITEMS)]
    await case.runs.cite(case.run, "", {HERE: needed}, op())
    (kept,) = await case.runs.read([case.run])
    assert kept is not None
    assert len(kept.needs[HERE]) == MAX_NEEDED_ITEMS


async def test_the_cases_of_many_runs_are_read_in_one_request_and_forgotten_in_another(
    http_client: httpx.AsyncClient,
) -> None:
    case = {"result": ["opened by", "ann", "situation", "A lost card"]}
    answers = [reply(200, [case] * 3), reply(200, [{"result": 0}] * 3)]
    async with misbehaving(answers) as server:
        await of_runs(RedisClient(service(http_client, STORE, server.url))).forget_runs(RUNS)

    assert server.requests == 2


async def test_nothing_is_forgotten_for_runs_without_cases(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, [{"result": []}] * 3)]) as server:
        await of_runs(RedisClient(service(http_client, STORE, server.url))).forget_runs(RUNS)

    assert server.requests == 1


@dataclass(slots=True)
class TiringRunCases(FakeRunCases):
    """Breaks off when it is to forget more cases than there is time for."""

    time_for: int = 0

    @override
    async def forget(self, cases: Mapping[RunKey, RunCase]) -> None:
        if len(cases) > self.time_for:
            raise StoreUnavailable("cases", "timeout")
        self.time_for -= len(cases)
        await FakeRunCases.forget(self, cases)


async def test_a_repeat_continues_where_forgetting_many_cases_broke_off() -> None:
    runs = [("mem:cases", f"run {n}") for n in range(1_200)]
    cases = TiringRunCases(dict.fromkeys(runs, RunCase("A lost card", {}, "ann", None)))
    whole = SolvedCases(cases, FakeKnowledge())

    cases.time_for = 700
    with pytest.raises(StoreUnavailable):
        await whole.forget_runs(runs)
    cases.time_for = 700
    await whole.forget_runs(runs)

    assert not cases.cases
