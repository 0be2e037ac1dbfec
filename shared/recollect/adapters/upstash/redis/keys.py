"""The names of keys in Upstash Redis; `docs/data.md` says what each holds.

The key of a record's hash is the beginning of further keys, which belong to the record: its parts.
"""

import hashlib
from typing import Final

from recollect.core.ids import Key

# How many words, with colons between, the key of a record's hash has. The key of a part has one
# more.
_WORDS_OF_RECORD_KEY: Final = {"support": 4, "evidence": 5, "cases": 3}


def memory_key(key: Key) -> str:
    """The hash of a memory. Its parts, such as its voters, have this key, a colon and a name."""
    collection, memory_id = key
    # Our own ids hold no colon. A caller's may, and must not become the key of a memory's part.
    return f"mem:{collection}:{memory_id.replace(':', '%')}"


def parts(memory: str, *names: str) -> tuple[str, ...]:
    """The keys of these parts of a memory, for `Script.touches`."""
    return tuple(f"{memory}:{name}" for name in names)


def sum_key(memory: str) -> str:
    """The copy, in one text, of the hash of a memory or an item of evidence."""
    return f"{memory}:sum"


def is_summed(name: str) -> bool:
    """Whether a key is the hash of a record, of which a copy in one text is kept."""
    kind, *following = name.split(":")
    length = _WORDS_OF_RECORD_KEY.get(following[0]) if following else None
    return kind == "mem" and len(following) + 1 == length


def is_sum(name: str) -> bool:
    """Whether a key is the copy of a record's hash in one text."""
    memory, _, part = name.rpartition(":")
    return part == "sum" and is_summed(memory)


def once_keys(operation: str) -> tuple[str, ...]:
    """The key that notes that an operation was counted; none for an operation without a digest."""
    return (f"once:op:{operation}",) if operation else ()


def run_key(collection: str, run_id: str) -> str:
    """The hash of a run."""
    return f"run:{collection}:{run_id}"


def case_key(collection: str, run_id: str) -> str:
    """The hash of a run's case: the evidence that the run needed, and in which situation."""
    return f"case:{collection}:{run_id}"


def exposures_key(collection: str, run_id: str) -> str:
    """The hash of what a run was shown and what was withheld from it."""
    # Not a part of the run's key: another run may have an id that ends like the part's name.
    return f"exposures:{collection}:{run_id}"


def trials_key(collection: str, *, sensitive: bool = False) -> str:
    """The hash of the trials of all memories for everybody, or of all `sensitive` ones."""
    return f"trials:{collection}:sensitive" if sensitive else f"trials:{collection}"


def conversation_key(collection: str, conversation_id: str) -> str:
    """The set of a conversation's memories."""
    return f"conv:{collection}:{conversation_id}"


def claim_key(key: Key) -> str:
    """The lock on a memory: its holder may add or remove the memory's record."""
    return f"{memory_key(key)}:claim"


def deletions_key(collection: str) -> str:
    """The set of the memories whose deletion has begun and not ended."""
    return f"tombstones:{collection}"


def deleted_key(collection: str, operation: str) -> str:
    """The hash of what an operation has deleted; "" for an operation without an id."""
    return f"deleted:{collection}:{operation}" if operation else ""


def list_key(collection: str, *, sensitive: bool = False) -> str:
    """The list (a sorted set, by time) of a collection's memories for everybody.

    Or, if `sensitive`, of those for the levels confidential and restricted.
    """
    return f"listed:{collection}:sensitive" if sensitive else f"listed:{collection}"


def memory_and_deletions(key: Key) -> tuple[str, str]:
    """The first two keys of every script that begins or ends a memory."""
    return memory_key(key), deletions_key(key[0])


def throttle_key(subject: str, app_slug: str) -> str:
    """How fast a caller sends requests for an app ("" for requests that are for no app).

    The key holds a digest of the caller's subject, so that it does not tell who the caller is.
    """
    return f"throttle:{app_slug}:{subject_digest(subject)}"


def subject_digest(subject: str) -> str:
    """A digest of a caller's subject for the name of a key, which hides who the caller is."""
    return hashlib.sha256(subject.encode("utf-8", "replace")).hexdigest()[:40]


def business_key(entity: str) -> str:
    """The hash of the business context of an entity, by the entity's folded name."""
    return f"business:{one_part(entity)}"


def alias_key(alias: str) -> str:
    """The key that holds which hash a folded alias leads to.

    It cannot be the key of an entity, which has no second colon.
    """
    return f"business:alias:{one_part(alias)}"


def channel_key(channel_id: str) -> str:
    """The key that holds which hash a Slack channel leads to."""
    return f"business:channel:{one_part(channel_id)}"


def slack_thread_key(owner: str, channel_id: str, thread_ts: str) -> str:
    """The hash of what a caller knows of a Slack thread; `owner` is "" for all who relay."""
    parts = (*([owner] if owner else []), channel_id, thread_ts)
    return ":".join(("thread", *map(one_part, parts)))


def one_part(name: str) -> str:
    """A name that a caller chose, with its colons escaped, so that it is one word of a key.

    Different names stay different.
    """
    return name.replace("%", "%25").replace(":", "%3A")
