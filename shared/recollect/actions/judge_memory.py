"""Judges a memory by its outcome, a correction, a validation or a vote, and tells its history."""

from datetime import datetime

from pydantic import BaseModel

from recollect.memories.judging.feedback import give_feedback
from recollect.memories.judging.moments import happened_at
from recollect.memories.known.reading import memory_history
from recollect.memories.requests import NewCorrection, NewOutcome, NewVote
from recollect.memories.stored.ledger_data import Feedback, MemoryOutcome, Validation
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.memories import memory_stores


async def correct_memory(call: Call[NewCorrection]) -> Answer:
    """Correct the memory: say what should have happened."""
    body = call.body
    as_of = _happened(call, body.occurred_at)
    return await _give(call, MemoryOutcome("corrected", as_of, body.correction, body.category))


async def judge_memory(call: Call[NewOutcome]) -> Answer:
    """Report how the decision turned out."""
    body = call.body
    as_of = _happened(call, body.occurred_at)
    return await _give(call, MemoryOutcome(body.outcome, as_of, body.correction))


async def validate_memory(call: Call[Empty]) -> Answer:
    """Confirm that the memory is still accurate."""
    return await _give(call, Validation())


async def vote_on_memory(call: Call[NewVote]) -> Answer:
    """Vote on the memory, for oneself or, if the caller may relay, for the named voter."""
    body = call.body
    voter = call.principal.writer.voting(body.voter_id)
    as_of = _happened(call, body.occurred_at) if body.occurred_at else None
    return await _give(call, body.model_copy(update={"voter_id": voter, "occurred_at": as_of}))


async def read_history(call: Call[Empty]) -> Answer:
    """List what happened to the memory."""
    level = call.principal.security_level
    return answer(await memory_history(call.memory_key, level, memory_stores()))


def _happened(call: Call[BaseModel], occurred_at: datetime | None) -> datetime:
    now = call.operation.at
    return happened_at(occurred_at, now, now)


async def _give(call: Call[BaseModel], feedback: Feedback) -> Answer:
    level = call.principal.security_level
    memory = await give_feedback(call.memory_key, feedback, level, call.operation, memory_stores())
    return answer(memory, about=(memory.key,))
