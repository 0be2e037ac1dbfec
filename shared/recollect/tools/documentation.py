"""Documentation as tools see it, and where it is searched."""

from collections.abc import Sequence
from typing import Protocol

from recollect.core.messages import Message


class Article(Message):
    """A page that was found; `description` is a few sentences of it."""

    title: str
    url: str
    description: str = ""


class Documentation(Protocol):
    """Where documentation is searched. One round trip; raises StoreError."""

    async def search(self, query: str, limit: int) -> Sequence[Article]:
        """At most `limit` pages, best first."""
