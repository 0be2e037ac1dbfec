"""The emulator as the real `upstash_vector` client sees it, over HTTP."""

from collections.abc import Callable

import pytest
from upstash_vector import AsyncIndex
from upstash_vector.errors import UpstashError
from upstash_vector.types import Data, DenseIndexInfo, QueryMode, QueryResult, SparseIndexInfo

from infra.local.emulators.vector.hashed_embedder import HashedEmbedder
from tests.infra.local.vector.conftest import TOKENS

ITEMS = [
    Data("dns", "DNS resolution fails for the payment gateway", {"sev": 1, "ci": {"name": "gw"}}),
    Data("disk", "Disk of the database host is full", {"sev": 2, "tags": ["db", "disk"]}),
    Data("cert", "The TLS certificate of the gateway expired", {"sev": 1}),
    Data("mail", "Outgoing mail is delayed"),
]


DENSE, SPARSE = QueryMode.DENSE, QueryMode.SPARSE


async def dense(sdk: AsyncIndex, text: str, namespace: str) -> list[QueryResult]:
    return await sdk.query(data=text, query_mode=DENSE, namespace=namespace)


async def test_a_result_includes_only_the_requested_parts(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    bare = (await dense(sdk, "mail", namespace))[0]
    assert (bare.vector, bare.sparse_vector, bare.metadata, bare.data) == (None,) * 4
    (full, *_) = await sdk.query(
        data="mail", query_mode=DENSE, include_vectors=True, namespace=namespace
    )
    assert full.vector is not None
    assert len(full.vector) == 1024


async def test_a_broken_filter_is_refused_with_its_position(
    sdk: AsyncIndex, namespace: str
) -> None:
    with pytest.raises(UpstashError, match="position 6"):
        await sdk.query(data="x", filter="sev = x", query_mode=DENSE, namespace=namespace)


async def test_a_feature_that_is_not_emulated_is_refused_by_its_name(
    sdk: AsyncIndex, namespace: str
) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    unit = [1.0] + [0.0] * 1023
    for attempt, words in (
        (sdk.query(data="x", namespace=namespace), "queryMode"),
        (sdk.query(data="x", query_mode=QueryMode.HYBRID, namespace=namespace), "queryMode"),
        (sdk.query(vector=unit, namespace=namespace), "no operation query"),
        (sdk.upsert([("v", unit)], namespace=namespace), "no operation upsert"),
        (sdk.fetch(prefix="d", namespace=namespace), "prefix"),
        (sdk.delete(filter="sev = 1", namespace=namespace), "filter"),
        (sdk.update("mail", data="text", namespace=namespace), "data"),
    ):
        with pytest.raises(UpstashError, match=words):
            await attempt


async def test_records_are_deleted_by_the_prefix_of_their_ids(
    sdk: AsyncIndex, namespace: str
) -> None:
    ids = ["a", "a 0", "a 1", "a1 0", "b a 0"]
    await sdk.upsert([Data(each, data="text") for each in ids], namespace=namespace)
    assert (await sdk.delete(prefix="a ", namespace=namespace)).deleted == 2
    assert (await sdk.delete(prefix="c", namespace=namespace)).deleted == 0
    assert (await sdk.delete(prefix="a", namespace="nobody")).deleted == 0
    left = await sdk.range(limit=10, namespace=namespace)
    assert [each.id for each in left.vectors] == ["a", "a1 0", "b a 0"]


async def test_namespaces_are_listed_emptied_and_deleted(
    sdk: AsyncIndex, new_namespace: Callable[[], str]
) -> None:
    first, second = new_namespace(), new_namespace()
    await sdk.upsert(ITEMS, namespace=first)
    await sdk.upsert(ITEMS[:1], namespace=second)
    await sdk.reset(namespace=first)
    await sdk.delete_namespace(second)
    names = await sdk.list_namespaces()
    assert {"", first} <= set(names)
    assert second not in names
    assert await dense(sdk, "gateway", first) == []
    with pytest.raises(UpstashError, match="no namespace"):
        await sdk.delete_namespace(second)


async def test_info_counts_the_records_of_each_namespace(
    sdk: AsyncIndex, new_namespace: Callable[[], str]
) -> None:
    namespace = new_namespace()
    await sdk.upsert(ITEMS, namespace=namespace)
    info = await sdk.info()
    assert info.namespaces[namespace].vector_count == len(ITEMS)
    assert info.namespaces[namespace].pending_vector_count == 0
    assert info.vector_count >= len(ITEMS)
    assert (info.similarity_function, info.pending_vector_count) == ("COSINE", 0)


async def test_info_says_that_the_index_is_hybrid_and_names_its_models(sdk: AsyncIndex) -> None:
    info = await sdk.info()
    assert info.dense_index == DenseIndexInfo(info.dimension, "COSINE", HashedEmbedder().name)
    assert info.sparse_index == SparseIndexInfo("BM25")


async def test_the_default_namespace_needs_no_name(sdk: AsyncIndex) -> None:
    await sdk.upsert([Data("default", "the gateway of the default namespace")])
    assert [one.id for one in await dense(sdk, "gateway", "")] == ["default"]
    await sdk.reset()
    assert await dense(sdk, "gateway", "") == []


async def test_the_read_only_token_reads_and_does_not_write(
    sdk: AsyncIndex, vector_url: str, namespace: str
) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    reader = AsyncIndex(vector_url, TOKENS.read_only, retries=0, allow_telemetry=False)
    assert len(await dense(reader, "mail", namespace)) == 4
    assert len(await reader.fetch(["mail"], namespace=namespace)) == 1
    assert namespace in await reader.list_namespaces()
    for attempt in (
        reader.upsert(ITEMS, namespace=namespace),
        reader.update("mail", metadata={}, namespace=namespace),
        reader.delete("mail", namespace=namespace),
        reader.reset(all=True),
    ):
        with pytest.raises(UpstashError, match="may only read"):
            await attempt
    await reader._client.aclose()  # noqa: SLF001 - the SDK has no other way to close
    assert len(await dense(sdk, "mail", namespace)) == 4
