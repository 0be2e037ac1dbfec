"""The two tokens of an Upstash store: a full one and a read-only one."""

import hmac
from dataclasses import dataclass
from typing import Literal

Access = Literal["full", "read-only"]


@dataclass(frozen=True, slots=True)
class StoreTokens:
    """The tokens of an emulated store."""

    full: str = "local-full"
    read_only: str = "local-read-only"

    def access(self, authorization: str | None) -> Access | None:
        """The access that an `Authorization` header gives; `None` means no access."""
        given = (authorization or "").removeprefix("Bearer ").encode()
        if hmac.compare_digest(given, self.full.encode()):
            return "full"
        if hmac.compare_digest(given, self.read_only.encode()):
            return "read-only"
        return None
