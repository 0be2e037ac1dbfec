"""A function's answer may have 6 MB: the results of a search are kept within this limit."""

import json

from recollect.core.answer_size import MAX_ANSWER_BYTES
from recollect.memories.confidence_settings import SEED_SETTINGS
from recollect.memories.finding.fitting import fitting_in_answer
from recollect.memories.finding.scored import score
from recollect.memories.requests import Search
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from tests.cases import each_case
from tests.memories.samples import NOW, record_of
from tests.memories.searching import REFUND, find, ids, reasons, stores_with

# What takes most in JSON, twice over.
LONGEST = '"' * 15_900


async def test_results_that_exceed_the_answer_size_are_dropped_and_smaller_ones_kept() -> None:
    long = [
        record_of(f"{REFUND} {number} {LONGEST}", decision=LONGEST, age_days=number)
        for number in range(30)
    ]
    short = record_of(f"{REFUND} but only that", age_days=29)
    stores = await stores_with(*long, short)
    result = await find(stores, Search(query=REFUND, limit=100, explain=True))
    found = ids(result)
    assert short.id in found
    kept = [record.id for record in long if record.id in found]
    assert kept == [record.id for record in long[: len(kept)]]
    assert reasons(result) == {record.id: "size" for record in long[len(kept) :]}
    assert 0 < len(kept) < len(long)
    # As a function answers it: a string of JSON in JSON.
    assert len(json.dumps({"body": result.model_dump_json()}).encode()) < 6_000_000

    # The limit comes before the size.
    result = await find(stores, Search(query=REFUND, limit=1, explain=True))
    assert len(ids(result)) == 1
    assert set(reasons(result).values()) == {"limit"}


# A character outside the basic plane takes twelve bytes in JSON, twice over.
WORDIEST = record_of(
    REFUND,
    correction="😀" * 4_000,
    tags=[f"{number:02}{'😀' * 62}" for number in range(32)],
    steps=["😀" * 64] * 50,
)


@each_case("record", [record_of("ü" * 15_900), WORDIEST])
def test_as_many_memories_are_kept_as_an_answer_has_room_for(record: MemoryRecord) -> None:
    memory = score(record, 0.9, MemoryCounts(), NOW, SEED_SETTINGS)
    # In a string of JSON in JSON, and its text a second time.
    text = [memory.record.content, dict(memory.metadata), memory.record.content]
    size = len(json.dumps(json.dumps(text, ensure_ascii=False)))
    for count in (100, MAX_ANSWER_BYTES // size + 1):
        kept, dropped = fitting_in_answer([memory] * count, 100)
        assert len(kept) == MAX_ANSWER_BYTES // size
        assert {each.reason for each in dropped} == {"size"}
