"""Neither the answer nor the calls of a search depend on memories that its caller may not see."""

from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.core.security_levels import SecurityLevel
from recollect.memories.requests import Search
from recollect.memories.stored.private import may_see
from recollect.memories.stored.record import MemoryRecord
from tests.memories.acting import Actors
from tests.memories.samples import NOW, record_of
from tests.memories.stepping import Calls

SITUATIONS = ("the customer of Altus wants a refund", "the customer of Bo wants a refund")
DECISIONS = (
    "Refund it up to 250 euros of the plan",
    "Refund it up to 400 euros of the plan",
    "From now on refund it up to 400 euros of the plan",
    "Refund it for order 10001",
    "Refund it for order 10002",
    "Ask the bank",
)


@st.composite
def memories(draw: st.DrawFn) -> list[MemoryRecord]:
    """Memories, some of which supersede others, and some of which are sensitive."""
    records: dict[str, MemoryRecord] = {}
    for _ in range(draw(st.integers(2, 8))):
        known = sorted(records)
        record = record_of(
            draw(st.sampled_from(SITUATIONS)),
            age_days=draw(st.integers(0, 20)),
            decision=draw(st.sampled_from(DECISIONS)),
            sensitivity=draw(st.sampled_from([0.0, 0.9])),
            trust=draw(st.sampled_from([0.2, 0.6, 0.7])),
            supersedes=draw(st.lists(st.sampled_from(known), max_size=2)) if known else (),
            valid_until=draw(st.sampled_from([None, NOW - timedelta(days=3)])),
        )
        records.setdefault(record.id, record)
    return list(records.values())


SEARCHES = st.builds(
    Search,
    query=st.sampled_from(["refund for order 10001", "customer of Altus", "bank"]),
    limit=st.integers(1, 4),
    explain=st.just(True),
    include_superseded=st.booleans(),
    as_of=st.sampled_from([None, NOW - timedelta(days=5)]),
)


async def answer_and_calls(
    records: list[MemoryRecord], search: Search, level: SecurityLevel
) -> tuple[str, list[str]]:
    """The whole answer to a caller, and the calls to the stores that it took."""
    stores, calls = await Actors().keep(*records), Calls()
    stores.index.steps = stores.ledger.steps = calls
    result, _ = await stores.search(search, level=level, threshold=0.1)
    return result.model_dump_json(), calls.made


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(memories(), SEARCHES)
async def test_stores_that_differ_only_in_hidden_memories_are_searched_alike(
    records: list[MemoryRecord], search: Search
) -> None:
    seen = [each for each in records if may_see("public", each.metadata)]
    assert await answer_and_calls(records, search, "public") == await answer_and_calls(
        seen, search, "public"
    )
    if len(seen) == len(records):
        assert await answer_and_calls(records, search, "public") == await answer_and_calls(
            records, search, "restricted"
        )
