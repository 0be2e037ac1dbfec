"""The example of the specification, and short ways to have an answer checked."""

from collections.abc import Mapping

from pydantic import JsonValue

from recollect.validation.checking import validate
from recollect.validation.models import FactKind, ToolCall, ValidateRequest, ValidationResult

CASE_SUMMARY = """Summary

Email server down affecting 50 users in Finance department.

Current State

Status: Open
Priority: High (1-Critical)
Assigned: John Smith (IT Support)
SLA: 2 hours remaining

Latest Activity

• Oct 28, 15:30 \u2013 jsmith: Escalated to Microsoft Support
• Oct 28, 15:15 \u2013 jsmith: Checked Azure Service Health - no outages
• Oct 28, 14:45 \u2013 jsmith: Monitoring email flow

Context

Known Exchange Online issue. Similar cases: SCS0012300, SCS0012301.
Customer: Contoso Corp (CSP: Mobiz)

References

• https://mobiz.service-now.com/case/SCS0012345"""

GOOD_OVERVIEW = """*Summary*

Email server is down affecting 50 users in the Finance department.

*Current State*

Status: Open
Priority: High
Assigned: John Smith
SLA: 2 hours remaining

*Latest Activity*

• Oct 28, 15:30 \u2013 jsmith: Escalated to Microsoft Support
• Oct 28, 15:15 \u2013 jsmith: Checked Azure Service Health - no outages

*Context*

This is a known Exchange Online issue. Similar cases were resolved by
restarting the service and verifying Azure connectivity.

*References*

<https://mobiz.service-now.com/case/SCS0012345|SCS0012345>"""

NARRATIVE = """The email server is currently down and affecting about 50 users in the Finance
department. The case is open with high priority and John Smith is assigned to
work on it. He escalated it to Microsoft Support earlier today, after he had checked the service
health of Azure, which shows no outages. He keeps an eye on the flow of mail."""

RAW_DUMP = """The case status is: Open, priority is: 1, assigned to: John Smith, created on:
2025-10-28 14:00:00, description: Users in Finance reporting..."""

CASE = ToolCall(tool_name="getCase", result={"caseSummary": CASE_SUMMARY})


PROSE = (
    "\n\nThe users were told this morning that nothing is lost, and that what they wrote down by "
    "hand will be entered by the night shift. As soon as the part is here we let them know by "
    "mail, and once more by phone, since some of them are in the cold store all day."
)
"""What tells nothing, and makes a short answer a long one."""


def call(tool: str, **result: JsonValue) -> ToolCall:
    return ToolCall(tool_name=tool, result=dict(result))


def checked(response: str, *calls: ToolCall) -> ValidationResult:
    return validate(ValidateRequest(response=response, tool_calls=calls))


def wrong(response: str, *calls: ToolCall) -> set[tuple[FactKind, str]]:
    """The kinds and texts of the contradicted facts of an answer."""
    facts = checked(response, *calls).facts
    return {(fact.kind, fact.text) for fact in facts if fact.verdict == "contradicted"}


def about_case(response: str, **raw: JsonValue) -> ValidationResult:
    """Check an answer to the example, with the raw fields of its case."""
    result: Mapping[str, JsonValue] = {"case": raw, "caseSummary": CASE_SUMMARY}
    return checked(response, call("getCase", **result))
