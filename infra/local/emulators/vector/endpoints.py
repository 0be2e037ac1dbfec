"""The operations of the REST API: a namespace and a JSON value in, a JSON value out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from infra.local.emulators.vector.index import VectorIndex
from infra.local.emulators.vector.payloads import (
    DeleteBody,
    FetchBody,
    Includes,
    QueryBody,
    RangeBody,
    TextBody,
    UpdateBody,
    read_batch,
    read_one,
)
from infra.local.emulators.vector.records import Record


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An operation, and whether the read-only token is enough for it."""

    run: Callable[[VectorIndex, str, object], object]
    reads_only: bool


def upsert(index: VectorIndex, namespace: str, body: object) -> object:
    """`/upsert-data`: records with texts."""
    index.upsert(namespace, [one.text() for one in read_batch(TextBody, body)])
    return "Success"


def query(index: VectorIndex, namespace: str, body: object) -> object:
    """`/query-data`: by texts. Upstash answers an array of one query as the query alone."""
    bodies = read_batch(QueryBody, body)
    answers = index.query(namespace, [one.query() for one in bodies])
    lists = [
        [{"score": hit.score, **_record_view(hit.record, body)} for hit in hits]
        for body, hits in zip(bodies, answers, strict=True)
    ]
    return lists[0] if len(lists) == 1 else lists


def fetch(index: VectorIndex, namespace: str, body: object) -> object:
    """`/fetch`: by ids."""
    wanted = read_one(FetchBody, body)
    found = index.fetch(namespace, map(str, wanted.ids))
    return [record and _record_view(record, wanted) for record in found]


def scan(index: VectorIndex, namespace: str, body: object) -> object:
    """`/range`: page by page."""
    wanted = read_one(RangeBody, body)
    page = index.page(namespace, wanted.cursor, wanted.limit)
    vectors = [_record_view(record, wanted) for record in page.records]
    return {"nextCursor": page.next_cursor, "vectors": vectors}


def update(index: VectorIndex, namespace: str, body: object) -> object:
    """`/update`: the metadata of one record."""
    change = read_one(UpdateBody, body)
    return {"updated": int(index.patch(namespace, str(change.id), change.metadata))}


def delete(index: VectorIndex, namespace: str, body: object) -> object:
    """`/delete`: by ids."""
    return {"deleted": index.delete(namespace, map(str, read_one(DeleteBody, body).ids))}


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
    "upsert-data": Endpoint(upsert, reads_only=False),
    "query-data": Endpoint(query, reads_only=True),
    "fetch": Endpoint(fetch, reads_only=True),
    "range": Endpoint(scan, reads_only=True),
    "update": Endpoint(update, reads_only=False),
    "delete": Endpoint(delete, reads_only=False),
    "list-namespaces": Endpoint(list_namespaces, reads_only=True),
    "delete-namespace": Endpoint(delete_namespace, reads_only=False),
    "reset": Endpoint(reset, reads_only=False),
}
RESET_ALL = Endpoint(reset_all, reads_only=False)


def _record_view(record: Record, wanted: Includes) -> dict[str, object]:
    view: dict[str, object] = {"id": record.id}
    if wanted.include_vectors:
        view["vector"] = record.dense.tolist()
    if wanted.include_metadata and record.metadata is not None:
        view["metadata"] = record.metadata
    if wanted.include_data and record.data is not None:
        view["data"] = record.data
    return view
