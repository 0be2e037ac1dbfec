"""The names of keys in Upstash Redis; `docs/data.md` says what each holds."""

from recollect.adapters.upstash_redis import Command
from recollect.memories.record import Key, Record


def memory_key(key: Key) -> str:
    """The hash of a memory; its voters, log and the rest hang on it with a further colon."""
    collection, memory_id = key
    # Our ids hold no colon. A caller's may, and must not name what hangs on a memory.
    return f"mem:{collection}:{memory_id.replace(':', '%')}"


def run_key(collection: str, run_id: str) -> str:
    """The hash of a run."""
    return f"run:{collection}:{run_id}"


def conversation_key(collection: str, conversation_id: str) -> str:
    """The set of a conversation's memories."""
    return f"conv:{collection}:{conversation_id}"


def doomed_key(collection: str) -> str:
    """The set of memories whose removal has begun."""
    return f"doomed:{collection}"


def memory_and_doomed(key: Key) -> tuple[str, str]:
    """What every script is given that begins or ends a memory."""
    return memory_key(key), doomed_key(key[0])


def conversation_of(record: Record) -> str:
    """The set of the conversation that a memory came from; "" when it came from none."""
    conversation_id = record.metadata.get("conversation_id")
    return conversation_key(record.collection, str(conversation_id)) if conversation_id else ""


def created_ms(record: Record) -> str:
    """When a memory was made, as its hash keeps it."""
    return str(record.metadata["created_at_ms"])


def log_command(memory: str) -> Command:
    """Read the whole history that hangs on a memory's key."""
    return ["XRANGE", f"{memory}:log", "-", "+"]
