"""An embedder of hashed words, which needs nothing but numpy.

It knows no synonyms: two texts are close if they share words, stems or parts of words.
"""

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.embedders import Matrix
from infra.local.emulators.vector.words import STOP_WORDS, stem, words

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
# 2^32 divided by the golden ratio, Knuth's multiplier.
_GOLDEN_RATIO = 0x9E3779B1


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
