"""The names of keys in Upstash Redis; `docs/data.md` says what each holds."""

import hashlib

from recollect.adapters.upstash_redis import Command
from recollect.knowledge.records import items_namespace
from recollect.memories.record import Key, Record
from recollect.retrieval.candidates import Scope, Wanted


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


def usage_key(scope: Scope, item_id: str) -> str:
    """The hash of how often an item of evidence was used."""
    return memory_key((items_namespace(scope), _one_part(item_id)))


def knowledge_key(scope: Scope) -> str:
    """The hash of what is known of a project's knowledge: its version, and `has_turns`."""
    return f"knowledge:{items_namespace(scope)}"


def thread_key(scope: Scope, thread: str) -> str:
    """The sorted set of a thread's items; its revision hangs on it."""
    return f"turns:{items_namespace(scope)}:{_one_part(thread)}"


def candidates_key(wanted: Wanted) -> str:
    """What is kept for a query. The names of all that it consists of go into the hash."""
    return f"h4r:{hashlib.sha256(repr(wanted).encode()).hexdigest()[:40]}"


def business_key(entity: str) -> str:
    """The hash of an entity, by its folded name."""
    return f"business:{_one_part(entity)}"


def alias_key(alias: str) -> str:
    """Which hash a folded alias leads to. No entity's own key has a second colon."""
    return f"business:alias:{_one_part(alias)}"


def channel_key(channel_id: str) -> str:
    """Which hash a Slack channel leads to."""
    return f"business:channel:{_one_part(channel_id)}"


def slack_thread_key(channel_id: str, thread_ts: str) -> str:
    """The hash of what is known of a Slack thread."""
    return f"thread:{_one_part(channel_id)}:{_one_part(thread_ts)}"


def _one_part(name: str) -> str:
    """A caller's name without a colon, and different from what any other name becomes."""
    return name.replace("%", "%25").replace(":", "%3A")
