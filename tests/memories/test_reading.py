import json

import pytest

from recollect.core.errors import NotFound
from recollect.memories.known.reading import existing_record, get_memory, memory_history
from recollect.memories.model import HistoryEvent
from recollect.memories.requests import NewVote
from recollect.memories.stored.stores import MemoryStores
from tests.memories.acting import Actors
from tests.memories.fakes import BrokenLedger, FakeIndex, FakeLedger
from tests.memories.lifecycle import break_off_deletion
from tests.memories.samples import NOW, op, record_of

RECORD = record_of(age_days=30)


def ledger_with(*events: HistoryEvent) -> FakeLedger:
    """A ledger with this history."""
    ledger = FakeLedger()
    ledger.entries[RECORD.key].log = list(events)
    return ledger


def event(number: int, note: str) -> HistoryEvent:
    return HistoryEvent(
        at=f"{number:05}", type="corrected", actor="ada", details={"correction": note}
    )


async def test_a_memory_is_read_with_what_was_counted() -> None:
    actors = await Actors().keep(RECORD)
    await actors.ledger.apply(RECORD.key, NewVote(vote="upvote"), op())
    memory, degraded = await get_memory(RECORD.key, "restricted", NOW, actors.stores)
    assert (memory.id, memory.metadata.votes.upvotes) == (RECORD.id, 1)
    assert degraded == ()


async def test_without_the_ledger_a_memory_is_read_as_neutral_and_says_so() -> None:
    actors = await Actors(ledger=BrokenLedger()).keep(RECORD)
    memory, degraded = await get_memory(RECORD.key, "restricted", NOW, actors.stores)
    assert degraded == ("reputation",)
    assert memory.metadata.confidence == 0.25


async def test_a_memory_whose_deletion_has_begun_is_not_found() -> None:
    actors = await Actors().keep(RECORD)
    await break_off_deletion(actors.ledger, RECORD.key)
    with pytest.raises(NotFound, match=RECORD.id):
        await get_memory(RECORD.key, "restricted", NOW, actors.stores)
    with pytest.raises(NotFound, match=RECORD.id):
        await memory_history(RECORD.key, "restricted", actors.stores)


async def test_reading_a_missing_memory_is_not_found() -> None:
    with pytest.raises(NotFound, match=RECORD.id):
        await get_memory(RECORD.key, "restricted", NOW, Actors().stores)
    with pytest.raises(NotFound, match=RECORD.id):
        await existing_record(RECORD.key, "restricted", FakeIndex())
    with pytest.raises(NotFound, match=RECORD.id):
        await memory_history(RECORD.key, "restricted", Actors().stores)


async def test_a_history_that_fits_is_complete() -> None:
    events = [event(number, "no") for number in range(1_000)]
    history = await memory_history(
        RECORD.key, "restricted", MemoryStores(FakeIndex(), ledger_with(*events))
    )
    assert (list(history.events), history.truncated) == (events, False)
    assert "truncated" not in history.model_dump_json()


async def test_a_history_that_does_not_fit_is_cut_to_its_latest_events() -> None:
    for character in ("🙂", '"'):
        events = [event(number, character * 4_000) for number in range(400)]
        history = await memory_history(
            RECORD.key, "restricted", MemoryStores(FakeIndex(), ledger_with(*events))
        )
        assert history.truncated
        assert list(history.events) == events[-len(history.events) :]
        # As a function answers it: a string of JSON in JSON.
        answered = len(json.dumps({"body": history.model_dump_json()}).encode())
        assert 3_500_000 < answered < 6_000_000


async def test_a_history_begins_with_the_creation_even_if_another_event_has_an_earlier_time() -> (
    None
):
    created = HistoryEvent(at="00002", type="stored", actor="ada", details={})
    again = HistoryEvent(at="00001", type="stored_again", actor="ben", details={})
    history = await memory_history(
        RECORD.key,
        "restricted",
        MemoryStores(FakeIndex(), ledger_with(event(3, "no"), again, created)),
    )
    assert list(history.events) == [created, again, event(3, "no")]
