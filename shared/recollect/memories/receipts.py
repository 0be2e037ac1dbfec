"""The answers to changes: what became of them, and what they affected."""

from recollect.core.ids import UNNAMED
from recollect.core.messages import ItemId, Message, Omittable, OmittedIfFalsy, Slug
from recollect.memories.model import CitationOutcome, Judgement


class BatchResult(Message):
    """What became of a memory of a batch: the status that it would have got alone.

    201 if it is new, 200 if the decision was already stored; otherwise `error` says why it was not
    stored. Searches do not find a `quarantined` memory until somebody validates it. What is
    `not_taken` the caller may not say of a memory that others began.
    """

    index: int
    status: int
    id: Omittable[str] = None
    quarantined: OmittedIfFalsy[bool] = False
    not_taken: OmittedIfFalsy[tuple[Judgement, ...]] = ()
    error: Omittable[str] = None


class StoredBatch(Message):
    """The answer to a batch: one result a memory, in the same order."""

    results: tuple[BatchResult, ...]


class Removed(Message):
    """How many records of each store were removed."""

    vectors: int
    keys: int


class DeletionReceipt(Message):
    """What a deletion removed."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    removed: Removed


class CitedEvidence(Message):
    """An item of evidence, with its tenant and project."""

    tenant: Slug = UNNAMED
    project: Slug = UNNAMED
    id: ItemId


class Cited(Message):
    """The citations that were recorded for a run."""

    run_id: str
    cited: tuple[str, ...]
    evidence: OmittedIfFalsy[tuple[CitedEvidence, ...]] = ()


class CitationsJudged(Message):
    """The outcome that now stands for a run, and the memories for which this report stands.

    Of two outcomes the later one stands, so the answer to an older one is the later one.
    """

    run_id: str
    outcome: CitationOutcome
    updated: tuple[str, ...]


class Affected(Message):
    """What a retraction undid: runs whose citation is void, and memories now in quarantine.

    No pack is made of memories, so `packs` is always empty.
    """

    runs: tuple[str, ...]
    memories: tuple[str, ...]
    packs: tuple[str, ...] = ()


class Retracted(Message):
    """The id of the retracted memory, and what its retraction affected."""

    retracted: str
    affected: Affected


class PruneResult(Message):
    """The memories that went, or would go in a dry run; `next_cursor` if there are more to check.

    Those in `archived_ids` can be restored. The others were archived long ago, or their deletion
    had broken off, and are gone for good.
    """

    deleted_count: int
    deleted_ids: tuple[str, ...]
    archived_ids: tuple[str, ...]
    next_cursor: Omittable[str] = None
