"""What the counting store promises about births: who may add a record, and what counts as one."""

import asyncio

from recollect.memories.storing import Claim
from tests.adapters.contract.stores import Stores, op
from tests.memories.lives import begin, break_off, doom, forget, known, only


async def test_of_many_that_claim_at_once_one_is_granted(stores: Stores) -> None:
    key = stores.new().key
    claims = await asyncio.gather(
        *(stores.counts.claim([key], f"token {number}") for number in range(8))
    )
    assert sorted(claim.value for (claim,) in claims) == ["busy"] * 7 + ["granted"]


async def test_a_claim_may_be_repeated_by_its_holder(stores: Stores) -> None:
    key = stores.new().key
    assert await stores.counts.claim([key], "mine") == (Claim.GRANTED,)
    assert await stores.counts.claim([key], "mine") == (Claim.GRANTED,)


async def test_each_of_several_claims_stands_for_itself(stores: Stores) -> None:
    taken, free = stores.new("Taken").key, stores.new("Free").key
    await stores.counts.claim([taken], "theirs")
    assert await stores.counts.claim([taken, free], "mine") == (Claim.BUSY, Claim.GRANTED)


async def test_a_released_claim_is_free_again(stores: Stores) -> None:
    key = stores.new().key
    await stores.counts.claim([key], "theirs")
    await stores.counts.release([key], "theirs")
    assert await stores.counts.claim([key], "mine") == (Claim.GRANTED,)


async def test_nobody_releases_the_claim_of_another(stores: Stores) -> None:
    key = stores.new().key
    await stores.counts.claim([key], "theirs")
    await stores.counts.release([key], "mine")
    assert await stores.counts.claim([key], "mine") == (Claim.BUSY,)


async def test_settling_gives_the_claim_back(stores: Stores) -> None:
    record = stores.new()
    await stores.counts.claim([record.key], "theirs")
    await stores.counts.settle([record], "theirs", op())
    assert await stores.counts.claim([record.key], "mine") == (Claim.REGRANTED,)


async def test_settling_leaves_the_claim_of_another(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.counts, record)
    await stores.counts.claim([record.key], "theirs")
    met = only(await stores.counts.settle([record], "mine", op()))
    assert (met.created, met.standing.occurrences) == (False, 2)
    assert await stores.counts.claim([record.key], "mine") == (Claim.BUSY,)


async def test_what_begins_is_lost_without_the_claim(stores: Stores) -> None:
    claimed, begun, free = stores.new("Claimed"), stores.new("Begun"), stores.new("Free")
    await begin(stores.counts, begun)
    await stores.counts.claim([claimed.key], "theirs")
    records = [claimed, begun, free]
    lost, met, lost_too = await stores.counts.settle(records, "mine", op("op"))
    assert (lost, lost_too) == (None, None)
    assert known(met).standing.occurrences == 2
    assert await stores.counts.begun([claimed.key, free.key]) == (False, False)
    assert await stores.counts.history(claimed.key) == ()
    # The operation is not used up.
    assert only(await stores.counts.settle([claimed], "theirs", op("op"))).created


async def test_what_was_removed_since_it_was_found_is_lost(stores: Stores) -> None:
    record = stores.new()
    (met,) = await begin(stores.counts, record, by=op("op"))
    await forget(stores.counts, record.key)
    assert met.created
    assert await stores.counts.settle([record], "mine", op("op")) == (None,)
    assert await stores.counts.begun([record.key]) == (False,)


async def test_what_is_condemned_is_lost_without_the_claim(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.counts, record)
    await doom(stores.counts, record.key)
    assert await stores.counts.settle([record], "mine", op()) == (None,)
    assert (await stores.standing(record)).occurrences == 1


async def test_the_claim_on_what_is_condemned_says_so(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.counts, record)
    await break_off(stores.counts, record.key)
    assert await stores.counts.claim([record.key], "mine") == (Claim.CONDEMNED,)
    assert await stores.counts.claim([record.key], "theirs") == (Claim.BUSY,)


async def test_the_first_to_settle_makes_the_memory_and_the_next_meet_it(stores: Stores) -> None:
    record = stores.new()
    (first,) = await begin(stores.counts, record)
    second = only(await stores.counts.settle([record], "", op()))
    assert (first.created, first.standing.occurrences) == (True, 1)
    assert (second.created, second.standing.occurrences) == (False, 2)


async def test_of_many_that_settle_at_once_all_count(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.counts, record)
    settled = await asyncio.gather(
        *(stores.counts.settle([record], f"token {number}", op()) for number in range(8))
    )
    assert [only(each).created for each in settled] == [False] * 8
    assert (await stores.standing(record)).occurrences == 9


async def test_a_repeated_operation_counts_once_and_gets_the_same_answer(stores: Stores) -> None:
    record = stores.new()
    answers = {}
    for operation in ("make", "meet", "meet", "make"):
        (settled,) = await begin(stores.counts, record, by=op(operation))
        answers[operation] = settled.created
        assert settled.standing.occurrences == len(answers)
    assert answers == {"make": True, "meet": False}


async def test_an_operation_on_several_memories_counts_once_for_each(stores: Stores) -> None:
    records = [stores.new("One"), stores.new("Two")]
    await begin(stores.counts, *records, by=op("make"))
    again = await begin(stores.counts, *records, by=op("make"))
    assert [(each.created, each.standing.occurrences) for each in again] == [(True, 1), (True, 1)]


async def test_a_memory_that_was_deleted_is_made_anew_by_the_same_operation(
    stores: Stores,
) -> None:
    record = stores.new()
    await begin(stores.counts, record, by=op("make"))
    await forget(stores.counts, record.key)
    (again,) = await begin(stores.counts, record, by=op("make"))
    assert (again.created, again.standing.occurrences) == (True, 1)
    assert [event.type for event in await stores.counts.history(record.key)] == ["stored"]


async def test_a_birth_joins_the_memory_to_its_conversation(stores: Stores) -> None:
    records = [stores.new(name, conversation_id="cnv_1") for name in ("One", "Two")]
    await begin(stores.counts, *records, stores.new("Alone"))
    members = await stores.counts.of_conversation(stores.collection, "cnv_1")
    assert sorted(members) == sorted(record.id for record in records)
    assert await stores.counts.of_conversation(stores.collection, "cnv_2") == ()


async def test_the_history_tells_births_oldest_first(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.counts, record, by=op(actor="ada"))
    await stores.counts.settle([record], "", op(actor="grace", minutes=5))
    events = await stores.counts.history(record.key)
    assert [(event.at, event.type, event.actor) for event in events] == [
        ("2026-03-01T12:00:00.000Z", "stored", "ada"),
        ("2026-03-01T12:05:00.000Z", "stored_again", "grace"),
    ]


async def test_a_memory_that_nobody_knows_stands_neutral(stores: Stores) -> None:
    standing = await stores.standing(stores.new())
    assert (standing.upvotes, standing.downvotes, standing.citations) == (0, 0, 0)
    assert standing.outcome is None
    assert await stores.counts.history(stores.new().key) == ()
