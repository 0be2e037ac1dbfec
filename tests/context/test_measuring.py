"""The metrics of a pack, by the names of the seed."""

from dataclasses import replace

from recollect.context.building import ContextPack, PolicyWork
from recollect.context.measuring import measures_of
from recollect.core.measures import Measure
from recollect.relevance.arms import Arms
from recollect.slicing.budget import Budget, BudgetUsed
from tests.cases import each_case
from tests.context.packs import builder, packed, request
from tests.retrieval.samples import candidate

BUDGET = Budget(max_bytes=1_000, max_tokens=250, max_items=4)


async def pack_of_one() -> ContextPack:
    one = candidate("a", Arms(dense=0.5), content="Login failed.")
    return await packed(builder(one, budget=BUDGET), request())


def values(pack: ContextPack) -> dict[tuple[str, tuple[str, str] | None], float]:
    return {(each.name, each.dimension): each.value for each in measures_of(pack, BUDGET)}


async def test_times_are_milliseconds() -> None:
    found = measures_of(await pack_of_one(), BUDGET)
    times = [each for each in found if each.unit == "Milliseconds"]
    assert times == [
        Measure("h4r.retrieval.duration_ms", 25, "Milliseconds"),
        Measure("scs.slicing.duration_ms", 1000, "Milliseconds"),
        Measure("context_pack.assembly.duration_ms", 1000, "Milliseconds"),
    ]


async def test_candidates_are_counted_together_and_by_source() -> None:
    pack = await pack_of_one()
    two = replace(
        pack, retrieval=replace(pack.retrieval, candidates={"upstash-vector": 5, "qdrant": 2})
    )
    counted = {of: value for (name, of), value in values(two).items() if "candidates" in name}
    assert counted == {None: 7, ("source", "upstash-vector"): 5, ("source", "qdrant"): 2}


async def test_affordances_are_counted() -> None:
    pack = await pack_of_one()
    generated = ("context_pack.affordances.generated", None)
    assert values(pack)[generated] == len(pack.explanation.affordances)
    assert (
        values(replace(pack, explanation=replace(pack.explanation, affordances=())))[generated] == 0
    )


async def test_budget_utilization_is_measured_in_percent() -> None:
    pack = await pack_of_one()
    used = replace(pack.agent_slice, budget_used=BudgetUsed(500, 125, 1))
    found = values(replace(pack, agent_slice=used))
    name = "scs.budget.utilization_pct"
    assert {limit: found[name, ("limit", limit)] for limit in ("bytes", "tokens", "items")} == {
        "bytes": 50,
        "tokens": 50,
        "items": 25,
    }


@each_case(("hits", "asked", "rate"), [(3, 1, 75), (0, 4, 0), (4, 0, 100)])
async def test_the_hit_rate_of_the_decision_cache_is_measured_in_percent(
    hits: int, asked: int, rate: float
) -> None:
    pack = await pack_of_one()
    decided = PolicyWork(cache_hits=hits, asked=asked)
    assert values(replace(pack, policy=decided))["scs.opa.cache.hit_rate", None] == rate


async def test_without_policy_questions_there_is_no_hit_rate() -> None:
    assert not any("opa" in name for name, _ in values(await pack_of_one()))


async def test_an_empty_pack_is_measured_as_zero() -> None:
    pack = await packed(builder(budget=BUDGET), request())
    assert values(pack)["h4r.candidates.count", None] == 0
    assert values(pack)["scs.budget.utilization_pct", ("limit", "bytes")] == 0
