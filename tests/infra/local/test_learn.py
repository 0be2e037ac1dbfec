"""The emulator of Microsoft Learn's search over real HTTP."""

from collections.abc import Iterator
from datetime import datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.local.emulators.learn import create_learn_app, ranked, sample_articles
from tests.infra.local.serving import serving


@pytest.fixture(scope="module")
def learn() -> Iterator[httpx.Client]:
    with serving(create_learn_app()) as url, httpx.Client(base_url=url, timeout=20) as client:
        yield client


def titles(learn: httpx.Client, search: str, **more: str) -> list[str]:
    given = {"search": search, "locale": "en-us", **more}
    answer = learn.get("/api/search", params=given).raise_for_status().json()
    return [each["title"] for each in answer["results"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("CSP quota Partner Center", "Quota requests for CSP subscriptions - Partner Center"),
        ("NPS RADIUS certificate expired", "Configure certificate templates for PEAP and EAP"),
        ("SharePoint sync authentication fails", "Fix OneDrive and SharePoint sync problems"),
        ("IKE main mode LIFETIME", "About cryptographic requirements and Azure VPN gateways"),
    ],
)
def test_the_article_with_most_of_the_words_comes_first(
    learn: httpx.Client, query: str, first: str
) -> None:
    assert titles(learn, query)[0].startswith(first)


def test_a_result_has_the_fields_that_learn_gives(learn: httpx.Client) -> None:
    answer = learn.get("/api/search", params={"search": "throughput units", "$top": "1"}).json()
    (result,) = answer["results"]
    assert result.keys() == {"title", "url", "description", "lastUpdatedDate"}
    assert result["url"] == "https://learn.microsoft.com/en-us/azure/event-hubs/event-hubs-quotas"


def test_a_bad_top_is_refused(learn: httpx.Client) -> None:
    for top in ("", "0", "-1", "101", "²", "x", "9" * 5_000):
        answer = learn.get("/api/search", params={"search": "azure", "$top": top})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "BadArgument"), top


def test_the_samples_are_articles_of_learn() -> None:
    articles = sample_articles()
    assert len({article["url"] for article in articles}) == len(articles) >= 20
    for article in articles:
        assert article["url"].startswith("https://learn.microsoft.com/en-us/")
        assert datetime.fromisoformat(article["lastUpdatedDate"]).tzinfo
        assert 2 <= article["description"].count(".") <= 6
    assert any("<p>" in each["description"] and "&amp;" in each["description"] for each in articles)


@given(st.text(max_size=200))
def test_every_result_is_one_of_the_articles_and_none_is_found_twice(query: str) -> None:
    articles = sample_articles()
    urls = [article["url"] for article in ranked(articles, query)]
    assert len(set(urls)) == len(urls)
    assert set(urls) <= {article["url"] for article in articles}
