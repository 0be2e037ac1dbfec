"""Sample records of executions, conversations and incidents."""

from datetime import UTC, datetime

from recollect.enrichment.keeping import conversation_record, execution_record, incident_record
from recollect.enrichment.memories import ToolMemoryRecord
from recollect.enrichment.models import NewConversation, NewExecution, NewIncident

NOW = datetime(2025, 9, 10, 8, 30, tzinfo=UTC)
TOOL = "oc_diagnostic_pod_health"


def executed(tool: str = TOOL, now: datetime = NOW, **fields: object) -> ToolMemoryRecord:
    least: dict[str, object] = {"arguments": {}, "result": "Pods crash.", "sessionId": "s-1"}
    return execution_record(tool, NewExecution.model_validate(least | fields), now)


def said(text: str = "Pods crash.", **fields: object) -> ToolMemoryRecord:
    new = NewConversation.model_validate({"sessionId": "s-1", "text": text, **fields})
    return conversation_record(new, NOW)


def suffered(*symptoms: str, **fields: object) -> ToolMemoryRecord:
    new = NewIncident.model_validate({"symptoms": symptoms or ["Pods crash."], **fields})
    return incident_record(new, NOW)


def snippet_of(kept: ToolMemoryRecord) -> str:
    return str(kept.metadata.get("snippet", ""))
