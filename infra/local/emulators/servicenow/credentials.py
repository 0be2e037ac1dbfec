"""Authentication of callers: a user with a password, and an OAuth client with its tokens."""

import hmac
import secrets
import time
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field

TOKEN_SECONDS = 1799


@dataclass(frozen=True, slots=True)
class Credentials:
    """The fixed credentials of the local instance."""

    username: str = "recollect"
    password: str = "local"  # noqa: S105  # of an emulator on the loopback
    client_id: str = "local-client"
    client_secret: str = "local-secret"  # noqa: S105  # of an emulator on the loopback


@dataclass(slots=True)
class Authenticator:
    """Checks the password, and tokens that have not expired; `clock` counts seconds."""

    credentials: Credentials
    clock: Callable[[], float] = time.monotonic
    _tokens: dict[str, float] = field(default_factory=dict)

    def token(self, client_id: str, client_secret: str) -> str | None:
        """Issue a token to the client; None if the credentials are wrong."""
        known = (self.credentials.client_id, self.credentials.client_secret)
        if not (_equal(client_id, known[0]) and _equal(client_secret, known[1])):
            return None
        token = secrets.token_urlsafe(32)
        now = self.clock()
        self._tokens = {each: end for each, end in self._tokens.items() if end > now}
        self._tokens[token] = now + TOKEN_SECONDS
        return token

    def revoke_all(self) -> None:
        """Make all tokens invalid."""
        self._tokens.clear()

    def admits(self, authorization: str) -> bool:
        """Whether an `Authorization` header has the password or a valid token."""
        scheme, _, given = authorization.partition(" ")
        if scheme.lower() == "bearer":
            return self._tokens.get(given, 0.0) > self.clock()
        if scheme.lower() != "basic":
            return False
        try:
            shown = b64decode(given, validate=True).decode()
        except ValueError:
            return False
        return _equal(shown, f"{self.credentials.username}:{self.credentials.password}")


def _equal(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), known.encode())
