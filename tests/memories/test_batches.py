"""Batches of decisions are stored as if one by one, even after a fault in their midst."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from typing_extensions import override

from recollect.core.errors import (
    DeadlineExceeded,
    InvalidRequest,
    NotFound,
    RecollectError,
    RequestError,
)
from recollect.memories.lifecycle.batches import store_memories, turns_of
from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory
from recollect.memories.stored.record import MemoryRecord
from tests.memories.acting import Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import new_token
from tests.memories.samples import APP, NOW, new_memory, op, record_of
from tests.memories.stepping import CLAIM_SECONDS, Fault, Faults, NoSteps
from tests.virtual_time import virtually

_TOKEN = "ghp_" + "A1b2" * 9
_NAMES = ("first", "second", "third")
_IDS = {name: record_of(name).id for name in _NAMES}
_NEWS = st.builds(
    new_memory,
    st.sampled_from([*_NAMES, "FIRST", " second "]),
    outcome=st.sampled_from(["success", "failed", "corrected"]),
    conversation_id=st.sampled_from([None, "cnv_1", "cnv_2"]),
    sensitivity=st.sampled_from([0.0, 0.0, 0.9]),
    trust=st.sampled_from([0.7, 0.1]),
    supersedes=st.just(()) | st.lists(st.sampled_from([*_IDS.values(), "mem_unknown"]), max_size=1),
)
_BATCHES = st.lists(_NEWS, min_size=1, max_size=8)
# Of the two that supersede the first, the ledger hears in another order than one by one.
_SUPERSEDING = [
    new_memory("first"),
    new_memory("first", supersedes=[_IDS["second"]]),
    new_memory("second", supersedes=[_IDS["second"]]),
    new_memory("second", supersedes=[_IDS["first"]]),
    new_memory("first", sensitivity=0.9, supersedes=[_IDS["first"]]),
]
_FAULTS = st.builds(
    Fault,
    st.sampled_from(
        [
            *("index.get", "index.add", "index.patch"),
            *("ledger.claim", "ledger.release", "ledger.count_occurrence", "ledger.read"),
        ]
    ),
    st.sampled_from(["before", "after"]),
)

Outcomes = Sequence[StoredMemory | RecollectError]


async def one_by_one(news: Sequence[NewMemory], actors: Actors) -> Outcomes:
    """The outcome of each memory when they are stored one by one, in order."""
    outcomes: list[StoredMemory | RecollectError] = []
    for place, new in enumerate(news):
        try:
            outcomes.append(await actors.store(new, f"alone {place}"))
        except RequestError as error:
            outcomes.append(error)
    return outcomes


async def at_once(
    news: Sequence[NewMemory], actors: Actors, operation: str = "batch", seconds: float = 3600
) -> Outcomes:
    return await store_memories(
        news, APP, "restricted", op(operation), new_token(), actors.stores, seconds
    )


def told(outcomes: Outcomes) -> list[tuple[object, ...]]:
    return [
        (each.id, each.deduplicated)
        if isinstance(each, StoredMemory)
        else (type(each).__name__, str(each))
        for each in outcomes
    ]


async def state_of(actors: Actors) -> Mapping[str, object]:
    """Everything that is kept of each memory: its record, its counts, and its history."""
    records = actors.index.records
    return {
        key[1]: (
            record,
            (await actors.ledger.read([key]))[0],
            [each.type for each in await actors.ledger.history(key)],
        )
        for key, record in sorted(records.items())
    }


@given(_BATCHES)
@example(_SUPERSEDING)
def test_storing_a_batch_equals_storing_its_memories_one_by_one(news: list[NewMemory]) -> None:
    async def compare() -> None:
        alone, together = Actors(), Actors()

        assert told(await at_once(news, together)) == told(await one_by_one(news, alone))
        assert await state_of(together) == await state_of(alone)

    virtually(compare())


@given(_BATCHES, st.lists(_FAULTS, max_size=3))
def test_repeating_an_interrupted_batch_finishes_it_and_counts_nothing_twice(
    news: list[NewMemory], faults: list[Fault]
) -> None:
    async def compare() -> None:
        alone, steps = Actors(), Faults(*faults)
        expected = await one_by_one(news, alone)
        # What was refused is looked at again: by then what it supersedes may be there.
        assume(all(isinstance(each, StoredMemory) for each in expected))
        broken = Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS))
        for _ in range(len(faults)):
            await at_once(news, broken)
        broken.index.steps = broken.ledger.steps = NoSteps()

        assert told(await at_once(news, broken)) == told(expected)
        assert await state_of(broken) == await state_of(alone)

    virtually(compare())


async def test_a_batch_answers_errors_of_single_memories_beside_the_stored_ones() -> None:
    actors = Actors()
    news = [
        new_memory("good"),
        new_memory(supersedes=["mem_nobody"]),
        new_memory("bad", conversation_id=_TOKEN),
    ]
    stored, missing, refused = await at_once(news, actors)

    assert isinstance(stored, StoredMemory)
    assert isinstance(missing, NotFound)
    assert isinstance(refused, InvalidRequest)
    assert len(actors.index.records) == 1


class NeverAdds(FakeIndex):
    """An index that never finishes adding the slow memory."""

    @override
    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        if "slow" in records[0].content:
            await asyncio.sleep(3600)
        await super().add(records)


def test_a_batch_that_runs_out_of_time_says_which_memories_are_stored() -> None:
    both = [new_memory("quick"), new_memory("slow")]
    first, slow = virtually(at_once(both, Actors(NeverAdds()), seconds=5))

    assert isinstance(first, StoredMemory)
    assert isinstance(slow, DeadlineExceeded)


async def test_a_memory_is_stored_after_those_of_its_batch_that_it_refers_to() -> None:
    def turns(*records: MemoryRecord) -> list[list[int]]:
        return [[*each] for each in turns_of(records)]

    first, second = record_of("first"), record_of("second")
    over_first = record_of("third", supersedes=[first.id])
    assert turns(first, second) == [[0, 1]]
    assert turns(first, second, first, first) == [[0, 1], [2], [3]]
    assert turns(first, over_first, second) == [[0, 2], [1]]
    assert turns(over_first, first) == [[0], [1]]
    assert turns(over_first, record_of("fourth", supersedes=[first.id])) == [[0, 1]]
    assert turns_of([InvalidRequest([])]) == []


@pytest.mark.parametrize("operation", ["", "key"])
async def test_the_same_decision_twice_in_a_batch_is_two_occurrences(operation: str) -> None:
    actors = Actors()
    news = [new_memory("same"), new_memory("SAME")]
    first, second = await at_once(news, actors, operation)

    assert isinstance(first, StoredMemory)
    assert isinstance(second, StoredMemory)
    assert (first.id, second.deduplicated) == (second.id, True)
    assert second.metadata.occurrences == 2
    assert second.metadata.created_at.startswith(NOW.strftime("%Y-%m-%d"))
