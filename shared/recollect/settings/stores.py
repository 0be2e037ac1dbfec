"""Both stores, relevance, and which events are waited for or given up."""

from dataclasses import dataclass, field
from typing import Annotated

from recollect.relevance.calibration import UNCALIBRATED, Calibration, calibration_of
from recollect.settings.declared import Choice, Milliseconds, Number, Parsed, Settings, Token, Url

CALIBRATION = Parsed("RELEVANCE_CALIBRATION", calibration_of)
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
    calibration: Annotated[Calibration, CALIBRATION] = UNCALIBRATED
    """What the numbers of the embedding model of the index mean."""
    threshold: Annotated[float | None, Number("FIND_THRESHOLD")] = None
    archive_days: Annotated[float, Number("ARCHIVE_DAYS", 0, 3_650)] = 30
    """How long an archived memory can be restored before a prune erases it."""
    explore: Annotated[str, Choice("EXPLORE", ("off", "thompson"))] = "off"
    """Whether draws from what is believed of memories order them, so that new ones are tried."""
    holdout_rate: Annotated[float, Number("HOLDOUT_RATE")] = 0.0
    """How many of the memories that a run would be shown are withheld, to see what they bring."""
    event_patience: Annotated[float, Milliseconds("EVENT_PATIENCE_MS", 0, 3_600_000)] = 120.0
    """How old an event may be, in seconds, that is delivered again since it speaks of what is not
    there: what it overtook may still come. Lambda's third attempt comes after three minutes."""
    dead_letter_queue_url: Annotated[str | None, Url("DEAD_LETTER_QUEUE_URL", given_by="stack")] = (
        None
    )

    @property
    def find_threshold(self) -> float:
        """The least relevance of what a search finds, where it does not say another."""
        return self.calibration.floor if self.threshold is None else self.threshold
