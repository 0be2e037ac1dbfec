"""Microsoft Learn's search, `GET /api/search`, over articles of the sample data.

The articles are in English, whatever `locale` is asked for. Articles with more of the query's words
come first; `count` is how many have any of them, before `$top` cuts the list.
"""

import re
from typing import Final

from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from typing_extensions import TypedDict

from infra.samples import DATA_FOLDER

SAMPLES: Final = DATA_FOLDER / "learn.json"
_DEFAULT_TOP: Final = 10
_MAX_TOP: Final = 100
_MAX_QUERY_CHARACTERS: Final = 1_000
_WORD: Final = re.compile(r"\w+")


class LearnArticle(TypedDict):
    """A result as Learn gives it; the description may hold HTML, the date is ISO 8601."""

    title: str
    url: str
    description: str
    lastUpdatedDate: str


def sample_articles() -> list[LearnArticle]:
    """The articles of the sample data."""
    return TypeAdapter(list[LearnArticle]).validate_json(SAMPLES.read_bytes())


def create_learn_app() -> Starlette:
    """Serve `/api/search?search=&locale=&$top=` to anybody; a bad `$top` is 400."""
    articles = sample_articles()

    async def search(request: Request) -> Response:
        top = request.query_params.get("$top", str(_DEFAULT_TOP))
        if not re.fullmatch(r"[0-9]{1,3}", top) or not 1 <= int(top) <= _MAX_TOP:
            error = {"code": "BadArgument", "message": f"$top must be 1 to {_MAX_TOP}"}
            return JSONResponse({"error": error}, 400)
        query = request.query_params.get("search", "")[:_MAX_QUERY_CHARACTERS]
        found = ranked(articles, query)
        return JSONResponse({"results": found[: int(top)], "count": len(found)})

    return Starlette(routes=[Route("/api/search", search)])


def ranked(articles: list[LearnArticle], query: str) -> list[LearnArticle]:
    """The articles that have a word of the query, those with the most of its words first."""
    wanted = _words(query)
    hits = [
        (len(wanted & _words(f"{article['title']} {article['description']}")), article)
        for article in articles
    ]
    hits.sort(key=lambda hit: -hit[0])
    return [article for count, article in hits if count]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
