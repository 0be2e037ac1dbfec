"""Both stores, relevance, and which events are waited for or given up."""

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

_LEAST_HALF_LIFE, _MOST_HALF_LIFE = 0.1, 36_500.0
_OF_ALL = ""

HalfLives = tuple[tuple[str, float], ...]
"""Days by app slug; those of "" are of all apps that have none of their own."""


def half_lives_of(text: str) -> HalfLives:
    """Half-lives in days, by app slug and under "" for all other apps: `30, oncall=7`.

    Raises ValueError where something is no number of days from 0.1 to 36,500, is of what can be no
    app, or is said twice.
    """
    found: dict[str, float] = {}
    for each in filter(None, map(str.strip, text.split(","))):
        named, is_own, days = each.rpartition("=")
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
    if not _LEAST_HALF_LIFE <= days <= _MOST_HALF_LIFE:
        bounds = f"{_LEAST_HALF_LIFE:g} to {_MOST_HALF_LIFE:,.0f}"
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
    half_lives: Annotated[HalfLives, HALF_LIFE] = ()
    """The half-life of confidence in days, by the slug of an app; "" is for all others."""
    votes_weight: Annotated[float, VOTES_WEIGHT] = SEED_PARAMETERS.votes_weight
    """What votes weigh in a memory's reputation; outcomes of runs that cite it have the rest."""
    archive_days: Annotated[float, Number("ARCHIVE_DAYS", 0, 3_650)] = 30
    """How long an archived memory can be restored before a prune erases it."""
    explore: Annotated[str, Choice("EXPLORE", ("off", "thompson"))] = "off"
    """Whether draws from what is believed of memories order them, so that new ones are tried."""
    holdout_rate: Annotated[float, Number("HOLDOUT_RATE")] = 0.0
    """How many of the memories that a run would be shown are withheld, to see what they bring."""
    event_max_age: Annotated[float, Milliseconds("EVENT_MAX_AGE_MS", 0, 3_600_000)] = 120.0
    """How old an event may be, in seconds, that is delivered again since it speaks of what is not
    there: what it overtook may still come. Lambda's third attempt comes after three minutes."""
    dead_letter_queue_url: Annotated[str | None, Url("DEAD_LETTER_QUEUE_URL", given_by="stack")] = (
        None
    )

    @property
    def find_threshold(self) -> float:
        """The least relevance of what a search finds, where it does not say another."""
        return self.calibration.floor if self.threshold is None else self.threshold

    @property
    def confidence_settings(self) -> ConfidenceSettings:
        """How the memories of each app are believed."""
        half_lives = dict(self.half_lives)
        usual = half_lives.pop(_OF_ALL, SEED_PARAMETERS.half_life_days)
        return ConfidenceSettings(ConfidenceParameters(usual, self.votes_weight), half_lives)
