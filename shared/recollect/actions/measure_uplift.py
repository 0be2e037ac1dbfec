"""Measures how much memories help the runs of an app."""

from recollect.core.cursors import Cursors
from recollect.memories.judging.uplifts import UpliftReader
from recollect.memories.requests import UpliftQuery
from recollect.serving.calls import Call, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores
from recollect.wiring.stores import stores


async def measure_uplift(call: Call[UpliftQuery]) -> Answer:
    """Measure the uplift of memories: how much better runs end with them than without."""
    level = call.principal.security_level
    name = f"uplift {call.collection} {level}"
    cursors = Cursors.of_list(stores().settings.vector_token, name, call.body)
    reader = UpliftReader(level, call.time_is_up, memory_stores())
    return answer(await reader.page(call.collection, call.body, cursors))
