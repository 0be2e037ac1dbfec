"""Dense embeddings of short texts, in place of the models that Upstash hosts.

`HashedEmbedder` needs nothing but numpy. It knows no synonyms: two texts are close if they share
words, stems or parts of words. MiniLM (`make minilm`) and bge-small (`make bge`), which Upstash
hosts, know meaning and take about a hundred times as long. They run in a process of their own, and
recent vectors are cached.
"""

import hashlib
import math
import zlib
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from threading import Lock
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.words import STOP_WORDS, stem, words

ModelName = Literal["minilm", "bge-small"]
EmbedderName = Literal["hashed", "minilm", "bge-small"]
Matrix = NDArray[np.float32]
Vector = NDArray[np.float32]

_DIMENSION = 1024
# How the weight of a word is divided between its stem and its parts (character n-grams).
_STEM_SHARE = 0.6
_GRAM_SHARE = 0.4
_GRAM_LENGTHS = (3, 4)
# Not zero, so that a text of stop words only still has a direction.
_STOP_WORD_WEIGHT = 0.1
# Long words say more: a word of ten letters or more counts almost twice as much as one of one.
_LONG_WORD_LETTERS = 10
_CACHED_WORDS = 1 << 14
# 6 MB of vectors with 384 numbers.
_CACHED_TEXTS = 1 << 12
# 2^32 divided by the golden ratio, Knuth's multiplier.
_GOLDEN_RATIO = 0x9E3779B1


class EmbedderMissingError(RuntimeError):
    """The packages of an optional embedder are not installed."""


class Embedder(Protocol):
    """Turns texts into unit vectors. The same text always gives the same vector."""

    @property
    def name(self) -> str:
        """The name of the model and its version; vectors of different models cannot be compared."""

    @property
    def dimension(self) -> int:
        """The length of the vectors."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one L2-normalised row for each text; the zero row for a text without words."""


@contextmanager
def opened_embedder(name: EmbedderName) -> Iterator[Embedder]:
    """Open the embedder with this name, until the block ends.

    Raises `EmbedderMissingError` if its packages are not installed.
    """
    if name == "hashed":
        yield HashedEmbedder()
        return
    # Weights and tokenizer are optional packages, so they are only imported if needed.
    from infra.local.emulators.vector.embedding_process import EmbeddingProcess  # noqa: PLC0415  # see above

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
        self._rows: OrderedDict[bytes, Vector] = OrderedDict()

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

    def _remembered(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        with self._lock:
            rows = {key: self._rows[key] for key in keys if key in self._rows}
            for key in rows:
                self._rows.move_to_end(key)
        return rows

    def _remember(self, new: dict[bytes, Vector]) -> None:
        with self._lock:
            # Copies, because a row would keep the whole matrix that it is a part of.
            self._rows.update({key: row.copy() for key, row in new.items()})
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)


class HashedEmbedder:
    """Hashed stems and character 3- and 4-grams: feature hashing with signs (Weinberger, 2009).

    By their n-grams, inflections, compounds and misspellings are close. The hash is CRC-32, so the
    vectors are the same in every process and on every machine.
    """

    name = "hashed-1024-v1"
    dimension = _DIMENSION

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return one unit row for each text."""
        rows = np.zeros((len(texts), _DIMENSION), np.float32)
        for row, text in enumerate(texts):
            rows[row] = _embed(text)
        return rows


def _embed(text: str) -> NDArray[np.float64]:
    counted = Counter(words(text))
    if not counted:
        return np.zeros(_DIMENSION)
    features = [_word_features(word) for word in counted]
    # Each repetition of a word counts less.
    damped = [np.sqrt(count) for count in counted.values()]
    lengths = [len(indices) for indices, _ in features]
    vector: NDArray[np.float64] = np.bincount(
        np.concatenate([indices for indices, _ in features]),
        np.concatenate([values for _, values in features]) * np.repeat(damped, lengths),
        minlength=_DIMENSION,
    ).astype(np.float64)
    norm = float(np.linalg.norm(vector))
    return vector / norm if norm else vector


@lru_cache(maxsize=_CACHED_WORDS)
def _word_features(word: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    padded = f"<{word}>"
    grams = [padded[at : at + n] for n in _GRAM_LENGTHS for at in range(len(padded) - n + 1)]
    hashes = [_hash(f"stem {stem(word)}"), *(_hash(f"gram {gram}") for gram in grams)]
    values = np.full(len(hashes), math.sqrt(_GRAM_SHARE / max(len(grams), 1)))
    values[0] = math.sqrt(_STEM_SHARE)
    values *= [_word_weight(word) if one >> 31 else -_word_weight(word) for one in hashes]
    return np.array([(one >> 8) % _DIMENSION for one in hashes]), values


def _hash(feature: str) -> int:
    # CRC-32 alone is linear, which would show in the signs: the multiplication mixes its bits.
    return (zlib.crc32(feature.encode()) * _GOLDEN_RATIO) & 0xFFFFFFFF


def _word_weight(word: str) -> float:
    base = _STOP_WORD_WEIGHT if word in STOP_WORDS else 1.0
    return base * (1 + min(len(word), _LONG_WORD_LETTERS) / _LONG_WORD_LETTERS)
