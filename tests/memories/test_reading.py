import json
from collections.abc import Sequence

import pytest

from recollect.core.errors import NotFound, StoreUnavailable
from recollect.core.ids import Key
from recollect.memories.model import HistoryEvent
from recollect.memories.reading import existing, get_memory, memory_history
from recollect.memories.record import Standing
from recollect.memories.requests import NewVote
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, break_off
from tests.memories.samples import NOW, op, record_of

RECORD = record_of(age_days=30)


class BrokenCounts:
    """A counting store that is down."""

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        raise StoreUnavailable("counts", f"down: {len(keys)} asked in vain")


class Said:
    """A history of these events."""

    def __init__(self, events: Sequence[HistoryEvent]) -> None:
        self._events = tuple(events)

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        assert key == RECORD.key
        return self._events


def said(number: int, note: str) -> HistoryEvent:
    return HistoryEvent(
        at=f"{number:05}", type="corrected", actor="ada", details={"correction": note}
    )


@pytest.fixture
async def stores() -> tuple[FakeIndex, FakeCounts]:
    index, counts = FakeIndex(), FakeCounts()
    await index.add((RECORD,))
    await begin(counts, RECORD)
    return index, counts


async def test_a_memory_is_read_with_what_was_counted(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    index, counts = stores
    await counts.vote(RECORD.key, NewVote(vote="upvote"), op())
    read = await get_memory(RECORD.key, NOW, records=index, standings=counts)
    assert (read.memory.id, read.memory.metadata.votes.upvotes) == (RECORD.id, 1)
    assert read.degraded == ()


async def test_without_the_counting_store_a_memory_is_read_as_neutral_and_says_so(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    read = await get_memory(RECORD.key, NOW, records=stores[0], standings=BrokenCounts())
    assert read.degraded == ("reputation",)
    assert read.memory.metadata.confidence == 0.25


async def test_a_memory_whose_removal_has_begun_is_not_found(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    index, counts = stores
    await break_off(counts, RECORD.key)
    with pytest.raises(NotFound, match=RECORD.id):
        await get_memory(RECORD.key, NOW, records=index, standings=counts)
    with pytest.raises(NotFound, match=RECORD.id):
        await memory_history(RECORD.key, chronicle=counts)


async def test_what_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match=RECORD.id):
        await get_memory(RECORD.key, NOW, records=FakeIndex(), standings=FakeCounts())
    with pytest.raises(NotFound, match=RECORD.id):
        await existing(RECORD.key, FakeIndex())
    with pytest.raises(NotFound, match=RECORD.id):
        await memory_history(RECORD.key, chronicle=FakeCounts())


async def test_a_history_that_fits_is_told_whole() -> None:
    events = [said(number, "no") for number in range(1_000)]
    history = await memory_history(RECORD.key, chronicle=Said(events))
    assert (list(history.events), history.truncated) == (events, False)
    assert "truncated" not in history.model_dump_json()


@pytest.mark.parametrize("longest", ["x" * 4_000, "🙂" * 4_000, '"' * 4_000, "\x01" * 4_000])
async def test_of_a_history_that_does_not_fit_the_latest_is_told(longest: str) -> None:
    events = [said(number, longest) for number in range(1_500)]
    history = await memory_history(RECORD.key, chronicle=Said(events))
    assert history.truncated
    assert list(history.events) == events[-len(history.events) :]
    # As a function answers it: a string of JSON in JSON.
    answered = len(json.dumps({"body": history.model_dump_json()}).encode())
    assert 3_500_000 < answered < 6_000_000


async def test_a_birth_comes_first_also_where_another_request_had_begun_before_it() -> None:
    born = HistoryEvent(at="00002", type="stored", actor="ada", details={})
    again = HistoryEvent(at="00001", type="stored_again", actor="ben", details={})
    history = await memory_history(RECORD.key, chronicle=Said([said(3, "no"), again, born]))
    assert list(history.events) == [born, again, said(3, "no")]
