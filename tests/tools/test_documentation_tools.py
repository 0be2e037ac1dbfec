from tests.tools.fakes import Pages, World
from tests.tools.samples import ARTICLE


async def test_pages_are_returned_with_addresses_and_key_points() -> None:
    answer = await World().call_as_json("microsoftLearnSearch", query="azure quotas")
    assert [each["url"] for each in answer["results"]] == [ARTICLE.url]
    assert answer["key_points"] == [
        "Azure quotas limit resource deployment per region",
        "Standard quota increases take two business days",
    ]
    assert answer["excerpt"] == ARTICLE.description


async def test_only_the_requested_number_of_pages_is_searched() -> None:
    world = World(pages=Pages(pages=[ARTICLE] * 9))
    answer = await world.call_as_json("microsoftLearnSearch", query="azure quotas", limit=3)
    assert len(answer["results"]) == 3
    assert world.pages.of("search") == [["azure quotas", 3]]


async def test_a_sentence_says_that_no_page_was_found() -> None:
    answer = await World(pages=Pages(pages=())).call_as_json("microsoftLearnSearch", query="azure")
    sentence = "No page of Microsoft Learn matches."
    assert answer == {"results": [], "key_points": [], "excerpt": sentence}
