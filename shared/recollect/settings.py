"""The environment as frozen settings, read once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from recollect.errors import ConfigurationError

# Calibrated for a sentence embedding of the MiniLM family: docs/threshold.md has the curve.
_DEFAULT_FIND_THRESHOLD = "0.26"

_T = TypeVar("_T")
_Url = Annotated[str, Field(pattern=r"^https?://[^\s/]+")]
_Token = Annotated[str, Field(min_length=1, pattern=r"^\S+$")]
_Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
_Positive = Annotated[float, Field(gt=0, le=900, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the environment decides."""

    vector_url: str
    vector_token: str
    redis_url: str
    redis_token: str
    store_timeout: float
    """Seconds that one call of a store may take, with its repeats."""
    find_threshold: float
    relevance_dense_weight: float
    relevance_bm25_half: float
    dead_letter_queue_url: str | None


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Read the settings; ConfigurationError names a variable that is missing or makes no sense."""
    return Settings(
        vector_url=_url(environment, "UPSTASH_VECTOR_REST_URL"),
        vector_token=_value(environment, "UPSTASH_VECTOR_REST_TOKEN", _TOKEN),
        redis_url=_url(environment, "UPSTASH_REDIS_REST_URL"),
        redis_token=_value(environment, "UPSTASH_REDIS_REST_TOKEN", _TOKEN),
        store_timeout=_value(environment, "STORE_TIMEOUT_SECONDS", _POSITIVE, "2"),
        find_threshold=_value(environment, "FIND_THRESHOLD", _FRACTION, _DEFAULT_FIND_THRESHOLD),
        relevance_dense_weight=_value(environment, "RELEVANCE_DENSE_WEIGHT", _FRACTION, "0.5"),
        relevance_bm25_half=_value(environment, "RELEVANCE_BM25_HALF", _POSITIVE, "10"),
        dead_letter_queue_url=environment.get("DEAD_LETTER_QUEUE_URL") or None,
    )


_URL: TypeAdapter[str] = TypeAdapter(_Url)
_TOKEN: TypeAdapter[str] = TypeAdapter(_Token)
_FRACTION: TypeAdapter[float] = TypeAdapter(_Fraction)
_POSITIVE: TypeAdapter[float] = TypeAdapter(_Positive)


def _url(environment: Mapping[str, str], name: str) -> str:
    return _value(environment, name, _URL).rstrip("/")


def _value(
    environment: Mapping[str, str], name: str, kind: TypeAdapter[_T], default: str = ""
) -> _T:
    text = environment.get(name) or default
    if not text:
        raise ConfigurationError(f"{name} is not set")
    try:
        return kind.validate_python(text)
    except ValidationError as error:
        # Without the value, which may be a secret.
        raise ConfigurationError(f"{name}: {error.errors()[0]['msg']}") from None
