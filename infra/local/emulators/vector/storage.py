"""The store on disk: one SQLite file, written through and read once, at the start."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.bm25 import SparseVector
from infra.local.emulators.vector.records import Record

_SCHEMA = """
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS namespace (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS record (
    namespace TEXT NOT NULL, id TEXT NOT NULL, data TEXT, metadata TEXT,
    dense BLOB, sparse_indices BLOB, sparse_values BLOB,
    PRIMARY KEY (namespace, id)
);
"""
_FILE_NAME = "upstash-vector.sqlite3"


class EmbedderChangedError(RuntimeError):
    """The stored vectors were made by another embedder than the one in use."""


class Storage:
    """Namespaces and records in a file under `data_dir`, or in memory when that is `None`.

    One thread at a time, which the index sees to. What is written survives the end of the process;
    with WAL and `synchronous=NORMAL` a power cut may cost the last moments, never the file.
    """

    def __init__(self, data_dir: Path | None, embedder: str) -> None:
        if data_dir is not None:
            data_dir.mkdir(parents=True, exist_ok=True)
        target = ":memory:" if data_dir is None else data_dir / _FILE_NAME
        self._db = sqlite3.connect(target, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        with self._db:
            self._db.executescript(_SCHEMA)
        self._claim(embedder)

    def namespaces(self) -> list[str]:
        """Return the names of all namespaces that were ever written to and not deleted."""
        return [name for (name,) in self._db.execute("SELECT name FROM namespace ORDER BY name")]

    def records(self) -> Iterator[tuple[str, Record]]:
        """Go through all records, each with its namespace."""
        query = """
            SELECT namespace, id, data, metadata, dense, sparse_indices, sparse_values
            FROM record ORDER BY namespace, id
        """
        for namespace, name, data, metadata, dense, indices, values in self._db.execute(query):
            vector = None if dense is None else np.frombuffer(dense, np.float32)
            parsed = None if metadata is None else json.loads(metadata)
            yield namespace, Record(name, data, parsed, vector, _sparse(indices, values))

    def save(self, namespace: str, records: Iterable[Record]) -> None:
        """Write records whole, all or none."""
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO namespace VALUES (?)", (namespace,))
            self._db.executemany(
                "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((namespace, *_columns(record)) for record in records),
            )

    def save_metadata(self, namespace: str, record: Record) -> None:
        """Write only the metadata of a record."""
        with self._db:
            self._db.execute(
                "UPDATE record SET metadata = ? WHERE namespace = ? AND id = ?",
                (_metadata(record), namespace, record.id),
            )

    def delete(self, namespace: str, ids: Iterable[str]) -> None:
        """Delete records, all or none."""
        with self._db:
            self._db.executemany(
                "DELETE FROM record WHERE namespace = ? AND id = ?",
                ((namespace, name) for name in ids),
            )

    def clear(self, namespace: str, *, drop: bool) -> None:
        """Delete all records of a namespace, and the namespace itself if it is to be dropped."""
        with self._db:
            self._db.execute("DELETE FROM record WHERE namespace = ?", (namespace,))
            if drop:
                self._db.execute("DELETE FROM namespace WHERE name = ?", (namespace,))

    def size(self) -> int:
        """Return the size of the store in bytes."""
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        (size,) = self._db.execute("PRAGMA page_size").fetchone()
        return int(pages) * int(size)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _claim(self, embedder: str) -> None:
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO setting VALUES ('embedder', ?)", (embedder,))
        (stored,) = self._db.execute("SELECT value FROM setting WHERE name = 'embedder'").fetchone()
        if stored != embedder:
            self._db.close()
            raise EmbedderChangedError(
                f"The data were embedded by {stored}, not by {embedder}: "
                "use that embedder or another data directory."
            )


def _columns(record: Record) -> tuple[str | bytes | None, ...]:
    return (
        record.id,
        record.data,
        _metadata(record),
        _blob(record.dense),
        _blob(record.sparse.indices if record.sparse else None),
        _blob(record.sparse.values if record.sparse else None),
    )


def _metadata(record: Record) -> str | None:
    return None if record.metadata is None else json.dumps(record.metadata, ensure_ascii=False)


def _blob(numbers: NDArray[np.float32] | NDArray[np.int32] | None) -> bytes | None:
    return None if numbers is None else numbers.tobytes()


def _sparse(indices: bytes | None, values: bytes | None) -> SparseVector | None:
    if indices is None or values is None:
        return None
    return SparseVector(np.frombuffer(indices, np.int32), np.frombuffer(values, np.float32))
