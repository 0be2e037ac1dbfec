"""Opens an embedder by its name.

MiniLM (`make minilm`) and bge-small (`make bge`), which Upstash hosts, know meaning and take about
a hundred times as long as the hashed one. They run in a process of their own, and recent vectors
are cached.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.local.emulators.vector.embedders import Embedder, Matrix
from infra.local.emulators.vector.embedding_process import EmbeddingProcess
from infra.local.emulators.vector.hashed_embedder import HashedEmbedder

# 6 MB of vectors with 384 numbers.
_CACHED_TEXTS = 1 << 12


@contextmanager
def opened_embedder(name: EmbedderName) -> Iterator[Embedder]:
    """Open the embedder with this name, until the block ends.

    Raises `EmbedderMissingError` if its packages are not installed.
    """
    if name == "hashed":
        yield HashedEmbedder()
        return
    with closing(EmbeddingProcess(name)) as process:
        yield RememberingEmbedder(process)


class RememberingEmbedder:
    """An embedder in front of another one that caches its recent vectors; thread-safe.

    It keeps the last `most` vectors, by the SHA-256 of their texts.
    """

    def __init__(self, inner: Embedder, most: int = _CACHED_TEXTS) -> None:
        self.name, self.dimension = inner.name, inner.dimension
        self._inner, self._most = inner, most
        self._lock = Lock()
        self._rows: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row for each text."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
        rows = self._remembered(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}
        if missing:
            new = dict(zip(missing, self._inner.embed([*missing.values()]), strict=True))
            self._remember(new)
            rows |= new
        return np.stack([rows[key] for key in keys]) if keys else self._inner.embed([])

    def _remembered(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        with self._lock:
            rows = {key: self._rows[key] for key in keys if key in self._rows}
            for key in rows:
                self._rows.move_to_end(key)
        return rows

    def _remember(self, new: dict[bytes, NDArray[np.float32]]) -> None:
        with self._lock:
            # Copies, because a row would keep the whole matrix that it is a part of.
            self._rows.update({key: row.copy() for key, row in new.items()})
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)
