from tests.tools.fakes import Pages, World
from tests.tools.samples import ARTICLE


async def test_pages_are_returned_with_addresses_and_key_points() -> None:
    told = await World().told("microsoftLearnSearch", query="azure quotas")
    assert [each["url"] for each in told["results"]] == [ARTICLE.url]
    assert told["key_points"] == [
        "Azure quotas limit resource deployment per region",
        "Standard quota increases take two business days",
    ]
    assert told["excerpt"] == ARTICLE.description


async def test_only_the_requested_number_of_pages_is_searched() -> None:
    world = World(pages=Pages(pages=[ARTICLE] * 9))
    told = await world.told("microsoftLearnSearch", query="azure quotas", limit=3)
    assert len(told["results"]) == 3
    assert world.pages.of("search") == [["azure quotas", 3]]


async def test_a_sentence_says_that_no_page_was_found() -> None:
    told = await World(pages=Pages(pages=())).told("microsoftLearnSearch", query="azure")
    sentence = "No page of Microsoft Learn matches."
    assert told == {"results": [], "key_points": [], "excerpt": sentence}
