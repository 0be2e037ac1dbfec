"""A masked text is found by the original text and by its mask, but by no guess."""

from recollect.core.cursors import Cursors
from recollect.learning.contexts import RunContext
from recollect.memories.browsing.listing import Lister
from recollect.memories.judging.citations import cite_memories, record_run_outcome
from recollect.memories.requests import MemoryListing, Search
from recollect.memories.stored.ledger_data import RunOutcome
from tests.cases import each_case
from tests.memories.acting import Actors
from tests.memories.fake_cases import NoCases
from tests.memories.samples import COLLECTION, NOW, op, record_of

WRITTEN, GUESSED, MASKED = "ask bob@example.com", "ask eve@example.com", "ask [REDACTED:email]"
KEPT = record_of(category=WRITTEN, tags=["bob@example.com"])


async def listed(actors: Actors, category: str) -> list[str | None]:
    lister = Lister(NOW, "restricted", lambda: False, actors.stores)
    asked = MemoryListing(category=category)
    page = await lister.page(COLLECTION, asked, Cursors("secret", COLLECTION))
    return [each.metadata.category for each in page.memories]


async def found(actors: Actors, **asked: object) -> list[str | None]:
    search = Search.model_validate({"query": KEPT.situation, **asked})
    result, _ = await actors.search(search)
    return [each.memory.metadata.category for each in result.results]


@each_case("category", [WRITTEN, GUESSED, MASKED])
async def test_a_masked_category_is_found_by_its_original_text_and_by_its_mask(
    category: str,
) -> None:
    actors = await Actors().keep(KEPT)
    assert await listed(actors, category) == [MASKED]
    assert await found(actors, category=category) == [MASKED]
    assert await found(actors, category=category, as_of=NOW) == [MASKED]
    assert await found(actors, tags=[category.removeprefix("ask ")]) == [MASKED]
    assert await listed(actors, "ask") == await found(actors, category="ask") == []


async def test_a_search_by_category_uses_the_reputation_from_runs_of_that_category() -> None:
    actors = await Actors().keep(KEPT)
    runs = RunOutcome("a", "failure", NOW), RunOutcome("b", "success", NOW)
    for ended, category in zip(runs, (WRITTEN, ""), strict=True):
        run = ended.run_id
        context = RunContext(category=category)
        await cite_memories(
            COLLECTION, run, [KEPT.id], "restricted", op(run), actors.stores, context
        )
        await record_run_outcome(
            COLLECTION, ended, None, "restricted", op(run), actors.stores, NoCases()
        )

    async def believed(**asked: object) -> float:
        search = Search.model_validate({"query": KEPT.situation, **asked})
        (only,) = (await actors.search(search))[0].results
        return only.confidence

    assert await believed(category=WRITTEN) == await believed(category=MASKED) < await believed()
