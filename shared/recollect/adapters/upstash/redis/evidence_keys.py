"""The names of keys that belong to a project's knowledge; `docs/data.md` says what each holds."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime

from recollect.adapters.upstash.redis.keys import memory_key, one_part, subject_digest
from recollect.knowledge.records import items_namespace
from recollect.retrieval.candidates import EvidenceQuery, Scope


def usage_key(scope: Scope, item_id: str) -> str:
    """The hash of how often an item of evidence was used."""
    return memory_key((items_namespace(scope), one_part(item_id)))


def needed_by_key(scope: Scope, item_id: str) -> str:
    """The set of the runs that needed an item of evidence."""
    return f"{usage_key(scope, item_id)}:needed_by"


def readings_key(scope: Scope, subject: str, now: datetime) -> str:
    """The set of items that a subject was given on the day (UTC) of `now`.

    The key holds a digest of the subject, so that it does not tell who that is.
    """
    day = f"{now.astimezone(UTC):%Y-%m-%d}"
    return f"reads:{items_namespace(scope)}:{day}:{subject_digest(subject)}"


def knowledge_key(scope: Scope) -> str:
    """The hash of a project's knowledge: its version, and which kinds of knowledge it has."""
    return f"knowledge:{items_namespace(scope)}"


def thread_key(scope: Scope, thread: str) -> str:
    """The sorted set of a thread's items by time; `…:revision` is the thread's revision."""
    return f"turns:{items_namespace(scope)}:{one_part(thread)}"


def candidates_key(query: EvidenceQuery) -> str:
    """The cached candidates of a query: a digest of all fields of the query, with their names.

    The fields that only decide how candidates are ranked are left out, since they change none.
    """
    unranked = replace(query, floor=0.0, weights=None, match="auto")
    return f"h4r:{hashlib.sha256(repr(unranked).encode()).hexdigest()[:40]}"
