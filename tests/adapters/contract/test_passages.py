"""A long item is as near to a query as the nearest of its passages, whatever else it says."""

from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.adapters.upstash.redis.run_cases import RedisRunCases
from recollect.knowledge.forgetting import forget_evidence
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.passages import passages_namespace
from recollect.knowledge.records import KnowledgeRecord, items_namespace
from recollect.knowledge.solved_cases import SolvedCases
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate
from tests.adapters.contract.evidence import Evidence
from tests.writers import EDITOR

FILLER = "Every device of this house is listed in the inventory with its owner and its room. "
ANSWER = "The laminator of the print room jams when the film is older than two years."
PAGE = FILLER * 40 + "\n\n" + ANSWER + "\n\n" + FILLER * 40
QUESTION = "Why does the laminator jam?"


async def by_meaning(evidence: Evidence, *, with_passages: bool = True) -> Candidate:
    found = await evidence.found(QUESTION, type="semantic", with_passages=with_passages)
    return found["page"]


async def passages(evidence: Evidence) -> set[str]:
    records, _ = await evidence.repository.page(passages_namespace(evidence.scope), "", 1_000)
    return {each.text for each in records}


async def test_a_passage_in_the_middle_of_a_page_brings_the_page_nearer(evidence: Evidence) -> None:
    await evidence.stored({"id": "page", "content": PAGE}, {"id": "other", "content": FILLER})
    with_them = await by_meaning(evidence)
    without = await by_meaning(evidence, with_passages=False)
    assert with_them.arms.dense > without.arms.dense + 0.1
    assert (with_them.item, with_them.around) == (without.item, None)


async def test_an_item_that_only_a_passage_finds_is_returned_whole(evidence: Evidence) -> None:
    others = [{"id": f"other-{n}", "content": f"Jam {n}: why does it jam?"} for n in range(4)]
    await evidence.stored({"id": "page", "content": PAGE, "title": "Devices"}, *others)
    found = await evidence.found(QUESTION, type="semantic", limit=2, with_embeddings=True)
    assert found["page"].item.content == PAGE
    assert found["page"].item.metadata["title"] == "Devices"
    assert found["page"].embedding is not None


async def test_passages_are_filtered_like_their_item(evidence: Evidence) -> None:
    await evidence.stored({"id": "page", "content": PAGE, "tags": ["print"]})
    for tag, expected in (("print", {"page"}), ("other", set())):
        filters = Filters({}, (tag,))
        assert set(await evidence.found(QUESTION, type="semantic", filters=filters)) == expected


async def test_a_passage_that_an_item_no_longer_contains_finds_nothing(evidence: Evidence) -> None:
    await evidence.stored({"id": "page", "content": PAGE})
    namespace = passages_namespace(evidence.scope)
    left, _ = await evidence.repository.page(namespace, "", 1_000)
    await evidence.stored({"id": "page", "content": PAGE.replace(ANSWER, FILLER)})
    without = await by_meaning(evidence)
    assert not any("laminator" in each for each in await passages(evidence))

    await evidence.repository.put(namespace, left)  # as a late writer would leave them
    assert await by_meaning(evidence) == without


async def test_leftover_passages_of_deleted_items_take_no_place_in_the_limit(
    evidence: Evidence,
) -> None:
    await evidence.stored({"id": "page", "content": PAGE}, {"id": "other", "content": FILLER})
    alone = (await evidence.found(QUESTION, type="semantic", limit=1))["page"]
    gone = [KnowledgeRecord(f"gone {n} 0", QUESTION, {}) for n in range(9)]
    await evidence.repository.put(passages_namespace(evidence.scope), gone)
    assert (await evidence.found(QUESTION, type="semantic", limit=1))["page"] == alone


async def test_a_page_that_becomes_short_or_is_forgotten_leaves_no_passages(
    evidence: Evidence,
) -> None:
    await evidence.stored({"id": "page", "content": PAGE}, {"id": "page2", "content": PAGE})
    await evidence.stored({"id": "page", "content": "See page2."})
    assert await passages(evidence) != set()
    await forget_evidence(
        evidence.scope,
        "page2",
        Ownership(EDITOR, RedisOwners(evidence.stores.redis), evidence.repository),
        repository=evidence.repository,
        threads=evidence.threads,
        cases=SolvedCases(RedisRunCases(evidence.stores.redis), evidence.repository),
    )
    assert await passages(evidence) == set()
    (left,) = await evidence.repository.get(items_namespace(evidence.scope), ["page", "page2"])
    assert left.id == "page"


async def test_a_long_turn_has_both_its_neighbours_and_its_passages(evidence: Evidence) -> None:
    start = PAGE.index(ANSWER) - 1_500
    said = {"id": "page", "content": PAGE[start : start + 3_900], "thread": "t"}
    await evidence.stored(said, {"id": "next", "content": "Thanks!", "thread": "t"})
    with_them = await by_meaning(evidence)
    without = await by_meaning(evidence, with_passages=False)
    assert with_them.arms.dense > without.arms.dense + 0.05
    assert with_them.around == without.around
    assert "Thanks!" in str(with_them.around)
