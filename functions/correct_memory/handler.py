"""What people say of memories: corrections, outcomes, validations, votes, citations, deletions."""

from uuid import uuid4

from recollect.memories.citations import RunJudgement, cite_memories, judge_citations
from recollect.memories.deletion import Remover, delete_conversation
from recollect.memories.feedback import Judgement, judge_memory, validate_memory, vote_on_memory
from recollect.memories.model import CitationsJudged, Cited, DeletionReceipt, History, Memory
from recollect.memories.reading import memory_history
from recollect.memories.requests import (
    NewCitationOutcome,
    NewCitations,
    NewCorrection,
    NewOutcome,
    NewVote,
)
from recollect.serving.http import Api, Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.process import process
from recollect.wiring.services import services

api = Api("correct_memory", process)
_MEMORY = "/apps/{app_slug}/memories/{memory_id}"
_WRITE = "memory:write"


@api.route("PUT", _MEMORY + "/correction", scope=_WRITE, body=NewCorrection, answer=Memory)
async def correct(call: Call[NewCorrection]) -> Answer:
    """Say what should have happened."""
    body = call.body
    return await _judge(
        call, Judgement("corrected", call.operation.at, body.correction, body.category)
    )


@api.route("PUT", _MEMORY + "/outcome", scope=_WRITE, body=NewOutcome, answer=Memory)
async def record_outcome(call: Call[NewOutcome]) -> Answer:
    """Say how the decision turned out."""
    return await _judge(call, Judgement(call.body.outcome, call.operation.at, call.body.correction))


async def _judge(call: Call[NewCorrection] | Call[NewOutcome], judgement: Judgement) -> Answer:
    memory = await judge_memory(
        call.memory_key,
        judgement,
        call.operation,
        records=services().records,
        feedback=services().counts,
    )
    return answer(memory, about=(memory.key,))


@api.route("POST", _MEMORY + "/validation", scope=_WRITE, answer=Memory)
async def validate(call: Call[Empty]) -> Answer:
    """Confirm that the memory is still accurate."""
    memory = await validate_memory(
        call.memory_key, call.operation, records=services().records, feedback=services().counts
    )
    return answer(memory, about=(memory.key,))


@api.route("POST", _MEMORY + "/votes", scope=_WRITE, body=NewVote, answer=Memory)
async def vote(call: Call[NewVote]) -> Answer:
    """Vote on the memory."""
    memory = await vote_on_memory(
        call.memory_key,
        call.body,
        call.operation,
        records=services().records,
        feedback=services().counts,
    )
    return answer(memory, about=(memory.key,))


@api.route("POST", "/apps/{app_slug}/citations", scope=_WRITE, body=NewCitations, answer=Cited)
async def cite(call: Call[NewCitations]) -> Answer:
    """Record the memories that a run used."""
    cited = await cite_memories(
        call.collection,
        call.body.run_id,
        call.body.memory_ids,
        call.operation,
        records=services().records,
        citations=services().counts,
    )
    return answer(cited, about=tuple((call.collection, each) for each in cited.cited))


@api.route(
    "PUT",
    "/apps/{app_slug}/citations/{run_id}/outcome",
    scope=_WRITE,
    body=NewCitationOutcome,
    answer=CitationsJudged,
)
async def judge_run(call: Call[NewCitationOutcome]) -> Answer:
    """Say how a run turned out for the memories that it cited."""
    judgement = RunJudgement(call.path["run_id"], call.body.outcome, call.operation.at)
    judged = await judge_citations(
        call.collection,
        judgement,
        call.body.memory_ids,
        call.operation,
        citations=services().counts,
    )
    return answer(judged, about=tuple((call.collection, each) for each in judged.updated))


@api.route("GET", _MEMORY + "/history", scope="memory:read", answer=History)
async def history(call: Call[Empty]) -> Answer:
    """Tell what happened to the memory."""
    return answer(await memory_history(call.memory_key, chronicle=services().counts))


@api.route("DELETE", _MEMORY, scope="memory:admin", answer=DeletionReceipt)
async def delete(call: Call[Empty]) -> Answer:
    """Forget the memory."""
    return answer(await _remover(call).delete((call.path["memory_id"],)))


@api.route(
    "DELETE",
    "/apps/{app_slug}/conversations/{conversation_id}",
    scope="memory:admin",
    answer=DeletionReceipt,
)
async def forget_conversation(call: Call[Empty]) -> Answer:
    """Forget every memory of a conversation."""
    conversation_id = call.path["conversation_id"]
    return answer(await delete_conversation(conversation_id, _remover(call), services().counts))


def _remover(call: Call[Empty]) -> Remover:
    return Remover(call.collection, uuid4().hex, services().records, services().counts)


lambda_handler = api.handle
