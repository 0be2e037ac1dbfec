"""Finds memories of similar situations."""

from recollect.core.ids import GLOBAL_SLUG
from recollect.memories.requests import Search
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.finding import memory_finder


async def recall(call: Call[Search]) -> Answer:
    """Find memories of similar situations, best first."""
    slugs = {call.path["app_slug"]: None}
    if call.body.include_global:
        call.principal.require_app(GLOBAL_SLUG)
        slugs[GLOBAL_SLUG] = None
    result, degraded = await memory_finder().find(
        call.body, slugs, call.principal.security_level, call.operation
    )
    return answer(result, degraded=degraded)
