"""Forgetting what came from a conversation."""

from uuid import uuid4

from recollect.memories.deletion import delete_conversation
from recollect.serving.http import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores


async def forget_conversation(call: Call[Empty]) -> Answer:
    """Forget every memory of a conversation, and the cases of the runs that cited one."""
    receipt = await delete_conversation(
        call.collection,
        call.path["conversation_id"],
        call.principal.security_level,
        uuid4().hex,
        call.time_is_up,
        memory_stores(),
        solved_cases(),
        call.operation.id,
    )
    return answer(receipt)
