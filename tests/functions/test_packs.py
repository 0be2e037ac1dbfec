"""POST /packs/discovery on the sample data: what a pack holds, and how it is kept."""

from collections.abc import AsyncIterator

import httpx
import pytest

from recollect.discovery.schema import DiscoveryPack
from tests.functions.calling import read
from tests.functions.packs import (
    ALTUS,
    CHANNEL,
    PACKING,
    SCENARIO,
    SECTIONS,
    THREAD,
    ask,
    bring_in_samples,
    count,
    pack,
    sections,
    served,
    timings,
)
from tests.functions.platforms import own_client
from tests.functions.stores import Stores


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform for packs, which has the sample data."""
    async with own_client(PACKING) as client:
        await bring_in_samples(client)
        yield client


async def test_the_seeds_scenario_gives_every_section(api: httpx.AsyncClient) -> None:
    answer = await ask(api, **SCENARIO, refresh=True)

    assert "x-degraded" not in answer.headers
    assert sections(answer) == set(SECTIONS)
    told = read(answer)
    assert told["schemaVersion"] == "1.1.0"
    # The thread names the second case.
    numbers = ["SCS0001234", "SCS0001010"]
    assert told["metadata"] == SCENARIO | {"caseNumbers": numbers, "companyName": ALTUS}
    assert DiscoveryPack.model_validate_json(answer.text).model_dump_json() == answer.text


async def test_a_pack_has_the_customer_and_the_case_of_the_thread(api: httpx.AsyncClient) -> None:
    told = await pack(api, **SCENARIO, refresh=True)

    assert told["businessContext"] == {
        "entityName": ALTUS,
        "entityType": "CLIENT",
        "industry": "Healthcare",
        "aliases": ["Altus", "Altus Health"],
        "technologyPortfolio": "Azure, VMware SD-WAN",
        "serviceDetails": "Altus Health - Azure Environment",
    }
    thread = told["caseContext"]
    assert thread["caseNumber"] == "SCS0001234"
    assert (thread["channelId"], thread["threadTs"]) == (CHANNEL, THREAD)
    assert thread["messageCount"] == 12
    assert thread["detectedAt"] <= thread["lastUpdated"] <= told["generatedAt"]


async def test_a_pack_has_configuration_items_with_their_relations(api: httpx.AsyncClient) -> None:
    hits = (await pack(api, **SCENARIO, refresh=True))["cmdbHits"]

    (firewall,) = [each for each in hits["items"] if each["name"] == "ALTUS-AMARILLO-FW01"]
    assert firewall["matchReason"] == "IP: 10.52.0.4"
    assert firewall["ownerGroup"] == "Network Engineering"
    assert {each["matchReason"] for each in firewall["relatedItems"]} == {
        "Related to ALTUS-AMARILLO-FW01"
    }
    assert 1 <= len(firewall["relatedItems"]) <= 3
    assert hits["total"] == len(hits["items"]) <= 5


async def test_alerts_are_sorted_by_severity_and_exemplars_have_scores(
    api: httpx.AsyncClient,
) -> None:
    told = await pack(api, **SCENARIO, refresh=True)

    alerts = {each["type"]: each for each in told["policyAlerts"]}
    assert alerts.keys() >= {"sla_breach", "maintenance_window", "vip"}
    (change,) = alerts["maintenance_window"]["details"]["changes"]
    assert (change["number"], change["state"]) == ("CHG004321", "Implement")
    ranks = [("critical", "warning", "info").index(each["severity"]) for each in alerts.values()]
    assert ranks == sorted(ranks)
    (exemplar,) = told["muscleMemoryExemplars"]["exemplars"]
    assert exemplar["caseNumber"] == "SCS0009876"
    assert exemplar["qualityScore"] == 0.7
    assert 0 < exemplar["similarityScore"] <= 1


async def test_a_repeated_request_gets_the_same_bytes(api: httpx.AsyncClient) -> None:
    asked = SCENARIO | {"companyName": "Altus"}
    first, second = await ask(api, **asked), await ask(api, **asked)
    anew, third = await ask(api, **asked, refresh=True), await ask(api, **asked)

    caches = [each.headers["x-cache"] for each in (first, second, anew, third)]
    assert caches == ["miss", "hit", "miss", "hit"]
    assert first.content == second.content != anew.content == third.content
    assert timings(first).keys() >= {"total", *SECTIONS}
    assert not timings(second).keys() & set(SECTIONS)


async def test_a_pack_with_messages_does_not_ask_slack_and_asks_other_sources_a_few_times(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    await count(api, "slack", "servicenow", "upstash-vector", "upstash-redis")
    said = [{"role": "human", "content": "10.52.0.4 is slow", "timestamp": "1700000000.1"}]
    told = await pack(api, **SCENARIO, messages=said, refresh=True)

    assert told["slackRecent"]["messages"] == [
        {"role": "user", "text": "10.52.0.4 is slow", "timestamp": "1700000000.1"}
    ]
    assert await served(api, "slack") == 0
    # The case, its SLAs and journal, changes, items and relations; cases and exemplars; and for
    # Redis the customer, the thread and the pack.
    assert await served(api, "servicenow") == 6
    assert await served(api, "upstash-vector") == 2
    assert await served(api, "upstash-redis") == 3
    await pack(api, **SCENARIO, refresh=True)
    assert await served(api, "slack") == 1
    await stores.heal()


async def test_the_schema_is_published_and_packs_conform_to_it(api: httpx.AsyncClient) -> None:
    schema = await api.get("/schemas/discovery-pack/1.1.0")
    assert schema.headers["content-type"] == "application/schema+json"
    known = read(schema)["properties"].keys()
    assert known >= (await pack(api, **SCENARIO)).keys()
