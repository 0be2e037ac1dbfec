"""The settings of both stores, of relevance and confidence, and of retries and dead letters."""

import re
from dataclasses import dataclass, field
from typing import Annotated

from recollect.core.messages import SLUG_PATTERN
from recollect.memories.confidence_settings import (
    SEED_PARAMETERS,
    ConfidenceParameters,
    ConfidenceSettings,
)
from recollect.relevance.calibration import UNCALIBRATED, Calibration, calibration_of
from recollect.settings.declared import Choice, Milliseconds, Number, Parsed, Settings, Token, Url

_MIN_HALF_LIFE_DAYS, _MAX_HALF_LIFE_DAYS = 0.1, 36_500.0
_OF_ALL = ""

HalfLives = tuple[tuple[str, float], ...]
"""Half-lives in days by app slug; that of "" is for all apps without one of their own."""


def half_lives_of(text: str) -> HalfLives:
    """Half-lives in days, by app slug and under "" for all other apps: `30, oncall=7`.

    Raises ValueError if a number is not from 0.1 to 36,500, if a name cannot be an app's slug, or
    if an app has two half-lives.
    """
    found: dict[str, float] = {}
    for entry in filter(None, map(str.strip, text.split(","))):
        named, is_own, days = entry.rpartition("=")
        app = named.strip()
        if is_own and not re.fullmatch(SLUG_PATTERN, app):
            raise ValueError("names what is no slug of an app: say oncall=7, or 30 for all apps")
        if app in found:
            raise ValueError("gives an app two half-lives")
        found[app] = _days(days)
    return tuple(found.items())


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not _MIN_HALF_LIFE_DAYS <= days <= _MAX_HALF_LIFE_DAYS:
        bounds = f"{_MIN_HALF_LIFE_DAYS:g} to {_MAX_HALF_LIFE_DAYS:,.0f}"
        raise ValueError(
            f"is not {bounds} days, such as 30, or 30, oncall=7 for an app that has its own"
        )
    return days


HALF_LIFE = Parsed("MEMORY_HALF_LIFE_DAYS", half_lives_of)
CALIBRATION = Parsed("RELEVANCE_CALIBRATION", calibration_of)
VOTES_WEIGHT = Number("MEMORY_VOTES_WEIGHT", 0, 0.9)
STORE_TIMEOUT = Milliseconds("STORE_TIMEOUT_MS", 10, 900_000)
DEFAULT_STORE_TIMEOUT = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings(Settings):
    """All settings of the stores and of memories; `store_timeout` is in seconds."""

    vector_url: Annotated[str, Url("UPSTASH_VECTOR_REST_URL", given_by="secret")]
    vector_token: Annotated[str, Token("UPSTASH_VECTOR_REST_TOKEN", given_by="secret")] = field(
        repr=False
    )
    redis_url: Annotated[str, Url("UPSTASH_REDIS_REST_URL", given_by="secret")]
    redis_token: Annotated[str, Token("UPSTASH_REDIS_REST_TOKEN", given_by="secret")] = field(
        repr=False
    )
    store_timeout: Annotated[float, STORE_TIMEOUT] = DEFAULT_STORE_TIMEOUT
    """The time for one call of a store, with its retries."""
    calibration: Annotated[Calibration, CALIBRATION] = UNCALIBRATED
    """How the similarities of the index's embedding model are turned into relevance."""
    threshold: Annotated[float | None, Number("FIND_THRESHOLD")] = None
    half_lives: Annotated[HalfLives, HALF_LIFE] = ()
    """The half-life of confidence in days, by app slug; that of "" is for all other apps."""
    votes_weight: Annotated[float, VOTES_WEIGHT] = SEED_PARAMETERS.votes_weight
    """The weight of votes in a memory's reputation; outcomes of runs that cite it have the rest."""
    archive_days: Annotated[float, Number("ARCHIVE_DAYS", 0, 3_650)] = 30
    """How many days an archived memory can be restored before a prune deletes it."""
    explore: Annotated[str, Choice("EXPLORE", ("off", "thompson"))] = "off"
    """With `thompson`, memories are ranked by draws from their posteriors (Thompson sampling), so
    that new ones are tried."""
    holdout_rate: Annotated[float, Number("HOLDOUT_RATE")] = 0.0
    """The share of the memories for a run that are withheld from it, to measure what they bring."""
    event_max_age: Annotated[float, Milliseconds("EVENT_MAX_AGE_MS", 0, 3_600_000)] = 120.0
    """The age in seconds up to which an event is retried that names something that does not exist:
    it may have overtaken the request that creates it. Lambda's third attempt comes after three
    minutes."""
    dead_letter_queue_url: Annotated[str | None, Url("DEAD_LETTER_QUEUE_URL", given_by="stack")] = (
        None
    )

    @property
    def find_threshold(self) -> float:
        """The least relevance of a search's results, unless the search gives another."""
        return self.calibration.floor if self.threshold is None else self.threshold

    @property
    def confidence_settings(self) -> ConfidenceSettings:
        """The parameters of confidence for the memories of each app."""
        half_lives = dict(self.half_lives)
        default_half_life = half_lives.pop(_OF_ALL, SEED_PARAMETERS.half_life_days)
        return ConfidenceSettings(
            ConfidenceParameters(default_half_life, self.votes_weight), half_lives
        )
