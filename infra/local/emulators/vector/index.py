"""The vector index: namespaces that are searched in memory and kept in SQLite."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import RLock

from infra.local.emulators.vector.bm25 import document_vector
from infra.local.emulators.vector.collection import Collection
from infra.local.emulators.vector.embedders import Embedder
from infra.local.emulators.vector.errors import NamespaceNotFoundError, UnprocessableError
from infra.local.emulators.vector.filters import parse_filter
from infra.local.emulators.vector.metadata import check_metadata, merged
from infra.local.emulators.vector.pages import cursor_after, id_before
from infra.local.emulators.vector.records import (
    Change,
    DenseVector,
    Hit,
    Metadata,
    Page,
    Query,
    Record,
)
from infra.local.emulators.vector.search import answer, with_vectors
from infra.local.emulators.vector.storage import Storage

DEFAULT_NAMESPACE = ""


class VectorIndex:
    """A hybrid index with a hosted dense model (`embedder`) and BM25.

    Every method may be called from any thread: one lock makes each of them atomic. Texts are
    embedded before it is taken. Raises `EmbedderChangedError` when `data_dir` holds the vectors of
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

    @property
    def embedder(self) -> Embedder:
        """The dense model."""
        return self._embedder

    def close(self) -> None:
        """Close the file behind the index."""
        with self._lock:
            self._storage.close()

    def upsert(self, namespace: str, records: Sequence[Record]) -> None:
        """Add or replace records that bring their vectors, all or none."""
        for record in records:
            self._check_dimension(record.dense)
        with self._lock:
            self._storage.save(namespace, records)
            collection = self._collections.setdefault(namespace, self._new_collection())
            for record in records:
                collection.put(record)

    def upsert_data(self, namespace: str, records: Sequence[Record]) -> None:
        """Add or replace records whose vectors are made of their `data`, all or none."""
        texts = [record.data or "" for record in records]
        rows = self._embedder.embed(texts)
        embedded = [
            replace(record, dense=row, sparse=document_vector(text))
            for record, row, text in zip(records, rows, texts, strict=True)
        ]
        self.upsert(namespace, embedded)

    def query(self, namespace: str, queries: Sequence[Query]) -> list[list[Hit]]:
        """Answer several queries on one state of a namespace; an unknown one is empty."""
        for query in queries:
            self._check_dimension(query.dense)
        predicates = {q.filter: parse_filter(q.filter) for q in queries if q.filter.strip()}
        prepared = with_vectors(queries, self._embedder)
        with self._lock:
            collection = self._collections.get(namespace)
            if collection is None:
                return [[] for _ in queries]
            # The arms of a hybrid search come with one filter: it is asked once for each record.
            accepts = {q.filter: collection.acceptor(predicates.get(q.filter)) for q in queries}
            return [answer(collection, query, accepts[query.filter]) for query in prepared]

    def update(self, namespace: str, change: Change) -> bool:
        """Change one record; return whether there is one of that id."""
        self._check_dimension(change.dense)
        dense, sparse = change.dense, change.sparse
        if change.data is not None and dense is None and sparse is None:
            dense, sparse = self._embedder.embed([change.data])[0], document_vector(change.data)
        with self._lock:
            collection = self._collections.get(namespace)
            old = collection.get(change.id) if collection else None
            if collection is None or old is None:
                return False
            new = Record(
                old.id,
                old.data if change.data is None else change.data,
                _changed_metadata(old, change),
                old.dense if dense is None else dense,
                old.sparse if sparse is None else sparse,
            )
            self._save_changed(namespace, old, new)
            collection.put(new)
        return True

    def fetch(self, namespace: str, ids: Iterable[str]) -> list[Record | None]:
        """Return the records of these ids, `None` where there is none."""
        with self._lock:
            collection = self._collections.get(namespace)
            return [collection.get(name) if collection else None for name in ids]

    def fetch_prefix(self, namespace: str, prefix: str) -> list[Record]:
        """Return the records whose ids start so, by id."""
        with self._lock:
            collection = self._collections.get(namespace)
            return list(collection.with_prefix(prefix)) if collection else []

    def page(self, namespace: str, cursor: str, limit: int, prefix: str = "") -> Page:
        """Return up to `limit` records from a cursor on ("" or "0": the start), by id.

        A cursor remembers an id: whatever changes between two pages, a record that stays is seen
        exactly once.
        """
        after = id_before(cursor)
        with self._lock:
            collection = self._collections.get(namespace)
            rest = collection.with_prefix(prefix, after) if collection else iter(())
            found = list(islice(rest, limit + 1))
        more = len(found) > limit
        return Page(found[:limit], cursor_after(found[limit - 1].id) if more else "")

    def delete(self, namespace: str, ids: Iterable[str]) -> int:
        """Delete the records of these ids; return how many there were."""
        with self._lock:
            collection = self._collections.get(namespace)
            if collection is None:
                return 0
            there = [name for name in dict.fromkeys(ids) if collection.get(name)]
            self._storage.delete(namespace, there)
            return sum(collection.remove(name) for name in there)

    def delete_prefix(self, namespace: str, prefix: str) -> int:
        """Delete the records whose ids start so; return how many there were."""
        with self._lock:
            return self.delete(namespace, [r.id for r in self.fetch_prefix(namespace, prefix)])

    def delete_matching(self, namespace: str, text: str) -> int:
        """Delete the records that a filter lets pass; return how many there were."""
        predicate = parse_filter(text)
        with self._lock:
            collection = self._collections.get(namespace)
            return self.delete(namespace, collection.matching(predicate)) if collection else 0

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

    def size(self) -> int:
        """Return the size of the store in bytes."""
        with self._lock:
            return self._storage.size()

    def _new_collection(self) -> Collection:
        return Collection(self._embedder.dimension)

    def _check_dimension(self, vector: DenseVector | None) -> None:
        wanted = self._embedder.dimension
        if vector is not None and len(vector) != wanted:
            raise UnprocessableError(f"Invalid vector dimension: {len(vector)}, expected: {wanted}")

    def _save_changed(self, namespace: str, old: Record, new: Record) -> None:
        # Patching metadata is what happens most, and must not rewrite the vectors.
        if new.data is old.data and new.dense is old.dense and new.sparse is old.sparse:
            self._storage.save_metadata(namespace, new)
        else:
            self._storage.save(namespace, [new])


def _changed_metadata(old: Record, change: Change) -> Metadata | None:
    if change.metadata is None:
        return old.metadata
    new = merged(old.metadata, change.metadata) if change.merge_metadata else change.metadata
    check_metadata(old.id, new)
    return new
