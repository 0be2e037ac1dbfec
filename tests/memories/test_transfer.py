import asyncio
import json

import pytest

from recollect.core.ids import Key
from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.judging.feedback import give_feedback
from recollect.memories.known.reading import assemble
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.memories.lifecycle.transfer import Line, line_of
from recollect.memories.model import CitationOutcome, Memory, Outcome
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import MemoryOutcome, RunOutcome, Validation
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.record_sync import is_out_of_sync
from tests.memories.acting import Actors
from tests.memories.fake_cases import NoCases
from tests.memories.lifecycle import begin, begin_deletion, break_off_deletion, delete
from tests.memories.samples import COLLECTION, NOW, new_memory, op, record_of

PLAIN = Line(situation="Printer on fire", decision="Called the fire brigade")


async def exported(stores: Actors) -> list[Line]:
    records = tuple(stores.index.records.values())
    exports = await stores.ledger.export([record.key for record in records])
    return [line_of(*each) for each in zip(records, exports, strict=True)]


def only_record(stores: Actors) -> MemoryRecord:
    (record,) = stores.index.records.values()
    return record


async def only_memory(stores: Actors) -> Memory:
    record = only_record(stores)
    return assemble(record, await stores.counts_of(record), NOW, SEED_SETTINGS)


async def with_a_past() -> Actors:
    stores = Actors()
    record = record_of(
        age_days=3, category="refund", tags=["vip"], conversation_id="cnv_1", importance=0.9
    )
    await stores.index.add((record,))
    await begin(stores.ledger, record)
    await stores.ledger.apply(record.key, NewVote(vote="upvote", voter_id="v1"), op())
    judgement = MemoryOutcome("corrected", NOW, "Escalate — now", "money")
    await give_feedback(record.key, judgement, "restricted", op(), stores.stores)
    await stores.ledger.apply(record.key, Validation(), op())
    return stores


async def test_what_the_ledger_has_lost_is_exported_with_the_state_that_its_record_has() -> None:
    before = await Actors().keep(retracted := record_of("One"), old := record_of("Two"))
    await retract_memory(retracted.key, "restricted", op(), before.stores, NoCases())
    doubted = record_of("Three", trust=0.2)
    await before.keep(doubted)
    after = Actors(before.index)
    assert await after.load(*await exported(after)) == 3
    for record in (retracted, old, doubted):
        now, then = await after.counts_of(record), await before.counts_of(record)
        assert (now.state, now.archived_at, now.retracted) == (
            (then.state, then.archived_at, then.retracted)
        )
    assert before.index.records[retracted.key].metadata["state"] == "archived"


async def test_an_import_restores_an_exported_memory_unchanged() -> None:
    before, after = await with_a_past(), Actors()
    lines = [Line.model_validate_json(line.model_dump_json()) for line in await exported(before)]
    assert await after.load(*lines) == 1
    assert await only_memory(after) == await only_memory(before)
    record = only_record(after)
    assert not is_out_of_sync(record, await after.counts_of(record))
    history = await before.ledger.history(only_record(before).key)
    assert (await after.ledger.history(only_record(before).key))[:-1] == history


async def test_a_second_export_differs_only_in_having_been_imported() -> None:
    before, after = await with_a_past(), Actors()
    (first,) = await exported(before)
    await after.load(first)
    (second,) = await exported(after)
    changed = {name for name in Line.model_fields if getattr(first, name) != getattr(second, name)}
    assert changed == {"history", "counts"}
    assert {**first.counts, "revision": ""} == {**second.counts, "revision": ""}


async def test_a_plain_line_becomes_a_fresh_memory() -> None:
    stores = Actors()
    assert await stores.load(PLAIN) == 1
    assert only_record(stores).metadata["created_at"] == "2026-03-01T12:00:00.000Z"
    assert only_record(stores).metadata["stage"] == "draft"
    (counts,) = await stores.ledger.read((only_record(stores).key,))
    assert (counts.occurrences, counts.upvotes) == (1, 0)
    (event,) = await stores.ledger.history(only_record(stores).key)
    assert event.type == "imported"


async def test_importing_a_line_again_adds_and_counts_nothing() -> None:
    stores = Actors()
    assert [await stores.load(PLAIN, PLAIN) for _ in range(3)] == [1, 0, 0]
    (counts,) = await stores.ledger.read((only_record(stores).key,))
    assert counts.occurrences == 1
    assert len(await stores.ledger.history(only_record(stores).key)) == 1


async def test_an_old_export_does_not_undo_a_later_outcome() -> None:
    stores = await with_a_past()
    lines = await exported(stores)
    judgement = MemoryOutcome("success", op(minutes=9).at)
    key = only_record(stores).key
    await give_feedback(key, judgement, "restricted", op(), stores.stores)
    assert await stores.load(*lines) == 0
    assert only_record(stores).metadata["outcome"] == "success"


async def test_the_next_import_finishes_one_that_was_interrupted_between_the_stores() -> None:
    (line,) = await exported(await with_a_past())
    stores = Actors()
    await stores.load(line)
    await delete(stores.ledger, only_record(stores).key)
    assert await stores.load(line) == 1
    (counts,) = await stores.ledger.read((only_record(stores).key,))
    assert counts.upvotes == 1
    stores.index.records.clear()
    await stores.load(line)
    assert only_record(stores).metadata["category"] == "money"


async def test_a_record_restored_by_an_import_has_the_outcome_decided_since_the_export() -> None:
    lines = await exported(stores := await with_a_past())
    judgement = MemoryOutcome("success", op(minutes=9).at)
    key = only_record(stores).key
    await give_feedback(key, judgement, "restricted", op(), stores.stores)
    stores.index.records.clear()
    await stores.load(*lines)
    assert only_record(stores).metadata["outcome"] == "success"


async def test_an_imported_memory_belongs_to_both_of_its_conversations() -> None:
    stores, elsewhere = Actors(), Actors()
    await stores.store(new_memory(conversation_id="cnv_1"))
    await stores.store(new_memory(conversation_id="cnv_2"))
    await elsewhere.load(*await exported(stores))
    for conversation in ("cnv_1", "cnv_2"):
        members = await elsewhere.ledger.memories_of_conversation(COLLECTION, conversation)
        assert members == (only_record(elsewhere).id,)


async def test_a_memory_that_a_run_confirmed_stays_confirmed_when_it_is_imported() -> None:
    stores, elsewhere = Actors(), Actors()
    await stores.store()

    async def judge(there: Actors, run_id: str, outcome: CitationOutcome, minutes: float) -> None:
        ids, said = [only_record(there).id], RunOutcome(run_id, outcome, op(minutes=minutes).at)
        await there.ledger.cite(COLLECTION, run_id, ids, op())
        await there.ledger.apply_run_outcome(COLLECTION, said, ids, op())

    await judge(stores, "run_1", "success", 1)
    await elsewhere.load(*await exported(stores))
    cases: list[tuple[CitationOutcome, float, float]] = [("success", 2, 2), ("failure", 3, 1)]
    for outcome, minutes, confirmed in cases:
        await judge(elsewhere, "run_2", outcome, minutes)
        counts = await elsewhere.counts_of(only_record(elsewhere))
        assert counts.succeeded_at == op(minutes=confirmed).at


async def test_a_plain_line_with_a_bad_outcome_counts_as_a_downvote() -> None:
    outcomes: list[tuple[Outcome, int]] = [("success", 0), ("corrected", 1), ("failed", 1)]
    for outcome, downvotes in outcomes:
        stores = Actors()
        await stores.load(PLAIN.model_copy(update={"outcome": outcome}))
        counts = await stores.counts_of(only_record(stores))
        assert (counts.upvotes, counts.downvotes) == (0, downvotes)


async def test_an_export_can_be_imported_into_another_app() -> None:
    stores = Actors()
    (line,) = await exported(await with_a_past())
    assert await stores.load(line, app="global") == 1
    assert only_record(stores).collection == "support:global"
    assert await stores.ledger.memories_of_conversation("support:global", "cnv_1") == (
        only_record(stores).id,
    )


async def test_importing_no_lines_adds_nothing() -> None:
    stores = Actors()
    assert await stores.load() == 0
    assert stores.index.records == {}


def test_the_json_of_a_store_request_is_a_valid_line() -> None:
    text = json.dumps({"situation": "a", "decision": "b", "stage": "route"})
    line = Line.model_validate_json(text)
    assert (line.stage, line.counts, line.voters, line.history) == ("route", {}, {}, ())


def test_an_invalid_line_is_refused() -> None:
    cases: list[dict[str, object]] = [
        {"counts": {"UPPER CASE": "1"}},
        {"counts": {"upvotes": "many"}},
        {"counts": {"upvotes": "-2"}},
        {"counts": {"failures": "9" * 20}},
        {"counts": {"failures_beyond": "-" + "9" * 20}},
        {"counts": {"outcome": "great"}},
        {"counts": {"tombstone": "1"}},
        {"counts": {"tombstone": "0"}},
        {"counts": {"outcome": "failed", "outcome_at": "001772366400000:op"}},
        {"counts": {"outcome": "failed", "outcome_at": "2026-01-01T00:00:00Z"}},
        {"counts": {"outcome": "failed", "outcome_at": "000001772366400000"}},
        {"counts": {"outcome": "failed", "outcome_at": "z"}},
        {"counts": {"correction": "no", "correction_at": ""}},
        {"counts": {"category": "a", "category_at": "٠٠٠٠٠١٧٧٢٣٦٦٤٠٠"}},
        {"voters": {"v1": "maybe"}},
        {"voters": {"not a reference!": "upvote"}},
        {"created_at": "2026-01-01T00:00:00"},
        {"history": [{"at": "x"}]},
        {"colour": "red"},
    ]
    for extra in cases:
        with pytest.raises(ValueError, match="validation error"):
            Line.model_validate({"situation": "a", "decision": "b", **extra})


async def test_an_import_accepts_every_stamp_of_an_export() -> None:
    (line,) = await exported(await with_a_past())
    stamps = {name for name in line.counts if name.endswith("_at")} - {"validated_at"}
    assert stamps == {"outcome_at", "correction_at", "category_at"}
    assert Line.model_validate_json(line.model_dump_json()) == line


async def test_an_import_replaces_what_an_interrupted_deletion_left() -> None:
    stores = await with_a_past()
    key = only_record(stores).key
    await break_off_deletion(stores.ledger, key)
    line = Line(situation=only_record(stores).situation, decision=only_record(stores).decision)
    assert await stores.load(line) == 1
    assert "category" not in only_record(stores).metadata
    (counts,) = await stores.ledger.read((key,))
    assert (counts.tombstoned, counts.upvotes, counts.outcome) == (False, 0, None)
    assert [event.type for event in await stores.ledger.history(key)] == ["imported"]
    assert (
        await stores.ledger.memories_of_conversation(only_record(stores).collection, "cnv_1") == ()
    )


async def test_an_import_waits_for_a_running_deletion_and_then_adds_the_memory() -> None:
    stores = Actors()
    await stores.load(PLAIN)
    key = only_record(stores).key
    token = await begin_deletion(stores.ledger, key)
    loading = asyncio.create_task(stores.load(PLAIN))
    await asyncio.sleep(0.01)
    assert not loading.done()
    await stores.index.remove(*key_as_ids(key))
    await stores.ledger.finish_deletion([key], [1], token)
    assert await loading == 1
    assert only_record(stores).key == key


def key_as_ids(key: Key) -> tuple[str, tuple[str, ...]]:
    return key[0], (key[1],)
