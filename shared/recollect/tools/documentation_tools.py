"""The tool `microsoftLearnSearch`: searches the vendor's documentation."""

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
    """The question to search for."""

    query: ShortText
    limit: Annotated[int, Field(ge=1, le=10, description="How many pages at most."), NUMERIC] = 5


class DocumentationOutput(Message):
    """The pages that were found, best first, and the main points in them."""

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
    arguments: SearchDocumentation,
) -> Output:
    articles = tuple(await documentation.search(arguments.query, arguments.limit))
    return Output(
        DocumentationOutput(
            results=articles,
            key_points=key_points(articles, arguments.query),
            excerpt=excerpt(articles, arguments.query) if articles else _NOTHING,
        )
    )
