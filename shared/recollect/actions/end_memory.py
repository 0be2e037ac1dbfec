"""Ends memories, and brings them back: retracts, restores and deletes them."""

from uuid import uuid4

from recollect.memories.lifecycle.archiving import restore_memory
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.lifecycle.retracting import retract_memory
from recollect.serving.calls import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores


async def retract(call: Call[Empty]) -> Answer:
    """Take back the memory, and list everything that it touched."""
    level = call.principal.security_level
    retracted = await retract_memory(
        call.memory_key, level, call.operation, memory_stores(), solved_cases()
    )
    memory_ids = (retracted.retracted, *retracted.affected.memories)
    return answer(retracted, about=tuple((call.collection, each) for each in memory_ids))


async def restore(call: Call[Empty]) -> Answer:
    """Bring an archived memory back."""
    level = call.principal.security_level
    memory = await restore_memory(call.memory_key, level, call.operation, memory_stores())
    return answer(memory, about=(memory.key,))


async def delete_memory(call: Call[Empty]) -> Answer:
    """Forget the memory."""
    return answer(await _deletion(call).of_memories((call.path["memory_id"],)))


async def forget_conversation(call: Call[Empty]) -> Answer:
    """Delete every memory of a conversation, and the cases of the runs that cited one."""
    conversation, deletion = call.path["conversation_id"], _deletion(call)
    return answer(await deletion.of_conversation(conversation, call.time_is_up, solved_cases()))


def _deletion(call: Call[Empty]) -> Deletion:
    level, operation = call.principal.security_level, call.operation.id
    return Deletion(call.collection, level, uuid4().hex, memory_stores(), operation)
