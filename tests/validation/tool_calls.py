"""The tool calls of the answers in `answers`."""

from recollect.validation.models import ToolCall
from tests.validation.examples import call


def case(summary: str, **raw: str) -> ToolCall:
    return call("getCase", case=dict(raw), caseSummary=summary)


JOURNAL = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "• Oct 28, 15:30 \u2013 jsmith: Replaced the toner cartridge of the printer\n"
    "• Oct 28, 14:02 \u2013 alee: Warehouse reports smeared labels",
)
INCIDENT = call(
    "getIncident",
    incidentSummary="Summary\n\nVPN tunnel to Amarillo flaps every 10 minutes.\n\n"
    "Current State\n\nStatus: In Progress\nPriority: 2 - High\nAssigned: Maria Lopez",
)
CASES = call(
    "list_service_cases",
    casesSearchSummary='Search Results\n\nFound 2 cases for "printer":\n\n'
    "• SCS0020001 \u2013 Printer jams on floor three (Open, Priority: Low)\n"
    "• SCS0020002 \u2013 Scanner offline (Resolved, Priority: Medium)",
)
THREE_CASES = call(
    "list_service_cases",
    cases=[
        {
            "number": "SCS0007438", "short_description": "Library kiosks: antivirus stuck",
            "state": "Open", "priority": "2 - High", "assigned_to": "Amara Nwosu",
            "assignment_group": "Endpoint Services", "account": "Larkfield City Council",
            "contact": "Jo Hart", "opened_at": "2027-02-17T16:05:00Z",
        },
        {
            "number": "SCS0007433", "short_description": "Thin clients lose Teams audio",
            "state": "Awaiting Info", "priority": "3 - Moderate", "assigned_to": "Yusuf Demirel",
            "assignment_group": "Application Support", "account": "Kestrel Aerospace",
            "contact": "Owen Marsh", "opened_at": "2027-02-16T09:40:00Z",
        },
        {
            "number": "SCS0007441", "short_description": "Laptops ask for the recovery key",
            "state": "In Progress", "priority": "1 - Critical", "assigned_to": "Piotr Zielinski",
            "assignment_group": "Network Services", "account": "Brookhaven Care Homes",
            "contact": "Fiona Grady", "opened_at": "2027-02-15T07:20:00Z",
        },
    ],
)  # fmt: skip
PATTERN = call("searchSimilarCases", pattern_summary="SharePoint sync failing (authentication)")
CMDB = call(
    "searchCMDB",
    items=[{"sys_id": "9d385017c611228701d22104cc95c371", "name": "ALTUS-FW01"}],
    formattedItems="Infrastructure\n\n• ALTUS-FW01 \u2013 Firewall (Production)\n"
    "  Status: Operational\n  Location: Amarillo\n  Dependencies: ALTUS-SW02",
)
CREATED = call(
    "createConfigurationItem",
    summary="Infrastructure\n\n• MAIL-GW07 \u2013 Linux Server (Staging)",
    relationshipLinked=True,
)
QUOTA_URL = "https://learn.microsoft.com/azure/quotas"
LEARN = call(
    "microsoftLearnSearch",
    key_points=[
        "Azure quotas limit resource deployment per region",
        "CSP subscriptions require Partner Center for quota requests",
    ],
    excerpt="Azure quotas are limits on resources.",
    results=[{"title": "Quotas", "url": QUOTA_URL}],
)
GERMAN_CASE = case(
    "Summary\n\nDrucker im Lager druckt keine Etiketten mehr.\n\nCurrent State\n\n"
    "Status: In Bearbeitung\nPriority: Hoch\nAssigned: Jürgen Müller"
)
JAPANESE_CASE = case(
    "Summary\n\n経理部のメールサーバーが停止し、50名に影響しています。\n\nCurrent State\n\n"
    "Status: 対応中\nPriority: 高\nAssigned: 田中太郎"
)
SHORT_NAMES = case(
    "Summary\n\nThe scanner on floor three is offline.",
    assigned_to="Bo Li",
    contact="Kim",
    assignment_group="IT",
    priority="2",
)
OTHER_CASE = case(
    "Summary\n\nBadge reader at gate seven rejects contractors.\n\nCurrent State\n\n"
    "Status: Pending\nPriority: Low\nAssigned: Olga Petrova"
)
