"""BM25 as sparse vectors, as Upstash's hosted BM25 model makes them.

A document's vector holds, for each of its terms,

    f * (k1 + 1) / (f + k1 * (1 - b + b * |D| / 32))

and a query's vector holds 1 for each term. Upstash documents k1 = 1.2, b = 0.75 and a fixed average
length of 32 words, which makes a document's weights independent of the collection (and on our
development sets finds no less than the true average). What depends on the collection, the inverse
document frequency, is applied at query time: `inverse_frequency`.
"""

import math
import zlib
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.words import terms

_K1 = 1.2
_B = 0.75
_AVERAGE_LENGTH = 32


@dataclass(frozen=True, slots=True, eq=False)
class SparseVector:
    """The non-zero dimensions of a vector, each at most once, and their values."""

    indices: NDArray[np.int32]
    values: NDArray[np.float32]


def document_vector(text: str) -> SparseVector:
    """The sparse vector of a stored text: its terms with their BM25 weights."""
    found = terms(text)
    norm = _K1 * (1 - _B + _B * len(found) / _AVERAGE_LENGTH)
    return _sparse({term: f * (_K1 + 1) / (f + norm) for term, f in Counter(found).items()})


def query_vector(text: str) -> SparseVector:
    """The sparse vector of a query: each of its terms counts once."""
    return _sparse(dict.fromkeys(terms(text), 1.0))


def inverse_frequency(documents: int, containing: int) -> float:
    """Return ln(1 + (N - n + 0.5) / (n + 0.5)) for a term that n of N documents contain.

    The formula is that of `WeightingStrategy.IDF` in the SDK; it is positive from the first
    document on.
    """
    return math.log1p((documents - containing + 0.5) / (containing + 0.5))


def _sparse(weights: dict[str, float]) -> SparseVector:
    by_index: dict[int, float] = {}
    for term, weight in weights.items():
        index = zlib.crc32(term.encode()) & 0x7FFFFFFF
        by_index[index] = by_index.get(index, 0.0) + weight
    return SparseVector(
        np.fromiter(by_index.keys(), np.int32, len(by_index)),
        np.fromiter(by_index.values(), np.float32, len(by_index)),
    )
