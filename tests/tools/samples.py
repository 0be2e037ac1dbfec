"""Sample tickets, items, articles and pods for the tests of tools."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue, ValidationError

from recollect.core.errors import StoreError, StoreUnavailable
from recollect.knowledge.similar_cases import FoundCase
from recollect.relevance.arms import Arms
from recollect.servicedesk.items import ConfigurationItem, ItemRelation
from recollect.servicedesk.tickets import JournalEntry, TaskSla, Ticket
from recollect.tools.documentation import Article
from recollect.tools.pods import Container, Pod
from recollect.tools.tool import Tool

NOW = datetime(2025, 10, 28, 15, 45, tzinfo=UTC)
SYS_ID = "0123456789abcdef0123456789abcdef"
PARENT_ID = "f" * 32

CASE = Ticket(
    sys_id=SYS_ID,
    number="SCS0012345",
    short_description="Email server down",
    description="50 users in Finance are affected.",
    state="Open",
    priority="1 - Critical",
    assigned_to="John Smith",
    account="Contoso Corp",
    cause="Expired certificate",
    opened_at=datetime(2025, 10, 28, 14, tzinfo=UTC),
    url="https://mobiz.service-now.com/case/SCS0012345",
)
INCIDENT = Ticket(sys_id="1" * 32, number="INC0012345", short_description="VPN drops")
ENTRY = JournalEntry(
    element="work_notes",
    value="Escalated to Microsoft Support",
    sys_created_on=datetime(2025, 10, 28, 15, 30, tzinfo=UTC),
    sys_created_by="jsmith",
)
SLA = TaskSla(
    name="Resolution", has_breached=False, breach_at=datetime(2025, 10, 28, 18, tzinfo=UTC)
)
SIMILAR = (
    FoundCase("SCS0012300", "Fabrikam", None, "Mail flow is stuck", Arms(0.9, 20)),
    FoundCase("SCS0012301", "Contoso Corp", None, "Outlook cannot connect", Arms(0.6, 5)),
    FoundCase("SCS0012302", "Contoso Corp", None, "Printer is out of toner", Arms(0.1)),
)
PARENT = ConfigurationItem(
    sys_id=PARENT_ID, name="ALTUS-RACK-7", class_name="cmdb_ci_rack", type="Rack"
)
SERVER = ConfigurationItem(
    sys_id=SYS_ID, name="ALTUS-DB01", class_name="cmdb_ci_win_server", type="Server"
)
RELATION = ItemRelation(PARENT, SERVER, "Contains")
ARTICLE = Article(
    title="Azure quotas",
    url="https://learn.microsoft.com/azure/quotas",
    description="Azure quotas limit resource deployment per region. "
    "Standard quota increases take two business days.",
)

POD = Pod(
    name="ledger-7c9f6d5b84-x2k4v",
    phase="Running",
    containers=(
        Container("ledger", restarts=17, waiting="CrashLoopBackOff", last_terminated="Error"),
    ),
)

NEW: Mapping[str, JsonValue] = {
    "className": "cmdb_ci_linux_server",
    "name": "ALTUS-WEB01",
    "confirmed": True,
}

_ARGUMENTS: Mapping[str, JsonValue] = {
    "caseNumber": "SCS0012345",
    "incidentNumber": "INC0012345",
    "query": "email is down",
    "namespace": "payments",
    **NEW,
}


def fewest(tool: Tool[Any]) -> dict[str, JsonValue]:
    """As few arguments as a tool accepts: those its schema requires, else a name."""
    required = tool.described().function.parameters["required"]
    assert isinstance(required, list)
    given = {str(name): _ARGUMENTS[str(name)] for name in required}
    try:
        tool.arguments.model_validate(given, by_name=False)
    except ValidationError:
        given["name"] = "ALTUS-DB01"
    return given


def down(store: str = "servicenow") -> StoreError:
    """The error of a store that is down."""
    return StoreUnavailable(store, "internals of 10.0.0.1")
