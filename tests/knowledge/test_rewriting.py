"""Records are rewritten only if they are still as they were read."""

from dataclasses import replace
from functools import partial

import pytest

from recollect.core.errors import StoreUnavailable
from recollect.knowledge.passages import passage_records, passages_namespace
from recollect.knowledge.records import KnowledgeRecord
from recollect.knowledge.rewriting import rewrite_items, rewrite_records
from tests.knowledge.fakes import FakeKnowledge
from tests.knowledge.stores import ITEMS, SCOPE, Stores

OLD = KnowledgeRecord("note", "The door is open", {"instructionLike": True})
NEW = replace(OLD, metadata={"instructionLike": False})


async def test_an_item_deleted_while_it_is_rewritten_stays_deleted() -> None:
    kept = FakeKnowledge({ITEMS: {"note": OLD}})
    kept.after_reading[ITEMS] = partial(kept.remove, ITEMS, ["note"])
    await rewrite_records(ITEMS, {"note": (OLD, NEW)}, kept)
    assert kept.of(ITEMS) == {}


async def test_an_item_that_has_not_changed_since_it_was_read_is_rewritten() -> None:
    kept = FakeKnowledge({ITEMS: {"note": OLD}})
    await rewrite_records(ITEMS, {"note": (OLD, NEW)}, kept)
    assert kept.of(ITEMS) == {"note": NEW}


async def test_an_item_whose_passages_cannot_be_stored_is_not_rewritten(stores: Stores) -> None:
    old = KnowledgeRecord("page", "Ask Balthazar about pumps. " * 200, {})
    new = replace(old, text=old.text.replace("Balthazar", "[REDACTED]"))
    kept = FakeKnowledge({ITEMS: {"page": old}})
    kept.unwritable = {each.id for each in passage_records(new)}
    with pytest.raises(StoreUnavailable):
        await rewrite_items(SCOPE, {"page": (old, new)}, kept, stores.threads)
    assert kept.of(ITEMS) == {"page": old}

    kept.unwritable = set()
    await rewrite_items(SCOPE, {"page": (old, new)}, kept, stores.threads)
    assert kept.of(ITEMS) == {"page": new}
    assert kept.of(passages_namespace(SCOPE)) == {each.id: each for each in passage_records(new)}
