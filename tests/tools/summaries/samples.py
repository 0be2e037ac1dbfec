"""Tickets, entries and items as ServiceNow has them, and the summaries expected of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import strategies as st

from recollect.servicedesk.items import ConfigurationItem, ItemRelation
from recollect.servicedesk.tickets import JournalEntry, Ticket

NOW = datetime(2025, 10, 28, 15, 40, tzinfo=UTC)
SYS_ID = "6816f79cc0a8016401c5a33be04be441"
OTHER_SYS_ID = "a83820b58f723300e7e16c7827bdeed2"

# Texts with what has a meaning for summaries in them, and anything else.
TELLING = st.sampled_from(
    [
        SYS_ID,
        f"https://desk.example.com/nav_to.do?uri=incident.do%3Fsys_id%3D{SYS_ID}",
        f"sys_id={SYS_ID}&sysparm_view=ess",
        "<p>Mail is <b>down</b></p>",
        "<ul><li>one</li></ul>",
        "[code]",
        "[/code]",
        "Restarted the queue. ",
        "SRV-DB01.example.com",
        "10.52.0.4",
        "jane.doe@example.org",
        "SCS0001234",
        "&#54;",
        " - ",
        "\n",
        "再起動しました。",
        "تمت إعادة التشغيل",
        "👨\u200d👩\u200d👧",
    ]
)
TEXTS = st.lists(TELLING | st.text(st.characters(), max_size=40), max_size=12).map(" ".join)


def golden(name: str) -> str:
    """The exact expected summary; only the file ends with a newline."""
    path = Path(__file__).parent / "golden" / f"{name}.txt"
    return path.read_text(encoding="utf-8").removesuffix("\n")


def entry(value: str, minutes_ago: int = 0, user: str = "jsmith") -> JournalEntry:
    """A work note."""
    at = NOW - timedelta(minutes=minutes_ago)
    return JournalEntry(element="work_notes", value=value, sys_created_on=at, sys_created_by=user)


def bare(number: str = "SCS0001234") -> Ticket:
    """A ticket without any optional field."""
    return Ticket(sys_id=SYS_ID, number=number)


def seeds_case() -> Ticket:
    """The case of the example in seed 002."""
    return Ticket(
        sys_id=SYS_ID,
        number="SCS0012345",
        short_description="Email server down affecting 50 users in Finance department",
        description="Known Exchange Online issue.",
        state="Open",
        priority="High (1-Critical)",
        assigned_to="John Smith",
        assignment_group="IT Support",
        account="Contoso Corp (CSP: Mobiz)",
        url="https://mobiz.service-now.com/case/SCS0012345",
    )


def seeds_journal() -> list[JournalEntry]:
    """The entries of the example in seed 002, oldest first."""
    return [
        entry("Opened a ticket", 120),
        entry("Monitoring email flow", 55),
        entry("Checked Azure Service Health - no outages", 25),
        entry("Escalated to Microsoft Support", 10),
    ]


def server(name: str = "ALTUS-DB01", sys_id: str = SYS_ID) -> ConfigurationItem:
    """An item with every field that a summary shows."""
    return ConfigurationItem(
        sys_id=sys_id,
        name=name,
        class_name="cmdb_ci_win_server",
        type="Windows Server",
        environment="Production",
        operational_status="Operational",
        location="Amarillo",
    )


def relation(parent: tuple[str, str], child: tuple[str, str], type_name: str = "") -> ItemRelation:
    """A relation of two items, each by its sys_id and name."""
    first, second = (
        ConfigurationItem(sys_id=sys_id, name=name) for sys_id, name in (parent, child)
    )
    return ItemRelation(first, second, type_name)


def related(child_name: str, number: int) -> ItemRelation:
    """A relation between the server and another item."""
    return relation((SYS_ID, "ALTUS-DB01"), (f"{number:032x}", child_name))
