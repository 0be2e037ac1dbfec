"""The operations of the REST API: a namespace and a JSON value in, a JSON value out."""

from collections.abc import Callable, Mapping
from typing import Final

from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.payloads import (
    DeleteBody,
    FetchBody,
    Includes,
    RangeBody,
    TextQuery,
    UpdateBody,
    UpsertItem,
    read_batch,
    read_one,
)
from infra.local.emulators.vector.records import VectorRecord

Operation = Callable[[EmulatedIndex, str, object], object]


def upsert(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/upsert-data`: add or replace records by their texts."""
    index.upsert(namespace, read_batch(UpsertItem, body))
    return "Success"


def query(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/query-data`: search by texts. Upstash answers an array of one query like a single query."""
    queries = read_batch(TextQuery, body)
    lists = [
        [{"score": hit.score, **_record_view(hit.record, query)} for hit in hits]
        for query, hits in zip(queries, index.query(namespace, queries), strict=True)
    ]
    return lists[0] if len(lists) == 1 else lists


def fetch(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/fetch`: get records by ids."""
    wanted = read_one(FetchBody, body)
    found = index.fetch(namespace, wanted.ids)
    return [record and _record_view(record, wanted) for record in found]


def scan(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/range`: get records page by page."""
    wanted = read_one(RangeBody, body)
    records, next_cursor = index.page(namespace, wanted.cursor, wanted.limit)
    vectors = [_record_view(record, wanted) for record in records]
    return {"nextCursor": next_cursor, "vectors": vectors}


def update(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/update`: change one record, if it exists."""
    return {"updated": int(index.update(namespace, read_one(UpdateBody, body)))}


def delete(index: EmulatedIndex, namespace: str, body: object) -> object:
    """`/delete`: delete records by ids, or by a prefix of their ids."""
    wanted = read_one(DeleteBody, body)
    if wanted.prefix is not None:
        return {"deleted": index.delete_beginning(namespace, wanted.prefix)}
    return {"deleted": index.delete(namespace, wanted.ids or ())}


def list_namespaces(index: EmulatedIndex, _namespace: str, _body: object) -> object:
    """`/list-namespaces`: all names; the default namespace has the empty name."""
    return list(index.counts())


def info(index: EmulatedIndex, _namespace: str, _body: object) -> object:
    """`/info`: numbers of records; written records are indexed at once."""
    return index.info()


def delete_namespace(index: EmulatedIndex, namespace: str, _body: object) -> object:
    """`/delete-namespace/{ns}`: delete a namespace and its records."""
    index.delete_namespace(namespace)
    return "Success"


def reset(index: EmulatedIndex, namespace: str, _body: object) -> object:
    """`/reset`: empty one namespace."""
    index.reset(namespace)
    return "Success"


def reset_all(index: EmulatedIndex, _namespace: str, _body: object) -> object:
    """`/reset?all`: empty all namespaces."""
    index.reset_all()
    return "Success"


READS: Final[Mapping[str, Operation]] = {
    "query-data": query,
    "fetch": fetch,
    "range": scan,
    "list-namespaces": list_namespaces,
    "info": info,
}
"""The operations for which the read-only token is enough."""

OPERATIONS: Final[Mapping[str, Operation]] = {
    **READS,
    "upsert-data": upsert,
    "update": update,
    "delete": delete,
    "delete-namespace": delete_namespace,
    "reset": reset,
}


def _record_view(record: VectorRecord, wanted: Includes) -> dict[str, object]:
    view: dict[str, object] = {"id": record.id}
    if wanted.include_vectors:
        view["vector"] = record.dense.tolist()
    if wanted.include_metadata and record.metadata is not None:
        view["metadata"] = record.metadata
    if wanted.include_data and record.data is not None:
        view["data"] = record.data
    return view
