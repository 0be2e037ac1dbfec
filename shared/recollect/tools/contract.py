"""The contract between tools and answers (seed 002): fields of summaries, sections, labels."""

from collections.abc import Mapping
from typing import Final

SUMMARY: Final = "Summary"
CURRENT_STATE: Final = "Current State"
LATEST_ACTIVITY: Final = "Latest Activity"
CONTEXT: Final = "Context"
REFERENCES: Final = "References"
SEARCH_RESULTS: Final = "Search Results"
INFRASTRUCTURE: Final = "Infrastructure"

SECTIONS: Final = (
    SUMMARY,
    CURRENT_STATE,
    LATEST_ACTIVITY,
    CONTEXT,
    REFERENCES,
    SEARCH_RESULTS,
    INFRASTRUCTURE,
)
"""The headings that a summary may have."""

TICKET_LABELS: Final = ("Status", "Priority", "Assigned", "SLA")
ITEM_LABELS: Final = ("Status", "Location", "Dependencies")

CASE_SUMMARY: Final = "caseSummary"
INCIDENT_SUMMARY: Final = "incidentSummary"

SUMMARY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "getCase": (CASE_SUMMARY,),
    "searchCases": (CASE_SUMMARY,),
    "getJournalEntries": ("journalSummary",),
    "getIncident": (INCIDENT_SUMMARY,),
    "searchIncidents": (INCIDENT_SUMMARY,),
    "searchSimilarCases": ("pattern_summary",),
    "list_service_cases": ("casesSearchSummary",),
    "microsoftLearnSearch": ("key_points", "excerpt"),
    "searchCMDB": ("formattedItems",),
    "getConfigurationItem": ("formattedItems",),
    "createConfigurationItem": ("summary",),
    "oc_diagnostic_pod_health": ("summary",),
}
"""The fields of each tool's result with the summary that an answer is expected to use."""
