"""What a tool is given if the store holds records that our API did not write."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json
from tests.functions.enrichment import (
    ENABLED,
    RESULT,
    TOOL,
    Domain,
    raw,
    size,
)
from tests.functions.platforms import own_client


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with enrichment switched on and long timeouts."""
    async with own_client({**ENABLED, "CONTEXT_TIMEOUT_MS": "5000"}) as client:
        yield client


def record(name: str, data: str, **metadata: object) -> Json:
    """A record, whether or not our API would write it so."""
    return {"id": name, "data": data, "metadata": metadata}


LIKE_OURS = f"tool:{TOOL} namespace:payments"


async def test_garbage_in_the_store_hides_no_memory(domain: Domain) -> None:
    await domain.add_execution()
    own: Json = {"kind": "tool_exec", "tool": TOOL}
    await domain.put(
        {"id": "bare", "data": LIKE_OURS},
        record("unknown", LIKE_OURS, kind="gossip", tool=TOOL),
        record("numbers", LIKE_OURS, **own, snippet=5),
        record("tags", LIKE_OURS, **own, tags="all"),
        record("nested", LIKE_OURS, **own, tags=[{"a": [1]}], created_at_ms={"a": 1}),
        record("when", f"{LIKE_OURS} Once upon a time.", **own, created_at_ms=-(10**18)),
        record("then", f"{LIKE_OURS} In a far future.", **own, created_at_ms=10**18),
        record("control", f"{LIKE_OURS} \x1b[31m\u202e colours", **own, tags=["\x1b", "\u202e"]),
    )
    answer = await domain.enriched()

    assert answer["enrichment"]["status"] == "used"
    assert size(answer["arguments"]["memoryContext"]) <= 1_500
    assert RESULT["rootCause"] in raw(await domain.snippets(note=RESULT["rootCause"]))
