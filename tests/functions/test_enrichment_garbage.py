"""What a tool is given if the store holds records that our API did not write."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json
from tests.functions.enrichment import (
    ENABLED,
    HIDDEN,
    RESULT,
    TEXT_WITH_SECRETS,
    TOOL,
    Domain,
    assert_as_it_came,
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


async def test_a_memory_of_one_line_of_100_kilobytes_is_cut(domain: Domain) -> None:
    line = f"{LIKE_OURS} The worker crashed and crashed again, ä😀 " * 1_400
    await domain.put(record("long", line, kind="operational"))
    context = (await domain.enriched())["arguments"]["memoryContext"]

    assert len(line) > 100_000
    assert 500 < size(context) <= 1_500
    assert "The worker crashed and crashed again" in context["items"][0]["snippet"]


async def test_a_line_of_100_kilobytes_without_a_space_does_no_harm(domain: Domain) -> None:
    await domain.add_execution()
    await domain.put(record("blob", f"{LIKE_OURS} {'aB3' * 34_000}", kind="operational"))
    answer = await domain.enriched()

    assert answer["enrichment"]["status"] == "used"
    assert size(answer["arguments"]["memoryContext"]) <= 1_500
    assert "aB3aB3" not in raw(answer)


async def test_secrets_stored_unmasked_are_masked_when_given(domain: Domain) -> None:
    tags = [*HIDDEN[:4], "fine"]
    text = f"{LIKE_OURS}\n{TEXT_WITH_SECRETS}"
    await domain.put(
        record("open", text, kind="operational", tags=tags, session_id=HIDDEN[3]),
        record(
            "shown",
            f"{LIKE_OURS} {TEXT_WITH_SECRETS}",
            kind="tool_exec",
            tool=TOOL,
            snippet=f"{TEXT_WITH_SECRETS}\nTwice.",
            tags=tags,
        ),
    )
    given = await domain.enriched(note="The worker was restarted by hand.")
    context = given["arguments"]["memoryContext"]

    assert len(context["items"]) == 2
    assert [each for each in HIDDEN if each in raw(context)] == []
    assert all(each["tags"] == ["fine"] for each in context["items"])


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


async def test_a_namespace_of_garbage_gives_no_memories(domain: Domain) -> None:
    await domain.put(*({"id": f"garbage-{n}", "data": LIKE_OURS} for n in range(50)))

    asked = {"namespace": "payments", "domain": domain.slug}
    assert_as_it_came(await domain.enriched(), asked, "not_used")
