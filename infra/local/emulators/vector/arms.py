"""The two arms by which a collection is searched: unit vectors (dense), an inverted index (sparse).

Both are addressed by slot, a small number that the collection gives to a record, and reuses after
the record is gone. Neither locks: the index does.
"""

from array import array
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.bm25 import SparseVector, inverse_frequency
from infra.local.emulators.vector.records import DenseVector

# The slots that an arm finds, and the score of each.
Scores = tuple[NDArray[np.int64], NDArray[np.float64]]

_FIRST_CAPACITY = 64


class DenseArm:
    """Cosine similarity over one matrix of unit rows."""

    def __init__(self, dimension: int) -> None:
        self._rows = np.zeros((_FIRST_CAPACITY, dimension), np.float32)
        self._present = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._used = 0

    def put(self, slot: int, vector: DenseVector) -> None:
        """Set the vector of a slot."""
        while slot >= len(self._rows):
            self._rows = np.pad(self._rows, ((0, len(self._rows)), (0, 0)))
            self._present = np.pad(self._present, (0, len(self._present)))
        norm = float(np.linalg.norm(vector))
        self._rows[slot] = vector / norm if norm else vector
        self._present[slot] = True
        self._used = max(self._used, slot + 1)

    def remove(self, slot: int) -> None:
        """Forget the vector of a slot."""
        if slot < self._used:
            self._present[slot] = False

    def scores(self, query: DenseVector) -> Scores:
        """Score every slot that has a vector as Upstash does: (1 + cosine) / 2."""
        norm = float(np.linalg.norm(query))
        slots = np.flatnonzero(self._present[: self._used])
        # One product per row: as fast as `@`, but without threads, which block each other on a
        # busy machine.
        cosines = np.vecdot(self._rows[: self._used], query / norm if norm else query)
        return slots, (1 + np.clip(cosines[slots].astype(np.float64), -1, 1)) / 2


@dataclass(slots=True)
class _Postings:
    """The slots whose vectors have some dimension, in no order, and their values."""

    slots: "array[int]" = field(default_factory=lambda: array("i"))
    values: "array[float]" = field(default_factory=lambda: array("f"))

    def remove(self, slot: int) -> None:
        at = self.slots.index(slot)
        # The last slot moves to the place that becomes free.
        last_slot, last_value = self.slots.pop(), self.values.pop()
        if at < len(self.slots):
            self.slots[at], self.values[at] = last_slot, last_value


class SparseArm:
    """Inner product over the dimensions that query and record share."""

    def __init__(self) -> None:
        self._postings: dict[int, _Postings] = {}
        self._count = 0
        self._used = 0

    def put(self, slot: int, vector: SparseVector) -> None:
        """Add the vector of a slot that has none."""
        for index, value in zip(vector.indices.tolist(), vector.values.tolist(), strict=True):
            postings = self._postings.get(index)
            if postings is None:
                postings = self._postings[index] = _Postings()
            postings.slots.append(slot)
            postings.values.append(value)
        self._count += 1
        self._used = max(self._used, slot + 1)

    def remove(self, slot: int, vector: SparseVector) -> None:
        """Forget the vector that was put at a slot."""
        for index in vector.indices.tolist():
            postings = self._postings[index]
            postings.remove(slot)
            if not postings.slots:
                del self._postings[index]
        self._count -= 1

    def scores(self, query: SparseVector, *, by_rarity: bool) -> Scores:
        """Score every slot that shares a dimension with the query.

        `by_rarity` gives rare dimensions a higher weight.
        """
        total = np.zeros(self._used)
        shared = np.zeros(self._used, np.bool_)
        for index, value in zip(query.indices.tolist(), query.values.tolist(), strict=True):
            postings = self._postings.get(index)
            if postings is not None:
                slots = np.array(postings.slots)
                rarity = inverse_frequency(self._count, len(slots)) if by_rarity else 1.0
                weight = value * rarity
                total[slots] += weight * np.array(postings.values)
                shared[slots] = True
        found = np.flatnonzero(shared)
        return found, total[found]
