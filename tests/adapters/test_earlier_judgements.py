"""Judgements that earlier releases kept, without their judge or time, and how much is kept.

The earlier release runs beside this one during a deployment, and may come back.
"""

from datetime import timedelta
from typing import get_args
from uuid import uuid4

import pytest

from recollect.adapters.upstash.redis import Command, mapping_from_pairs
from recollect.adapters.upstash.redis_keys import exposures_key, memory_key, run_key, trials_key
from recollect.adapters.upstash.redis_memories import RedisMemories
from recollect.core.ids import collection_of
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms
from recollect.learning.contexts import RunContext
from recollect.learning.uplift import Trial
from recollect.memories.ledger_data import Exposure, MemoryOutcome, RecordedOutcome, RunOutcome
from recollect.memories.model import CitationOutcome, Vote
from recollect.memories.record import MemoryRecord, new_record
from recollect.memories.requests import NewMemory, NewVote
from recollect.wiring.stores import Stores
from tests.memories.lifecycle import begin
from tests.memories.samples import NOW, op


async def stored(ledger: RedisMemories, app: str) -> MemoryRecord:
    new = NewMemory(situation="A lost card", decision="Block it", stage="draft")
    memory = new_record(app.removeprefix("support:"), new, NOW)
    await begin(ledger, memory)
    return memory


async def test_a_run_judged_by_an_earlier_release_is_still_believed_and_the_operator_may_change_it(
    emulated: Stores,
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)

    async def judged(outcome: CitationOutcome, by: Operation) -> tuple[int, int]:
        said = RunOutcome("run", outcome, by.at)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, [memory.id], by), RecordedOutcome
        )
        (counts,) = await ledger.read((memory.key,))
        return counts.believed_runs

    await ledger.cite(app, "run", [memory.id], op())
    ann, eve = (Operation(name, NOW + timedelta(days=1)) for name in ("ann", "eve"))
    assert await judged("success", ann) == (1, 0)
    influence, run = f"{memory_key(memory.key)}:influence", run_key(app, "run")
    forgotten: Command = ["HDEL", influence, f"ended {run} success", f"ended {run} success judge"]
    await emulated.redis.pipeline([forgotten], repeatable=True)
    assert await judged("failure", eve) == (1, 0)
    assert await judged("failure", Operation("desk", eve.at, trusted=True)) == (0, 1)


async def test_daily_votes_of_one_judge_do_not_make_a_record_grow(emulated: Stores) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
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


@pytest.mark.parametrize(
    ("kept", "by_bob", "by_operator"),
    [
        ("vote 2026-02-27 bob", (0, 1), (0, 1)),
        ("vote 2026-02-27 eve", (1, 1), (0, 1)),
        ("beyond bob", (0, 1), (0, 1)),
        ("beyond eve", (0, 1), (0, 1)),
        ("", (1, 1), (0, 1)),
    ],
)
async def test_a_vote_of_an_earlier_release_belongs_to_the_judge_that_brought_it(
    emulated: Stores, kept: str, by_bob: tuple[int, int], by_operator: tuple[int, int]
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
    name = memory_key(memory.key)
    told: list[Command] = [
        ["HSET", f"{name}:voters", "bob", "upvote"],
        ["HSET", name, "upvotes", "1", "upvotes_beyond", "1" if "beyond" in kept else "0"],
    ]
    if kept:
        told.append(["HSET", f"{name}:influence", "voter bob", kept])
        if kept.startswith("vote"):
            told.append(["HSET", f"{name}:influence", kept, "upvote bob"])
    await emulated.redis.pipeline(told, repeatable=True)
    downvote = NewVote(vote="downvote", voter_id="bob")
    for operation, believed in ((Operation("bob", NOW), by_bob), (op(), by_operator)):
        counts = await ledger.apply(memory.key, downvote, operation)
        assert counts is not None
        assert (counts.upvotes, counts.downvotes) == (0, 1)
        assert counts.believed_votes == believed


async def test_a_vote_that_the_earlier_release_changed_belongs_to_its_judge(
    emulated: Stores,
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
    bob, name = Operation("bob", NOW), memory_key(memory.key)
    await ledger.apply(memory.key, NewVote(vote="upvote", voter_id="bob"), bob)
    changed: list[Command] = [
        ["HSET", f"{name}:voters", "bob", "downvote"],
        ["HSET", f"{name}:voted_at", "bob", f"{epoch_ms(NOW):015d}"],
        ["HSET", name, "upvotes", "0", "downvotes", "1"],
    ]
    await emulated.redis.pipeline(changed, repeatable=True)
    for vote, believed in (("downvote", (0, 1)), ("upvote", (1, 0)), ("downvote", (0, 1))):
        said = NewVote.model_validate({"vote": vote, "voter_id": "bob"})
        counts = await ledger.apply(memory.key, said, bob)
        assert counts is not None
        assert counts.believed_votes == believed


async def test_when_the_earlier_release_changes_a_vote_the_voters_own_word_is_replaced_first(
    emulated: Stores,
) -> None:
    ledger, bob = RedisMemories(emulated.redis), Operation("bob", NOW)
    up, down = (NewVote(vote=vote, voter_id="bob") for vote in get_args(Vote))
    for number in range(8):
        memory = await stored(ledger, collection_of(f"app-{uuid4().hex}"))
        name = memory_key(memory.key)
        await ledger.apply(memory.key, up, bob)
        await ledger.apply(memory.key, up, Operation(f"relay-{number}", NOW, relays=True))
        changed: list[Command] = [
            ["HSET", f"{name}:voters", "bob", "downvote"],
            ["HSET", f"{name}:voted_at", "bob", f"{epoch_ms(NOW):015d}"],
            ["HINCRBY", name, "upvotes", "-1"],
            ["HINCRBY", name, "downvotes", "1"],
        ]
        await emulated.redis.pipeline(changed, repeatable=True)
        counts = await ledger.apply(memory.key, down, bob)
        assert counts is not None
        assert counts.believed_votes == (1, 1)


async def test_trials_kept_without_a_month_count_and_can_be_taken_back(
    emulated: Stores,
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
    assert await ledger.expose(app, "run", [Exposure(memory.key, True, 0.9, 1)], op())
    name, old = memory_key(memory.key), "trial shown 0.9000 success"
    counted: list[Command] = [
        ["HSET", exposures_key(app, "run"), f"{name} counted", "success"],
        ["HSET", name, old, "1"],
        ["HSET", trials_key(app), old, "1"],
    ]
    await emulated.redis.pipeline(counted, repeatable=True)
    assert await ledger.trials(app, sensitive=False) == (Trial(True, 0.9, True),)

    said = RunOutcome("run", "failure", NOW)
    assert isinstance(
        await ledger.apply_run_outcome(app, said, [], op(), is_whole=True), RecordedOutcome
    )
    (counts,) = await ledger.read((memory.key,))
    now = (Trial(True, 0.9, False, month="2026-03"),)
    assert counts.trials == now == await ledger.trials(app, sensitive=False)


async def test_the_earlier_release_reads_what_is_kept_and_skips_fields_that_it_does_not_know(
    emulated: Stores,
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
    context = RunContext("draft", "technical")
    assert await ledger.expose(app, "run", [Exposure(memory.key, True, 0.9, 1)], op())
    await ledger.cite(app, "run", [memory.id], op(), context)
    said, ann = RunOutcome("run", "success", NOW), Operation("ann", NOW)
    assert isinstance(
        await ledger.apply_run_outcome(app, said, [memory.id], ann, is_whole=True), RecordedOutcome
    )
    name, shown = memory_key(memory.key), exposures_key(app, "run")
    told: list[Command] = [["HGETALL", name], ["HGETALL", trials_key(app)], ["HGETALL", shown]]
    fields, trials, kept = map(
        mapping_from_pairs, await emulated.redis.pipeline(told, repeatable=True)
    )
    read = {field: value for field, value in fields.items() if field.startswith("in context ")}
    assert all(each.isdigit() for each in read.values())
    assert not [field for field in {**fields, **trials} if field.startswith("trial ")]
    assert kept[f"{name} counted"] == "success"


async def test_a_trial_that_the_earlier_release_moved_counts_once(emulated: Stores) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    memory = await stored(ledger, app)
    assert await ledger.expose(app, "run", [Exposure(memory.key, True, 0.9, 1)], op())

    async def judged(outcome: CitationOutcome) -> tuple[Trial, ...]:
        said = RunOutcome("run", outcome, NOW)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, [], op(), is_whole=True), RecordedOutcome
        )
        (counts,) = await ledger.read((memory.key,))
        assert counts.trials == await ledger.trials(app, sensitive=False)
        return counts.trials

    well = Trial(True, 0.9, True, month="2026-03")
    assert await judged("success") == (well,)
    name = memory_key(memory.key)
    moved: list[Command] = [["HSET", exposures_key(app, "run"), f"{name} counted", "failure"]]
    for place in (name, trials_key(app)):
        moved.append(["HINCRBY", place, "trial shown 0.9000 success", "-1"])
        moved.append(["HINCRBY", place, "trial shown 0.9000 failure", "1"])
    await emulated.redis.pipeline([*moved, ["DEL", f"{name}:sum"]], repeatable=True)
    (counts,) = await ledger.read((memory.key,))
    assert counts.trials == (Trial(True, 0.9, False),)
    assert await judged("failure") == (Trial(True, 0.9, False),)
    assert await judged("success") == (well,)


async def test_a_memory_that_the_earlier_release_deleted_begins_without_failed_runs(
    emulated: Stores,
) -> None:
    ledger, app = RedisMemories(emulated.redis), collection_of(f"app-{uuid4().hex}")
    new = NewMemory(situation="A lost card", decision="Block it", stage="draft")
    memory = new_record(app.removeprefix("support:"), new, NOW)
    left: Command = ["ZADD", f"{memory_key(memory.key)}:endings", "1", "failure run_1"]
    await emulated.redis.pipeline([left], repeatable=True)
    await begin(ledger, memory)
    await ledger.cite(app, "run_2", [memory.id], op())
    await ledger.apply_run_outcome(app, RunOutcome("run_2", "failure", NOW), [memory.id], op())
    (counts,) = await ledger.read((memory.key,))
    assert counts.failed_last == 1
