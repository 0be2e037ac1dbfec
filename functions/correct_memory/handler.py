"""Judge and change memories: corrections, outcomes, validations, votes, citations, deletions."""

from recollect.actions.cite import cite, report_outcome
from recollect.actions.end_memory import delete_memory, forget_conversation, restore, retract
from recollect.actions.judge_memory import (
    correct_memory,
    judge_memory,
    read_history,
    validate_memory,
    vote_on_memory,
)
from recollect.memories.model import History, Memory
from recollect.memories.receipts import CitationsJudged, Cited, DeletionReceipt, Retracted
from recollect.memories.requests import (
    NewCitationOutcome,
    NewCitations,
    NewCorrection,
    NewOutcome,
    NewVote,
)
from recollect.serving.http import Api
from recollect.wiring.process import process

api = Api("correct_memory", process)
_MEMORY = "/apps/{app_slug}/memories/{memory_id}"
_JUDGE = "memory:judge"
api.route("PUT", _MEMORY + "/correction", scope=_JUDGE, body=NewCorrection, answer=Memory)(
    correct_memory
)
api.route("PUT", _MEMORY + "/outcome", scope=_JUDGE, body=NewOutcome, answer=Memory)(judge_memory)
api.route("POST", _MEMORY + "/validation", scope="memory:validate", answer=Memory)(validate_memory)
api.route(
    "POST", _MEMORY + "/restore", operation="restore_memory", scope="memory:validate", answer=Memory
)(restore)
api.route("POST", _MEMORY + "/retract", operation="retract_memory", scope=_JUDGE, answer=Retracted)(
    retract
)
api.route("POST", _MEMORY + "/votes", scope=_JUDGE, body=NewVote, answer=Memory)(vote_on_memory)
api.route(
    "POST",
    "/apps/{app_slug}/citations",
    operation="cite_memories",
    scope="memory:write",
    body=NewCitations,
    answer=Cited,
)(cite)
api.route(
    "PUT",
    "/apps/{app_slug}/citations/{run_id}/outcome",
    operation="judge_run",
    scope=_JUDGE,
    body=NewCitationOutcome,
    answer=CitationsJudged,
)(report_outcome)

api.route("GET", _MEMORY + "/history", scope="memory:read", answer=History)(read_history)
api.route("DELETE", _MEMORY, scope="memory:admin", answer=DeletionReceipt)(delete_memory)
api.route(
    "DELETE",
    "/apps/{app_slug}/conversations/{conversation_id}",
    scope="memory:admin",
    answer=DeletionReceipt,
)(forget_conversation)

lambda_handler = api.handle
