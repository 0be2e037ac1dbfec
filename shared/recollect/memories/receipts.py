"""What callers get for a change: what became of it, and what it touched."""

from recollect.core.messages import ItemId, Message, Omittable, OmittedIfFalsy, Slug
from recollect.core.unnamed import UNNAMED
from recollect.memories.model import CitationOutcome


class BatchResult(Message):
    """What became of a memory of a batch: the status that it alone would have got.

    201 when it is new, 200 when the decision was there already; else `error` says why it is not
    stored. What is `quarantined` nobody finds until somebody validates it.
    """

    index: int
    status: int
    id: Omittable[str] = None
    quarantined: OmittedIfFalsy[bool] = False
    error: Omittable[str] = None


class StoredBatch(Message):
    """The answer to a batch, in its order."""

    results: tuple[BatchResult, ...]


class Removed(Message):
    """How many records of each store are gone."""

    vectors: int
    keys: int


class DeletionReceipt(Message):
    """What a deletion removed."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    removed: Removed


class CitedEvidence(Message):
    """An item of evidence, and whose it is."""

    tenant: Slug = UNNAMED
    project: Slug = UNNAMED
    id: ItemId


class Cited(Message):
    """The citations that now stand for a run."""

    run_id: str
    cited: tuple[str, ...]
    evidence: OmittedIfFalsy[tuple[CitedEvidence, ...]] = ()


class CitationsJudged(Message):
    """How a run turned out, and the citations of which what was just said stands.

    Of two outcomes the later one stands: an older one is answered with that.
    """

    run_id: str
    outcome: CitationOutcome
    updated: tuple[str, ...]


class Affected(Message):
    """What a retraction undid: runs whose citation is void, memories that are in quarantine now.

    No pack is made of memories, so there are never any.
    """

    runs: tuple[str, ...]
    memories: tuple[str, ...]
    packs: tuple[str, ...] = ()


class Retracted(Message):
    """The memory that was retracted, by its id, and what that touched."""

    retracted: str
    affected: Affected


class PruneResult(Message):
    """What went, or would in a dry run; `next_cursor` when there is more to walk.

    Of the memories that went, those of `archived_ids` can be restored. The others were archived
    long ago, or their deletion had broken off, and are gone for good.
    """

    deleted_count: int
    deleted_ids: tuple[str, ...]
    archived_ids: tuple[str, ...]
    next_cursor: Omittable[str] = None
