"""The names of keys that belong to a project's knowledge; `docs/data.md` says what each holds."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

from recollect.adapters.upstash.redis_keys import memory_key, one_part, subject_digest
from recollect.knowledge.records import items_namespace
from recollect.retrieval.candidates import EvidenceQuery, Scope


def usage_key(scope: Scope, item_id: str) -> str:
    """The hash of how often an item of evidence was used."""
    return memory_key((items_namespace(scope), one_part(item_id)))


def needed_by_key(scope: Scope, item_id: str) -> str:
    """The set of the runs that needed an item of evidence."""
    return f"{usage_key(scope, item_id)}:needed_by"


def readings_key(scope: Scope, subject: str, now: datetime) -> str:
    """The set of what a subject has read on a day of UTC; who it is stands nowhere in it."""
    day = f"{now.astimezone(UTC):%Y-%m-%d}"
    return f"reads:{items_namespace(scope)}:{day}:{subject_digest(subject)}"


def knowledge_key(scope: Scope) -> str:
    """The hash of what is known of a project's knowledge: its version, and what it has."""
    return f"knowledge:{items_namespace(scope)}"


def thread_key(scope: Scope, thread: str) -> str:
    """The sorted set of a thread's items; its revision hangs on it."""
    return f"turns:{items_namespace(scope)}:{one_part(thread)}"


def candidates_key(query: EvidenceQuery) -> str:
    """What is kept for a query. The names of all that it consists of go into the hash.

    How the candidates are ranked is not among it: that changes none of them.
    """
    found = replace(query, floor=0.0, weights=None, match="auto")
    return f"h4r:{hashlib.sha256(repr(found).encode()).hexdigest()[:40]}"
