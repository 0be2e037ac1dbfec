"""How the tests call tools, and how they look at the rows of ServiceNow."""

import json
from pathlib import Path
from typing import Any

import httpx

from infra.local.environment import SERVICENOW
from tests.functions.calling import Json, read

DATA = Path(__file__).parents[2] / "events" / "data"
WITHOUT_SERVICENOW = ("searchSimilarCases", "microsoftLearnSearch", "oc_diagnostic_pod_health")
TOOLS = (
    "getCase", "searchCases", "getJournalEntries", "getIncident", "searchIncidents",
    "list_service_cases", "searchCMDB", "getConfigurationItem", "createConfigurationItem",
    *WITHOUT_SERVICENOW,
)  # fmt: skip
PARENT = "RG-ALTUS-SCUS-PALOALTO-001"


async def with_cases(client: httpx.AsyncClient) -> None:
    """Bring the resolved cases of the sample data into the index."""
    lines = (DATA / "cases.jsonl").read_text().splitlines()
    read(await client.post("/cases", json={"cases": [json.loads(line) for line in lines]}))


async def ask(client: httpx.AsyncClient, tool: str, **arguments: Any) -> httpx.Response:
    """Call a tool."""
    return await client.post(f"/tools/{tool}", json={"arguments": arguments})


async def tool_answer(client: httpx.AsyncClient, tool: str, **arguments: Any) -> Json:
    """The answer of a tool, of which nothing is missing because of a failure."""
    answer = await ask(client, tool, **arguments)
    assert "x-degraded" not in answer.headers, answer.headers["x-degraded"]
    return read(answer)


async def listed(client: httpx.AsyncClient) -> list[str]:
    """The names of the tools that the caller may run."""
    tools = read(await client.get("/tools"))["tools"]
    return [each["function"]["name"] for each in tools]


async def create(client: httpx.AsyncClient, name: str, **more: Any) -> httpx.Response:
    """Ask for a server of this name to be created, as confirmed by a user."""
    asked = {"className": "cmdb_ci_win_server", "name": name, "confirmed": True, **more}
    return await ask(client, "createConfigurationItem", **asked)


async def rows(client: httpx.AsyncClient, table: str, query: str) -> list[Json]:
    """The rows of ServiceNow that an encoded query finds."""
    answer = await client.get(
        f"/_emulators/servicenow/api/now/table/{table}",
        params={"sysparm_query": query, "sysparm_exclude_reference_link": "true"},
        auth=(SERVICENOW.username, SERVICENOW.password),
    )
    found: list[Json] = read(answer)["result"]
    return found


async def items_named(client: httpx.AsyncClient, name: str) -> list[Json]:
    """The configuration items of this name."""
    return await rows(client, "cmdb_ci", f"name={name}")


async def parent_of_all(client: httpx.AsyncClient) -> str:
    """The sys_id of an item that other items belong to."""
    (row,) = await items_named(client, PARENT)
    return str(row["sys_id"])


def sample_rows(table: str) -> list[Json]:
    """The rows of a table of the sample data, as they are written in its file."""
    content = json.loads((DATA / "servicenow" / f"{table}.json").read_text())
    found: list[Json] = content["rows"]
    return found
