"""Records are written anew where they still are as they were read."""

from dataclasses import replace
from functools import partial

from recollect.knowledge.records import KnowledgeRecord
from recollect.knowledge.renewal import write_anew
from tests.knowledge.fakes import FakeKnowledge

ITEMS = "evidence:acme:web"
OLD = KnowledgeRecord("note", "The door is open", {"instructionLike": True})
NEW = replace(OLD, metadata={"instructionLike": False})


async def test_what_is_deleted_while_it_is_told_anew_stays_so() -> None:
    kept = FakeKnowledge({ITEMS: {"note": OLD}})
    kept.after_reading[ITEMS] = partial(kept.remove, ITEMS, ["note"])
    await write_anew(ITEMS, {"note": (OLD, NEW)}, kept)
    assert kept.of(ITEMS) == {}


async def test_what_is_as_it_was_read_is_told_anew() -> None:
    kept = FakeKnowledge({ITEMS: {"note": OLD}})
    await write_anew(ITEMS, {"note": (OLD, NEW)}, kept)
    assert kept.of(ITEMS) == {"note": NEW}
