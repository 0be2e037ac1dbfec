"""What holds of every slice, whatever is stored and whatever the budget."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.retrieval.items import Item
from recollect.slicing.budget import Budget
from recollect.slicing.decisions import DecisionCache, LocalDecisions, OpaDecisions
from recollect.slicing.policy import local_verdict, policy_input
from recollect.slicing.slicer import slice_evidence
from recollect.slicing.specialist import Specialist
from tests.slicing.fakes import Clock, RulesOpa
from tests.slicing.samples import (
    AMPLE,
    EVERYTHING,
    JSON,
    NEUTRAL,
    POLICY_METADATA,
    SPECIALISTS,
    objects,
    ranked,
    ranking,
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
    found = await slice_evidence(
        ranking(ranked(one) for one in items),
        of,
        limit=limit,
        budget=budget,
        decisions=LocalDecisions(),
        including=EVERYTHING,
    )
    sizes = [len(one.model_dump_json().encode()) for one in found.items]
    used = found.budget_used
    assert [one.metadata["byteSize"] for one in found.items] == sizes
    assert used.bytes == sum(sizes) <= budget.max_bytes
    assert used.estimated_tokens == -(-used.bytes // 4) <= budget.max_tokens
    assert used.items == len(found.items) <= min(budget.max_items, limit)
    assert [each.id for each in found.judged] == [one.id for one in items]
    kept = [each.id for each in found.judged if each.stage == "kept"]
    assert kept == [one.id for one in found.items]
    assert all(local_verdict(policy_input(of, one)).allow for one in items if one.id in kept)
    assert all(each.explanation for each in found.judged)


@given(ITEMS, st.integers(1, 13), BUDGETS | st.just(AMPLE))
async def test_waves_decide_as_all_at_once_would(
    items: list[Item], limit: int, budget: Budget
) -> None:
    # With a first wave of all of them, a limit of items in the budget does what `limit` does.
    waves = await sliced(items, limit=limit, budget=budget)
    narrowed = replace(budget, max_items=min(budget.max_items, limit))
    at_once = await sliced(items, limit=len(items) + 1, budget=narrowed)
    assert waves.items == at_once.items
    assert waves.budget_used == at_once.budget_used
    assert waves.warnings == at_once.warnings
    assert waves.total_redacted == at_once.total_redacted
    closing = {"limit", "budget"}
    for one, other in zip(waves.judged, at_once.judged, strict=True):
        assert one == other or {one.stage, other.stage} <= closing


@given(
    JSON,
    JSON,
    st.sampled_from(["$.content.secret", "$.content.*", "$.content['after'][*]", "$..secret"]),
)
async def test_what_is_redacted_is_nowhere_in_what_is_sent(
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
    found = await slice_evidence(
        ranking([ranked(Item("mem-1", content, metadata), embedding=(0.25, 0.5))]),
        specialist("restricted", "*"),
        limit=1,
        budget=AMPLE,
        decisions=LocalDecisions(),
        including=EVERYTHING,
    )
    assert NEUTRAL is not None
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
