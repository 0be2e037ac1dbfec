"""What the counting store promises to what begins where a removal broke off."""

import pytest

from recollect.memories.record import Record, Standing
from recollect.memories.requests import NewVote
from recollect.memories.transfer import Legacy
from tests.adapters.contract.stores import Stores, op
from tests.memories.lives import begin, break_off, only

UPVOTE = NewVote(vote="upvote", voter_id="ada")


async def begun(stores: Stores, name: str = "One", **fields: object) -> Record:
    record = stores.new(name, **fields)
    await begin(stores.counts, record)
    return record


@pytest.mark.parametrize("operation", ["", "op"])
async def test_what_is_stored_after_a_removal_that_broke_off_begins_anew(
    stores: Stores, operation: str
) -> None:
    record = stores.new(conversation_id="cnv_1")
    await begin(stores.counts, record, by=op(operation))
    await stores.counts.vote(record.key, UPVOTE, op())
    await stores.counts.cite(stores.collection, "run_1", [record.id], op())
    await break_off(stores.counts, record.key)
    await stores.counts.claim([record.key], "mine")
    settled = only(await stores.counts.settle([record], "mine", op(operation)))
    assert (settled.created, settled.standing) == (True, Standing(revision=1))
    assert [each.type for each in await stores.counts.history(record.key)] == ["stored"]
    assert await stores.counts.cited(stores.collection, "run_1") == ()
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == (record.id,)
    voted = await stores.counts.vote(record.key, UPVOTE, op())
    assert voted is not None
    assert voted.upvotes == 1


async def test_what_is_inherited_after_a_removal_that_broke_off_begins_anew(
    stores: Stores,
) -> None:
    record = await begun(stores, conversation_id="cnv_1")
    await stores.counts.vote(record.key, UPVOTE, op())
    await break_off(stores.counts, record.key)
    await stores.counts.claim([record.key], "import")
    legacy = Legacy({"downvotes": "3"}, {"eve": "downvote"}, ())
    assert await stores.counts.inherit([record], [legacy], "import", op()) == (True,)
    assert await stores.standing(record) == Standing(downvotes=3, revision=1)
    assert [each.type for each in await stores.counts.history(record.key)] == ["imported"]
    assert await stores.counts.begun([record.key]) == (True,)
    voted = await stores.counts.vote(record.key, UPVOTE, op())
    assert voted is not None
    assert (voted.upvotes, voted.downvotes) == (1, 3)


async def test_the_dump_of_a_condemned_memory_does_not_condemn_where_it_goes(
    stores: Stores,
) -> None:
    record, other = await begun(stores), stores.new("Other")
    await break_off(stores.counts, record.key)
    await stores.counts.claim([other.key], "import")
    await stores.counts.inherit([other], await stores.counts.dump([record.key]), "import", op())
    assert not (await stores.standing(other)).condemned
