"""What the ledger promises about storing: who may add a record, and what counts as created."""

import asyncio
from dataclasses import replace

import pytest

from recollect.memories.stored.ledger_data import ClaimResult, MemoryOutcome
from tests.adapters.contract.judging import by
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lifecycle import (
    begin,
    begin_deletion,
    break_off_deletion,
    delete,
    exist,
    known,
    only,
)


async def test_exactly_one_of_many_simultaneous_claims_is_granted(stores: Stores) -> None:
    key = stores.new().key
    claims = await asyncio.gather(
        *(stores.ledger.claim([key], f"token {number}") for number in range(8))
    )
    assert sorted(claim.value for (claim,) in claims) == ["busy"] * 7 + ["granted"]


async def test_a_claim_may_be_repeated_by_its_holder(stores: Stores) -> None:
    key = stores.new().key
    assert await stores.ledger.claim([key], "mine") == (ClaimResult.GRANTED,)
    assert await stores.ledger.claim([key], "mine") == (ClaimResult.GRANTED,)


async def test_each_claim_of_a_batch_is_decided_on_its_own(stores: Stores) -> None:
    taken, free = stores.new("Taken").key, stores.new("Free").key
    await stores.ledger.claim([taken], "theirs")
    assert await stores.ledger.claim([taken, free], "mine") == (
        ClaimResult.BUSY,
        ClaimResult.GRANTED,
    )


async def test_a_released_claim_is_free_again(stores: Stores) -> None:
    key = stores.new().key
    await stores.ledger.claim([key], "theirs")
    await stores.ledger.release([key], "theirs")
    assert await stores.ledger.claim([key], "mine") == (ClaimResult.GRANTED,)


async def test_nobody_releases_the_claim_of_another(stores: Stores) -> None:
    key = stores.new().key
    await stores.ledger.claim([key], "theirs")
    await stores.ledger.release([key], "mine")
    assert await stores.ledger.claim([key], "mine") == (ClaimResult.BUSY,)


async def test_counting_an_occurrence_releases_the_claim(stores: Stores) -> None:
    record = stores.new()
    await stores.ledger.claim([record.key], "theirs")
    await stores.ledger.count_occurrence([record], "theirs", op())
    assert await stores.ledger.claim([record.key], "mine") == (ClaimResult.REGRANTED,)


async def test_counting_an_occurrence_leaves_another_callers_claim(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.claim([record.key], "theirs")
    met = only(await stores.ledger.count_occurrence([record], "mine", op()))
    assert (met.created, met.counts.occurrences) == (False, 2)
    assert await stores.ledger.claim([record.key], "mine") == (ClaimResult.BUSY,)


async def test_a_new_record_is_not_counted_without_its_claim(stores: Stores) -> None:
    claimed, begun, free = stores.new("Claimed"), stores.new("Begun"), stores.new("Free")
    await begin(stores.ledger, begun)
    await stores.ledger.claim([claimed.key], "theirs")
    records = [claimed, begun, free]
    lost, met, lost_too = await stores.ledger.count_occurrence(records, "mine", op("op"))
    assert (lost, lost_too) == (None, None)
    assert known(met).counts.occurrences == 2
    assert await exist(stores.ledger, claimed.key, free.key) == (False, False)
    assert await stores.ledger.history(claimed.key) == ()
    # The operation is not used up.
    assert only(await stores.ledger.count_occurrence([claimed], "theirs", op("op"))).created


async def test_a_record_that_was_removed_meanwhile_is_not_counted(stores: Stores) -> None:
    record = stores.new()
    (met,) = await begin(stores.ledger, record, by=op("op"))
    await delete(stores.ledger, record.key)
    assert met.created
    assert await stores.ledger.count_occurrence([record], "mine", op("op")) == (None,)
    assert await exist(stores.ledger, record.key) == (False,)


async def test_a_memory_with_a_tombstone_is_not_counted_without_its_claim(stores: Stores) -> None:
    record = await stores.begun()
    await begin_deletion(stores.ledger, record.key)
    assert await stores.ledger.count_occurrence([record], "mine", op()) == (None,)
    assert (await stores.counts(record)).occurrences == 1


async def test_the_claim_on_a_memory_with_a_tombstone_says_so(stores: Stores) -> None:
    record = await stores.begun()
    await break_off_deletion(stores.ledger, record.key)
    assert await stores.ledger.claim([record.key], "mine") == (ClaimResult.TOMBSTONED,)
    assert await stores.ledger.claim([record.key], "theirs") == (ClaimResult.BUSY,)


async def test_the_first_occurrence_creates_the_memory_and_later_ones_meet_it(
    stores: Stores,
) -> None:
    record = stores.new()
    (first,) = await begin(stores.ledger, record)
    second = only(await stores.ledger.count_occurrence([record], "", op()))
    assert (first.created, first.counts.occurrences) == (True, 1)
    assert (second.created, second.counts.occurrences) == (False, 2)


async def test_simultaneous_occurrences_are_all_counted(stores: Stores) -> None:
    record = await stores.begun()
    occurrence = await asyncio.gather(
        *(stores.ledger.count_occurrence([record], f"token {number}", op()) for number in range(8))
    )
    assert [only(each).created for each in occurrence] == [False] * 8
    assert (await stores.counts(record)).occurrences == 9


async def test_a_repeated_operation_counts_once_and_gets_the_same_answer(stores: Stores) -> None:
    record = stores.new()
    answers = {}
    for operation in ("make", "meet", "meet", "make"):
        (occurrence,) = await begin(stores.ledger, record, by=op(operation))
        answers[operation] = occurrence.created
        assert occurrence.counts.occurrences == len(answers)
    assert answers == {"make": True, "meet": False}


async def test_an_operation_on_several_memories_counts_once_for_each(stores: Stores) -> None:
    records = [stores.new("One"), stores.new("Two")]
    await begin(stores.ledger, *records, by=op("make"))
    again = await begin(stores.ledger, *records, by=op("make"))
    assert [(each.created, each.counts.occurrences) for each in again] == [(True, 1), (True, 1)]


async def test_a_memory_that_was_deleted_is_made_anew_by_the_same_operation(stores: Stores) -> None:
    record = await stores.begun(by=op("make"))
    await delete(stores.ledger, record.key)
    (again,) = await begin(stores.ledger, record, by=op("make"))
    assert (again.created, again.counts.occurrences) == (True, 1)
    assert [event.type for event in await stores.ledger.history(record.key)] == ["stored"]


async def test_storing_joins_the_memory_to_its_conversation(stores: Stores) -> None:
    records = [stores.new(name, conversation_id="cnv_1") for name in ("One", "Two")]
    await begin(stores.ledger, *records, stores.new("Alone"))
    members = await stores.ledger.memories_of_conversation(stores.collection, "cnv_1")
    assert sorted(members) == sorted(record.id for record in records)
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_2") == ()


async def test_each_occurrence_keeps_its_own_conversation_outcome_and_correction(
    stores: Stores,
) -> None:
    record = stores.new(conversation_id="cnv_1")
    again = stores.new(conversation_id="cnv_2", outcome="corrected", correction="Escalate")
    await begin(stores.ledger, record)
    await stores.ledger.count_occurrence([again], "", op())
    for conversation in ("cnv_1", "cnv_2"):
        members = await stores.ledger.memories_of_conversation(stores.collection, conversation)
        assert members == (record.id,)
    assert [event.details for event in await stores.ledger.history(record.key)] == [
        {"outcome": "success", "conversation_id": "cnv_1"},
        {"outcome": "corrected", "conversation_id": "cnv_2", "correction": "Escalate"},
    ]
    await delete(stores.ledger, record.key)
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_2") == ()


@pytest.mark.parametrize(
    ("outcome", "downvotes"), [("success", 0), ("corrected", 1), ("failed", 1)]
)
async def test_a_writers_own_outcome_counts_as_a_vote_only_if_it_is_unfavourable(
    stores: Stores, outcome: str, downvotes: int
) -> None:
    record = stores.new(outcome=outcome)
    (begun,) = await begin(stores.ledger, record)
    again = only(await stores.ledger.count_occurrence([record], "", op()))
    assert (begun.counts.upvotes, begun.counts.downvotes) == (0, downvotes)
    assert (again.counts.upvotes, again.counts.downvotes) == (0, 2 * downvotes)


async def test_a_memory_stored_again_as_failed_has_failed_and_a_later_success_does_not_mend_it(
    stores: Stores,
) -> None:
    await begin(stores.ledger, stores.new())
    failed = stores.new(outcome="failed", correction="Escalate")
    await stores.ledger.count_occurrence([failed], "", op(minutes=1))
    met = only(await stores.ledger.count_occurrence([stores.new()], "", op(minutes=2)))
    assert (met.counts.outcome, met.counts.correction) == ("failed", "Escalate")
    assert (met.counts.occurrences, met.counts.downvotes) == (3, 1)


async def test_of_a_memory_that_others_began_only_a_judge_says_the_outcome_by_storing_it_again(
    stores: Stores,
) -> None:
    record = await stores.begun(by=by("ann"))
    failed = stores.new(outcome="failed", correction="Pay twice", conversation_id="cnv_2")
    for _ in range(2):  # not even as one that has stored it before
        met = only(await stores.ledger.count_occurrence([failed], "", by("mallory")))
        assert not met.heard
    counts = met.counts
    assert (counts.occurrences, counts.outcome, counts.correction) == (3, None, None)
    assert (counts.downvotes, counts.opponents, counts.unproven) == (0, frozenset(), True)
    unheard = {"conversation_id": "cnv_2", "not_taken": "outcome, correction"}
    history = await stores.ledger.history(record.key)
    assert [event.details for event in history][1:] == [unheard, unheard]
    members = await stores.ledger.memories_of_conversation(stores.collection, "cnv_2")
    assert members == (record.id,)

    judge = replace(by("bob"), judges=True)
    met = only(await stores.ledger.count_occurrence([failed], "", judge))
    assert met.heard
    assert (met.counts.outcome, met.counts.correction) == ("failed", "Pay twice")
    assert (met.counts.downvotes, met.counts.opponents) == (1, frozenset({"bob"}))


async def test_whoever_began_a_memory_says_that_it_has_failed_by_storing_it_again(
    stores: Stores,
) -> None:
    await stores.begun(by=by("ann"))
    failed = stores.new(outcome="failed")
    met = only(await stores.ledger.count_occurrence([failed], "", by("ann")))
    assert (met.heard, met.counts.outcome, met.counts.downvotes) == (True, "failed", 1)


async def test_a_repeat_of_an_occurrence_that_was_not_heard_is_answered_the_same(
    stores: Stores,
) -> None:
    await stores.begun(by=by("ann"))
    failed, again = stores.new(outcome="failed"), replace(by("mallory"), id="op")
    for _ in range(2):
        met = only(await stores.ledger.count_occurrence([failed], "", again))
        assert (met.heard, met.created, met.counts.occurrences) == (False, False, 2)


async def test_the_later_of_the_stored_outcome_and_a_judgement_stands(stores: Stores) -> None:
    record = await stores.begun(outcome="failed")
    for minutes, stands in ((-1, "failed"), (1, "success")):
        said = MemoryOutcome("success", at(minutes))
        await stores.ledger.apply(record.key, said, op())
        assert (await stores.counts(record)).outcome == stands


async def test_a_judge_that_repeats_the_writers_failure_counts_once(stores: Stores) -> None:
    record = await stores.begun(outcome="failed")
    for _ in range(3):
        await stores.ledger.apply(record.key, MemoryOutcome("failed", at(1)), op())
    assert (await stores.counts(record)).downvotes == 2


async def test_storing_a_success_again_confirms_the_memory(stores: Stores) -> None:
    await begin(stores.ledger, stores.new())
    for minutes, outcome, confirmed_at in (
        (2, "success", at(2)),
        (1, "success", at(2)),
        (3, "failed", at(2)),
    ):
        again = stores.new(outcome=outcome)
        met = only(await stores.ledger.count_occurrence([again], "", op(minutes=minutes)))
        assert met.counts.stored_at == confirmed_at


async def test_the_history_names_each_time_it_was_stored_oldest_first(stores: Stores) -> None:
    record = await stores.begun(by=op(actor="ada"))
    await stores.ledger.count_occurrence([record], "", op(actor="grace", minutes=5))
    events = await stores.ledger.history(record.key)
    assert [(event.at, event.type, event.actor) for event in events] == [
        ("2026-03-01T12:00:00.000Z", "stored", "ada"),
        ("2026-03-01T12:05:00.000Z", "stored_again", "grace"),
    ]


async def test_an_unknown_memory_has_neutral_counts(stores: Stores) -> None:
    counts = await stores.counts(stores.new())
    assert (counts.upvotes, counts.downvotes, counts.citations) == (0, 0, 0)
    assert counts.outcome is None
    assert await stores.ledger.history(stores.new().key) == ()
