"""The emulator as the real `upstash_vector` client sees it, over HTTP."""

import asyncio
from collections.abc import Callable

import pytest
from upstash_vector import AsyncIndex
from upstash_vector.errors import UpstashError
from upstash_vector.types import (
    Data,
    FusionAlgorithm,
    MetadataUpdateMode,
    QueryMode,
    SparseVector,
    Vector,
    WeightingStrategy,
)

from tests.infra.local.vector.conftest import TOKENS

ITEMS = [
    Data("dns", "DNS resolution fails for the payment gateway", {"sev": 1, "ci": {"name": "gw"}}),
    Data("disk", "Disk of the database host is full", {"sev": 2, "tags": ["db", "disk"]}),
    Data("cert", "The TLS certificate of the gateway expired", {"sev": 1}),
    Data("mail", "Outgoing mail is delayed"),
]


async def test_texts_are_stored_and_found_in_every_mode(sdk: AsyncIndex, namespace: str) -> None:
    assert await sdk.upsert(ITEMS, namespace=namespace) == "Success"
    for mode in QueryMode:
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


async def test_only_what_is_asked_for_is_included(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    bare = (await sdk.query(data="mail", top_k=1, namespace=namespace))[0]
    assert (bare.vector, bare.sparse_vector, bare.metadata, bare.data) == (None,) * 4
    full = (await sdk.query(data="mail", top_k=1, include_vectors=True, namespace=namespace))[0]
    assert full.vector is not None
    assert full.sparse_vector is not None
    again = await sdk.query(vector=full.vector, namespace=namespace)
    assert again[0].id == "mail"
    assert again[0].score == pytest.approx(1)
    by_sparse = await sdk.query(sparse_vector=full.sparse_vector, namespace=namespace)
    assert [one.id for one in by_sparse] == ["mail"]


async def test_filters_narrow_a_query(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    for text, expected in {
        "sev = 1": {"dns", "cert"},
        "sev = 1 AND ci.name GLOB 'g*'": {"dns"},
        "tags CONTAINS 'db' OR HAS NOT FIELD sev": {"disk", "mail"},
        "sev = '1'' OR HAS FIELD sev'": set(),
    }.items():
        found = await sdk.query(data="gateway", filter=text, namespace=namespace)
        assert {one.id for one in found} == expected


async def test_a_broken_filter_is_refused_with_its_position(
    sdk: AsyncIndex, namespace: str
) -> None:
    with pytest.raises(UpstashError, match="position 6"):
        await sdk.query(data="x", filter="sev = x", namespace=namespace)


async def test_many_queries_take_one_round_trip(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    found = await sdk.query_many(
        queries=[
            {"data": "certificate", "top_k": 1},
            {"data": "disk", "top_k": 3, "fusion_algorithm": FusionAlgorithm.DBSF},
        ],
        namespace=namespace,
    )
    assert [one.id for one in found[0]] == ["cert"]
    assert len(found[1]) == 3
    (single,) = await sdk.query_many(
        queries=[{"data": "certificate", "top_k": 1}], namespace=namespace
    )
    assert [one.id for one in single] == ["cert"]


async def test_given_vectors_are_stored_with_their_data(sdk: AsyncIndex, namespace: str) -> None:
    unit = [1.0] + [0.0] * 1023
    sparse = SparseVector([1, -5], [0.5, 2])
    await sdk.upsert(
        [Vector("v", vector=unit, sparse_vector=sparse, metadata={"a": 1}, data="text")],
        namespace=namespace,
    )
    (found,) = await sdk.query(
        vector=unit, sparse_vector=sparse, include_data=True, namespace=namespace
    )
    assert (found.id, found.data) == ("v", "text")
    assert found.score == pytest.approx(2 / 61)
    (fetched,) = await sdk.fetch("v", include_vectors=True, namespace=namespace)
    assert fetched is not None
    assert (fetched.vector, fetched.sparse_vector) == (unit, sparse)
    with pytest.raises(UpstashError, match="Invalid vector dimension: 2, expected: 1024"):
        await sdk.upsert([("w", [0.1, 0.2])], namespace=namespace)


async def test_records_are_fetched_by_id_and_by_prefix(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    one, none = await sdk.fetch(["disk", "nobody"], include_metadata=True, namespace=namespace)
    assert one is not None
    assert one.metadata == ITEMS[1].metadata
    assert none is None
    found = await sdk.fetch(prefix="d", include_data=True, namespace=namespace)
    assert [record and record.id for record in found] == ["disk", "dns"]


async def test_a_range_goes_through_all_records(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    seen, cursor = [], "0"
    while cursor:
        page = await sdk.range(cursor=cursor, limit=3, namespace=namespace)
        seen += [record.id for record in page.vectors]
        cursor = page.next_cursor
    assert seen == ["cert", "disk", "dns", "mail"]
    prefixed = await sdk.range(limit=9, prefix="d", namespace=namespace)
    assert [record.id for record in prefixed.vectors] == ["disk", "dns"]


async def test_updates_overwrite_or_patch(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    patch = {"sev": None, "ci": {"owner": "net"}}
    assert await sdk.update(
        "dns", metadata=patch, metadata_update_mode=MetadataUpdateMode.PATCH, namespace=namespace
    )
    assert await sdk.update("cert", metadata={"only": True}, namespace=namespace)
    assert await sdk.update("mail", data="The printer burns", namespace=namespace)
    assert not await sdk.update("nobody", metadata={}, namespace=namespace)
    dns, cert = await sdk.fetch(["dns", "cert"], include_metadata=True, namespace=namespace)
    assert dns is not None
    assert cert is not None
    assert dns.metadata == {"ci": {"name": "gw", "owner": "net"}}
    assert cert.metadata == {"only": True}
    found = await sdk.query(data="printer", query_mode=QueryMode.SPARSE, namespace=namespace)
    assert [one.id for one in found] == ["mail"]


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


async def test_records_are_deleted_by_id_prefix_and_filter(sdk: AsyncIndex, namespace: str) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    assert (await sdk.delete(["mail", "nobody"], namespace=namespace)).deleted == 1
    assert (await sdk.delete(prefix="di", namespace=namespace)).deleted == 1
    assert (await sdk.delete(filter="ci.name = 'gw'", namespace=namespace)).deleted == 1
    rest = await sdk.query(data="gateway", namespace=namespace)
    assert [one.id for one in rest] == ["cert"]


async def test_namespaces_are_listed_counted_emptied_and_deleted(
    sdk: AsyncIndex, new_namespace: Callable[[], str]
) -> None:
    first, second = new_namespace(), new_namespace()
    await sdk.upsert(ITEMS, namespace=first)
    await sdk.upsert(ITEMS[:1], namespace=second)
    info = await sdk.info()
    assert info.namespaces[first].vector_count == 4
    assert info.vector_count >= 5
    assert info.dense_index is not None
    assert (info.dimension, info.dense_index.embedding_model) == (1024, "hashed-1024-v1")
    assert info.sparse_index is not None
    assert info.sparse_index.embedding_model == "BM25"
    await sdk.reset(namespace=first)
    await sdk.delete_namespace(second)
    names = await sdk.list_namespaces()
    assert {"", first} <= set(names)
    assert second not in names
    assert (await sdk.info()).namespaces[first].vector_count == 0
    with pytest.raises(UpstashError, match="no namespace"):
        await sdk.delete_namespace(second)


async def test_the_default_namespace_needs_no_name(sdk: AsyncIndex) -> None:
    await sdk.upsert([Data("default", "the gateway of the default namespace")])
    assert [one.id for one in await sdk.query(data="gateway", top_k=1)] == ["default"]
    await sdk.reset()
    assert await sdk.query(data="gateway") == []


async def test_the_read_only_token_reads_and_does_not_write(
    sdk: AsyncIndex, vector_url: str, namespace: str
) -> None:
    await sdk.upsert(ITEMS, namespace=namespace)
    reader = AsyncIndex(vector_url, TOKENS.read_only, retries=0, allow_telemetry=False)
    assert len(await reader.query(data="mail", namespace=namespace)) == 4
    assert len(await reader.fetch(["mail"], namespace=namespace)) == 1
    assert (await reader.info()).namespaces[namespace].vector_count == 4
    for attempt in (
        reader.upsert(ITEMS, namespace=namespace),
        reader.update("mail", metadata={}, namespace=namespace),
        reader.delete("mail", namespace=namespace),
        reader.reset(all=True),
    ):
        with pytest.raises(UpstashError, match="may only read"):
            await attempt
    await reader._client.aclose()  # noqa: SLF001 - the SDK has no other way to close
    assert len(await sdk.query(data="mail", namespace=namespace)) == 4
