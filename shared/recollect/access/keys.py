"""API keys, which a machine sends instead of a token.

    rck_<id>_<secret>      12 letters and digits, and 256 random bits in base64url

Only a digest of the secret is kept. It needs no salt and no slow hash, since nobody can guess 256
bits. A key has the claims of a token (`docs/deploying.md`), chosen by whoever makes it.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from pydantic import JsonValue

_ID_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH: Final = 12
_SECRET_BYTES: Final = 32
RANDOM_BYTES: Final = _ID_LENGTH + _SECRET_BYTES
"""How many random bytes a key is made of."""

_KEY: Final = re.compile(r"(?:(?i:bearer) +)?rck_([a-z2-7]{12})_([\w-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is kept of a key: everything except its secret."""

    id: str
    digest: str
    claims: Mapping[str, JsonValue]
    created_at: datetime
    expires_at: datetime

    def admits(self, secret: str, now: datetime) -> bool:
        """Whether `secret` is this key's, and the key has not expired."""
        return now < self.expires_at and hmac.compare_digest(self.digest, _digest(secret))


class ApiKeys(Protocol):
    """The store of API keys that are not revoked. Every method raises StoreError."""

    async def put(self, key: ApiKey) -> None:
        """Store a key."""

    async def get(self, key_id: str) -> ApiKey | None:
        """The key of this id, or None."""

    async def all(self) -> Sequence[ApiKey]:
        """All keys, newest first."""

    async def revoke(self, key_id: str) -> bool:
        """Delete a key; whether there was one."""


def new_key(
    claims: Mapping[str, JsonValue], now: datetime, lifetime: timedelta, random: bytes
) -> tuple[ApiKey, str]:
    """A key with these claims, and the text that its holder sends, which cannot be recovered later.

    `random` are `RANDOM_BYTES` unpredictable bytes; ValueError if their number differs.
    """
    if len(random) != RANDOM_BYTES:
        raise ValueError(f"a key is made of {RANDOM_BYTES} bytes")
    key_id = "".join(_ID_LETTERS[each % len(_ID_LETTERS)] for each in random[:_ID_LENGTH])
    secret = base64.urlsafe_b64encode(random[_ID_LENGTH:]).rstrip(b"=").decode()
    key = ApiKey(key_id, _digest(secret), claims, now, now + lifetime)
    return key, f"rck_{key_id}_{secret}"


def is_key(shown: str) -> bool:
    """Whether a text has the form of a key, with or without `Bearer` before it."""
    return _KEY.fullmatch(shown.strip()) is not None


def id_of(shown: str) -> str:
    """The id within a key; a text that is not a key is taken for an id."""
    read = _KEY.fullmatch(shown.strip())
    return read[1] if read else shown.strip()


async def claims_of(shown: str, now: datetime, keys: ApiKeys) -> Mapping[str, JsonValue] | None:
    """The claims of the key that was sent; None if it is not valid. Raises StoreError."""
    read = _KEY.fullmatch(shown.strip())
    key = await keys.get(read[1]) if read else None
    return key.claims if read and key and key.admits(read[2], now) else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
