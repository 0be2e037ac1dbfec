"""`recollect doctor`: what is wrong with settings, API, rights, stores and model, and what to do.

It changes nothing: of the API it asks what any reader may ask, a list of apps and a search.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Final, Literal

import httpx
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from rich.table import Column, Table

from infra.cli.api_client import ask, http_client
from infra.cli.console import CommandError, plain_text
from infra.cli.options import LISTS_FOR
from infra.cli.stores import PREFIX, names_stores
from infra.settings_check import mistakes, warnings
from recollect import __version__
from recollect.access.keys import is_key
from recollect.client import (
    ClientError,
    ForbiddenError,
    Recollect,
    UnauthenticatedError,
)
from recollect.client.retrying import Retries
from recollect.core.urls import is_on_this_machine, without_credentials
from recollect.serving.calls import Empty
from recollect.serving.claims import unverified_claims
from recollect.settings.stores import StoreSettings

State = Literal["ok", "warning", "wrong"]

_MARKS: Final[Mapping[State, tuple[str, str]]] = {
    "ok": ("✓", "green"),
    "warning": ("!", "yellow"),
    "wrong": ("✗", "red"),
}
_TIMEOUT_SECONDS: Final = 10.0
_REFUSALS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_PROBE_QUERY: Final = "Which refund was approved?"
_PROBE_APP: Final = "doctor"
_COSINE: Final = "COSINE"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The state of one thing that was checked, and a message that describes it or what to do."""

    state: State
    what: str
    message: str


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


class _Health(BaseModel):
    model_config = ConfigDict(extra="ignore")

    version: str


def examined(url: str, token: str | None, environment: Mapping[str, str]) -> list[Diagnosis]:
    """Check everything; the diagnoses are in the order in which problems should be fixed."""
    return [
        *settings_findings(environment),
        *(token_findings(token, datetime.now(UTC)) if token else ()),
        *_api_findings(url, token),
        *(_store_findings(environment) if _are_whole(environment) else ()),
    ]


def report(findings: Sequence[Diagnosis]) -> Table:
    """A table with a row for each diagnosis."""
    columns = (Column(no_wrap=True), Column(no_wrap=True, style="bold"), Column(ratio=1))
    table = Table(*columns, box=None, show_header=False, pad_edge=False)
    for diagnosis in findings:
        mark, style = _MARKS[diagnosis.state]
        table.add_row(
            f"[{style}]{mark}[/]",
            diagnosis.what,
            plain_text(without_credentials(diagnosis.message)),
        )
    return table


def settings_findings(environment: Mapping[str, str]) -> list[Diagnosis]:
    """Wrong values and probable misspellings among the environment's variables."""
    wrong = [line for line in mistakes(environment) if _matters(line.split()[0], environment)]
    near = warnings(environment)
    if not wrong and not near:
        return [Diagnosis("ok", "settings", "no variable is misspelt or makes no sense")]
    return [
        *(Diagnosis("wrong", "settings", each) for each in wrong),
        *(Diagnosis("warning", "settings", each) for each in near),
    ]


def _matters(name: str, environment: Mapping[str, str]) -> bool:
    """Whether a wrong variable concerns this environment.

    It does if it is set, or if it belongs to the stores and another variable of theirs is set.
    """
    return name in environment or (name.startswith(PREFIX) and names_stores(environment))


def _are_whole(environment: Mapping[str, str]) -> bool:
    """Whether the environment names stores, and all their variables are set and valid."""
    return names_stores(environment) and not list(StoreSettings.mistakes(environment))


def token_findings(token: str, now: datetime) -> list[Diagnosis]:
    """What a token's claims say of its expiry and rights; only the API verifies its signature."""
    claims = unverified_claims(token)
    if is_key(token):
        return [Diagnosis("ok", "token", "an API key; what it may, recollect keys list says")]
    if not claims:
        return [Diagnosis("warning", "token", "RECOLLECT_TOKEN or --token is no JWT")]
    return [*_expiry(claims, now), *_rights(claims)]


def _expiry(claims: Mapping[str, object], now: datetime) -> Iterator[Diagnosis]:
    expires = claims.get("exp")
    if not isinstance(expires, int | float):
        return
    at = datetime.fromtimestamp(expires, UTC)
    when = at.strftime("%Y-%m-%d %H:%M UTC")
    if at <= now:
        yield Diagnosis("wrong", "token", f"it has expired on {when}: get another one")
    else:
        yield Diagnosis("ok", "token", f"valid until {when}")


def _rights(claims: Mapping[str, object]) -> Iterator[Diagnosis]:
    scopes = str(claims.get("scope") or "").split()
    if not scopes:
        yield Diagnosis("wrong", "rights", "the token has no scope, so it opens nothing")
        return
    yield Diagnosis("ok", "rights", f"{claims.get('sub', 'nobody')} has {', '.join(scopes)}")
    for kind, lists in LISTS_FOR.items():
        has_scope = any(scope.startswith(f"{kind}:") for scope in scopes)
        if has_scope and not any(claims.get(name) for name in lists):
            needed = " or ".join(lists)
            message = f"scopes of {kind} open nothing without the claim {needed}"
            yield Diagnosis("warning", "rights", message)


def _api_findings(url: str, token: str | None) -> Iterator[Diagnosis]:
    try:
        version = ask(url, None, "/health", Empty(), _Health, method="GET").result.version
    except CommandError as error:
        message = f"{error}: start it (recollect serve), or set RECOLLECT_URL"
        yield Diagnosis("wrong", "API", message)
        return
    if version == __version__:
        yield Diagnosis("ok", "API", f"{url} answers, version {version}")
    else:
        message = f"{url} has version {version}, this command {__version__}"
        yield Diagnosis("warning", "API", message)
    yield from _read_findings(url, token)


def refusal(error: ForbiddenError, token: str | None) -> Diagnosis:
    """What a 403 means. A key that is no longer valid is refused before scopes are checked."""
    if token and is_key(token) and not error.problem.kind:
        message = "the key is not valid: recollect keys list shows the valid ones"
        return Diagnosis("wrong", "access", message)
    return Diagnosis("warning", "stores", f"not looked at: {error}")


def _unauthenticated(url: str, token: str | None) -> str:
    """What a 401 means, and where to get a valid token."""
    is_local = is_on_this_machine(url)
    if not token:
        where = ", of recollect token" if is_local else ""
        return f"the API wants a token: RECOLLECT_TOKEN{where}"
    whose = "made with the --data-dir of recollect serve" if is_local else "of the stage's issuer"
    return f"the API does not accept the token: is it {whose}?"


def _read_findings(url: str, token: str | None) -> Iterator[Diagnosis]:
    """Check whether the caller may read, and whether the stores behind the API answer."""
    degraded: list[str] = []
    with Recollect(
        url,
        token=token,
        timeout=_TIMEOUT_SECONDS,
        retries=Retries(attempts=1),
        listen=lambda notice: degraded.extend(notice.degraded),
    ) as api:
        try:
            apps = api.apps().apps
            api.app(apps[0].app_slug if apps else _PROBE_APP).find(_PROBE_QUERY, limit=1)
        except UnauthenticatedError:
            yield Diagnosis("wrong", "access", _unauthenticated(url, token))
            return
        except ForbiddenError as error:
            yield refusal(error, token)
            return
        except ClientError as error:
            yield Diagnosis("wrong", "stores", f"memories cannot be read: {error}")
            return
    if degraded:
        yield Diagnosis("warning", "stores", f"they answer, but for {', '.join(sorted(degraded))}")
        return
    counted = ", ".join(f"{each.app_slug} {each.count:,}" for each in apps[:5])
    yield Diagnosis("ok", "stores", f"memories are listed and searched ({counted or 'none yet'})")


def _store_findings(environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    """Check the stores that UPSTASH_* names by asking them directly."""
    try:
        _ask_store(environment, "REDIS", "POST", "", ["PING"])
        yield Diagnosis("ok", "Redis", "it answers")
    except (httpx.HTTPError, httpx.InvalidURL, CommandError) as error:
        yield Diagnosis("wrong", "Redis", _reason(error, "REDIS"))
    try:
        info = _Info.model_validate_json(
            _ask_store(environment, "VECTOR", "GET", "/info", None)
        ).result
    except (httpx.HTTPError, httpx.InvalidURL, CommandError, ValidationError) as error:
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
    """The body of a store's answer. Raises CommandError and the errors of httpx."""
    url, token = (environment.get(f"{PREFIX}{store}_REST_{each}", "") for each in ("URL", "TOKEN"))
    headers = {"Authorization": f"Bearer {token.strip()}"}
    target = f"{url.strip().rstrip('/')}{path or '/'}"
    with http_client(url) as client:
        answer = client.request(
            method, target, json=body, headers=headers, timeout=_TIMEOUT_SECONDS
        )
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
            return f"it does not answer within {_TIMEOUT_SECONDS:.0f} s: is it up, and {url} right?"
        case httpx.HTTPError() | httpx.InvalidURL():
            return f"it cannot be reached ({type(error).__name__}): is it up, and {url} right?"
        case CommandError():
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
