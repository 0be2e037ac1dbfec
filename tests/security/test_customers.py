"""Another customer's records might as well not exist: every answer is the same without them."""

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from infra.local.emulators.servicenow.credentials import Credentials
from infra.local.emulators.servicenow.tables import sys_id
from infra.local.platform import PlatformOptions
from infra.local.tokens import load_secret
from tests.functions.calling import Json, assert_problem, calling, read, until
from tests.functions.guarded import Issue
from tests.functions.platforms import own_platform

OURS, OUR_NUMBER = "Altus Community Healthcare", "ACCT0001001"
THEIRS, THEIR_CHANNEL = "Zenith Foods, Inc.", "CZENITH01"
CASE, INCIDENT, OUR_CASE = "SCS0777001", "INC0777001", "SCS0001234"
SERVER, ADDRESS = "ZENITH-FW01", "10.52.0.4"
TROUBLE = "Packet loss at Amarillo North, the firewall ALTUS-AMARILLO-FW01 drops every ping"
# Rights decide what is in an answer, so nothing may be missing because it was late.
PATIENT = {
    "CONTEXT_TIMEOUT_MS": "5000",
    "DISCOVERY_DEADLINE_MS": "20000",
    "H4R_DEADLINE_MS": "20000",
    "STORE_TIMEOUT_MS": "20000",
    "TOOLS_DEADLINE_MS": "20000",
}
ENVIRONMENT = {
    "MUSCLE_MEMORY_RETRIEVAL_ENABLED": "true",
    "ENABLE_ORCH_CONTEXT": "true",
    "MEM_CTX_TOOLS": "getCase",
    **PATIENT,
}
FROM_THE_CLOCK = frozenset({"generatedAt", "detectedAt", "lastUpdated", "requestId"})

TOOLS: list[tuple[str, Json]] = [
    ("getCase", {"caseNumber": CASE}),
    ("getCase", {"caseNumber": OUR_CASE}),
    ("getIncident", {"incidentNumber": INCIDENT}),
    ("getJournalEntries", {"caseNumber": CASE}),
    ("getJournalEntries", {"caseNumber": INCIDENT}),
    ("getJournalEntries", {"caseNumber": OUR_CASE}),
    ("searchCases", {"query": TROUBLE}),
    ("searchCases", {"query": "packet loss", "customer": THEIRS}),
    ("searchIncidents", {"query": TROUBLE}),
    ("searchIncidents", {"query": "packet loss", "customer": THEIRS}),
    ("list_service_cases", {"limit": 50}),
    ("list_service_cases", {"customer": THEIRS}),
    ("list_service_cases", {"query": "packet loss", "active": True}),
    ("list_service_cases", {"state": "Open", "priority": 1}),
    ("searchSimilarCases", {"query": TROUBLE}),
    ("searchSimilarCases", {"query": TROUBLE, "customer": THEIRS, "limit": 50}),
    ("searchCMDB", {"query": "firewall", "limit": 50}),
    ("searchCMDB", {"name": SERVER}),
    ("searchCMDB", {"ipAddress": ADDRESS}),
    ("searchCMDB", {"className": "cmdb_ci_cloud_host", "limit": 50}),
    ("getConfigurationItem", {"name": SERVER}),
    ("getConfigurationItem", {"name": "ALTUS-AMARILLO-FW01"}),
    ("microsoftLearnSearch", {"query": "vpn gateway"}),
]
PACKS: list[Json] = [
    {"caseNumbers": [CASE]},
    {"caseNumbers": [CASE, OUR_CASE]},
    {"caseNumbers": [OUR_CASE], "companyName": THEIRS},
    {"companyName": THEIRS},
    {"companyName": "Zenith"},
    {"channelId": THEIR_CHANNEL},
    {"channelId": THEIR_CHANNEL, "companyName": OURS},
    {"channelId": THEIR_CHANNEL, "threadTs": "1737781500.000100", "caseNumbers": [CASE]},
    {"messages": [{"role": "user", "text": f"{TROUBLE}, {ADDRESS} and {SERVER}, {CASE}"}]},
    {"journalText": f"{SERVER} at {ADDRESS}", "caseNumbers": [OUR_CASE]},
]


@dataclass(frozen=True, slots=True)
class World:
    """A guarded platform to which another customer's records are added later."""

    client: httpx.AsyncClient
    issue: Issue
    came: dict[str, str] = field(default_factory=dict)

    def caller(self, *customers: str, **claims: Any) -> dict[str, str]:
        """The header of a caller with a right to these customers."""
        return self.issue("*", customers=customers, tenants=("*",), **claims)

    async def insert(self, table: str, **row: str) -> str:
        """Add a row to ServiceNow without Recollect knowing; return its sys_id."""
        known = Credentials()
        answer = await self.client.post(
            f"/_emulators/servicenow/api/now/table/{table}",
            json=row,
            auth=(known.username, known.password),
        )
        return str(read(answer, 201)["result"]["sys_id"])

    async def tool(self, name: str, arguments: Json, *customers: str) -> Json:
        return await self._answer(f"/tools/{name}", {"arguments": arguments}, *customers)

    async def pack(self, asked: Json, *customers: str) -> Json:
        return await self._answer("/packs/discovery", {**asked, "refresh": True}, *customers)

    async def _answer(self, path: str, body: Json, *customers: str) -> Json:
        answer = await self.client.post(path, json=body, headers=self.caller(*customers))
        told = without_times(answer.json())
        return {"status": answer.status_code, "lacks": answer.headers.get("x-degraded"), **told}

    async def bring_the_other_customer(self) -> None:
        """Add everything that another customer may have, much like our customer's records."""
        if self.came:
            return
        account = await self.insert("customer_account", name=THEIRS, number="ACCT0007777")
        self.came["account"] = account
        now = datetime.now(UTC)
        case = await self.insert(
            "sn_customerservice_case", **ticket(CASE, account, "account", "company"), contact=""
        )
        incident = await self.insert("incident", **ticket(INCIDENT, account, "company"))
        for record in (case, incident):
            await self.insert(
                "sys_journal_field",
                element_id=record,
                element="work_notes",
                value="Zenith's secret note",
            )
        await self.insert(
            "change_request",
            number="CHG0777001",
            company=account,
            state="-1",
            short_description="Zenith's window",
            start_date=f"{now - timedelta(hours=1):%Y-%m-%d %H:%M:%S}",
            end_date=f"{now + timedelta(hours=5):%Y-%m-%d %H:%M:%S}",
        )
        server = await self.insert(
            "cmdb_ci",
            name=SERVER,
            sys_class_name="cmdb_ci_cloud_host",
            ip_address=ADDRESS,
            fqdn="altus-amarillo-fw01.altus.example",
            company=account,
            short_description="Primary firewall of Zenith",
        )
        self.came["server"] = server
        ours = sys_id("cmdb_ci", "ALTUS-AMARILLO-FW01")
        kind = sys_id("cmdb_rel_type", "Contains::Contained by")
        await self.insert("cmdb_rel_ci", parent=ours, child=server, type=kind)
        await self._bring_knowledge()

    async def _bring_knowledge(self) -> None:
        everybody = self.caller("*")
        words = f"{TROUBLE}. Zenith replaced the optic."
        cases = [
            {"case_number": f"SCS07770{n:02}", "company": THEIRS, "content": words}
            for n in range(60)
        ]
        read(await self.client.post("/cases", json={"cases": cases}, headers=everybody))
        context = {
            "entityType": "CLIENT",
            "aliases": ["Zenith"],
            "slackChannels": [THEIR_CHANNEL],
            "businessHours": {"timeZone": "UTC", "days": ["mon"], "start": "00:00", "end": "00:01"},
        }
        read(await self.client.put(f"/business-contexts/{THEIRS}", json=context, headers=everybody))
        read(await self.client.post("/exemplars", json=exemplar(THEIRS), headers=everybody))


def ticket(number: str, account: str, *refers: str) -> dict[str, str]:
    return {
        "number": number,
        "short_description": TROUBLE,
        "description": "Zenith cannot work.",
        "state": "10" if number.startswith("SCS") else "2",
        "priority": "1",
        "active": "true",
        "opened_at": "2025-01-20 10:00:00",
        **dict.fromkeys(refers, account),
    }


def exemplar(company: str, case_number: str = CASE) -> Json:
    return {
        "caseNumber": case_number,
        "company": company,
        "interactionType": "triage",
        "inputContext": {"userRequest": TROUBLE},
        "actionTaken": {"step": f"Called {company}"},
        "outcome": "success",
        "qualitySignals": {"supervisorApproved": True, "humanFeedback": "positive"},
    }


def without_times(told: Any) -> Any:
    """An answer without everything in it that depends on the clock."""
    if isinstance(told, dict):
        return {
            name: without_times(each) for name, each in told.items() if name not in FROM_THE_CLOCK
        }
    if isinstance(told, list):
        return [without_times(each) for each in told]
    return re.sub(r"\d+ (min|h|s)\b", "some time", told) if isinstance(told, str) else told


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("customers")


@pytest.fixture(scope="module")
async def world(place: Path) -> AsyncIterator[World]:
    options = PlatformOptions(auth=True, data_dir=place, workers=1, extra_environment=ENVIRONMENT)
    with own_platform(options) as running:
        async with calling(running) as client:
            made = World(client, Issue(load_secret(place)))
            ours = [
                {"case_number": "SCS0666001", "company": OURS, "content": f"{TROUBLE}. New optic."}
            ]
            everybody = made.caller("*")
            read(await client.post("/cases", json={"cases": ours}, headers=everybody))
            context = {"entityType": "CLIENT"}
            read(await client.put(f"/business-contexts/{OURS}", json=context, headers=everybody))
            told = exemplar(OURS, OUR_CASE)
            read(await client.post("/exemplars", json=told, headers=everybody))
            yield made


async def test_every_answer_is_the_same_whether_or_not_another_customer_has_anything(
    world: World,
) -> None:
    async def everything(*customers: str) -> dict[str, Json]:
        tools = {json.dumps(asked): await world.tool(*asked, *customers) for asked in TOOLS}
        packs = {json.dumps(asked): await world.pack(asked, *customers) for asked in PACKS}
        return tools | packs

    callers = [(OURS,), ("Nobody Ltd",)]
    before, seen_before = [await everything(*each) for each in callers], await everything("*")
    await world.bring_the_other_customer()
    after, seen_after = [await everything(*each) for each in callers], await everything("*")

    for customers, first, then in zip(callers, before, after, strict=True):
        for asked, answer in first.items():
            assert then[asked] == answer, f"{customers} asking {asked}"
    told = json.dumps(after, ensure_ascii=False)
    assert "Zenith replaced" not in told
    assert "secret note" not in told
    unmoved = {asked for asked, answer in seen_before.items() if seen_after[asked] == answer}
    # A caller that may see the other customer finds it wherever the answer concerns it.
    # Exceptions: tools that know no customers, and requests that name a customer themselves.
    assert len(unmoved) <= 3, unmoved


async def test_a_claim_by_name_or_by_number_of_the_account_finds_our_own_records(
    world: World,
) -> None:
    for claimed in (OURS, OURS.upper(), OUR_NUMBER, "*"):
        told = await world.tool("getCase", {"caseNumber": OUR_CASE}, claimed)
        assert told["case"]["account"] == OURS
    listed = await world.tool("list_service_cases", {"limit": 50}, OUR_NUMBER)
    assert {each["account"] for each in listed["cases"]} == {OURS}
    for claimed in (OURS, OUR_NUMBER):
        found = await world.tool("getConfigurationItem", {"name": "ALTUS-AMARILLO-FW01"}, claimed)
        assert found["ci"]["company"] == OURS
        pack = await world.pack({"caseNumbers": [OUR_CASE]}, claimed)
        assert pack["businessContext"]["entityName"] == OURS
        assert pack["similarCases"]["cases"][0]["caseNumber"] == "SCS0666001"
        assert pack["muscleMemoryExemplars"]["exemplars"][0]["caseNumber"] == OUR_CASE


async def test_nothing_is_created_below_an_item_of_another_customer(world: World) -> None:
    await world.bring_the_other_customer()
    arguments = {"className": "cmdb_ci_win_server", "name": f"X-{uuid4().hex}", "confirmed": True}
    told = [
        await world.tool("createConfigurationItem", arguments | {"parentSysId": parent}, OURS)
        for parent in (world.came["server"], uuid4().hex)
    ]

    assert told[0]["status"] == 422
    assert told[0] == told[1]
    made = await world.tool("searchCMDB", {"name": arguments["name"]}, "*")
    assert made["items"] == []


async def test_a_thread_is_read_only_for_callers_with_the_customer_of_its_channel(
    world: World,
) -> None:
    """The sample thread of Slack, whose channel the directory does not know at first."""
    asked = {"channelId": "C123456", "threadTs": "1700000000.123456"}
    assert (await world.pack(asked, "*"))["slackRecent"]["totalMessages"] > 1
    for customers in ((OURS,), ("Nobody Ltd",)):
        assert "slackRecent" not in await world.pack(asked, *customers)
    unknown = await world.pack({**asked, "channelId": "C0NOBODYS"}, OURS)
    assert (await world.pack(asked, OURS))["lacks"] == unknown["lacks"]

    path, body = (
        f"/business-contexts/{OURS}",
        {"entityType": "CLIENT", "slackChannels": ["C123456"]},
    )
    writer = world.caller(OURS, scopes=("knowledge:write", "pack:read"))
    problem = assert_problem(await world.client.put(path, json=body, headers=writer), 403)
    assert "knowledge:admin" in problem["detail"]
    assert "slackRecent" not in await world.pack(asked, OURS)

    read(await world.client.put(path, json=body, headers=world.caller(OURS)))
    assert (await world.pack(asked, OURS))["slackRecent"]["totalMessages"] > 1
    assert "slackRecent" not in await world.pack(asked, "Nobody Ltd")


async def test_a_kept_pack_is_given_only_to_callers_that_may_see_the_same(world: World) -> None:
    await world.bring_the_other_customer()

    async def pack(*customers: str, **claims: Any) -> tuple[str, Json]:
        header = world.caller(*customers, **claims)
        asked = {"caseNumbers": [CASE], "companyName": THEIRS}
        answer = await world.client.post("/packs/discovery", json=asked, headers=header)
        return answer.headers["x-cache"], read(answer)

    kept, whole = await pack("*")
    assert (kept, whole["businessContext"]["entityName"]) == ("miss", THEIRS)

    async def is_kept() -> bool:
        return (await pack("*"))[0] == "hit"

    # A cache that is slow is not waited for, so that a pack may be kept only when asked for again.
    await until(is_kept)
    for claims in ({}, {"groups": ("legal",)}, {"security_level": "restricted"}):
        kept, ours = await pack(OURS, **claims)
        assert kept == "miss"
        assert "businessContext" not in ours


async def test_a_business_context_of_another_customer_is_not_found_and_not_written(
    world: World,
) -> None:
    await world.bring_the_other_customer()
    ours = world.caller(OURS)

    async def read_as(name: str, headers: dict[str, str]) -> Json:
        answer = await world.client.get(f"/business-contexts/{name}", headers=headers)
        told: Json = without_times(assert_problem(answer, 404))
        return told

    assert await read_as(THEIRS, ours) == await read_as("Nobody at all", ours)
    new = {"entityType": "CLIENT", "aliases": [OURS]}
    refused = [
        without_times(
            assert_problem(
                await world.client.put(f"/business-contexts/{name}", json=new, headers=ours), 403
            )
        )
        for name in (THEIRS, "Nobody at all")
    ]
    assert "claim customers" in refused[0]["detail"]
    assert refused[0] == refused[1]
    theirs = world.caller("Zenith")  # an alias that the directory knows
    known = read(await world.client.get(f"/business-contexts/{THEIRS}", headers=theirs))
    assert known["aliases"] == ["Zenith"]


async def test_nothing_is_written_for_another_customer(world: World) -> None:
    ours = world.caller(OURS)
    case = {"case_number": "SCS0888001", "company": OURS, "content": "Mail is late."}
    mixed = {"cases": [case, {**case, "case_number": "SCS0888002", "company": THEIRS}]}
    for path, body in (("/cases", mixed), ("/exemplars", exemplar(THEIRS))):
        problem = assert_problem(await world.client.post(path, json=body, headers=ours), 403)
        assert "claim customers" in problem["detail"]
    found = await world.tool("searchSimilarCases", {"query": "Mail is late"}, "*")
    assert "SCS0888001" not in json.dumps(found)


async def test_an_equal_exemplar_of_another_customer_does_not_stop_ours_from_being_captured(
    world: World,
) -> None:
    await world.bring_the_other_customer()
    same = exemplar("", "SCS0999001") | {"company": THEIRS, "actionTaken": {"step": "Rebooted"}}
    read(await world.client.post("/exemplars", json=same, headers=world.caller("*")))
    told = await world.client.post(
        "/exemplars", json=same | {"company": OURS}, headers=world.caller(OURS)
    )

    assert read(told)["captured"] is True


async def test_memories_of_tool_results_are_not_shown_to_other_customers(world: World) -> None:
    await world.bring_the_other_customer()
    asked = {"arguments": {"caseNumber": "SCS0555001"}, "sessionId": "s-1"}
    result = {"case": {"number": "SCS0555001", "account": THEIRS, "cause": "Zenith's burnt optic"}}
    execution = {**asked, "result": result}
    path = "/tools/getCase"
    read(
        await world.client.post(f"{path}/executions", json=execution, headers=world.caller("*")),
        201,
    )

    async def remembered(*customers: str) -> str:
        header = world.caller(*customers)
        return (await world.client.post(f"{path}/memory-context", json=asked, headers=header)).text

    assert "burnt optic" in await remembered("*")
    assert "burnt optic" in await remembered(THEIRS)
    assert "burnt optic" not in await remembered(OURS)
    assert "burnt optic" not in await remembered()
    assert "burnt optic" in await remembered("ACCT0007777")
    assert "burnt optic" not in await remembered(OUR_NUMBER)


async def test_an_account_number_stands_for_the_accounts_name_in_writes_and_reads(
    world: World,
) -> None:
    await world.bring_the_other_customer()
    ours = world.caller(OUR_NUMBER)
    case = {"case_number": f"SCS{uuid4().int % 10**7:07}", "content": "Mail is late."}
    exemplars = exemplar(OURS) | {"actionTaken": {"step": uuid4().hex}}
    for path, body in (
        ("/cases", {"cases": [case | {"company": OURS}]}),
        ("/exemplars", exemplars),
    ):
        read(await world.client.post(path, json=body, headers=ours))
    known = await world.client.get(f"/business-contexts/{OURS}", headers=ours)
    assert read(known)["entityName"] == OURS

    theirs = (("/cases", {"cases": [case | {"company": THEIRS}]}), ("/exemplars", exemplar(THEIRS)))
    for path, body in theirs:
        assert_problem(await world.client.post(path, json=body, headers=ours), 403)
    foreign = await world.client.get(f"/business-contexts/{THEIRS}", headers=ours)
    assert_problem(foreign, 404)


async def test_customers_with_similar_names_are_different_customers(world: World) -> None:
    twin, number = "Straße Foods", "ACCT0666002"
    await world.insert("customer_account", name="STRASSE FOODS", number=number)
    context = {"entityType": "CLIENT"}
    everybody = world.caller("*")
    path = "/business-contexts/STRASSE FOODS"
    read(await world.client.put(path, json=context, headers=everybody))

    theirs = world.caller(twin)
    assert_problem(await world.client.get(f"/business-contexts/{twin}", headers=theirs), 404)
    refused = await world.client.put(f"/business-contexts/{twin}", json=context, headers=theirs)
    assert_problem(refused, 403)
    for owner in ("strasse foods", number):
        read(await world.client.get(path, headers=world.caller(owner)))

    execution = {
        "arguments": {"caseNumber": "SCS0555009"},
        "result": {"case": {"number": "SCS0555009", "account": twin, "cause": "A melted optic"}},
        "sessionId": "s-1",
    }
    tool = "/tools/getCase"
    read(await world.client.post(f"{tool}/executions", json=execution, headers=everybody), 201)

    async def remembered(customer: str) -> str:
        asked = {"arguments": {"caseNumber": "SCS0555009"}, "sessionId": "s-1"}
        header = world.caller(customer)
        return (await world.client.post(f"{tool}/memory-context", json=asked, headers=header)).text

    assert "melted optic" in await remembered(twin)
    assert "melted optic" not in await remembered("STRASSE FOODS")


async def test_a_caller_without_customers_learns_the_missing_claim_where_customers_matter(
    world: World,
) -> None:
    nobody = world.caller()
    for path in ("/tools/getCase", "/tools/searchSimilarCases", "/packs/discovery"):
        problem = assert_problem(await world.client.post(path, json={}, headers=nobody), 403)
        assert "claim customers" in problem["detail"]
    told = await world.tool("microsoftLearnSearch", {"query": "vpn gateway"})
    assert told["status"] == 200
