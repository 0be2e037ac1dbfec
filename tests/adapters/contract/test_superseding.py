"""What the ledger promises about memories that supersede others."""

from dataclasses import replace

from recollect.memories.stored.ledger_data import MemoryExport
from tests.adapters.contract.stores import Stores, op
from tests.memories.lifecycle import begin, delete, new_token

OLD, NEW = "The old way", "The new way"


async def test_a_superseded_memory_names_its_successors_and_whether_they_are_sensitive(
    stores: Stores,
) -> None:
    old = stores.new(OLD)
    new = stores.new(NEW, supersedes=[old.id])
    secret = stores.new(NEW, supersedes=[old.id], sensitivity=0.9)
    await begin(stores.ledger, old, new, secret)
    known = (await stores.counts(old)).superseded_by
    assert sorted(known) == sorted([(new.id, False), (secret.id, True)])


async def test_a_repeat_supersedes_nothing_more(stores: Stores) -> None:
    old, new = stores.new(OLD), stores.new(NEW)
    await begin(stores.ledger, old, new)
    again = replace(new, metadata={**new.metadata, "supersedes": [old.id]})
    await begin(stores.ledger, again)
    assert (await stores.counts(old)).superseded_by == ()


async def test_deleting_the_successor_removes_every_trace_of_the_superseding(
    stores: Stores,
) -> None:
    old = stores.new(OLD)
    new = stores.new(NEW, supersedes=[old.id, "mem_gone"])
    await begin(stores.ledger, old, new)
    (keys,) = await delete(stores.ledger, new.key)
    assert keys > 0
    assert (await stores.counts(old)).superseded_by == ()
    assert await delete(stores.ledger, stores.key("mem_gone")) == (0,)


async def test_an_imported_memory_also_supersedes_memories_that_are_imported_later(
    stores: Stores,
) -> None:
    old = stores.new(OLD)
    new = stores.new(NEW, supersedes=[old.id])
    await begin(stores.ledger, old, new)
    (export,) = await stores.ledger.export([old.key])
    assert not any(each.startswith("superseded_by") for each in export.fields)
    await delete(stores.ledger, old.key)
    await delete(stores.ledger, new.key)
    for record in (new, old):
        token = new_token()
        await stores.ledger.claim([record.key], token)
        assert await stores.ledger.restore([record], [MemoryExport()], token, op()) == (True,)
    counts = await stores.counts(old)
    assert (counts.exists, counts.superseded_by) == (True, ((new.id, False),))
