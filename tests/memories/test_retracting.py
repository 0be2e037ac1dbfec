"""Retracting a memory: it is no longer found, and memories derived from it are quarantined."""

import pytest

from recollect.core.errors import NotFound, StoreUnavailable
from recollect.core.security_levels import SecurityLevel
from recollect.memories.judging.citations import cite_memories
from recollect.memories.known.reading import get_memory
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.memories.model import StoredMemory
from recollect.memories.receipts import Retracted
from tests.memories.acting import Actors
from tests.memories.fake_cases import NoCases
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.samples import COLLECTION, NOW, new_memory, op, record_of
from tests.memories.stepping import Fault, Faults


async def stored(actors: Actors, situation: str, **fields: object) -> StoredMemory:
    return await actors.store(new_memory(situation, **fields))


async def family(actors: Actors) -> dict[str, str]:
    """The ids of memories that are each derived from the one before, in a circle."""
    ids: dict[str, str] = {}
    origins: list[str] = [record_of("Circle", derived_from=[]).id]
    for name in ("origin", "child", "grandchild"):
        ids[name] = (await stored(actors, name, derived_from=origins)).id
        origins = [ids[name]]
    ids["circle"] = (await stored(actors, "Circle", derived_from=origins)).id
    ids["stranger"] = (await stored(actors, "stranger")).id
    return ids


async def retract(actors: Actors, memory_id: str, level: SecurityLevel = "restricted") -> Retracted:
    return await retract_memory((COLLECTION, memory_id), level, op(), actors.stores, NoCases())


async def states(actors: Actors, ids: dict[str, str]) -> dict[str, str]:
    """The state of each memory, on which record and ledger must agree."""
    found: dict[str, str] = {}
    for name, memory_id in ids.items():
        key = COLLECTION, memory_id
        memory, _ = await get_memory(key, "restricted", NOW, actors.stores)
        assert actors.index.records[key].metadata["state"] == memory.metadata.state
        found[name] = memory.metadata.state
    return found


async def test_memories_derived_from_a_retracted_one_in_any_number_of_steps_are_quarantined() -> (
    None
):
    actors = Actors()
    ids = await family(actors)
    await cite_memories(COLLECTION, "run_1", [ids["child"]], "restricted", op(), actors.stores)
    answer = await retract(actors, ids["child"])
    assert answer.retracted == ids["child"]
    assert answer.affected.runs == ("run_1",)
    assert answer.affected.packs == ()
    # The origin was derived from the circle's last.
    assert answer.affected.memories == (ids["grandchild"], ids["circle"], ids["origin"])
    assert await states(actors, ids) == {
        "origin": "quarantined",
        "child": "archived",
        "grandchild": "quarantined",
        "circle": "quarantined",
        "stranger": "active",
    }
    assert await retract(actors, ids["child"]) == answer


async def test_a_memory_derived_from_a_retracted_one_begins_in_quarantine() -> None:
    actors = Actors()
    origin = await stored(actors, "origin")
    await retract(actors, origin.id)
    late = await stored(actors, "late", derived_from=[origin.id])
    assert late.metadata.state == "quarantined"
    assert late.metadata.derived_from == (origin.id,)
    assert await states(actors, {"late": late.id}) == {"late": "quarantined"}


async def test_derived_memories_too_sensitive_for_the_caller_are_quarantined_but_not_named() -> (
    None
):
    actors = Actors()
    origin = await stored(actors, "origin")
    plain = await stored(actors, "plain", derived_from=[origin.id])
    secret = await stored(actors, "secret", derived_from=[origin.id], sensitivity=0.9)
    answer = await retract(actors, origin.id, "internal")
    assert answer.affected.memories == (plain.id,)
    assert await states(actors, {"secret": secret.id}) == {"secret": "quarantined"}
    with pytest.raises(NotFound):
        await retract(actors, secret.id, "internal")
    with pytest.raises(NotFound):
        await retract(actors, "mem_unknown")


@pytest.mark.parametrize(
    "fault",
    [
        Fault("ledger.retract", "after"),
        Fault("index.patch"),
        Fault("ledger.quarantine"),
        Fault("ledger.quarantine", "after"),
    ],
    ids=str,
)
async def test_a_repeat_finishes_an_interrupted_retraction(fault: Fault) -> None:
    steps = Faults()
    actors = Actors(FakeIndex(steps), FakeLedger(steps))
    origin = await stored(actors, "origin")
    child = await stored(actors, "child", derived_from=[origin.id])
    steps.add(fault)
    with pytest.raises(StoreUnavailable):
        await retract(actors, origin.id)
    assert (await retract(actors, origin.id)).affected.memories == (child.id,)
    ids = {"origin": origin.id, "child": child.id}
    assert await states(actors, ids) == {"origin": "archived", "child": "quarantined"}
