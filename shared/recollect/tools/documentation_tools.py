"""The tool `microsoftLearnSearch`: what the vendor's documentation says."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Final

from pydantic import Field

from recollect.core.messages import NUMERIC, Message
from recollect.tools.arguments import ShortText
from recollect.tools.documentation import Article, Documentation
from recollect.tools.summaries.articles import excerpt, key_points
from recollect.tools.tool import Output, Tool, at_any_time

_NOTHING: Final = "No page of Microsoft Learn matches."


class SearchDocumentation(Message):
    """What is to be known."""

    query: ShortText
    limit: Annotated[int, Field(ge=1, le=10, description="How many pages at most."), NUMERIC] = 5


class DocumentationOutput(Message):
    """Pages, best first, and what to take away from them."""

    results: tuple[Article, ...]
    key_points: tuple[str, ...]
    excerpt: str


def tools(documentation: Documentation) -> Iterator[Tool[Any]]:
    """The tool of this module, over a search."""
    yield Tool(
        "microsoftLearnSearch",
        "Pages of Microsoft Learn about a question. key_points are what to take away; always "
        "give the url of the page that you used.",
        SearchDocumentation,
        at_any_time(partial(_search, documentation)),
        of_customers=False,
    )


async def _search(
    documentation: Documentation,
    asked: SearchDocumentation,
) -> Output:
    articles = tuple(await documentation.search(asked.query, asked.limit))
    return Output(
        DocumentationOutput(
            results=articles,
            key_points=key_points(articles, asked.query),
            excerpt=excerpt(articles, asked.query) if articles else _NOTHING,
        )
    )
