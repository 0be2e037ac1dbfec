"""Who may judge a memory or a run, and who counts as standing by a memory."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.core.errors import OwnJudgement
from recollect.learning.judges import OPERATOR
from recollect.memories.stored.ledger_data import (
    Exposure,
    Feedback,
    MemoryOutcome,
    RecordedOutcome,
    RunOutcome,
    Validation,
)
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.judging import by, judge_run, vote
from tests.adapters.contract.stores import NOON, Stores, at, op
from tests.memories.lifecycle import begin


async def test_a_writer_cannot_judge_its_own_memory(stores: Stores, memory: MemoryRecord) -> None:
    before = await stores.counts(memory)
    for feedback in (
        vote("upvote", "mallory"),
        vote("downvote", "mallory"),
        MemoryOutcome("success", NOON),
        MemoryOutcome("corrected", NOON, "Do something else"),
        Validation(),
    ):
        with pytest.raises(OwnJudgement):
            await stores.ledger.apply(memory.key, feedback, by("mallory"))
    assert await stores.counts(memory) == before


async def test_a_caller_that_stores_a_decision_again_counts_as_its_writer_too(
    stores: Stores, memory: MemoryRecord
) -> None:
    await begin(stores.ledger, memory, by=by("bob"))
    with pytest.raises(OwnJudgement):
        await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob"))


async def test_a_relay_may_vote_for_others_but_cannot_lift_the_quarantine_of_its_own_memory(
    stores: Stores,
) -> None:
    record, desk = stores.new(trust=0.1), by("desk", relays=True)
    await begin(stores.ledger, record, by=desk)
    assert await stores.ledger.apply(record.key, vote("upvote", "ann"), desk) is not None
    with pytest.raises(OwnJudgement):
        await stores.ledger.apply(record.key, Validation(), desk)


async def test_a_writer_cannot_judge_its_memory_through_the_runs_of_others(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app = stores.ledger, stores.collection
    other = stores.new("Another")
    await begin(ledger, other, by=by("ann"))
    await ledger.expose(app, "run_1", [Exposure(memory.key, True, 0.9, 1)], by("carol"))
    said, mallory = RunOutcome("run_1", "success", NOON), by("mallory")
    judged = await ledger.apply_run_outcome(app, said, [], mallory, is_whole=True)
    assert judged == RecordedOutcome("success")
    both = [memory.id, other.id]
    await ledger.cite(app, "run_1", both, by("carol"))
    judged = await ledger.apply_run_outcome(app, said, both, mallory, is_whole=True)
    assert judged == RecordedOutcome("success", (other.id,))
    with pytest.raises(OwnJudgement):
        await ledger.apply_run_outcome(app, said, [memory.id], mallory)
    counts = await stores.counts(memory)
    assert (counts.successes, counts.succeeded_at, counts.trials) == (0, None, ())
    assert counts.unproven
    assert (await stores.counts(other)).believed_runs == (1, 0)

    assert isinstance(
        await ledger.apply_run_outcome(app, said, [memory.id], by("bob"), is_whole=True),
        RecordedOutcome,
    )
    counts = await stores.counts(memory)
    assert (counts.believed_runs, len(counts.trials)) == ((1, 0), 1)


async def test_a_run_is_judged_by_others_but_not_by_the_caller_that_ran_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger, app = stores.ledger, stores.collection
    await ledger.cite(app, "run_1", [memory.id], by("carol"))
    success = RunOutcome("run_1", "success", NOON)
    with pytest.raises(OwnJudgement):
        await ledger.apply_run_outcome(app, success, [memory.id], by("carol"))
    assert (await stores.counts(memory)).successes == 0
    assert isinstance(
        await ledger.apply_run_outcome(app, success, [memory.id], by("bob")), RecordedOutcome
    )
    assert (await stores.counts(memory)).successes == 1


@pytest.mark.parametrize("how", ["vote", "outcome", "validation", "run", "store", "operator"])
async def test_a_memory_is_proven_once_anyone_but_its_writer_stands_by_it(
    stores: Stores, memory: MemoryRecord, how: str
) -> None:
    ledger, bob = stores.ledger, by("bob")
    assert (await stores.counts(memory)).unproven
    await ledger.apply(memory.key, vote("downvote", "zoe"), by("zoe"))
    assert (await stores.counts(memory)).unproven
    if how == "run":
        await judge_run(stores, memory, "run_1", "success", bob)
    elif how == "store":
        await begin(ledger, memory, by=bob)
    else:
        feedback: dict[str, Feedback] = {
            "vote": vote("upvote", "bob"),
            "outcome": MemoryOutcome("success", NOON),
            "validation": Validation(),
            "operator": MemoryOutcome("success", NOON),
        }
        said = feedback[how]
        await ledger.apply(memory.key, said, op() if how == "operator" else bob)
    assert not (await stores.counts(memory)).unproven


async def test_a_memory_of_the_operator_is_proven_and_the_operator_may_judge_it(
    stores: Stores,
) -> None:
    record = await stores.begun(by=op())
    assert not (await stores.counts(record)).unproven
    assert await stores.ledger.apply(record.key, vote("upvote", "ada"), op()) is not None


async def test_a_memory_names_its_backers_and_its_opponents(
    stores: Stores, memory: MemoryRecord
) -> None:
    ledger = stores.ledger
    for judge in ("ann", "bob"):
        await ledger.apply(memory.key, vote("upvote", judge), by(judge))
    await judge_run(stores, memory, "run_1", "success", by("cid"))
    await judge_run(stores, memory, "run_2", "failure", by("dee"))
    counts = await stores.counts(memory)
    assert counts.backers == {"ann", "bob", "cid"}
    assert counts.opponents == {"dee"}

    await ledger.apply(memory.key, vote("downvote", "bob"), by("bob"))
    await ledger.apply(memory.key, MemoryOutcome("corrected", NOON, "No"), op())
    counts = await stores.counts(memory)
    assert counts.backers == {"ann", "cid"}
    assert counts.opponents == {"bob", "dee", OPERATOR}
    assert not counts.is_upheld


async def test_a_judges_word_with_the_latest_time_decides_its_side(
    stores: Stores, memory: MemoryRecord
) -> None:
    """By vote, outcome or run alike; of two words with the same time the later arrival counts."""
    key, ledger = memory.key, stores.ledger

    async def sides() -> tuple[set[str], set[str]]:
        counts = await stores.counts(memory)
        return {*counts.backers}, {*counts.opponents}

    await ledger.apply(key, vote("upvote", "ann"), by("ann", day=4))
    await judge_run(stores, memory, "run_1", "failure", by("ann", day=3))
    assert await sides() == ({"ann"}, set())
    await ledger.apply(key, MemoryOutcome("failed", NOON + timedelta(days=4)), by("ann", day=5))
    assert await sides() == (set(), {"ann"})
    await ledger.apply(key, Validation(), by("ann", day=6))
    await ledger.apply(key, MemoryOutcome("failed", NOON), by("ann", day=7))
    assert await sides() == ({"ann"}, set())
    late = vote("downvote", "ann").model_copy(update={"occurred_at": NOON + timedelta(days=5)})
    await ledger.apply(key, late, by("ann", day=7))
    assert await sides() == ({"ann"}, set())


async def test_an_earlier_outcome_outdoes_a_later_store_unless_it_was_stored_as_failed(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", NOON), op())
    await begin(stores.ledger, memory, by=op(minutes=8))
    assert (await stores.counts(memory)).opponents == frozenset()
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", at(4)), op())
    assert (await stores.counts(memory)).opponents == {OPERATOR}
    await begin(stores.ledger, failed, by=replace(op(minutes=8), judges=True))
    await stores.ledger.apply(memory.key, MemoryOutcome("success", at(6)), op())
    assert (await stores.counts(memory)).opponents == {OPERATOR}


async def test_praise_proves_a_memory_even_if_it_arrives_after_later_blame(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("downvote", "ann"), by("ann", day=1))
    await stores.ledger.apply(memory.key, MemoryOutcome("success", NOON), by("ann", day=2))
    counts = await stores.counts(memory)
    assert not counts.unproven
    assert counts.opponents == {"ann"}
    # The operator has said nothing, and so does not stand by it either.
    assert counts.backers == frozenset()


async def test_a_relay_counts_as_one_backer_and_a_writer_as_none(
    stores: Stores, memory: MemoryRecord
) -> None:
    desk = by("desk", relays=True)
    for voter in ("ann", "bob"):
        await stores.ledger.apply(memory.key, vote("upvote", voter), desk)
    await begin(stores.ledger, memory, by=by("mallory"))
    assert (await stores.counts(memory)).backers == {"desk"}


async def test_the_operator_stands_by_what_it_stores(stores: Stores) -> None:
    record = await stores.begun(by=op())
    await stores.ledger.apply(record.key, vote("upvote", "ann"), by("ann"))
    assert (await stores.counts(record)).backers == {OPERATOR, "ann"}


async def test_what_the_operator_stores_as_failed_it_opposes_and_nobody_disputes(
    stores: Stores,
) -> None:
    record = stores.new()
    failed = replace(record, metadata={**record.metadata, "outcome": "failed"})
    await begin(stores.ledger, failed, by=op())
    counts = await stores.counts(record)
    assert counts.opponents == {OPERATOR}
    assert counts.backers == frozenset()
    assert not counts.is_disputed


async def test_a_judge_that_stores_a_decision_again_as_failed_opposes_it(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    await begin(stores.ledger, failed, by=replace(by("bob"), judges=True))
    counts = await stores.counts(memory)
    assert counts.unproven
    assert counts.opponents == {"bob"}
