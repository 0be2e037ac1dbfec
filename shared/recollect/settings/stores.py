"""Both stores, relevance, and the queue of events that can never succeed."""

from dataclasses import dataclass, field
from typing import Annotated

from recollect.settings.declared import Milliseconds, Number, Settings, Token, Url

STORE_TIMEOUT = Milliseconds("STORE_TIMEOUT_MS", 10, 900_000)
DEFAULT_STORE_TIMEOUT = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings(Settings):
    """Everything that the environment decides about the stores; `store_timeout` in seconds."""

    vector_url: Annotated[str, Url("UPSTASH_VECTOR_REST_URL", given_by="secret")]
    vector_token: Annotated[str, Token("UPSTASH_VECTOR_REST_TOKEN", given_by="secret")] = field(
        repr=False
    )
    redis_url: Annotated[str, Url("UPSTASH_REDIS_REST_URL", given_by="secret")]
    redis_token: Annotated[str, Token("UPSTASH_REDIS_REST_TOKEN", given_by="secret")] = field(
        repr=False
    )
    store_timeout: Annotated[float, STORE_TIMEOUT] = DEFAULT_STORE_TIMEOUT
    """For one call of a store, with its repeats."""
    # Calibrated for a sentence embedding of the MiniLM family: docs/threshold.md has the curve.
    find_threshold: Annotated[float, Number("FIND_THRESHOLD")] = 0.28
    archive_days: Annotated[float, Number("ARCHIVE_DAYS", 0, 3_650)] = 30
    """How long an archived memory can be restored before a prune erases it."""
    relevance_dense_weight: Annotated[float, Number("RELEVANCE_DENSE_WEIGHT")] = 0.5
    relevance_bm25_half: Annotated[float, Number("RELEVANCE_BM25_HALF", 0.01, 1000)] = 10
    dead_letter_queue_url: Annotated[str | None, Url("DEAD_LETTER_QUEUE_URL", given_by="stack")] = (
        None
    )
