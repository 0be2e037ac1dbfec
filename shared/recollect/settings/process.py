"""Settings that a process reads from its own variables alone, and never from a secret.

So nobody can open the API or silence its log by writing secrets.
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
_MAX_SECRETS: Final = 10
_HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_SECRET_NAME: Final = re.compile(r"[A-Za-z0-9/_+=.@:-]{1,2048}")  # or its ARN


def _secret_names(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(text.replace(",", " ").split()))
    if len(names) > _MAX_SECRETS:
        raise ValueError(f"names more than {_MAX_SECRETS} secrets")
    if not all(map(_SECRET_NAME.fullmatch, names)):
        raise ValueError("holds what cannot be the name of a secret")
    return names


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsSettings(Settings):
    """The secrets that hold variables, by name or ARN; `timeout` is in seconds for one call."""

    names: Annotated[tuple[str, ...], Parsed("SECRETS", _secret_names, given_by="stack")] = ()
    # A label. When it changes, Lambda restarts all functions, which then read the current secrets.
    as_of: Annotated[str, Token("SECRETS_AS_OF", given_by="stack")] = ""
    timeout: Annotated[float, STORE_TIMEOUT] = DEFAULT_STORE_TIMEOUT


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSettings(Settings):
    """Whether requests need no token, and who issues tokens."""

    open_api: Annotated[bool, Flag("OPEN_API", given_by="stack")] = False
    # Only told to clients: API Gateway checks tokens before it calls a function.
    token_issuer: Annotated[str, Token("TOKEN_ISSUER", given_by="stack")] = ""
    stage: Annotated[str, Token("STAGE", given_by="stack")] = ""

    def __post_init__(self) -> None:
        """Refuse an open API in any stage but dev."""
        if self.open_api and self.stage != "dev":
            raise ConfigurationError("OPEN_API is for STAGE=dev only")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSettings(Settings):
    """The least severe level that is logged."""

    level: Annotated[str, Choice("LOG_LEVEL", LOG_LEVELS, ignore_case=True)] = "INFO"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsSettings(Settings):
    """The namespace of metrics. Each stage has its own, since stages may share an account."""

    namespace: Annotated[str, Text("POWERTOOLS_METRICS_NAMESPACE", given_by="stack")] = "Recollect"


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    """Headers as OpenTelemetry writes them: `name=value` pairs with commas between."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(_HEADER.fullmatch(name.strip()) and value.strip() for name, _, value in pairs):
        raise ValueError("is not a list of name=value")
    return tuple((name.strip(), unquote(value.strip())) for name, _, value in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class TracesSettings(Settings):
    """The collector of traces, in OpenTelemetry's own variables; `timeout` is in seconds."""

    endpoint: Annotated[str, Url("OTEL_EXPORTER_OTLP_ENDPOINT")] = ""
    headers: Annotated[
        tuple[tuple[str, str], ...],
        Parsed("OTEL_EXPORTER_OTLP_HEADERS", _headers, given_by="secret"),
    ] = ()
    timeout: Annotated[float, Milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT", 10, 10_000)] = 0.2
    """Callers wait so long at most, so it is less than OpenTelemetry's default of ten seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrottleSettings(Settings):
    """How many requests a minute one caller may send for one app, and how many of them at once."""

    per_minute: Annotated[float, Number("CALLER_RATE", 0, 1_000_000)] = 0.0
    """0 means that there is no limit."""
    burst: Annotated[int, Whole("CALLER_BURST", 1, 100_000)] = 20
