"""Texts that masking makes too long break neither the request nor the export."""

from recollect.memories.lifecycle.transfer import Line, line_of
from recollect.memories.requests import NewMemory
from recollect.memories.stored.ledger_data import MemoryOutcome
from tests.memories.acting import Actors
from tests.memories.samples import NOW

MAILS = "a@b.de "


async def test_a_memory_that_masking_made_longer_is_exported_and_imported() -> None:
    before, after = Actors(), Actors()
    private = {"tags": ["a@b.de c@d.de " * 4], "category": MAILS * 9, "correction": MAILS * 570}
    said = {"situation": MAILS * 2_285, "decision": "Mail them", "stage": "draft"}
    said |= {"outcome": "corrected"}
    await before.store(NewMemory.model_validate(said | private))
    (record,) = before.index.records.values()
    await before.give(MemoryOutcome("corrected", NOW, MAILS * 570), record)
    (export,) = await before.ledger.export([record.key])
    line = Line.model_validate_json(line_of(record, export).model_dump_json())
    assert line.situation == record.situation
    assert await after.load(line) == 1
    assert list(after.index.records) == [record.key]
