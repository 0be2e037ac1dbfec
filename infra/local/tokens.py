"""Tokens of the local platform, and the claims that a function finds in its event.

On AWS, a JWT authorizer verifies a token and puts its claims into the event, all of them as
strings. Here, `serve --auth` does so; without `--auth`, the developer's claims are in their place.
"""

import json
import os
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import jwt

from recollect.serving import principal

ISSUER = "recollect-local"
AUDIENCE = "recollect"
SCOPES = tuple(sorted(principal.SCOPES))
"""Every scope of the API, also scopes that no route needs yet."""

DEVELOPER_CLAIMS: Mapping[str, object] = {
    "iss": ISSUER,
    "aud": AUDIENCE,
    "sub": "developer",
    "apps": "*",
    "scope": " ".join(SCOPES),
    "security_level": "restricted",
    "groups": "*",
    "tenants": "*",
    "projects": "*",
    "customers": "*",
    "max_trust": 1.0,
    "relay": True,
    "unbounded": True,
}
"""The claims of every caller where no token is needed."""

_VARIABLE = "RECOLLECT_LOCAL_SECRET"
_FILE = "token-secret"
_MIN_SECRET_BYTES = 32
_ALGORITHM = "HS256"


class InvalidTokenError(Exception):
    """The token is not one of ours, or is no longer valid; the message says which."""


def issue_token(  # noqa: PLR0913  # one argument a claim
    secret: str,
    *,
    subject: str,
    apps: Sequence[str],
    scopes: Sequence[str],
    security_level: str = "internal",
    groups: Sequence[str] = (),
    tenants: Sequence[str] = (),
    projects: Sequence[str] = (principal.EVERYTHING,),
    customers: Sequence[str] = (),
    max_trust: float = principal.DEFAULT_MAX_TRUST,
    relay: bool = False,
    ttl: timedelta = timedelta(hours=1),
) -> str:
    """Sign a token that is valid for `ttl` from now; `*` in a list stands for all."""
    now = datetime.now(UTC)
    claims = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": subject,
        "iat": now,
        "exp": now + ttl,
        "apps": list(apps),
        "scope": " ".join(scopes),
        "security_level": security_level,
        "groups": list(groups),
        "tenants": list(tenants),
        "projects": list(projects),
        "customers": list(customers),
        "max_trust": max_trust,
        "relay": relay,
    }
    return jwt.encode(claims, secret, algorithm=_ALGORITHM)


def verify_token(secret: str, token: str) -> dict[str, object]:
    """Give the claims of a valid token; raise `InvalidTokenError` for any other."""
    try:
        return jwt.decode(
            token,
            secret,
            algorithms=[_ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": ["exp", "iss", "aud", "sub"]},
        )
    except jwt.ExpiredSignatureError as error:
        raise InvalidTokenError("it has expired") from error
    except jwt.PyJWTError as error:
        raise InvalidTokenError("it is no token of this platform") from error


def rendered_claims(claims: Mapping[str, object]) -> dict[str, str]:
    """Write claims as API Gateway puts them into an event: strings, and a list as `[a b]`."""
    return {name: _rendered(value) for name, value in claims.items()}


def _rendered(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{' '.join(_rendered(item) for item in value)}]"
    return json.dumps(value)


def keeps_secret(directory: Path) -> bool:
    """Whether there is a secret to sign with: in the directory or in `RECOLLECT_LOCAL_SECRET`."""
    return bool(os.environ.get(_VARIABLE)) or (directory / _FILE).exists()


def load_secret(directory: Path | None = None) -> str:
    """Give the secret that tokens are signed with; the first call makes it.

    It is kept in `directory`, by default the user's state directory, readable by this user only, so
    that `recollect token` can sign for a `recollect serve --auth` in another process. A value of
    `RECOLLECT_LOCAL_SECRET` is used instead; raises ValueError if that is too short.
    """
    given = os.environ.get(_VARIABLE)
    if given:
        if len(given.encode()) < _MIN_SECRET_BYTES:
            raise ValueError(f"{_VARIABLE} must have at least {_MIN_SECRET_BYTES} bytes")
        return given
    directory = directory or _state_directory()
    path = directory / _FILE
    if not path.exists():
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        _create(path, secrets.token_urlsafe(_MIN_SECRET_BYTES))
    path.chmod(0o600)
    return path.read_text()


def _create(path: Path, content: str) -> None:
    """Create a file whole or not at all; if another process was first, its file stays."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as file:  # made with 0600
        file.write(content)
        file.flush()
        try:
            path.hardlink_to(file.name)
        except FileExistsError:
            return


def _state_directory() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "recollect"
