"""Deletes what came from a conversation."""

from uuid import uuid4

from recollect.memories.lifecycle.deletion import Deletion
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores


async def forget_conversation(call: Call[Empty]) -> Answer:
    """Delete every memory of a conversation, and the cases of the runs that cited one."""
    level, operation = call.principal.security_level, call.operation.id
    deletion = Deletion(call.collection, level, uuid4().hex, memory_stores(), operation)
    conversation = call.path["conversation_id"]
    return answer(await deletion.of_conversation(conversation, call.time_is_up, solved_cases()))
