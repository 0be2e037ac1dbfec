"""What the stores of packs and of exemplars promise."""

import asyncio
from dataclasses import replace

import pytest
from upstash_vector.types import Data

from recollect.adapters.upstash.redis.business_contexts import RedisBusinessContexts
from recollect.adapters.upstash.redis.packs import RedisPacks
from recollect.adapters.upstash.vector.exemplars import NAMESPACE, VectorExemplars
from recollect.discovery.capturing import StoredExemplar
from recollect.discovery.exemplars import FoundExemplar
from recollect.knowledge.business_contexts import BusinessContext, BusinessContextEntry
from recollect.knowledge.folded_names import folded_name
from tests.adapters.contract.evidence import Evidence, at
from tests.writers import EDITOR

PACK = 'slackRecent\n{"ü": "said \\"no\\" — 🙂"}'


@pytest.fixture
def packs(evidence: Evidence) -> RedisPacks:
    return RedisPacks(evidence.stores.redis)


@pytest.fixture
def key(evidence: Evidence) -> str:
    return evidence.scope.project


@pytest.fixture
def exemplars(evidence: Evidence) -> VectorExemplars:
    return VectorExemplars(evidence.stores.vector)


async def test_a_pack_that_is_kept_comes_back_as_it_was(packs: RedisPacks, key: str) -> None:
    assert await packs.get(key, "") == (None, False)
    await packs.keep(key, PACK, 60_000)

    assert await packs.get(key, "") == (PACK, False)


async def test_a_kept_pack_comes_with_whether_the_directory_has_its_customer(
    evidence: Evidence, packs: RedisPacks, key: str
) -> None:
    assert await packs.get(key, f" {key.upper()} ") == (None, False)
    context = BusinessContext(entity_name=key, entity_type="CLIENT")
    entry = BusinessContextEntry(folded_name(key), (), (), context)
    await RedisBusinessContexts(evidence.stores.redis).put(entry, EDITOR)
    await packs.keep(key, PACK, 60_000)

    assert await packs.get(key, f" {key.upper()} ") == (PACK, True)


async def test_a_pack_is_kept_for_its_time(evidence: Evidence, packs: RedisPacks, key: str) -> None:
    await packs.keep(key, PACK, 60_000)
    assert 0 < await evidence.stores.redis.pttl(f"pack:{key}") <= 60_000

    await packs.keep(key, PACK, 1)
    await asyncio.sleep(0.05)
    assert await packs.get(key, "") == (None, False)


def exemplar(evidence: Evidence, name: str = "a") -> StoredExemplar:
    """An exemplar whose id and summary nobody else uses."""
    found = FoundExemplar(
        case_number="SCS0009876",
        interaction_type="triage",
        summary=f"triage: {evidence.scope.project} {name} “VPN” 🙂",
        quality=0.9,
        similarity=1.0,
        action_taken='said "no"',
        outcome="user_corrected",
    )
    return StoredExemplar(f"ex_{evidence.scope.project}-{name}", at(0), found)


async def test_an_exemplar_comes_back_as_it_was_most_similar_first(
    evidence: Evidence, exemplars: VectorExemplars
) -> None:
    kept = [exemplar(evidence, name) for name in ("a", "b")]
    try:
        await asyncio.gather(*map(exemplars.put, kept))
        await exemplars.put(kept[0])

        async def first() -> object:
            found = await exemplars.similar(kept[0].exemplar.summary, 50)
            assert [each.similarity for each in found] == sorted(
                (each.similarity for each in found), reverse=True
            )
            best = [each for each in found if each.summary == kept[0].exemplar.summary]
            assert all(each.similarity > 0.98 for each in best)
            return [replace(each, similarity=1.0) for each in best]

        await evidence.wait_for([kept[0].exemplar], first)
    finally:
        ids = [each.id for each in kept]
        await evidence.stores.vector.delete(ids=ids, namespace=NAMESPACE)


async def test_a_record_that_is_not_an_exemplar_is_skipped(
    evidence: Evidence, exemplars: VectorExemplars
) -> None:
    foreign = f"ex_{evidence.scope.project}-foreign"
    kept = exemplar(evidence)
    record = Data(id=foreign, data=kept.exemplar.summary, metadata={"quality": "high"})
    try:
        await evidence.stores.vector.upsert(vectors=[record], namespace=NAMESPACE)
        await exemplars.put(kept)

        async def named() -> object:
            found = await exemplars.similar(kept.exemplar.summary, 50)
            return [each for each in found if each.summary == kept.exemplar.summary]

        found = await exemplars.similar(kept.exemplar.summary, 1_000)
        assert all(each.case_number for each in found)
        if not evidence.timeout:
            assert len([await named()]) == 1
    finally:
        await evidence.stores.vector.delete(ids=[foreign, kept.id], namespace=NAMESPACE)
