"""`recollect doctor`: what is wrong with settings, API, rights, stores and model, and what to do.

It changes nothing: of the API it asks what any reader may ask, whether it is ready, a list of apps
and a search.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

import httpx
from pydantic import BaseModel, ConfigDict, ValidationError

from infra.cli.api_client import ask, http_client
from infra.cli.console import CommandError
from infra.cli.diagnosing.diagnosis import TIMEOUT_SECONDS, Diagnosis
from infra.cli.diagnosing.stores import store_findings
from infra.cli.options import LISTS_FOR
from infra.cli.stores import PREFIX, names_stores
from infra.settings_check import mistakes, warnings
from recollect import __version__
from recollect.access.keys import is_key
from recollect.client import (
    ClientError,
    ForbiddenError,
    Recollect,
    TooManyRequestsError,
    UnauthenticatedError,
)
from recollect.client.retrying import Retries
from recollect.core.errors import ConfigurationError
from recollect.core.urls import is_on_this_machine
from recollect.serving.calls import Empty
from recollect.serving.claims import unverified_claims
from recollect.settings.stores import StoreSettings

_PROBE_QUERY: Final = "Which refund was approved?"
_PROBE_APP: Final = "doctor"


class _Health(BaseModel):
    model_config = ConfigDict(extra="ignore")

    version: str


class _Readiness(BaseModel):
    """The states of the stores behind the API; none if something else answered in its place."""

    model_config = ConfigDict(extra="ignore")

    stores: Mapping[str, str] = {}


def examined(url: str, token: str | None, environment: Mapping[str, str]) -> list[Diagnosis]:
    """Check everything; the diagnoses are in the order in which problems should be fixed."""
    return [
        *settings_findings(environment),
        *(token_findings(token, datetime.now(UTC)) if token else ()),
        *_api_findings(url, token),
        *(store_findings(environment) if _are_whole(environment) else ()),
    ]


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
    except ConfigurationError as error:
        yield Diagnosis("wrong", "API", str(error))
        return
    except CommandError as error:
        message = f"{error}: start it (recollect serve), or set RECOLLECT_URL"
        yield Diagnosis("wrong", "API", message)
        return
    if version == __version__:
        yield Diagnosis("ok", "API", f"{url} answers, version {version}")
    else:
        message = f"{url} has version {version}, this command {__version__}"
        yield Diagnosis("warning", "API", message)
    unready = list(_readiness_findings(url))
    yield from unready
    yield from (each for each in _read_findings(url, token) if not unready or each.what != "stores")


_UNREADY: Final[Mapping[str, str]] = {
    "late": "answers the API too late",
    "down": "cannot be reached, or refuses the API's token",
}


def _readiness_findings(url: str) -> Iterator[Diagnosis]:
    """The stores of which the API says that they do not serve it in time."""
    try:
        with http_client(url) as client:
            answer = client.get(f"{url.rstrip('/')}/ready", timeout=TIMEOUT_SECONDS)
        stores = _Readiness.model_validate_json(answer.content).stores
    except (httpx.HTTPError, ValidationError) as error:
        yield Diagnosis("wrong", "API", f"/ready does not answer as it should: {error}")
        return
    for store, state in stores.items():
        if state != "ok":
            message = f"{store} {_UNREADY.get(state, state)} (docs/operations.md)"
            yield Diagnosis("wrong", "stores", message)


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
        timeout=TIMEOUT_SECONDS,
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
        except TooManyRequestsError:
            message = "this caller comes too often: nothing was read (CALLER_RATE, API Gateway)"
            yield Diagnosis("warning", "access", message)
            return
        except ClientError as error:
            yield Diagnosis("wrong", "stores", f"memories cannot be read: {error}")
            return
    if degraded:
        yield Diagnosis("warning", "stores", f"they answer, but for {', '.join(sorted(degraded))}")
        return
    counted = ", ".join(f"{each.app_slug} {each.count:,}" for each in apps[:5])
    yield Diagnosis("ok", "stores", f"memories are listed and searched ({counted or 'none yet'})")
