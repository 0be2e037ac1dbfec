"""The operations of the REST API: a namespace and a JSON value in, a JSON value out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from infra.local.emulators.vector.errors import MalformedRequestError
from infra.local.emulators.vector.index import VectorIndex
from infra.local.emulators.vector.payloads import (
    DeleteBody,
    FetchBody,
    Includes,
    QueryOptions,
    RangeBody,
    TextQueryBody,
    TextRecordBody,
    UpdateBody,
    VectorQueryBody,
    VectorRecordBody,
    read_batch,
    read_one,
)
from infra.local.emulators.vector.records import Hit, Record


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An operation, and whether the read-only token is enough for it."""

    run: Callable[[VectorIndex, str, object], object]
    reads_only: bool


def upsert(index: VectorIndex, namespace: str, body: object) -> object:
    """`/upsert`: records with vectors."""
    index.upsert(namespace, [one.record() for one in read_batch(VectorRecordBody, body)])
    return "Success"


def upsert_data(index: VectorIndex, namespace: str, body: object) -> object:
    """`/upsert-data`: records with texts."""
    index.upsert_data(namespace, [one.record() for one in read_batch(TextRecordBody, body)])
    return "Success"


def query(index: VectorIndex, namespace: str, body: object) -> object:
    """`/query`: by vectors."""
    bodies = read_batch(VectorQueryBody, body)
    return _results(bodies, index.query(namespace, [one.query() for one in bodies]))


def query_data(index: VectorIndex, namespace: str, body: object) -> object:
    """`/query-data`: by texts."""
    bodies = read_batch(TextQueryBody, body)
    return _results(bodies, index.query(namespace, [one.query() for one in bodies]))


def fetch(index: VectorIndex, namespace: str, body: object) -> object:
    """`/fetch`: by ids or prefix."""
    wanted = read_one(FetchBody, body)
    if wanted.ids is not None:
        found: Sequence[Record | None] = index.fetch(namespace, map(str, wanted.ids))
    elif wanted.prefix is not None:
        found = index.fetch_prefix(namespace, wanted.prefix)
    else:
        raise MalformedRequestError("The request needs ids or prefix.")
    return [record and _record_view(record, wanted) for record in found]


def scan(index: VectorIndex, namespace: str, body: object) -> object:
    """`/range`: page by page."""
    wanted = read_one(RangeBody, body)
    page = index.page(namespace, wanted.cursor, wanted.limit, wanted.prefix)
    vectors = [_record_view(record, wanted) for record in page.records]
    return {"nextCursor": page.next_cursor, "vectors": vectors}


def update(index: VectorIndex, namespace: str, body: object) -> object:
    """`/update`: one record."""
    return {"updated": int(index.update(namespace, read_one(UpdateBody, body).change()))}


def delete(index: VectorIndex, namespace: str, body: object) -> object:
    """`/delete`: by ids, prefix or filter."""
    wanted = read_one(DeleteBody, body)
    if wanted.ids is not None:
        deleted = index.delete(namespace, map(str, wanted.ids))
    elif wanted.prefix is not None:
        deleted = index.delete_prefix(namespace, wanted.prefix)
    elif wanted.filter is not None:
        deleted = index.delete_matching(namespace, wanted.filter)
    else:
        raise MalformedRequestError("The request needs ids, prefix or filter.")
    return {"deleted": deleted}


def info(index: VectorIndex, _namespace: str, _body: object) -> object:
    """`/info`: counts and models."""
    counts = index.counts()
    dense = {"dimension": index.embedder.dimension, "similarityFunction": "COSINE"}
    return {
        "vectorCount": sum(counts.values()),
        "pendingVectorCount": 0,
        "indexSize": index.size(),
        **dense,
        "indexType": "HYBRID",
        "denseIndex": {**dense, "embeddingModel": index.embedder.name},
        "sparseIndex": {"embeddingModel": "BM25"},
        "namespaces": {
            name: {"vectorCount": count, "pendingVectorCount": 0} for name, count in counts.items()
        },
    }


def list_namespaces(index: VectorIndex, _namespace: str, _body: object) -> object:
    """`/list-namespaces`: names; the default one is the empty name."""
    return list(index.counts())


def delete_namespace(index: VectorIndex, namespace: str, _body: object) -> object:
    """`/delete-namespace/{ns}`."""
    index.delete_namespace(namespace)
    return "Success"


def reset(index: VectorIndex, namespace: str, _body: object) -> object:
    """`/reset`: empty one namespace."""
    index.reset(namespace)
    return "Success"


def reset_all(index: VectorIndex, _namespace: str, _body: object) -> object:
    """`/reset?all`: empty all of them."""
    index.reset_all()
    return "Success"


ENDPOINTS: Mapping[str, Endpoint] = {
    "upsert": Endpoint(upsert, reads_only=False),
    "upsert-data": Endpoint(upsert_data, reads_only=False),
    "query": Endpoint(query, reads_only=True),
    "query-data": Endpoint(query_data, reads_only=True),
    "fetch": Endpoint(fetch, reads_only=True),
    "range": Endpoint(scan, reads_only=True),
    "update": Endpoint(update, reads_only=False),
    "delete": Endpoint(delete, reads_only=False),
    "info": Endpoint(info, reads_only=True),
    "list-namespaces": Endpoint(list_namespaces, reads_only=True),
    "delete-namespace": Endpoint(delete_namespace, reads_only=False),
    "reset": Endpoint(reset, reads_only=False),
}
RESET_ALL = Endpoint(reset_all, reads_only=False)


def _results(bodies: Sequence[QueryOptions], answers: Sequence[Sequence[Hit]]) -> object:
    lists = [
        [{"score": hit.score, **_record_view(hit.record, body)} for hit in hits]
        for body, hits in zip(bodies, answers, strict=True)
    ]
    # Upstash answers an array of one query as it answers the query alone.
    return lists[0] if len(lists) == 1 else lists


def _record_view(record: Record, wanted: Includes) -> dict[str, object]:
    view: dict[str, object] = {"id": record.id}
    if wanted.include_vectors and record.dense is not None:
        view["vector"] = record.dense.tolist()
    if wanted.include_vectors and record.sparse is not None:
        sparse = record.sparse
        view["sparseVector"] = {
            "indices": sparse.indices.tolist(),
            "values": sparse.values.tolist(),
        }
    if wanted.include_metadata and record.metadata is not None:
        view["metadata"] = record.metadata
    if wanted.include_data and record.data is not None:
        view["data"] = record.data
    return view
