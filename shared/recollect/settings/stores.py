"""The environment as frozen settings, read once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from recollect.core.errors import ConfigurationError

# Calibrated for a sentence embedding of the MiniLM family: docs/threshold.md has the curve.
_DEFAULT_FIND_THRESHOLD = 0.28
_DEFAULT_STORE_TIMEOUT = 2.0
_MOST_SECRETS = 10
_SECRET_NAME = re.compile(r"[A-Za-z0-9/_+=.@:-]{1,2048}")  # or its ARN
_HOST = re.compile(r"[A-Za-z0-9._:-]{1,253}")
_FLAGS = {"": False, "true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


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
    read = Reader(environment)
    return Settings(
        vector_url=read.url("UPSTASH_VECTOR_REST_URL"),
        vector_token=read.token("UPSTASH_VECTOR_REST_TOKEN"),
        redis_url=read.url("UPSTASH_REDIS_REST_URL"),
        redis_token=read.token("UPSTASH_REDIS_REST_TOKEN"),
        store_timeout=_store_timeout(read),
        find_threshold=read.number("FIND_THRESHOLD", _DEFAULT_FIND_THRESHOLD),
        relevance_dense_weight=read.number("RELEVANCE_DENSE_WEIGHT", 0.5),
        relevance_bm25_half=read.number("RELEVANCE_BM25_HALF", 10, least=0.01, most=1000),
        dead_letter_queue_url=environment.get("DEAD_LETTER_QUEUE_URL") or None,
    )


@dataclass(frozen=True, slots=True)
class SecretsSettings:
    """The secrets that hold variables, by name or ARN; `timeout` is in seconds, for a call."""

    names: tuple[str, ...]
    timeout: float


def read_secrets_settings(environment: Mapping[str, str]) -> SecretsSettings:
    """Read the names, commas between. Raises ConfigurationError."""
    names = tuple(dict.fromkeys(environment.get("SECRETS", "").replace(",", " ").split()))
    if len(names) > _MOST_SECRETS:
        raise ConfigurationError(f"SECRETS names more than {_MOST_SECRETS} secrets")
    if not all(map(_SECRET_NAME.fullmatch, names)):
        raise ConfigurationError("SECRETS holds what cannot be the name of a secret")
    return SecretsSettings(names, _store_timeout(Reader(environment)))


def read_open_api(environment: Mapping[str, str]) -> bool:
    """Whether a request needs no token. Raises ConfigurationError outside of the stage dev."""
    is_open = Reader(environment).flag("OPEN_API", default=False)
    if is_open and environment.get("STAGE") != "dev":
        raise ConfigurationError("OPEN_API is for STAGE=dev only")
    return is_open


def _store_timeout(read: "Reader") -> float:
    return read.number("STORE_TIMEOUT_SECONDS", _DEFAULT_STORE_TIMEOUT, least=0.01, most=900)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads variables. Errors name them and never show a value, which may be a secret."""

    environment: Mapping[str, str]

    def token(self, name: str) -> str:
        """One word of ASCII."""
        value = self.environment.get(name, "").strip()
        if not value:
            raise ConfigurationError(f"{name} is not set")
        if not re.fullmatch(r"[\x21-\x7e]+", value):
            raise ConfigurationError(f"{name} does not hold one word of ASCII")
        return value

    def password(self, name: str) -> str:
        """Any text but none: people choose it."""
        value = self.environment.get(name, "")
        if not value:
            raise ConfigurationError(f"{name} is not set")
        return value

    def url(self, name: str) -> str:
        """An http or https URL, without a slash at its end."""
        value = self.token(name)
        if not _is_url(value):
            raise ConfigurationError(f"{name} is not an http or https URL")
        return value.rstrip("/")

    def optional_url(self, name: str) -> str | None:
        """A URL, or None where there is none."""
        return self.url(name) if self.environment.get(name, "").strip() else None

    def optional_token(self, name: str) -> str | None:
        """A word, or None where there is none."""
        return self.token(name) if self.environment.get(name, "").strip() else None

    def flag(self, name: str, *, default: bool) -> bool:
        """true or false, in a few spellings."""
        text = self.environment.get(name, "").strip().lower()
        if text not in _FLAGS:
            raise ConfigurationError(f"{name} is neither true nor false")
        return default if not text else _FLAGS[text]

    def whole(self, name: str, default: int, *, least: int, most: int) -> int:
        """A whole number between two others."""
        value = self.number(name, default, least=least, most=most)
        if value != int(value):
            raise ConfigurationError(f"{name} is not a whole number")
        return int(value)

    def number(self, name: str, default: float, *, least: float = 0, most: float = 1) -> float:
        """A number between two others."""
        text = self.environment.get(name) or default
        try:
            value = float(text)
        except ValueError:
            raise ConfigurationError(f"{name} is not a number") from None
        if not least <= value <= most:  # NaN is not between them either
            raise ConfigurationError(f"{name} is not between {least} and {most}")
        return value


def _is_url(value: str) -> bool:
    try:
        parts = urlsplit(value)
        port = parts.port  # looked at only now, and refused if it is none
    except ValueError:
        return False
    known = parts.scheme in {"http", "https"} and port != 0
    return known and _HOST.fullmatch(parts.hostname or "") is not None
