"""The right to make something that must be made once, held for a short time."""

from typing import Protocol


class Claims(Protocol):
    """Where claims are kept for all processes. Each method is one round trip; raises StoreError."""

    async def take(self, name: str, milliseconds: int) -> str | None:
        """A token for `name`, unless somebody else holds one; it ends by itself."""

    async def release(self, name: str, token: str) -> None:
        """Give a token back; that of somebody else stays."""
