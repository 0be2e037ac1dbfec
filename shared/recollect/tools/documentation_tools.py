"""The tool `microsoftLearnSearch`: what the vendor's documentation says."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from recollect.core.messages import Message
from recollect.tools.arguments import Text
from recollect.tools.documentation import Article, Documentation
from recollect.tools.summaries.articles import excerpt, key_points
from recollect.tools.tool import Output, Tool


class SearchDocumentation(Message):
    """What is to be known."""

    query: Text
    limit: Annotated[int, Field(ge=1, le=10, description="How many pages at most.")] = 5


class DocumentationOutput(Message):
    """Pages, best first, and what to take away from them."""

    results: tuple[Article, ...]
    key_points: tuple[str, ...]
    excerpt: str


@dataclass(frozen=True, slots=True)
class DocumentationTools:
    """The tool, over a search."""

    documentation: Documentation

    def tools(self) -> Iterator[Tool[Any]]:
        """The tool of this module."""
        yield Tool(
            "microsoftLearnSearch",
            "Pages of Microsoft Learn about a question. key_points are what to take away; always "
            "give the url of the page that you used.",
            SearchDocumentation,
            self._search,
        )

    async def _search(self, asked: SearchDocumentation, now: datetime) -> Output:  # noqa: ARG002  # of every tool
        articles = tuple(await self.documentation.search(asked.query, asked.limit))
        return Output(
            DocumentationOutput(
                results=articles,
                key_points=key_points(articles, asked.query),
                excerpt=excerpt(articles, asked.query),
            )
        )
