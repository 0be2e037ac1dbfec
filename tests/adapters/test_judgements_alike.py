"""Whatever judges say in whatever order, the ledgers in memory and in Redis count the same."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.adapters.upstash.redis.memories import RedisMemories
from recollect.core.errors import OwnJudgement
from recollect.core.operation import Operation
from recollect.learning.contexts import RunContext
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import (
    Exposure,
    MemoryOutcome,
    RecordedOutcome,
    RunOutcome,
)
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.wiring.stores import Stores
from tests.memories.fakes import FakeLedger
from tests.memories.lifecycle import begin
from tests.memories.samples import COLLECTION, NOW, new_memory, op

_NUMBERS = count()
_RUNS = ("run 1", "run 2", "run 3", "run 4", "run 5")
_JUDGES = st.sampled_from(("ann", "bob", "cid", "mallory", "desk", "operator"))
_HOURS = st.integers(0, 150)
_STATEMENTS = st.one_of(
    st.tuples(st.just("vote"), st.sampled_from(("ann", "bob", "")), st.booleans(), _HOURS),
    st.tuples(st.just("outcome"), st.just(""), st.booleans(), _HOURS),
    st.tuples(st.just("run"), st.sampled_from(_RUNS), st.booleans(), _HOURS),
    st.tuples(st.just("citations"), st.sampled_from(_RUNS), st.booleans(), _HOURS),
    st.tuples(st.just("cite"), st.sampled_from(_RUNS), st.booleans(), _HOURS),
    st.tuples(st.just("retract"), st.just(""), st.booleans(), _HOURS),
)
Statement = tuple[str, str, bool, int]
"""What is said, of whom or what, whether well, and of how many hours after noon."""


def _by(who: str, hours: int) -> Operation:
    at = NOW + timedelta(hours=hours)
    return Operation(who, at, relays=who == "desk", trusted=who == "operator")


async def _say(
    ledger: MemoryLedger, record: MemoryRecord, run: str, said: Statement, by: Operation
) -> object:
    kind, name, well, hours = said
    as_of = min(NOW + timedelta(hours=hours), by.at)
    if kind == "retract":
        await ledger.retract(record, by)
        await ledger.unarchive(record.key, op())
        return None
    if kind == "cite":
        context = RunContext("draft", "refund" if well else "")
        return await ledger.cite(record.collection, run, [record.id], by, context)
    if kind in {"run", "citations"}:
        cited = await ledger.memories_of_run(record.collection, run)
        outcome = RunOutcome(run, "success" if well else "failure", as_of)
        whole = kind == "run"
        if not cited and not whole:
            return None
        stands = await ledger.apply_run_outcome(
            record.collection, outcome, cited, by, is_whole=whole
        )
        return stands if isinstance(stands, RecordedOutcome) else None
    if kind == "vote":
        vote = NewVote(
            vote="upvote" if well else "downvote", voter_id=name or None, occurred_at=as_of
        )
        return _observed(await ledger.apply(record.key, vote, by))
    said_of = MemoryOutcome("success" if well else "failed", as_of)
    return _observed(await ledger.apply(record.key, said_of, by))


def _observed(counts: MemoryCounts | None) -> object:
    return counts and (counts, counts.backers, counts.opponents)


async def _observations(
    ledger: MemoryLedger, record: MemoryRecord, said: Sequence[tuple[Statement, str, int]]
) -> list[object]:
    await begin(ledger, record, by=_by("mallory", 0))
    for number, run in enumerate(_RUNS):
        exposed = [Exposure(record.key, number != 1, 0.9, 1)]
        await ledger.expose(record.collection, f"{run} {record.id}", exposed, op())
    answers: list[object] = []
    for each, who, hours in said:
        try:
            answer = await _say(ledger, record, f"{each[1]} {record.id}", each, _by(who, hours))
        except OwnJudgement:
            answer = "own"
        (counts,) = await ledger.read([record.key])
        believed = (*counts.believed_votes, *counts.believed_runs)
        assert min(believed) >= 0
        answers.append((answer, _observed(counts)))
    return answers


@settings(max_examples=20, suppress_health_check=list(HealthCheck), deadline=None)
@given(said=st.lists(st.tuples(_STATEMENTS, _JUDGES, _HOURS), max_size=14))
async def test_both_ledgers_count_the_same_whatever_judges_say_and_in_whatever_order(
    emulated: Stores, said: Sequence[tuple[Statement, str, int]]
) -> None:
    new = new_memory(f"Example {next(_NUMBERS)} of what is said")
    record = new_record(COLLECTION.removeprefix("support:"), new, NOW)
    in_memory = await _observations(FakeLedger(), record, said)
    assert await _observations(RedisMemories(emulated.redis), record, said) == in_memory
