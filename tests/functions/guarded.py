"""How the tests call a platform that requires a token."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from infra.local.tokens import SCOPES, issue_token


@dataclass(frozen=True, slots=True)
class Issue:
    """Makes the headers of callers."""

    secret: str

    def __call__(
        self, *apps: str, scopes: Sequence[str] = SCOPES, subject: str = "agent-7", **claims: Any
    ) -> dict[str, str]:
        """The header of a caller with a right to these apps, to no tenant and to all scopes."""
        token = issue_token(self.secret, subject=subject, apps=apps, scopes=scopes, **claims)
        return {"Authorization": f"Bearer {token}"}
