"""The emulator as the real `upstash_vector` client sees it, over HTTP."""

import asyncio
from collections.abc import Callable

import pytest
from upstash_vector import AsyncIndex
from upstash_vector.errors import UpstashError
from upstash_vector.types import (
    Data,
    DenseIndexInfo,
    MetadataUpdateMode,
    QueryMode,
    QueryResult,
    SparseIndexInfo,
    WeightingStrategy,
)

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


async def test_texts_are_stored_and_found_in_both_modes(sdk: AsyncIndex, namespace: str) -> None:
    assert await sdk.upsert(ITEMS, namespace=namespace) == "Success"
    for mode in (DENSE, SPARSE):
        found = await sdk.query(
            data="expired certificate",
            top_k=2,
            query_mode=mode,
            weighting_strategy=WeightingStrategy.IDF,
            include_metadata=True,
            include_data=True,
            namespace=namespace,
        )
        assert (found[0].id, found[0].data) == ("cert", ITEMS[2].data)
        assert found[0].metadata == {"sev": 1}
        assert found[0].vector is None


async def test_a_result_includes_only_the_requested_parts(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    bare = (await dense(sdk, "mail", namespace))[0]
    assert (bare.vector, bare.sparse_vector, bare.metadata, bare.data) == (None,) * 4
    (full, *_) = await sdk.query(
        data="mail", query_mode=DENSE, include_vectors=True, namespace=namespace
    )
    assert full.vector is not None
    assert len(full.vector) == 1024


async def test_filters_narrow_a_query(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    for text, expected in {
        "sev = 1": {"dns", "cert"},
        "sev = 1 AND HAS NOT FIELD ci": {"cert"},
        "tags CONTAINS 'db' OR HAS NOT FIELD sev": {"disk", "mail"},
        "sev = '1'' OR HAS NOT FIELD tags'": set(),
    }.items():
        found = await sdk.query(data="gateway", filter=text, query_mode=DENSE, namespace=namespace)
        assert {one.id for one in found} == expected


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


async def test_records_are_fetched_by_id(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    one, none = await sdk.fetch(["disk", "nobody"], include_metadata=True, namespace=namespace)
    assert one is not None
    assert one.metadata == ITEMS[1].metadata
    assert none is None


async def test_a_range_goes_through_all_records(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    seen, cursor = [], "0"
    while cursor:
        page = await sdk.range(cursor=cursor, limit=3, namespace=namespace)
        seen += [record.id for record in page.vectors]
        cursor = page.next_cursor
    assert seen == ["cert", "disk", "dns", "mail"]


async def test_metadata_are_patched(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    patch = {"sev": None, "ci": {"owner": "net"}}
    mode = MetadataUpdateMode.PATCH
    assert await sdk.update("dns", metadata=patch, metadata_update_mode=mode, namespace=namespace)
    assert not await sdk.update(
        "nobody", metadata={}, metadata_update_mode=mode, namespace=namespace
    )
    (dns,) = await sdk.fetch(["dns"], include_metadata=True, namespace=namespace)
    assert dns is not None
    assert dns.metadata == {"ci": {"name": "gw", "owner": "net"}}


async def test_a_text_is_replaced_in_place(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    assert await sdk.update("mail", data="Printer jams", metadata={}, namespace=namespace)
    assert not await sdk.update("nobody", data="Printer", metadata={}, namespace=namespace)
    (mail,) = await sdk.fetch(["mail"], include_data=True, namespace=namespace)
    assert mail is not None
    assert mail.data == "Printer jams"


async def test_patches_at_the_same_time_are_all_kept(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    patches = (
        sdk.update(
            "mail",
            metadata={f"k{n}": n},
            metadata_update_mode=MetadataUpdateMode.PATCH,
            namespace=namespace,
        )
        for n in range(40)
    )
    assert all(await asyncio.gather(*patches))
    (mail,) = await sdk.fetch("mail", include_metadata=True, namespace=namespace)
    assert mail is not None
    assert mail.metadata == {f"k{n}": n for n in range(40)}


async def test_records_are_deleted_by_id(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    assert (await sdk.delete(["mail", "disk", "nobody"], namespace=namespace)).deleted == 2
    assert {one.id for one in await dense(sdk, "gateway", namespace)} == {"cert", "dns"}


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


async def test_info_says_that_the_index_is_hybrid_and_names_its_models(
    sdk: AsyncIndex,
) -> None:
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
