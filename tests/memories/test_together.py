"""A memory's relations to others are found when it is read, and change none of them."""

import pytest

from recollect.core.errors import NotFound
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.browsing.together import explained_memory, together
from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.finding.scored import score
from recollect.memories.lifecycle.archiving import restore_memory
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.memories.model import Together
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from tests.cases import each_case
from tests.memories.acting import Actors
from tests.memories.fake_cases import NoCases
from tests.memories.lifecycle import begin, break_off_deletion
from tests.memories.samples import NOW, op, record_of

REFUND = "A customer wants a refund after a medical emergency"
FIRST = record_of(f"{REFUND} for order 10001", decision="Refund it", conversation_id="one")
SECOND = record_of(
    f"{REFUND} for order 10002", decision="Refund it", conversation_id="two", outcome="failed"
)
OTHER = record_of(REFUND, decision="Ask for the receipt")


async def stands(
    actors: Actors, record: MemoryRecord = FIRST, level: SecurityLevel = "restricted"
) -> Together:
    memory, _ = await explained_memory(record.key, level, NOW, actors.stores)
    assert memory.together is not None
    return memory.together


def same(told: Together) -> list[str]:
    return [each.id for each in told.same]


async def test_memories_with_the_same_decision_are_named_with_their_conversation_and_outcome() -> (
    None
):
    actors = await Actors().keep(FIRST, SECOND, OTHER)
    told = await stands(actors)
    assert [(each.id, each.conversation_id, each.outcome) for each in told.same] == [
        (SECOND.id, "two", "failed")
    ]
    assert same(await stands(actors, SECOND)) == [FIRST.id]
    assert same(await stands(actors, OTHER)) == []


@each_case(
    "fields",
    [
        {"steps": ["refund[full]"]},
        {"valid_from": "2027-01-01T00:00:00Z"},
        {"decision": "Do not refund it"},
        {"situation": "A customer of a shop in Vigo cannot log in"},
        {"app": "another-app"},
    ],
)
async def test_memories_that_differ_in_meaning_are_not_the_same(fields: dict[str, object]) -> None:
    said = {"situation": f"{REFUND} for order 10003", "decision": "Refund it", **fields}
    actors = await Actors().keep(FIRST, record_of(**said))  # type: ignore[arg-type]  # by case
    assert same(await stands(actors)) == []


async def test_a_decision_valid_since_another_past_day_is_the_same() -> None:
    case = f"{REFUND} for order 10003"
    since = record_of(case, decision="Refund it", valid_from="2019-01-01T00:00:00Z")
    assert same(await stands(await Actors().keep(FIRST, since))) == [since.id]


def judged(first: MemoryCounts, second: MemoryCounts) -> Together:
    """The relations of the first memory to the second, given their counts."""
    beside = [
        score(FIRST, 0.0, first, NOW, SEED_SETTINGS),
        score(SECOND, 0.0, second, NOW, SEED_SETTINGS),
    ]
    told = together(beside[0], beside, NOW)
    assert same(told) == [SECOND.id]
    return told


def test_each_judge_counts_once_however_many_duplicates_it_judges() -> None:
    first = MemoryCounts(supporters=frozenset({"ann", "bob"}), opponents=frozenset({"eve"}))
    second = MemoryCounts(supporters=frozenset({"ann"}), opponents=frozenset({"eve", "bob"}))
    told = judged(first, second)
    assert (told.supporters, told.opponents) == (1, 1)


def test_a_duplicate_that_only_its_writer_supports_adds_no_judges() -> None:
    first = MemoryCounts(supporters=frozenset({"ann"}), opponents=frozenset())
    copy = MemoryCounts(unproven=True, opponents=frozenset({"mallory"}))
    told = judged(first, copy)
    assert [each.unproven for each in told.same] == [True]
    assert (told.supporters, told.opponents) == (1, 0)


async def test_each_side_of_a_conflict_names_the_other() -> None:
    limit = "Approve the refund of the annual plan up to {} euros"
    old, new = (record_of(REFUND, decision=limit.format(euros)) for euros in (250, 400))
    actors = await Actors().keep(old, new)
    assert (await stands(actors, old)).conflicts_with == (new.id,)
    assert (await stands(actors, new)).conflicts_with == (old.id,)


async def test_a_superseded_memory_can_be_read_and_names_its_successor() -> None:
    new = record_of("Payment providers were changed", decision="Use Adyen", supersedes=[FIRST.id])
    actors = await Actors().keep(FIRST, new)
    assert (await stands(actors)).superseded_by == new.id


async def test_a_named_memory_that_is_not_replaced_yet_is_told_with_what_that_waits_for() -> None:
    new = record_of("Payment providers were changed", decision="Use Adyen", supersedes=[FIRST.id])
    actors = await Actors().keep(FIRST)
    await actors.index.add((new,))
    await begin(actors.ledger, new, by=Operation("mallory", NOW))
    (waiting,) = (await stands(actors, new)).not_superseded
    assert waiting.id == FIRST.id
    assert waiting.reason.startswith("1 judge stands by it and not by this memory")
    assert (await stands(actors)).superseded_by is None

    await begin(actors.ledger, new)
    assert (await stands(actors, new)).not_superseded == ()
    assert (await stands(actors)).superseded_by == new.id


async def test_a_named_memory_that_is_no_result_any_more_waits_for_no_replacement() -> None:
    new = record_of("Payment providers were changed", decision="Use Adyen", supersedes=[FIRST.id])
    actors = await Actors().keep(FIRST)
    await actors.index.add((new,))
    await begin(actors.ledger, new, by=Operation("mallory", NOW))
    await retract_memory(FIRST.key, "restricted", op(), actors.stores, NoCases())
    assert (await stands(actors, new)).not_superseded == ()


async def test_a_retracted_memory_is_no_duplicate_until_it_is_restored() -> None:
    actors = await Actors().keep(FIRST, SECOND)
    await retract_memory(SECOND.key, "restricted", op(), actors.stores, NoCases())
    assert same(await stands(actors)) == same(await stands(actors, SECOND)) == []
    await restore_memory(SECOND.key, "restricted", op(minutes=1), actors.stores)
    assert same(await stands(actors)) == [SECOND.id]


async def test_duplicates_too_sensitive_for_the_reader_are_not_named() -> None:
    secret = record_of(f"{REFUND} for order 10004", decision="Refund it", sensitivity=0.8)
    actors = await Actors().keep(FIRST, secret)
    assert same(await stands(actors)) == [secret.id]
    without = await stands(await Actors().keep(FIRST), level="internal")
    assert await stands(actors, level="internal") == without


async def test_a_memory_that_is_being_deleted_is_neither_read_nor_named() -> None:
    actors = await Actors().keep(FIRST, SECOND)
    await break_off_deletion(actors.ledger, SECOND.key)
    assert same(await stands(actors)) == []
    with pytest.raises(NotFound):
        await stands(actors, SECOND)
