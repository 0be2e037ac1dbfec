"""What the counting store promises about removals that have begun: who may, and what is gone."""

import asyncio

from recollect.memories.citations import RunJudgement
from recollect.memories.deletion import Condemnation, Condition
from recollect.memories.feedback import Judgement
from recollect.memories.record import Record, Standing
from recollect.memories.requests import NewVote
from recollect.memories.storing import Claim
from recollect.memories.transfer import Legacy
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lives import begin, break_off, doom, forget

CONDEMNED, MOVED, BUSY = Condemnation.CONDEMNED, Condemnation.MOVED, Condemnation.BUSY
UPVOTE = NewVote(vote="upvote", voter_id="ada")


async def begun(stores: Stores, name: str = "One", **fields: object) -> Record:
    record = stores.new(name, **fields)
    await begin(stores.counts, record)
    return record


async def condemn(
    stores: Stores, record: Record, token: str = "mine", condition: Condition = None
) -> Condemnation:
    (verdict,) = await stores.counts.condemn([record.key], [condition], token)
    return verdict


async def test_of_many_that_condemn_at_once_one_may(stores: Stores) -> None:
    record = await begun(stores)
    verdicts = await asyncio.gather(
        *(condemn(stores, record, f"token {number}") for number in range(8))
    )
    assert sorted(each.value for each in verdicts) == ["busy"] * 7 + ["condemned"]


async def test_condemning_may_be_repeated_by_its_holder(stores: Stores) -> None:
    record = await begun(stores)
    assert [await condemn(stores, record) for _ in range(2)] == [CONDEMNED] * 2


async def test_what_somebody_else_adds_cannot_be_condemned(stores: Stores) -> None:
    record = await begun(stores)
    await stores.counts.claim([record.key], "theirs")
    assert await condemn(stores, record) is BUSY
    assert await stores.counts.condemned(stores.collection) == ()
    assert not (await stores.standing(record)).condemned
    await stores.counts.release([record.key], "theirs")
    assert await condemn(stores, record) is CONDEMNED


async def test_what_somebody_removes_cannot_be_added(stores: Stores) -> None:
    record, unknown = await begun(stores), stores.new("Unknown")
    await doom(stores.counts, record.key, unknown.key)
    keys = [record.key, unknown.key]
    assert await stores.counts.claim(keys, "mine") == (Claim.BUSY, Claim.BUSY)


async def test_each_of_several_is_condemned_for_itself(stores: Stores) -> None:
    taken, moved, free = [await begun(stores, name) for name in ("Taken", "Moved", "Free")]
    await stores.counts.claim([taken.key], "theirs")
    keys = [taken.key, moved.key, free.key]
    assert await stores.counts.condemn(keys, [None, 7, 1], "mine") == (BUSY, MOVED, CONDEMNED)
    assert await stores.counts.condemned(stores.collection) == (free.id,)


async def test_a_memory_that_moved_on_is_left_alone(stores: Stores) -> None:
    record = await begun(stores)
    await stores.counts.vote(record.key, UPVOTE, op())
    before = await stores.standing(record)
    assert await condemn(stores, record, condition=1) is MOVED
    assert await stores.standing(record) == before
    # Nothing was done: not even the claim is kept.
    assert await condemn(stores, record, "theirs", condition=2) is CONDEMNED


async def test_a_memory_without_a_history_may_be_condemned_at_revision_zero(
    stores: Stores,
) -> None:
    record = stores.new("Only a record")
    assert await condemn(stores, record, condition=0) is CONDEMNED
    assert await stores.counts.remove([record.key], "mine") == (0,)


async def test_again_is_only_for_what_was_condemned_and_still_is(stores: Stores) -> None:
    never, stored_again, still, gone = [
        await begun(stores, name) for name in ("Never", "Stored again", "Still", "Gone")
    ]
    await break_off(stores.counts, stored_again.key, still.key, gone.key)
    await begin(stores.counts, stored_again)
    await forget(stores.counts, gone.key)
    records = (never, stored_again, still, gone)
    verdicts = [await condemn(stores, each, condition="again") for each in records]
    assert verdicts == [MOVED, MOVED, CONDEMNED, MOVED]
    assert await stores.counts.claim([never.key], "theirs") == (Claim.REGRANTED,)


async def test_what_was_never_begun_is_condemned_again_too(stores: Stores) -> None:
    record = stores.new("Only a record")
    await break_off(stores.counts, record.key)
    assert await stores.counts.condemned(stores.collection) == (record.id,)
    assert await condemn(stores, record, condition="again") is CONDEMNED


async def test_the_condemned_are_known_until_they_are_removed_or_stored_again(
    stores: Stores,
) -> None:
    removed, stored, inherited, left = [
        await begun(stores, name) for name in ("Removed", "Stored", "Inherited", "Left")
    ]
    await begun(stores, "Never condemned")
    records = (removed, stored, inherited, left)
    await break_off(stores.counts, *(each.key for each in records))
    ids = sorted(each.id for each in records)
    assert sorted(await stores.counts.condemned(stores.collection)) == ids
    await forget(stores.counts, removed.key)
    await begin(stores.counts, stored)
    await stores.counts.claim([inherited.key], "import")
    await stores.counts.inherit([inherited], [Legacy()], "import", op())
    assert await stores.counts.condemned(stores.collection) == (left.id,)
    assert await stores.counts.condemned(f"{stores.collection}-b") == ()


async def test_what_is_condemned_stands_so_at_once(stores: Stores) -> None:
    record = await begun(stores)
    assert not (await stores.standing(record)).condemned
    await condemn(stores, record)
    assert (await stores.standing(record)).condemned


async def test_what_is_said_of_a_condemned_memory_has_no_effect(stores: Stores) -> None:
    record = await begun(stores)
    await condemn(stores, record)
    before = await stores.standing(record)
    assert await stores.counts.vote(record.key, UPVOTE, op()) is None
    assert await stores.counts.judge(record.key, Judgement("failed", at(1)), op()) is None
    assert await stores.counts.validate(record.key, op()) is None
    assert await stores.standing(record) == before


async def test_what_was_never_begun_is_gone_too_when_condemned(stores: Stores) -> None:
    record = stores.new("Only a record")
    await condemn(stores, record)
    assert await stores.counts.vote(record.key, UPVOTE, op()) is None
    assert await stores.standing(record) == Standing()


async def test_with_a_condemned_memory_nothing_is_cited(stores: Stores) -> None:
    record, other = await begun(stores), await begun(stores, "Other")
    await condemn(stores, record)
    ids = [other.id, record.id]
    assert await stores.counts.cite(stores.collection, "run_1", ids, op()) == record.id
    assert await stores.counts.cited(stores.collection, "run_1") == ()
    assert (await stores.standing(other)).citations == 0


async def test_a_run_that_cited_a_condemned_memory_may_still_be_judged(stores: Stores) -> None:
    record, other = await begun(stores), await begun(stores, "Other")
    ids = [record.id, other.id]
    await stores.counts.cite(stores.collection, "run_1", ids, op())
    await condemn(stores, record)
    said = RunJudgement("run_1", "success", at(1))
    assert await stores.counts.judge_run(stores.collection, said, ids, op()) is None
    assert (await stores.standing(other)).successes == 1


async def test_an_answer_about_a_condemned_memory_is_given_and_not_kept(stores: Stores) -> None:
    record, key = await begun(stores), f"request-of-{stores.app_slug}"
    await condemn(stores, record)
    assert await stores.answers.begin(key, "a" * 64) == ""
    given = await stores.answers.complete(key, "a" * 64, "about it", (record.key,))
    assert given == "a" * 64 + "about it"
    assert await stores.answers.begin(key, "a" * 64) == "a" * 64


async def test_the_history_of_a_condemned_memory_is_gone(stores: Stores) -> None:
    record = await begun(stores)
    await condemn(stores, record)
    assert await stores.counts.history(record.key) == ()


async def test_a_condemned_memory_has_not_begun(stores: Stores) -> None:
    record, other = await begun(stores), await begun(stores, "Other")
    await condemn(stores, record)
    assert await stores.counts.begun([record.key, other.key]) == (False, True)


async def test_a_condemned_memory_is_found_by_its_conversation(stores: Stores) -> None:
    record = await begun(stores, conversation_id="cnv_1")
    await condemn(stores, record)
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == (record.id,)


async def test_what_is_given_back_stays_condemned(stores: Stores) -> None:
    record = await begun(stores)
    await condemn(stores, record)
    await stores.counts.release([record.key], "mine")
    assert (await stores.standing(record)).condemned
    assert await stores.counts.condemned(stores.collection) == (record.id,)
    assert await stores.counts.vote(record.key, UPVOTE, op()) is None
    assert await condemn(stores, record, "theirs") is CONDEMNED
