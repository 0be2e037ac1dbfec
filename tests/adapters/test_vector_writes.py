"""Writes to Upstash Vector: in batches, side by side, with a deadline by their size."""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import httpx
import pytest
from typing_extensions import override
from upstash_vector.types import Data

from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.embedders import Matrix
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from infra.local.emulators.vector.index import EmulatedIndex
from recollect.adapters.http.transport import bearer
from recollect.adapters.upstash.vector.client import STORE, VectorIndex, batches_of, write_seconds
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.core.errors import StoreRefused, StoreTimeout, WrittenInPart
from recollect.knowledge.records import KnowledgeRecord
from tests.adapters.misbehaving import Behaviour, misbehaving, reply
from tests.adapters.services import service
from tests.infra.local.serving import serving

STORED = reply(200, {"result": "Success"})
REFUSED = reply(400, {"error": "no", "status": 400})
SCALE = 0.02
"""A tenth of a second here is five in production."""


class HostedModel(HashedEmbedder):
    """Takes two seconds (of production) for twenty texts, and one request at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    @override
    def embed(self, texts: Sequence[str]) -> Matrix:
        with self.lock:
            time.sleep(len(texts) * 0.1 * SCALE)
        return super().embed([text[:100] for text in texts])


@pytest.fixture(scope="module")
def slow_store() -> Iterator[str]:
    index = EmulatedIndex(HostedModel())
    with serving(create_vector_app(index, StoreTokens())) as url:
        yield url
    index.close()


def index_at(client: httpx.AsyncClient, url: str, seconds: float = 20.0) -> VectorIndex:
    return VectorIndex(service(client, STORE, url, bearer(StoreTokens().full), seconds))


def records(count: int, length: int) -> list[Data]:
    return [Data(id=f"r{n}", data="x" * length) for n in range(count)]


def test_a_write_gets_time_by_its_size_up_to_the_functions_own_time() -> None:
    assert write_seconds(records(1, 400), 2.0) == pytest.approx(2.14)
    assert write_seconds(records(20, 1_500), 2.0) == pytest.approx(7.0)
    assert write_seconds(records(100, 8_000), 2.0) == 20.0
    assert write_seconds(records(100, 8_000), 30.0) == 30.0
    assert write_seconds([], 2.0) == 2.0


def test_a_batch_has_no_more_texts_and_characters_than_a_model_embeds_in_time() -> None:
    def sizes(count: int, length: int) -> list[int]:
        return [len(each) for each in batches_of(records(count, length))]

    assert sizes(0, 1) == []
    assert sizes(41, 10) == [20, 20, 1]
    assert sizes(15, 8_000) == [7, 7, 1]
    assert sizes(2, 100_000) == [1, 1]
    kept = [each.id for batch in batches_of(records(50, 3_000)) for each in batch]
    assert kept == [f"r{n}" for n in range(50)]


async def test_a_hundred_long_items_are_written_though_the_model_is_slow(
    http_client: httpx.AsyncClient, slow_store: str
) -> None:
    # All together take five times as long as a read may.
    index = index_at(http_client, slow_store, seconds=2.0 * SCALE)
    await index.put("a", records(100, 8_000))
    patient = index_at(http_client, slow_store)
    found = await patient.fetch(ids=[f"r{n}" for n in range(100)], namespace="a")
    assert all(found)


async def test_a_record_is_rewritten_though_the_model_is_slow(
    http_client: httpx.AsyncClient, slow_store: str
) -> None:
    # Its text alone takes twice as long as a read may.
    index = index_at(http_client, slow_store, seconds=0.05 * SCALE)
    old = KnowledgeRecord("note", "x" * 8_000, {})
    await VectorKnowledge(index).put("anew", [old])
    assert await VectorKnowledge(index).rewrite("anew", replace(old, text="y" * 8_000))


async def test_an_error_names_the_records_that_could_not_be_written(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([STORED, REFUSED, STORED]) as server:
        with pytest.raises(WrittenInPart) as caught:
            await index_at(http_client, server.url).put("a", records(50, 10))
        assert server.requests == 3
    batches = [{each.id: "refused" for each in batch} for batch in batches_of(records(50, 10))]
    assert caught.value.failed in batches


async def test_an_error_says_why_nothing_was_written(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([REFUSED] * 3) as server:
        with pytest.raises(StoreRefused):
            await index_at(http_client, server.url).put("a", records(50, 10))
    async with misbehaving([Behaviour.HANG] * 4) as server:
        with pytest.raises(StoreTimeout, match=r"within 0\.11"):
            await index_at(http_client, server.url, 0.01).put("a", records(1, 10))


async def test_an_empty_write_sends_no_request(http_client: httpx.AsyncClient) -> None:
    await index_at(http_client, "http://127.0.0.1:9").put("a", [])
