"""The metrics of a context pack, by the names of seed 001."""

from collections.abc import Iterator

from recollect.context.building import ContextPack
from recollect.core.measures import Measure
from recollect.slicing.budget import Budget


def measures_of(pack: ContextPack, budget: Budget) -> Iterator[Measure]:
    """The metrics of a pack: durations in milliseconds, counts of candidates, use of the budget."""
    retrieval, cut = pack.retrieval, pack.agent_slice
    yield _milliseconds("h4r.retrieval.duration_ms", retrieval.total)
    yield _milliseconds("scs.slicing.duration_ms", pack.slicing_seconds)
    yield _milliseconds("context_pack.assembly.duration_ms", pack.summarization_seconds)
    yield Measure("context_pack.affordances.generated", len(pack.explanation.affordances), "Count")
    yield Measure("h4r.candidates.count", sum(retrieval.candidates.values()), "Count")
    for source, count in retrieval.candidates.items():
        yield Measure("h4r.candidates.count", count, "Count", ("source", source))
    policy = pack.policy
    if decided := policy.asked + policy.cache_hits:
        yield Measure("scs.opa.cache.hit_rate", 100 * policy.cache_hits / decided, "Percent")
    used = cut.budget_used
    for limit, spent, most in (
        ("bytes", used.bytes, budget.max_bytes),
        ("tokens", used.estimated_tokens, budget.max_tokens),
        ("items", used.items, budget.max_items),
    ):
        yield Measure("scs.budget.utilization_pct", 100 * spent / most, "Percent", ("limit", limit))


def _milliseconds(name: str, seconds: float) -> Measure:
    return Measure(name, seconds * 1000, "Milliseconds")
