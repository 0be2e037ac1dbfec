"""What the counting store promises about export, import and the bookmark of scheduled walks."""

from recollect.memories.feedback import Judgement
from recollect.memories.model import HistoryEvent
from recollect.memories.paging import Place
from recollect.memories.record import Record
from recollect.memories.requests import NewVote
from recollect.memories.transfer import Legacy
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lives import begin, forget


async def with_a_past(stores: Stores, name: str = "One") -> Record:
    """A memory that was voted on, judged and validated."""
    record = stores.new(name, conversation_id="cnv_1")
    await begin(stores.counts, record)
    await stores.counts.vote(record.key, NewVote(vote="downvote", voter_id="ada"), op())
    await stores.counts.judge(record.key, Judgement("corrected", at(3), "Ünlike"), op())
    await stores.counts.validate(record.key, op(minutes=4))
    return record


async def test_a_memory_survives_dump_and_inherit(stores: Stores) -> None:
    record = await with_a_past(stores)
    standing, history = await stores.standing(record), await stores.counts.history(record.key)
    dumped = await stores.counts.dump([record.key])
    await forget(stores.counts, record.key)
    assert await stores.counts.inherit([record], dumped, "", op(minutes=9)) == (True,)
    again = await stores.standing(record)
    assert (again.upvotes, again.downvotes) == (standing.upvotes, standing.downvotes)
    assert (again.outcome, again.correction) == (standing.outcome, standing.correction)
    assert (again.occurrences, again.validated_at) == (1, at(4))
    events = await stores.counts.history(record.key)
    assert events[:-1] == history
    assert (events[-1].type, events[-1].at) == ("imported", "2026-03-01T12:09:00.000Z")
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == (record.id,)


async def test_an_inherited_voter_still_counts_once(stores: Stores) -> None:
    record = await with_a_past(stores)
    dumped = await stores.counts.dump([record.key])
    await forget(stores.counts, record.key)
    await stores.counts.inherit([record], dumped, "", op())
    vote = NewVote(vote="upvote", voter_id="ada")
    standing = await stores.counts.vote(record.key, vote, op())
    assert standing is not None
    assert (standing.upvotes, standing.downvotes) == (1, 1)


async def test_an_inherited_decision_yields_to_a_later_one_only(stores: Stores) -> None:
    record = await with_a_past(stores)
    dumped = await stores.counts.dump([record.key])
    await forget(stores.counts, record.key)
    await stores.counts.inherit([record], dumped, "", op())
    early = await stores.counts.judge(record.key, Judgement("failed", at(2)), op("early"))
    late = await stores.counts.judge(record.key, Judgement("failed", at(5)), op("late"))
    assert early is not None
    assert late is not None
    assert (early.outcome, late.outcome) == ("corrected", "failed")


async def test_what_has_begun_inherits_nothing(stores: Stores) -> None:
    begun, new = await with_a_past(stores, "Begun"), stores.new("New")
    before = await stores.standing(begun)
    legacy = Legacy({"upvotes": "40"}, {"eve": "upvote"}, ())
    assert await stores.counts.inherit([begun, new], [legacy, legacy], "", op()) == (
        False,
        True,
    )
    assert await stores.standing(begun) == before
    assert (await stores.standing(new)).upvotes == 40


async def test_inheriting_gives_the_claim_back(stores: Stores) -> None:
    begun, new = await with_a_past(stores, "Begun"), stores.new("New")
    keys = [begun.key, new.key]
    await stores.counts.claim(keys, "import")
    await stores.counts.inherit([begun, new], [Legacy(), Legacy()], "import", op())
    claims = await stores.counts.claim(keys, "mine")
    assert [claim.value for claim in claims] == ["regranted", "regranted"]


async def test_a_memory_without_a_past_begins_with_one_occurrence(stores: Stores) -> None:
    record = stores.new()
    await stores.counts.inherit([record], [Legacy()], "", op())
    assert (await stores.standing(record)).occurrences == 1
    assert [event.type for event in await stores.counts.history(record.key)] == ["imported"]


async def test_an_import_brings_a_deleted_memory_back(stores: Stores) -> None:
    record = await with_a_past(stores)
    await forget(stores.counts, record.key)
    await stores.counts.inherit([record], [Legacy()], "", op())
    assert await stores.counts.vote(record.key, NewVote(vote="upvote"), op()) is not None


async def test_what_has_begun_is_known(stores: Stores) -> None:
    begun, only_claimed = await with_a_past(stores), stores.new("Claimed")
    await stores.counts.claim([only_claimed.key], "theirs")
    keys = [only_claimed.key, begun.key, stores.new("Unknown").key]
    assert await stores.counts.begun(keys) == (False, True, False)


async def test_the_dump_of_what_is_not_there_is_empty(stores: Stores) -> None:
    (legacy,) = await stores.counts.dump([stores.new().key])
    assert (dict(legacy.standing), dict(legacy.voters), tuple(legacy.history)) == ({}, {}, ())


async def test_a_long_past_is_inherited_whole_and_in_order(stores: Stores) -> None:
    past = [
        HistoryEvent(at=f"2025-01-01T00:00:00.{number:03}Z", type="voted", actor="a", details={})
        for number in range(300)
    ]
    record = stores.new()
    await stores.counts.inherit([record], [Legacy({}, {}, past)], "", op())
    assert list(await stores.counts.history(record.key))[:-1] == past


async def test_a_bookmark_keeps_its_place(stores: Stores) -> None:
    task = f"prune-{stores.app_slug}"
    assert await stores.counts.load(task) == Place()
    await stores.counts.save(task, Place("support:b", "cursor-7"))
    assert await stores.counts.load(task) == Place("support:b", "cursor-7")
    await stores.counts.save(task, Place())
    assert await stores.counts.load(task) == Place()


async def test_a_dump_says_which_memory_is_condemned(stores: Stores) -> None:
    alive, doomed = await with_a_past(stores, "Alive"), await with_a_past(stores, "Doomed")
    await stores.counts.condemn([doomed.key], [None], "remover")
    legacies = await stores.counts.dump([alive.key, doomed.key])
    assert [legacy.condemned for legacy in legacies] == [False, True]
