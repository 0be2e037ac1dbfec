"""Forgetting what came from a conversation."""

from uuid import uuid4

from recollect.memories.deletion import delete_conversation
from recollect.serving.http import Call, Empty, answer
from recollect.serving.idempotency import Answer
from recollect.wiring.experience import solved_cases
from recollect.wiring.memories import memory_stores


async def forget_conversation(call: Call[Empty]) -> Answer:
    """Forget every memory of a conversation, and the cases of the runs that cited one."""
    stores, cases = memory_stores(), solved_cases()
    named = call.path["conversation_id"]
    ids = await stores.ledger.memories_of_conversation(call.collection, named)
    # Before the memories go, which know what cited them; a run may bear its conversation's name.
    runs = [*await cases.runs.citing(call.collection, ids), (call.collection, named)]
    receipt = await delete_conversation(
        call.collection, named, call.principal.security_level, uuid4().hex, stores
    )
    await cases.forget_runs(runs)
    return answer(receipt)
