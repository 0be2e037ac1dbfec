"""What the ledger promises about storing a memory after a deletion, finished or broken off."""

import pytest

from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import MemoryExport
from tests.adapters.contract.stores import Stores, op
from tests.memories.lifecycle import begin, break_off_deletion, delete, exist, only

UPVOTE = NewVote(vote="upvote", voter_id="ada")


@pytest.mark.parametrize("operation", ["", "op"])
async def test_a_memory_stored_after_a_broken_off_deletion_begins_anew(
    stores: Stores, operation: str
) -> None:
    record = await stores.begun(conversation_id="cnv_1", by=op(operation))
    await stores.ledger.apply(record.key, UPVOTE, op())
    await stores.ledger.cite(stores.collection, "run_1", [record.id], op())
    await break_off_deletion(stores.ledger, record.key)
    await stores.ledger.claim([record.key], "mine")
    occurrence = only(await stores.ledger.count_occurrence([record], "mine", op(operation)))
    assert (occurrence.created, occurrence.counts) == (
        True,
        MemoryCounts(state="active", revision=1),
    )
    assert [each.type for each in await stores.ledger.history(record.key)] == ["stored"]
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == ()
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_1") == (record.id,)
    voted = await stores.ledger.apply(record.key, UPVOTE, op())
    assert voted is not None
    assert voted.upvotes == 1


async def test_a_memory_imported_after_a_broken_off_deletion_begins_anew(stores: Stores) -> None:
    record = await stores.begun(conversation_id="cnv_1")
    await stores.ledger.apply(record.key, UPVOTE, op())
    await break_off_deletion(stores.ledger, record.key)
    await stores.ledger.claim([record.key], "import")
    export = MemoryExport({"downvotes": "3"}, {"eve": "downvote"}, ())
    assert await stores.ledger.restore([record], [export], "import", op()) == (True,)
    assert await stores.counts(record) == MemoryCounts(downvotes=3, state="active", revision=1)
    assert [each.type for each in await stores.ledger.history(record.key)] == ["imported"]
    assert await exist(stores.ledger, record.key) == (True,)
    voted = await stores.ledger.apply(record.key, UPVOTE, op())
    assert voted is not None
    assert (voted.upvotes, voted.downvotes) == (1, 3)


async def test_importing_the_export_of_a_memory_with_a_tombstone_brings_no_tombstone(
    stores: Stores,
) -> None:
    record, other = await stores.begun(), stores.new("Other")
    await break_off_deletion(stores.ledger, record.key)
    await stores.ledger.claim([other.key], "import")
    await stores.ledger.restore([other], await stores.ledger.export([record.key]), "import", op())
    assert not (await stores.counts(other)).tombstoned


async def test_only_a_memory_that_was_deleted_a_moment_ago_begins_anew(stores: Stores) -> None:
    record = stores.new()
    (first,) = await begin(stores.ledger, record)
    (again,) = await begin(stores.ledger, record)
    assert (first.anew, again.anew) == (False, False)
    await delete(stores.ledger, record.key)
    (anew,) = await begin(stores.ledger, record)
    assert (anew.created, anew.anew) == (True, True)
