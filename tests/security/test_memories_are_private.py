"""A memory shows no secrets, and a sensitive one does not show callers of low level it exists."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from recollect.core.errors import InvalidRequest, NotFound
from recollect.core.security_levels import SecurityLevel
from recollect.memories.browsing.together import explained_memory
from recollect.memories.judging.citations import cite_memories, record_run_outcome
from recollect.memories.judging.feedback import give_feedback
from recollect.memories.known.reading import get_memory, memory_history
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.lifecycle.maintenance import Pruner
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.lifecycle.transfer import Line, import_memories
from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory, NewVote, PruneRequest, Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.ledger_data import MemoryOutcome, RunOutcome, Validation
from recollect.memories.stored.stores import MemoryStores
from tests.cases import each_case
from tests.memories.acting import Clock, plain_finder, stats_of
from tests.memories.fake_cases import FakeCases, NoCases
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.samples import APP, COLLECTION, NOW, op

TOKEN = "ghp_" + "A1b2" * 9
SITUATION = "The mailbox of the branch in Vigo is locked"
LOW: tuple[SecurityLevel, ...] = ("public", "internal")
HIGH: tuple[SecurityLevel, ...] = ("confidential", "restricted")


@pytest.fixture
def stores() -> MemoryStores:
    return MemoryStores(FakeIndex(), FakeLedger())


async def store(
    stores: MemoryStores, level: SecurityLevel = "restricted", **said: Any
) -> StoredMemory:
    new = NewMemory.model_validate(
        {"situation": SITUATION, "decision": "Unlock it", "stage": "draft", **said}
    )
    return await store_memory(new, APP, level, op(), "token", stores)


async def find(stores: MemoryStores, level: SecurityLevel, query: str) -> SearchResult:
    finder = plain_finder(stores)
    result, _ = await finder.find(Search(query=query, explain=True), [APP], level, op())
    return result


def everything(stores: MemoryStores) -> str:
    """Everything that the fakes keep, as text."""
    return repr(vars(stores.index)) + repr(vars(stores.ledger))


async def test_credentials_and_personal_data_are_masked_before_a_memory_is_kept(
    stores: MemoryStores,
) -> None:
    stored = await store(
        stores,
        situation=f"ana.silva@example.org lost the token {TOKEN}",
        decision="Her password was changed to Kite77%away by phone",
        outcome="failed",
        correction=f"Revoke {TOKEN} first",
        tags=[f"key:{TOKEN}", "vpn"],
    )
    assert stored.situation == "[REDACTED:email] lost the token [REDACTED:github]"
    assert stored.decision == "Her password was changed to [REDACTED:password] by phone"
    assert stored.metadata.tags == ("key:[REDACTED:github]", "vpn")
    assert stored.metadata.correction == "Revoke [REDACTED:github] first"
    for secret in (TOKEN, "ana.silva", "Kite77"):
        assert secret not in everything(stores)
        assert secret not in (await find(stores, "restricted", secret)).model_dump_json()


async def test_memories_that_differ_only_in_a_secret_are_the_same_memory(
    stores: MemoryStores,
) -> None:
    one = await store(stores, decision="The password is now Kite77%away")
    two = await store(stores, decision="The password is now Gull81%home")
    assert (two.id, two.deduplicated) == (one.id, True)


async def test_a_conversation_id_that_is_a_credential_is_refused(stores: MemoryStores) -> None:
    with pytest.raises(InvalidRequest):
        await store(stores, conversation_id=TOKEN)


async def test_a_correction_is_masked_in_the_memory_and_in_its_history(
    stores: MemoryStores,
) -> None:
    stored = await store(stores)
    said = MemoryOutcome("corrected", NOW, f"Use {TOKEN}", "mail ana.silva@example.org")
    memory = await give_feedback(stored.key, said, "restricted", op("two"), stores)
    assert memory.metadata.correction == "Use [REDACTED:github]"
    assert memory.metadata.category == "mail [REDACTED:email]"
    for secret in (TOKEN, "ana.silva"):
        assert secret not in everything(stores)


async def test_an_import_is_masked_like_a_request(stores: MemoryStores) -> None:
    said = {"correction": f"Use {TOKEN}", "category": TOKEN}
    happened = {"at": "2026-02-01T00:00:00.000Z", "type": "corrected", "actor": "ada"}
    line = Line.model_validate(
        {
            "situation": SITUATION,
            "decision": f"Use {TOKEN}",
            "counts": said,
            "history": [{**happened, "details": said}],
        }
    )
    await import_memories([line], APP, op(), "token", stores)
    assert TOKEN not in everything(stores)


@each_case("level", LOW)
async def test_a_sensitive_memory_does_not_exist_for_a_low_level(level: SecurityLevel) -> None:
    stores = MemoryStores(FakeIndex(), FakeLedger())
    before = await find(stores, level, SITUATION)
    summed = await stats_of(stores, level=level)
    secret = await store(stores, sensitivity=0.8)
    assert await find(stores, level, SITUATION) == before
    assert await stats_of(stores, level=level) == summed
    with pytest.raises(NotFound) as sensitive:
        await get_memory(secret.key, level, NOW, stores)
    with pytest.raises(NotFound) as absent:
        await get_memory((COLLECTION, "mem_none"), level, NOW, stores)
    assert str(sensitive.value).replace(secret.id, "mem_none") == str(absent.value)
    with pytest.raises(NotFound):
        await memory_history(secret.key, level, stores)
    with pytest.raises(NotFound):
        await give_feedback(secret.key, MemoryOutcome("failed", NOW), level, op("vote"), stores)


Verb = Callable[[str, SecurityLevel, MemoryStores], Awaitable[object]]
RUN = RunOutcome("run", "success", NOW)
VERBS: dict[str, Verb] = {
    "get": lambda mid, level, stores: get_memory((COLLECTION, mid), level, NOW, stores),
    "explained": lambda mid, level, stores: explained_memory((COLLECTION, mid), level, NOW, stores),
    "history": lambda mid, level, stores: memory_history((COLLECTION, mid), level, stores),
    "outcome": lambda mid, level, stores: give_feedback(
        (COLLECTION, mid), MemoryOutcome("failed", NOW), level, op("verb"), stores
    ),
    "validation": lambda mid, level, stores: give_feedback(
        (COLLECTION, mid), Validation(), level, op("verb"), stores
    ),
    "vote": lambda mid, level, stores: give_feedback(
        (COLLECTION, mid), NewVote(vote="upvote"), level, op("verb"), stores
    ),
    "citation": lambda mid, level, stores: cite_memories(
        COLLECTION, "other", [mid], level, op("verb"), stores
    ),
    "judgement": lambda mid, level, stores: record_run_outcome(
        COLLECTION, RUN, [mid], level, op("verb"), stores, NoCases()
    ),
    "judgement of all": lambda _, level, stores: record_run_outcome(
        COLLECTION, RUN, None, level, op("verb"), stores, NoCases()
    ),
    "deletion": lambda mid, level, stores: Deletion(COLLECTION, level, "token", stores).of_memories(
        [mid]
    ),
    "deletion of the conversation": lambda _, level, stores: Deletion(
        COLLECTION, level, "token", stores
    ).of_conversation("talk", Clock().is_up, NoCases()),
}


@each_case("verb", list(VERBS))
async def test_no_operation_distinguishes_a_sensitive_memory_from_a_missing_one_or_changes_it(
    verb: str,
) -> None:
    async def refusal(level: SecurityLevel, stores: MemoryStores, memory_id: str) -> str:
        with pytest.raises(NotFound) as refused:
            await VERBS[verb](memory_id, level, stores)
        return str(refused.value)

    for level in LOW:
        stores, empty = (MemoryStores(FakeIndex(), FakeLedger()) for _ in range(2))
        secret = await store(stores, sensitivity=0.8, conversation_id="talk")
        await cite_memories(COLLECTION, "run", [secret.id], "restricted", op("run"), stores)
        before = everything(stores)

        told = await refusal(level, stores, secret.id)
        assert told == await refusal(level, empty, secret.id)
        assert secret.id not in told or "conversation" not in verb
        assert everything(stores) == before
        # A caller that may see the memory may do it.
        await VERBS[verb](secret.id, "confidential", stores)


async def test_a_caller_of_low_level_forgets_only_the_memories_of_a_conversation_that_it_may_see(
    stores: MemoryStores,
) -> None:
    secret = await store(stores, sensitivity=0.8, conversation_id="talk")
    plain = await store(stores, situation="The printer is jammed", conversation_id="talk")
    cases = FakeCases()
    cases.cited = {(COLLECTION, "kept"): {secret.id}, (COLLECTION, "gone"): {plain.id}}
    deletion = Deletion(COLLECTION, "internal", "token", stores)
    receipt = await deletion.of_conversation("talk", Clock().is_up, cases)

    assert receipt.deleted_ids == (plain.id,)
    assert (receipt.deleted_count, receipt.removed.vectors) == (1, 1)
    assert cases.cited == {(COLLECTION, "kept"): {secret.id}}
    assert (await get_memory(secret.key, "restricted", NOW, stores))[0].id == secret.id


async def test_a_caller_of_low_level_prunes_only_memories_that_it_may_see(
    stores: MemoryStores,
) -> None:
    secret = await store(stores, sensitivity=0.8)
    plain = await store(stores, situation="The printer is jammed")
    rules = PruneRequest(dry_run=True)

    async def pruned(level: SecurityLevel) -> set[str]:
        pruner = Pruner(op(minutes=999 * 24 * 60), lambda: False, "token", stores, level)
        return set((await pruner.prune(COLLECTION, rules)).deleted_ids)

    assert await pruned("internal") == {plain.id}
    assert await pruned("restricted") == {plain.id, secret.id}


@each_case("level", LOW)
async def test_storing_a_decision_does_not_reveal_that_a_sensitive_equal_one_exists(
    level: SecurityLevel,
) -> None:
    first = await store(MemoryStores(FakeIndex(), FakeLedger()), level)
    stores = MemoryStores(FakeIndex(), FakeLedger())
    await store(stores, sensitivity=0.8)
    assert await store(stores, level) == first


@each_case("level", HIGH)
async def test_a_sensitive_memory_is_found_and_read_by_a_high_level(level: SecurityLevel) -> None:
    stores = MemoryStores(FakeIndex(), FakeLedger())
    secret = await store(stores, sensitivity=0.8)
    found = await find(stores, level, SITUATION)
    assert [each.memory.id for each in found.results] == [secret.id]
    assert (await get_memory(secret.key, level, NOW, stores))[0].id == secret.id
    assert (await memory_history(secret.key, level, stores)).events
