"""The store on disk: one SQLite file, written at each change and read once, at the start."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from infra.local.emulators.vector.bm25 import SparseVector
from infra.local.emulators.vector.records import VectorRecord

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
    """Namespaces and records in a file under `data_dir`, or in memory if that is `None`.

    Only one thread may use it at a time; the index ensures that. Written data survives the end of
    the process; with WAL and `synchronous=NORMAL`, a power cut may lose the last changes, but never
    the file.
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
        """Return the names of all namespaces that were written to and not deleted since."""
        return [name for (name,) in self._db.execute("SELECT name FROM namespace ORDER BY name")]

    def records(self) -> Iterator[tuple[str, VectorRecord]]:
        """Iterate over all records, each with its namespace."""
        query = """
            SELECT namespace, id, data, metadata, dense, sparse_indices, sparse_values
            FROM record WHERE dense IS NOT NULL AND sparse_indices IS NOT NULL
            ORDER BY namespace, id
        """
        for namespace, name, data, metadata, dense, indices, values in self._db.execute(query):
            parsed = None if metadata is None else json.loads(metadata)
            vector = np.frombuffer(dense, np.float32)
            sparse = SparseVector(
                np.frombuffer(indices, np.int32), np.frombuffer(values, np.float32)
            )
            yield namespace, VectorRecord(name, data, parsed, vector, sparse)

    def save(self, namespace: str, records: Iterable[VectorRecord]) -> None:
        """Write records whole, all or none."""
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO namespace VALUES (?)", (namespace,))
            self._db.executemany(
                "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((namespace, *_columns(record)) for record in records),
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


def embedder_of(data_dir: Path) -> str | None:
    """The name of the embedder of the vectors in `data_dir`; None if there are none yet."""
    path = data_dir / _FILE_NAME
    if not path.is_file():
        return None
    with closing(sqlite3.connect(path)) as db:
        try:
            found = db.execute("SELECT value FROM setting WHERE name = 'embedder'").fetchone()
        except sqlite3.DatabaseError:  # opening it for use reports what is wrong
            return None
    return None if found is None else str(found[0])


def _columns(record: VectorRecord) -> tuple[str | bytes | None, ...]:
    sparse = record.sparse
    metadata = None if record.metadata is None else json.dumps(record.metadata, ensure_ascii=False)
    vectors = (each.tobytes() for each in (record.dense, sparse.indices, sparse.values))
    return (record.id, record.data, metadata, *vectors)
