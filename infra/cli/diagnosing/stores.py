"""What is wrong with the stores that UPSTASH_* names, asked directly, and with their model."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Final

import httpx
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from infra.cli.api_client import http_client
from infra.cli.diagnosing.diagnosis import TIMEOUT_SECONDS, Diagnosis
from infra.cli.stores import PREFIX
from recollect.core.errors import ConfigurationError

_REFUSALS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_COSINE: Final = "COSINE"


class _Part(BaseModel):
    """The dense or the sparse part of an index; without a hosted model, `model` is empty."""

    model_config = ConfigDict(extra="ignore")

    model: Annotated[str, Field(alias="embeddingModel")] = ""
    similarity: Annotated[str, Field(alias="similarityFunction")] = _COSINE


class _Index(BaseModel):
    model_config = ConfigDict(extra="ignore")

    vectors: Annotated[int, Field(alias="vectorCount")]
    dimension: int
    dense: Annotated[_Part | None, Field(alias="denseIndex")] = None
    sparse: Annotated[_Part | None, Field(alias="sparseIndex")] = None

    def lacks(self) -> str:
        """The first requirement of Recollect that the index does not meet, or "".

        An index that describes none of its parts counts as meeting them. None of the requirements
        can be changed in an existing index.
        """
        parts = {"dense": self.dense, "sparse": self.sparse}
        if not any(parts.values()):
            return ""
        for name, part in parts.items():
            if part is None:
                return f"it has no {name} part"
            if not part.model:
                return f"its {name} part has no model of Upstash's"
            if part.similarity != _COSINE:
                return f"it compares by {part.similarity}, not {_COSINE}"
        return ""


class _Info(BaseModel):
    model_config = ConfigDict(extra="ignore")

    result: _Index


def store_findings(environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    """Check the stores that UPSTASH_* names by asking them directly."""
    try:
        _ask_store(environment, "REDIS", "POST", "", ["PING"])
        yield Diagnosis("ok", "Redis", "it answers")
    except (httpx.HTTPError, httpx.InvalidURL, ConfigurationError) as error:
        yield Diagnosis("wrong", "Redis", _reason(error, "REDIS"))
    try:
        info = _Info.model_validate_json(
            _ask_store(environment, "VECTOR", "GET", "/info", None)
        ).result
    except (httpx.HTTPError, httpx.InvalidURL, ConfigurationError, ValidationError) as error:
        yield Diagnosis("wrong", "Vector", _reason(error, "VECTOR"))
        return
    yield _index_finding(info)
    yield _model_finding(environment)


def _index_finding(index: _Index) -> Diagnosis:
    if lacking := index.lacks():
        message = f"{lacking}: make one of type Hybrid (docs/deploying.md, From two empty accounts)"
        return Diagnosis("wrong", "Vector", message)
    models = ", ".join(part.model for part in (index.dense, index.sparse) if part)
    message = f"{index.vectors:,} records, {index.dimension:,} dimensions"
    return Diagnosis("ok", "Vector", f"{message}, {models}" if models else message)


def _ask_store(
    environment: Mapping[str, str], store: str, method: str, path: str, body: JsonValue
) -> bytes:
    """The body of a store's answer. Raises ConfigurationError and the errors of httpx."""
    url, token = (environment.get(f"{PREFIX}{store}_REST_{each}", "") for each in ("URL", "TOKEN"))
    headers = {"Authorization": f"Bearer {token.strip()}"}
    target = f"{url.strip().rstrip('/')}{path or '/'}"
    with http_client(url) as client:
        answer = client.request(method, target, json=body, headers=headers, timeout=TIMEOUT_SECONDS)
    return answer.raise_for_status().content


def _reason(error: Exception, store: str) -> str:
    """What is wrong with a store, and which variable to check. The URL itself may hold secrets."""
    url, token = (f"{PREFIX}{store}_REST_{each}" for each in ("URL", "TOKEN"))
    match error:
        case httpx.HTTPStatusError():
            status = error.response.status_code
            if status in _REFUSALS:
                return f"it refuses {token} (status {status})"
            return f"what is at {url} does not answer as it should (status {status})"
        case httpx.TimeoutException():
            return f"it does not answer within {TIMEOUT_SECONDS:.0f} s: is it up, and {url} right?"
        case httpx.HTTPError() | httpx.InvalidURL():
            return f"it cannot be reached ({type(error).__name__}): is it up, and {url} right?"
        case ConfigurationError():
            return str(error)
        case _:
            return f"what is at {url} does not answer as it should"


def _model_finding(environment: Mapping[str, str]) -> Diagnosis:
    name = environment.get("RELEVANCE_CALIBRATION", "").strip()
    if name:
        return Diagnosis("ok", "model", f"its numbers are read by the calibration {name}")
    message = (
        "RELEVANCE_CALIBRATION is not set: defaults that are safe find less than they could; "
        "if the index has bge-small-en-v1.5, set that name, else recollect calibrate "
        "(docs/calibration.md)"
    )
    return Diagnosis("warning", "model", message)
