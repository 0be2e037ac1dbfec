"""The names of keys in Upstash Redis; `docs/data.md` says what each holds."""

import hashlib
from typing import Final

from recollect.core.ids import Key

# How many parts the name of a record's hash has; what hangs on it has one more.
_PARTS_OF_A_RECORD: Final = {"support": 4, "evidence": 5, "cases": 3, "exemplars": 3}


def memory_key(key: Key) -> str:
    """The hash of a memory; its voters, log and the rest hang on it with a further colon."""
    collection, memory_id = key
    # Our ids hold no colon. A caller's may, and must not name what hangs on a memory.
    return f"mem:{collection}:{memory_id.replace(':', '%')}"


def parts(memory: str, *names: str) -> tuple[str, ...]:
    """Keys that hang on a memory, for what a script touches."""
    return tuple(f"{memory}:{name}" for name in names)


def sum_key(memory: str) -> str:
    """The hash of a memory or an item of evidence, in one text."""
    return f"{memory}:sum"


def is_summed(name: str) -> bool:
    """Say whether a key is the hash of a record, which is kept in one text, too."""
    kind, *following = name.split(":")
    length = _PARTS_OF_A_RECORD.get(following[0]) if following else None
    return kind == "mem" and len(following) + 1 == length


def is_sum(name: str) -> bool:
    """Say whether a key is such a text."""
    memory, _, part = name.rpartition(":")
    return part == "sum" and is_summed(memory)


def once_keys(operation: str) -> tuple[str, ...]:
    """What is kept of an operation, by its digest; nothing of one without."""
    return (f"once:op:{operation}",) if operation else ()


def run_key(collection: str, run_id: str) -> str:
    """The hash of a run."""
    return f"run:{collection}:{run_id}"


def case_key(collection: str, run_id: str) -> str:
    """The hash of what a run needed of evidence, and in which situation."""
    return f"case:{collection}:{run_id}"


def exposures_key(collection: str, run_id: str) -> str:
    """The hash of what a run was shown and what was withheld from it."""
    # Not behind the name of the run, since a run may be called by that.
    return f"exposures:{collection}:{run_id}"


def trials_key(collection: str, *, sensitive: bool = False) -> str:
    """The hash of what all memories for all were shown for, or of what the others were."""
    return f"trials:{collection}:sensitive" if sensitive else f"trials:{collection}"


def conversation_key(collection: str, conversation_id: str) -> str:
    """The set of a conversation's memories."""
    return f"conv:{collection}:{conversation_id}"


def claim_key(key: Key) -> str:
    """Who may add or remove a memory's record."""
    return f"{memory_key(key)}:claim"


def deletions_key(collection: str) -> str:
    """The set of memories whose deletion has begun and not ended."""
    return f"doomed:{collection}"


def deleted_key(collection: str, operation: str) -> str:
    """The hash of what an operation has deleted; "" of one without an id."""
    return f"deleted:{collection}:{operation}" if operation else ""


def list_key(collection: str, *, sensitive: bool = False) -> str:
    """The sorted set of a collection's memories by time, of those for all or of the others."""
    return f"listed:{collection}:sensitive" if sensitive else f"listed:{collection}"


def memory_and_deletions(key: Key) -> tuple[str, str]:
    """What every script is given that begins or ends a memory."""
    return memory_key(key), deletions_key(key[0])


def throttle_key(subject: str, app_slug: str) -> str:
    """How fast a caller comes on an app, "" for what is of no app; who it is stands nowhere."""
    return f"throttle:{app_slug}:{subject_digest(subject)}"


def subject_digest(subject: str) -> str:
    """A caller in the name of a key, which does not say who it is."""
    return hashlib.sha256(subject.encode("utf-8", "replace")).hexdigest()[:40]


def business_key(entity: str) -> str:
    """The hash of an entity, by its folded name."""
    return f"business:{one_part(entity)}"


def alias_key(alias: str) -> str:
    """Which hash a folded alias leads to. No entity's own key has a second colon."""
    return f"business:alias:{one_part(alias)}"


def channel_key(channel_id: str) -> str:
    """Which hash a Slack channel leads to."""
    return f"business:channel:{one_part(channel_id)}"


def slack_thread_key(owner: str, channel_id: str, thread_ts: str) -> str:
    """The hash of what an owner knows of a Slack thread; "" stands for all who relay."""
    parts = (*([owner] if owner else []), channel_id, thread_ts)
    return ":".join(("thread", *map(one_part, parts)))


def one_part(name: str) -> str:
    """A caller's name without a colon, and different from what any other name becomes."""
    return name.replace("%", "%25").replace(":", "%3A")
