"""What holds of every slice, whatever is stored and whatever the budget."""

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.retrieval.items import Item
from recollect.slicing.budget import Budget
from recollect.slicing.decisions import DecisionCache, LocalDecisions, OpaDecisions
from recollect.slicing.policy import local_verdict, policy_input
from recollect.slicing.specialist import Specialist
from tests.clocks import Clock
from tests.slicing.fakes import RulesOpa
from tests.slicing.samples import (
    EVERYTHING,
    JSON,
    POLICY_METADATA,
    SPECIALISTS,
    objects,
    sliced,
    specialist,
)

CONTENTS = st.one_of(JSON, objects({"email": st.text(max_size=5), "text": st.text()}, {}))
BUDGETS = st.builds(Budget, st.integers(0, 2_000), st.integers(0, 600), st.integers(0, 8))


def numbered(things: list[tuple[JsonValue, dict[str, JsonValue]]]) -> list[Item]:
    return [Item(f"mem-{at}", content, data) for at, (content, data) in enumerate(things)]


ITEMS = st.lists(st.tuples(CONTENTS, POLICY_METADATA), max_size=12).map(numbered)


@given(ITEMS, SPECIALISTS, BUDGETS, st.integers(0, 14))
async def test_a_slice_keeps_to_its_budget_and_accounts_for_every_item(
    items: list[Item], of: Specialist, budget: Budget, limit: int
) -> None:
    found = await sliced(items, of=of, limit=limit, budget=budget, including=EVERYTHING)
    sizes = [len(one.model_dump_json().encode()) for one in found.items]
    used = found.budget_used
    assert [one.metadata["byteSize"] for one in found.items] == sizes
    assert used.bytes == sum(sizes) <= budget.max_bytes
    assert used.estimated_tokens == -(-used.bytes // 4) <= budget.max_tokens
    assert used.items == len(found.items) <= min(budget.max_items, limit)
    allowed = [one.id for one in items if local_verdict(policy_input(of, one)).allow]
    judged = [each.id for each in found.judged]
    # An item is also withheld if its personal data cannot be redacted.
    assert judged == [one for one in allowed if one in judged]
    kept = [each.id for each in found.judged if each.stage == "kept"]
    assert kept == [one.id for one in found.items]
    assert all(local_verdict(policy_input(of, one)).allow for one in items if one.id in kept)
    assert all(each.explanation for each in found.judged)


@given(
    JSON,
    JSON,
    st.sampled_from(["$.content.secret", "$.content.*", "$.content['after'][*]", "$..secret"]),
)
async def test_a_redacted_value_appears_nowhere_in_a_slice(
    before: JsonValue, after: JsonValue, path: str
) -> None:
    marker = "7f1d-never-to-be-seen"
    secret: JsonValue = {"secret": [marker, {"deeper": marker}]}
    content: JsonValue = {"before": before, "secret": secret, "after": [after, secret]}
    metadata: dict[str, JsonValue] = {
        "containsPII": True,
        "piiFields": [path, "$.content.after[-1].secret", "$.metadata.owner", "$.content.secret"],
        "owner": marker,
        "content": marker,
    }
    found = await sliced(
        [Item("mem-1", content, metadata)], of=specialist("restricted", "*"), including=EVERYTHING
    )
    assert marker not in repr(found)
    assert all(marker not in one.model_dump_json() for one in found.items)


CALLS = st.lists(st.tuples(ITEMS, SPECIALISTS, st.floats(-100, 100)), max_size=5)


@given(CALLS, st.integers(0, 200_000), st.integers(0, 20))
async def test_a_cache_changes_no_verdict(
    calls: list[tuple[list[Item], Specialist, float]], ttl_ms: int, room: int
) -> None:
    clock = Clock()
    cache = DecisionCache(ttl_ms, clock, room)
    cached = OpaDecisions(RulesOpa(), cache, fallback_local=False)
    for items, of, seconds in calls:
        clock.now += seconds
        found = await cached.decide(of, items)
        assert found.verdicts == (await LocalDecisions().decide(of, items)).verdicts
        assert found.asked + found.cache_hits == len(items)
        assert len(cache) <= room
