"""The search of Microsoft Learn: in front of the emulator, and of servers that misbehave."""

from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.learn import create_learn_app
from recollect.adapters.learn.documentation import MicrosoftLearn
from recollect.tools.documentation import Article, Documentation
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case
from tests.infra.local.serving import serving

PAGE = {"title": "Quotas", "url": "https://learn.microsoft.com/en-us/azure/quotas"}
OK = reply(200, {"results": [PAGE]})


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    """A site that answers every query with one page for each parameter of the request."""

    async def search(request: Request) -> Response:
        asked = [f"{name}={value}" for name, value in request.query_params.items()]
        return JSONResponse({"results": [{**PAGE, "description": each} for each in asked]})

    with serving(Starlette(routes=[Route("/api/search", search)])) as url:
        yield url


def learn(client: httpx.AsyncClient, url: str) -> Documentation:
    return MicrosoftLearn(service(client, "microsoft-learn", url))


async def found(client: httpx.AsyncClient, *results: object) -> list[Article]:
    async with misbehaving([reply(200, {"results": list(results)})]) as server:
        return list(await learn(client, server.url).search("quota", 10))


async def test_the_sample_articles_are_found(http_client: httpx.AsyncClient) -> None:
    with serving(create_learn_app()) as url:
        articles = await learn(http_client, url).search("vCPU quota", 2)
    assert len(articles) == 2
    assert all(each.url.startswith("https://learn.microsoft.com/") for each in articles)
    assert any("vCPU" in each.title for each in articles)


@each_case("query", ["vCPU quota & $top=9", "クォータ", "a+b%20c", "#?/", "q\ud800\0"])
async def test_a_query_arrives_unchanged(
    http_client: httpx.AsyncClient, echo: str, query: str
) -> None:
    articles = await learn(http_client, f"{echo}/").search(query, 5)
    text = query.replace("\ud800", "?").replace("\0", " ")
    assert [each.description for each in articles] == [
        f"search={text}".strip(),
        "locale=en-us",
        "$top=5",
    ]


async def test_pages_keep_their_order_and_are_no_more_than_the_limit(
    http_client: httpx.AsyncClient,
) -> None:
    pages = [{**PAGE, "title": str(number)} for number in range(9)]
    async with misbehaving([reply(200, {"results": pages, "count": 9})]) as server:
        articles = await learn(http_client, server.url).search("quota", 3)
    assert [each.title for each in articles] == ["0", "1", "2"]


async def test_a_page_has_a_title_an_address_and_a_description(
    http_client: httpx.AsyncClient,
) -> None:
    described = {**PAGE, "description": "A <b>quota</b> &amp; more ", "summary": "Less"}
    summarised = {**PAGE, "description": None, "summary": "Less"}
    address = PAGE["url"]
    assert await found(http_client, described, summarised, PAGE) == [
        Article(title="Quotas", url=address, description="A <b>quota</b> &amp; more"),
        Article(title="Quotas", url=address, description="Less"),
        Article(title="Quotas", url=address),
    ]


@each_case(
    "odd",
    [
        None,
        "x",
        [],
        {},
        {"title": "Quotas"},
        {**PAGE, "title": ""},
        {**PAGE, "title": 1},
        {**PAGE, "url": ["https://learn.microsoft.com"]},
        {**PAGE, "url": "javascript:alert(1)"},
        {**PAGE, "url": "data:text/html,x"},
        {**PAGE, "url": "/en-us/azure"},
        {**PAGE, "url": "//learn.microsoft.com/en-us"},
        {**PAGE, "url": "https://"},
        {**PAGE, "url": "https://[x"},
        {**PAGE, "url": "https://learn.microsoft.com@evil.example/"},
        {**PAGE, "url": "https://learn.microsoft.com/|x>"},
        {**PAGE, "url": "https://x\n.example"},
        {**PAGE, "url": "https://learn.microsoft.com/" + "x" * 3000},
    ],
)
async def test_a_malformed_page_is_left_out(http_client: httpx.AsyncClient, odd: object) -> None:
    assert await found(http_client, odd, PAGE) == [Article(title="Quotas", url=PAGE["url"])]


async def test_long_texts_are_cut(http_client: httpx.AsyncClient) -> None:
    long = {**PAGE, "title": "t" * 100_000, "description": "d" * 100_000}
    (article,) = await found(http_client, long)
    assert (len(article.title), len(article.description)) == (500, 4_000)
