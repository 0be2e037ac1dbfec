"""At least 54 of sixty tool calls get helpful memories, or rightly none."""

import json
import time

from recollect.adapters.upstash.vector.tools import VectorToolMemories
from recollect.core.concurrency import gather_all
from recollect.enrichment.enriching import Enricher, EnricherSettings
from recollect.enrichment.packaging import packaged
from recollect.wiring.stores import Stores
from tests.enrichment.remembered import NOW, RememberedCall, remembered_calls

_MIN_RIGHT_CALLS = 54


async def faults_of(call: RememberedCall, stores: Stores) -> list[str]:
    memories = VectorToolMemories(stores.vector)
    spaces = {each.namespace for each in call.records.values()}
    await gather_all(map(memories.put, call.records.values()))
    enricher = Enricher(
        memories,
        EnricherSettings(frozenset({call.tool}), timeout=20.0),
        stores.settings.calibration,
        stores.settings.find_threshold,
        time.perf_counter,
        lambda: NOW,
    )
    found = await enricher.retrieve_relevant_context(call.tool, call.arguments, call.session)
    for space in spaces:
        await stores.vector.reset(namespace=space)
    context = packaged(found, 3, 1_500, NOW)
    told = json.dumps(context.model_dump(mode="json")) if context else ""
    given = found[: len(context.items)] if context else []
    return call.faults([str(each.memory_id) for each in given], told)


async def test_at_least_54_of_60_calls_get_helpful_memories_or_rightly_none(
    emulated: Stores,
) -> None:
    for domain in ("openshift", "general", "servicenow"):
        await emulated.vector.reset(namespace=f"tools:{domain}")
    calls = list(remembered_calls())
    assert len(calls) == 60
    wrong = {each.name: faults for each in calls if (faults := await faults_of(each, emulated))}
    assert len(calls) - len(wrong) >= _MIN_RIGHT_CALLS, wrong
