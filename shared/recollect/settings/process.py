"""What a process reads from its own variables alone, never from a secret.

Who may write secrets can so neither open the API nor silence its log.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import unquote

from recollect.core.errors import ConfigurationError
from recollect.settings.declared import (
    Choice,
    Flag,
    Milliseconds,
    Number,
    Parsed,
    Settings,
    Text,
    Token,
    Url,
    Whole,
)
from recollect.settings.stores import DEFAULT_STORE_TIMEOUT, STORE_TIMEOUT

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_MOST_SECRETS: Final = 10
_HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_SECRET_NAME: Final = re.compile(r"[A-Za-z0-9/_+=.@:-]{1,2048}")  # or its ARN


def _secret_names(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(text.replace(",", " ").split()))
    if len(names) > _MOST_SECRETS:
        raise ValueError(f"names more than {_MOST_SECRETS} secrets")
    if not all(map(_SECRET_NAME.fullmatch, names)):
        raise ValueError("holds what cannot be the name of a secret")
    return names


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsSettings(Settings):
    """The secrets that hold variables, by name or ARN; `timeout` is in seconds, for a call."""

    names: Annotated[tuple[str, ...], Parsed("SECRETS", _secret_names, given_by="stack")] = ()
    # A label: another one makes Lambda start all functions anew, with the secrets of now.
    as_of: Annotated[str, Token("SECRETS_AS_OF", given_by="stack")] = ""
    timeout: Annotated[float, STORE_TIMEOUT] = DEFAULT_STORE_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSettings(Settings):
    """Whether a request needs no token, and who issues tokens."""

    open_api: Annotated[bool, Flag("OPEN_API", given_by="stack")] = False
    # For clients to find it; tokens are checked before a function is asked.
    token_issuer: Annotated[str, Token("TOKEN_ISSUER", given_by="stack")] = ""
    stage: Annotated[str, Token("STAGE", given_by="stack")] = ""

    def __post_init__(self) -> None:
        """Refuse an open API anywhere but where the stage says that it is dev."""
        if self.open_api and self.stage != "dev":
            raise ConfigurationError("OPEN_API is for STAGE=dev only")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSettings(Settings):
    """Which lines of the log are left out."""

    level: Annotated[str, Choice("LOG_LEVEL", LOG_LEVELS, ignore_case=True)] = "INFO"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsSettings(Settings):
    """Where metrics go. Each stage has a namespace of its own: stages may share an account."""

    namespace: Annotated[str, Text("POWERTOOLS_METRICS_NAMESPACE", given_by="stack")] = "Recollect"


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    """`name=value` pairs between commas, as OpenTelemetry writes headers."""
    pairs = [each.partition("=") for each in text.split(",") if each.strip()]
    if not all(_HEADER.fullmatch(name.strip()) and value.strip() for name, _, value in pairs):
        raise ValueError("is not a list of name=value")
    return tuple((name.strip(), unquote(value.strip())) for name, _, value in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class TracesSettings(Settings):
    """Who collects traces, by OpenTelemetry's own variables; `timeout` is in seconds."""

    endpoint: Annotated[str, Url("OTEL_EXPORTER_OTLP_ENDPOINT")] = ""
    headers: Annotated[
        tuple[tuple[str, str], ...],
        Parsed("OTEL_EXPORTER_OTLP_HEADERS", _headers, given_by="secret"),
    ] = ()
    timeout: Annotated[float, Milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT", 10, 10_000)] = 0.2
    """Callers wait for it, so it is less than OpenTelemetry's own ten seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrottleSettings(Settings):
    """How many requests a minute one caller may send on one app, and how many of them at once."""

    per_minute: Annotated[float, Number("CALLER_RATE", 0, 1_000_000)] = 0.0
    """0 for as many as it likes."""
    burst: Annotated[int, Whole("CALLER_BURST", 1, 100_000)] = 20
