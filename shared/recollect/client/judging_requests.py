"""The requests that judge a memory, or end it; they become methods of `api.app(slug)`.

In the examples `app` is `api.app("epic-web")`, and `memory` is the only memory that it has.
"""

from datetime import datetime

from recollect.client.memory_requests import memory_path
from recollect.client.requests import ApiRequest, built, writes
from recollect.memories.model import Memory, Outcome, Vote
from recollect.memories.receipts import DeletionReceipt, Retracted
from recollect.memories.requests import NewCorrection, NewOutcome, NewVote


def correct(
    app_slug: str,
    memory_id: str,
    correction: str,
    *,
    category: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Correct a memory: say what should have happened instead.

    >>> app.correct(memory.id, "Look for the lens cap first").metadata.outcome
    'corrected'
    """
    body = built(NewCorrection, correction=correction, category=category, occurred_at=occurred_at)
    path = memory_path(app_slug, memory_id, "/correction")
    return writes("PUT", path, Memory, body, key=idempotency_key)


def judge(
    app_slug: str,
    memory_id: str,
    outcome: Outcome,
    *,
    correction: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Report how the decision of one memory turned out.

    >>> app.judge(memory.id, "failed", correction="It was the fuse").metadata.outcome
    'failed'
    """
    body = built(NewOutcome, outcome=outcome, correction=correction, occurred_at=occurred_at)
    path = memory_path(app_slug, memory_id, "/outcome")
    return writes("PUT", path, Memory, body, key=idempotency_key)


def vote(
    app_slug: str,
    memory_id: str,
    vote: Vote,
    *,
    voter_id: str | None = None,
    occurred_at: datetime | None = None,
    idempotency_key: str | None = None,
) -> ApiRequest[Memory]:
    """Vote on a memory. Each voter counts once; a caller with the claim `relay` names the voter.

    >>> app.vote(memory.id, "upvote", voter_id="ada").metadata.votes.upvotes
    1
    """
    body = built(NewVote, vote=vote, voter_id=voter_id, occurred_at=occurred_at)
    path = memory_path(app_slug, memory_id, "/votes")
    return writes("POST", path, Memory, body, key=idempotency_key)


def validate(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Memory]:
    """Confirm that a memory is still accurate.

    >>> app.validate(memory.id).metadata.last_validated_at is None
    False
    """
    path = memory_path(app_slug, memory_id, "/validation")
    return writes("POST", path, Memory, key=idempotency_key)


def retract(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Retracted]:
    """Archive a wrong memory, void its citations, and quarantine what was derived from it.

    The answer names the runs and memories that this affected.

    >>> app.retract(memory.id).retracted == memory.id
    True
    """
    path = memory_path(app_slug, memory_id, "/retract")
    return writes("POST", path, Retracted, key=idempotency_key)


def restore(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[Memory]:
    """Bring an archived memory back.

    >>> app.retract(memory.id).affected.memories
    ()
    >>> app.restore(memory.id).metadata.state
    'active'
    """
    path = memory_path(app_slug, memory_id, "/restore")
    return writes("POST", path, Memory, key=idempotency_key)


def forget(
    app_slug: str, memory_id: str, *, idempotency_key: str | None = None
) -> ApiRequest[DeletionReceipt]:
    """Delete a memory for good.

    >>> app.forget(memory.id).deleted_count
    1
    """
    return writes("DELETE", memory_path(app_slug, memory_id), DeletionReceipt, key=idempotency_key)
