"""A function's answer may have 6 MB: the results of a search are kept within this limit."""

import json

from recollect.memories.requests import Search
from tests.memories.samples import record_of
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
