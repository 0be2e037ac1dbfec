"""The vector index: namespaces that are searched in memory and kept in SQLite."""

import base64
import binascii
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from threading import RLock

from infra.local.emulators.vector.bm25 import document_vector, query_vector
from infra.local.emulators.vector.collection import Collection
from infra.local.emulators.vector.embedders import Embedder
from infra.local.emulators.vector.errors import (
    NamespaceNotFoundError,
    UnprocessableError,
    UnreadableRequestError,
)
from infra.local.emulators.vector.filters import parse_filter
from infra.local.emulators.vector.payloads import TextQuery, UpdateBody, UpsertItem, check_data
from infra.local.emulators.vector.records import Hit, VectorRecord, check_metadata, merged
from infra.local.emulators.vector.storage import Storage

DEFAULT_NAMESPACE = ""
# The first cursor in Upstash's documentation, and the one that its SDK sends.
_FIRST_CURSORS = ("", "0")


class EmulatedIndex:
    """A hybrid index with a hosted dense model (`embedder`) and BM25.

    Every method may be called from any thread: one lock makes each of them atomic. Texts are
    embedded before the lock is taken. Raises `EmbedderChangedError` if `data_dir` holds vectors of
    another embedder.
    """

    def __init__(self, embedder: Embedder, data_dir: Path | None = None) -> None:
        self._embedder = embedder
        self._lock = RLock()
        self._storage = Storage(data_dir, embedder.name)
        names = {DEFAULT_NAMESPACE, *self._storage.namespaces()}
        self._collections = {name: self._new_collection() for name in names}
        for namespace, record in self._storage.records():
            self._collections[namespace].put(record)

    def close(self) -> None:
        """Close the file behind the index."""
        with self._lock:
            self._storage.close()

    def upsert(self, namespace: str, items: Sequence[UpsertItem]) -> None:
        """Embed the items' texts, and add or replace their records, all or none."""
        for item in items:
            item.check_size()
        rows = self._embedder.embed([item.data for item in items])
        records = [
            VectorRecord(item.id, item.data, item.metadata, row, document_vector(item.data))
            for item, row in zip(items, rows, strict=True)
        ]
        with self._lock:
            self._storage.save(namespace, records)
            collection = self._collections.setdefault(namespace, self._new_collection())
            for record in records:
                collection.put(record)

    def query(self, namespace: str, queries: Sequence[TextQuery]) -> list[list[Hit]]:
        """Answer several queries on one state of a namespace; an unknown namespace is empty.

        As at Upstash, words are weighted by their rarity only if the query asks for it.
        """
        predicates = {q.filter: parse_filter(q.filter) for q in queries if q.filter.strip()}
        texts = sorted({q.data for q in queries if q.query_mode == "DENSE"})
        dense = dict(zip(texts, self._embedder.embed(texts), strict=True))
        with self._lock:
            collection = self._collections.get(namespace)
            if collection is None:
                return [[] for _ in queries]
            # Queries to both arms share a filter, which is then applied once to each record.
            accepts = {q.filter: collection.acceptor(predicates.get(q.filter)) for q in queries}
            return [
                collection.search_dense(dense[q.data], q.top_k, accepts[q.filter])
                if q.query_mode == "DENSE"
                else collection.search_sparse(
                    query_vector(q.data),
                    q.top_k,
                    accepts[q.filter],
                    by_rarity=q.weighting_strategy == "IDF",
                )
                for q in queries
            ]

    def update(self, namespace: str, change: UpdateBody) -> bool:
        """Change a record's metadata and, if given, its text; return whether the record exists."""
        text = {}
        if change.data is not None:
            check_data(change.id, change.data)
            (row,) = self._embedder.embed([change.data])
            text = {"data": change.data, "dense": row, "sparse": document_vector(change.data)}
        with self._lock:
            collection = self._collections.get(namespace)
            old = collection.get(change.id) if collection else None
            if collection is None or old is None:
                return False
            is_patch = change.metadata_update_mode == "PATCH"
            metadata = merged(old.metadata or {}, change.metadata) if is_patch else change.metadata
            check_metadata(change.id, metadata)
            new = replace(old, metadata=metadata, **text)
            self._storage.save(namespace, [new])
            collection.put(new)
        return True

    def fetch(self, namespace: str, ids: Iterable[str]) -> list[VectorRecord | None]:
        """Return the records with these ids, `None` for an id without a record."""
        with self._lock:
            collection = self._collections.get(namespace)
            return [collection.get(name) if collection else None for name in ids]

    def page(self, namespace: str, cursor: str, limit: int) -> tuple[list[VectorRecord], str]:
        """Return up to `limit` records by id, from a cursor on ("" or "0" is the start).

        The second value is the cursor of the next page, "" at the end. A cursor is the last id of a
        page, in base64: whatever changes between two pages, a record that stays is returned exactly
        once.
        """
        after = _id_of_cursor(cursor)
        with self._lock:
            collection = self._collections.get(namespace)
            rest = collection.after(after) if collection else iter(())
            found = list(islice(rest, limit + 1))
        more = len(found) > limit
        return found[:limit], _cursor_after(found[limit - 1].id) if more else ""

    def delete(self, namespace: str, ids: Iterable[str]) -> int:
        """Delete the records with these ids; return how many there were."""
        with self._lock:
            collection = self._collections.get(namespace)
            if collection is None:
                return 0
            existing = [name for name in dict.fromkeys(ids) if collection.get(name)]
            self._storage.delete(namespace, existing)
            return sum(collection.remove(name) for name in existing)

    def delete_beginning(self, namespace: str, prefix: str) -> int:
        """Delete the records whose ids begin with `prefix`; return how many there were."""
        with self._lock:
            collection = self._collections.get(namespace)
            behind = collection.after(prefix) if collection else iter(())
            ids = [each.id for each in takewhile(lambda each: each.id.startswith(prefix), behind)]
            return self.delete(namespace, [prefix, *ids])

    def reset(self, namespace: str) -> None:
        """Delete all records of a namespace."""
        with self._lock:
            self._storage.clear(namespace, drop=False)
            if namespace in self._collections:
                self._collections[namespace] = self._new_collection()

    def reset_all(self) -> None:
        """Delete all records of all namespaces."""
        with self._lock:
            for namespace in self._collections:
                self.reset(namespace)

    def delete_namespace(self, namespace: str) -> None:
        """Delete a namespace and its records. Raises `NamespaceNotFoundError`."""
        if namespace == DEFAULT_NAMESPACE:
            raise UnprocessableError("The default namespace cannot be deleted.")
        with self._lock:
            if namespace not in self._collections:
                raise NamespaceNotFoundError(f"There is no namespace {namespace}.")
            self._storage.clear(namespace, drop=True)
            del self._collections[namespace]

    def counts(self) -> dict[str, int]:
        """Return how many records each namespace holds, by name."""
        with self._lock:
            return {name: len(self._collections[name]) for name in sorted(self._collections)}

    def info(self) -> dict[str, object]:
        """Return the answer of `/info`; no record is ever pending, since indexing is immediate."""
        counts = self.counts()
        dense = {"dimension": self._embedder.dimension, "similarityFunction": "COSINE"}
        return {
            "vectorCount": sum(counts.values()),
            "pendingVectorCount": 0,
            "indexSize": 0,
            **dense,
            "denseIndex": {**dense, "embeddingModel": self._embedder.name},
            "sparseIndex": {"embeddingModel": "BM25"},
            "namespaces": {
                name: {"vectorCount": count, "pendingVectorCount": 0}
                for name, count in counts.items()
            },
        }

    def _new_collection(self) -> Collection:
        return Collection(self._embedder.dimension)


def _cursor_after(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode()).decode()


def _id_of_cursor(cursor: str) -> str:
    """The id after which the page of a cursor begins; "" for the start."""
    if cursor in _FIRST_CURSORS:
        return ""
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as error:
        raise UnreadableRequestError(f"Invalid cursor: {cursor[:100]!r}") from error
