"""The events about memories that EventBridge delivers.

`occurred_at` is when it happened, to the millisecond; without it the time of the event counts.
"""

from typing import Literal

from recollect.core.messages import Message, Moment, Note, Reference, Slug
from recollect.memories.model import CitationOutcome, MemoryIds, Outcome
from recollect.memories.requests import PruneRequest


class MemoryOutcomeRecorded(Message):
    """A decision turned out well or badly."""

    app_slug: Slug
    memory_id: Reference
    outcome: Outcome
    correction: Note | None = None
    occurred_at: Moment | None = None


class CitationOutcomeRecorded(Message):
    """A run that cited memories turned out well or badly."""

    app_slug: Slug
    run_id: Reference
    outcome: CitationOutcome
    memory_ids: MemoryIds | None = None
    occurred_at: Moment | None = None


class ConversationResolved(Message):
    """A conversation ended; its outcome applies to each of its memories."""

    app_slug: Slug
    conversation_id: Reference
    outcome: Outcome
    correction: Note | None = None
    occurred_at: Moment | None = None


class MaintainMemories(PruneRequest):
    """Maintenance is due: for one app, or for all, from where the last run stopped."""

    task: Literal["prune"]
    app_slug: Slug | None = None
