"""Judge and change memories: corrections, outcomes, validations, votes, citations, deletions."""

from uuid import uuid4

from recollect.actions.cite import cite, report_outcome
from recollect.actions.forget import forget_conversation
from recollect.actions.judge_memory import (
    correct_memory,
    judge_memory,
    validate_memory,
    vote_on_memory,
)
from recollect.memories.known.reading import memory_history
from recollect.memories.lifecycle.archiving import restore_memory
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.memories.model import History, Memory
from recollect.memories.receipts import CitationsJudged, Cited, DeletionReceipt, Retracted
from recollect.memories.requests import (
    NewCitationOutcome,
    NewCitations,
    NewCorrection,
    NewOutcome,
    NewVote,
)
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.http import Api
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores
from recollect.wiring.process import process

api = Api("correct_memory", process)
_MEMORY = "/apps/{app_slug}/memories/{memory_id}"
_JUDGE = "memory:judge"


api.route("PUT", _MEMORY + "/correction", scope=_JUDGE, body=NewCorrection, answer=Memory)(
    correct_memory
)
api.route("PUT", _MEMORY + "/outcome", scope=_JUDGE, body=NewOutcome, answer=Memory)(judge_memory)
api.route("POST", _MEMORY + "/validation", scope="memory:validate", answer=Memory)(validate_memory)


@api.route(
    "POST", _MEMORY + "/restore", operation="restore_memory", scope="memory:validate", answer=Memory
)
async def restore(call: Call[Empty]) -> Answer:
    """Bring an archived memory back."""
    level = call.principal.security_level
    memory = await restore_memory(call.memory_key, level, call.operation, memory_stores())
    return answer(memory, about=(memory.key,))


@api.route("POST", _MEMORY + "/retract", operation="retract_memory", scope=_JUDGE, answer=Retracted)
async def retract(call: Call[Empty]) -> Answer:
    """Take back the memory, and list everything that it touched."""
    level = call.principal.security_level
    retracted = await retract_memory(
        call.memory_key, level, call.operation, memory_stores(), solved_cases()
    )
    memory_ids = (retracted.retracted, *retracted.affected.memories)
    return answer(retracted, about=tuple((call.collection, each) for each in memory_ids))


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


@api.route("GET", _MEMORY + "/history", scope="memory:read", answer=History)
async def read_history(call: Call[Empty]) -> Answer:
    """List what happened to the memory."""
    level = call.principal.security_level
    return answer(await memory_history(call.memory_key, level, memory_stores()))


@api.route("DELETE", _MEMORY, scope="memory:admin", answer=DeletionReceipt)
async def delete_memory(call: Call[Empty]) -> Answer:
    """Forget the memory."""
    level, operation = call.principal.security_level, call.operation.id
    deletion = Deletion(call.collection, level, uuid4().hex, memory_stores(), operation)
    return answer(await deletion.of_memories((call.path["memory_id"],)))


api.route(
    "DELETE",
    "/apps/{app_slug}/conversations/{conversation_id}",
    scope="memory:admin",
    answer=DeletionReceipt,
)(forget_conversation)

lambda_handler = api.handle
