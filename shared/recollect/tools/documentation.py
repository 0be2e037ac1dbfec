"""The model of documentation that tools use, and the port to its search."""

from collections.abc import Sequence
from typing import Protocol

from recollect.core.messages import Message


class Article(Message):
    """A page that was found; `description` is a few of its sentences."""

    title: str
    url: str
    description: str = ""


class Documentation(Protocol):
    """A search of documentation. One round trip; raises StoreError."""

    async def search(self, query: str, limit: int) -> Sequence[Article]:
        """At most `limit` pages, best first."""
