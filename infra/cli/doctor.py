"""`recollect doctor`: what is wrong with settings, API, rights, stores and model, and what to do.

Nothing is changed; a search and a list are asked for, as any reader might.
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
from recollect.serving.http import Empty
from recollect.serving.principal import unverified_claims
from recollect.settings.stores import StoreSettings

State = Literal["ok", "warning", "wrong"]

_MARKS: Final[Mapping[State, tuple[str, str]]] = {
    "ok": ("✓", "green"),
    "warning": ("!", "yellow"),
    "wrong": ("✗", "red"),
}
_SECONDS: Final = 10.0
_REFUSALS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})
_QUESTION: Final = "Which refund was approved?"
_NO_APP: Final = "doctor"
_COSINE: Final = "COSINE"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was looked at, how it is, and a sentence that says so or what to do."""

    state: State
    what: str
    told: str


class _Part(BaseModel):
    """The dense or the sparse part of an index; one that is searched by vectors has no model."""

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
        """What it has not that Recollect needs of it; "" where nothing, or where it tells nothing.

        None of it can be changed of an index that is there.
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
    """Everything that is looked at, in the order in which it is to be mended."""
    return [
        *settings_findings(environment),
        *(token_findings(token, datetime.now(UTC)) if token else ()),
        *_api_findings(url, token),
        *(_store_findings(environment) if _are_whole(environment) else ()),
    ]


def report(findings: Sequence[Diagnosis]) -> Table:
    """The findings, one a line."""
    columns = (Column(no_wrap=True), Column(no_wrap=True, style="bold"), Column(ratio=1))
    table = Table(*columns, box=None, show_header=False, pad_edge=False)
    for each in findings:
        mark, style = _MARKS[each.state]
        table.add_row(f"[{style}]{mark}[/]", each.what, plain_text(without_credentials(each.told)))
    return table


def settings_findings(environment: Mapping[str, str]) -> list[Diagnosis]:
    """What the variables of an environment say that they should not."""
    wrong = [line for line in mistakes(environment) if _matters(line.split()[0], environment)]
    near = warnings(environment)
    if not wrong and not near:
        return [Diagnosis("ok", "settings", "no variable is misspelt or makes no sense")]
    return [
        *(Diagnosis("wrong", "settings", each) for each in wrong),
        *(Diagnosis("warning", "settings", each) for each in near),
    ]


def _matters(name: str, environment: Mapping[str, str]) -> bool:
    """Whether a variable is one of these, or of stores of which another one is."""
    return name in environment or (name.startswith(PREFIX) and names_stores(environment))


def _are_whole(environment: Mapping[str, str]) -> bool:
    """Whether stores are named, with all that it takes to ask them."""
    return names_stores(environment) and not list(StoreSettings.mistakes(environment))


def token_findings(token: str, now: datetime) -> list[Diagnosis]:
    """What a token says of itself; who checks it is the API."""
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
            told = f"scopes of {kind} open nothing without the claim {needed}"
            yield Diagnosis("warning", "rights", told)


def _api_findings(url: str, token: str | None) -> Iterator[Diagnosis]:
    try:
        version = ask(url, None, "/health", Empty(), _Health, method="GET").result.version
    except CommandError as error:
        told = f"{error}: start it (recollect serve), or set RECOLLECT_URL"
        yield Diagnosis("wrong", "API", told)
        return
    if version == __version__:
        yield Diagnosis("ok", "API", f"{url} answers, version {version}")
    else:
        told = f"{url} has version {version}, this command {__version__}"
        yield Diagnosis("warning", "API", told)
    yield from _reading(url, token)


def refusal(error: ForbiddenError, token: str | None) -> Diagnosis:
    """What a 403 means: a key that counts no more is turned away before anybody reads a scope."""
    if token and is_key(token) and not error.problem.kind:
        told = "the key counts no more: recollect keys list shows those that do"
        return Diagnosis("wrong", "access", told)
    return Diagnosis("warning", "stores", f"not looked at: {error}")


def _unauthenticated(url: str, token: str | None) -> str:
    """What a 401 means, and where a token that counts comes from."""
    is_local = is_on_this_machine(url)
    if not token:
        where = ", of recollect token" if is_local else ""
        return f"the API wants a token: RECOLLECT_TOKEN{where}"
    whose = "made with the --data-dir of recollect serve" if is_local else "of the stage's issuer"
    return f"the API does not accept the token: is it {whose}?"


def _reading(url: str, token: str | None) -> Iterator[Diagnosis]:
    """Whether the caller may read, and whether the stores behind the API answer."""
    lacking: list[str] = []
    with Recollect(
        url,
        token=token,
        timeout=_SECONDS,
        retries=Retries(attempts=1),
        listen=lambda told: lacking.extend(told.degraded),
    ) as api:
        try:
            apps = api.apps().apps
            api.app(apps[0].app_slug if apps else _NO_APP).find(_QUESTION, limit=1)
        except UnauthenticatedError:
            yield Diagnosis("wrong", "access", _unauthenticated(url, token))
            return
        except ForbiddenError as error:
            yield refusal(error, token)
            return
        except ClientError as error:
            yield Diagnosis("wrong", "stores", f"memories cannot be read: {error}")
            return
    if lacking:
        yield Diagnosis("warning", "stores", f"they answer, but for {', '.join(sorted(lacking))}")
        return
    counted = ", ".join(f"{each.app_slug} {each.count:,}" for each in apps[:5])
    yield Diagnosis("ok", "stores", f"memories are listed and searched ({counted or 'none yet'})")


def _store_findings(environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    """The stores that UPSTASH_* names, asked themselves."""
    try:
        _asked(environment, "REDIS", "POST", "", ["PING"])
        yield Diagnosis("ok", "Redis", "it answers")
    except (httpx.HTTPError, httpx.InvalidURL, CommandError) as error:
        yield Diagnosis("wrong", "Redis", _reason(error, "REDIS"))
    try:
        info = _Info.model_validate_json(_asked(environment, "VECTOR", "GET", "/info", None)).result
    except (httpx.HTTPError, httpx.InvalidURL, CommandError, ValidationError) as error:
        yield Diagnosis("wrong", "Vector", _reason(error, "VECTOR"))
        return
    yield _kind_of(info)
    yield _model(environment)


def _kind_of(index: _Index) -> Diagnosis:
    if lack := index.lacks():
        told = f"{lack}: make one of type Hybrid (docs/deploying.md, From two empty accounts)"
        return Diagnosis("wrong", "Vector", told)
    models = ", ".join(part.model for part in (index.dense, index.sparse) if part)
    told = f"{index.vectors:,} records, {index.dimension:,} dimensions"
    return Diagnosis("ok", "Vector", f"{told}, {models}" if models else told)


def _asked(
    environment: Mapping[str, str], store: str, method: str, path: str, body: JsonValue
) -> bytes:
    """What a store answers. Raises CommandError, and what httpx raises."""
    url, token = (environment.get(f"{PREFIX}{store}_REST_{each}", "") for each in ("URL", "TOKEN"))
    headers = {"Authorization": f"Bearer {token.strip()}"}
    target = f"{url.strip().rstrip('/')}{path or '/'}"
    with http_client(url) as client:
        answer = client.request(method, target, json=body, headers=headers, timeout=_SECONDS)
    return answer.raise_for_status().content


def _reason(error: Exception, store: str) -> str:
    """What is wrong with a store, and which variable to look at; without what may be in a URL."""
    url, token = (f"{PREFIX}{store}_REST_{each}" for each in ("URL", "TOKEN"))
    match error:
        case httpx.HTTPStatusError():
            status = error.response.status_code
            if status in _REFUSALS:
                return f"it refuses {token} (status {status})"
            return f"what is at {url} does not answer as it should (status {status})"
        case httpx.TimeoutException():
            return f"it does not answer within {_SECONDS:.0f} s: is it up, and {url} right?"
        case httpx.HTTPError() | httpx.InvalidURL():
            return f"it cannot be reached ({type(error).__name__}): is it up, and {url} right?"
        case CommandError():
            return str(error)
        case _:
            return f"what is at {url} does not answer as it should"


def _model(environment: Mapping[str, str]) -> Diagnosis:
    name = environment.get("RELEVANCE_CALIBRATION", "").strip()
    if name:
        return Diagnosis("ok", "model", f"its numbers are read by the calibration {name}")
    told = (
        "RELEVANCE_CALIBRATION is not set: defaults that are safe find less than they could; "
        "if the index has bge-small-en-v1.5, set that name, else recollect calibrate "
        "(docs/calibration.md)"
    )
    return Diagnosis("warning", "model", told)
