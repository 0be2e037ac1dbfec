"""The records of one namespace, in memory and searchable."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.arms import DenseArm, Scores, SparseArm
from infra.local.emulators.vector.bm25 import SparseVector
from infra.local.emulators.vector.filters import Predicate
from infra.local.emulators.vector.records import DenseVector, Hit, VectorRecord

# The scores of equal texts at different places of a matrix differ in their last bits, which must
# not decide the order.
_DECIMALS = 6
_WIDENING_FACTOR = 8

# Whether the record at a slot passes the filter.
Accepts = Callable[[int], bool]


class Collection:
    """Records by id. The statistics of its sparse arm do not count other collections.

    It does not lock: the index does.
    """

    def __init__(self, dimension: int) -> None:
        self._slot_of: dict[str, int] = {}
        self._records: list[VectorRecord | None] = []
        self._free: list[int] = []
        self._dense = DenseArm(dimension)
        self._sparse = SparseArm()
        # Ids in order, for pages; `None` when a change made it stale.
        self._sorted: list[str] | None = []

    def __len__(self) -> int:
        return len(self._slot_of)

    def get(self, name: str) -> VectorRecord | None:
        """Return the record with this id, `None` if there is none."""
        slot = self._slot_of.get(name)
        return None if slot is None else self._records[slot]

    def put(self, record: VectorRecord) -> None:
        """Add a record, or replace the one with its id."""
        old = self.get(record.id)
        slot = self._slot_of[record.id] if old else self._take_slot(record.id)
        self._records[slot] = record
        if old is None or old.dense is not record.dense:
            self._dense.put(slot, record.dense)
        if old is None or old.sparse is not record.sparse:
            if old is not None:
                self._sparse.remove(slot, old.sparse)
            self._sparse.put(slot, record.sparse)

    def remove(self, name: str) -> bool:
        """Remove a record; return whether there was one."""
        record = self.get(name)
        if record is None:
            return False
        slot = self._slot_of.pop(name)
        self._dense.remove(slot)
        self._sparse.remove(slot, record.sparse)
        self._records[slot] = None
        self._free.append(slot)
        self._sorted = None
        return True

    def search_dense(self, query: DenseVector, top_k: int, accepts: Accepts) -> list[Hit]:
        """Rank by cosine."""
        return self._hits(self._dense.scores(query), top_k, accepts)

    def search_sparse(
        self, query: SparseVector, top_k: int, accepts: Accepts, *, by_rarity: bool
    ) -> list[Hit]:
        """Rank by inner product; `by_rarity` weights each dimension by its rarity here."""
        return self._hits(self._sparse.scores(query, by_rarity=by_rarity), top_k, accepts)

    def _hits(self, scores: Scores, top_k: int, accepts: Accepts) -> list[Hit]:
        """Return the `top_k` accepted records by score, equal scores by id.

        The filter `accepts` is applied to the highest scores first, and to more only if too few
        pass: a filter that most records pass costs little.
        """
        slots, raw = scores
        values = np.round(raw, _DECIMALS)
        wanted = top_k
        while True:
            highest = _highest(values, wanted)
            pairs = zip(slots[highest].tolist(), values[highest].tolist(), strict=True)
            records = ((self._records[slot], score) for slot, score in pairs if accepts(slot))
            hits = [Hit(record, score) for record, score in records if record is not None]
            if len(hits) >= top_k or len(highest) == len(values):
                return sorted(hits, key=lambda hit: (-hit.score, hit.record.id))[:top_k]
            wanted *= _WIDENING_FACTOR

    def acceptor(self, predicate: Predicate | None) -> Accepts:
        """Return the filter as a function of slots that caches its results."""
        if predicate is None:
            return lambda _slot: True

        @cache
        def accepts(slot: int) -> bool:
            record = self._records[slot]
            return record is not None and predicate(record.metadata or {})

        return accepts

    def after(self, name: str) -> Iterator[VectorRecord]:
        """Iterate over the records whose id comes after `name`, ordered by id."""
        if self._sorted is None:
            self._sorted = sorted(self._slot_of)
        ids = self._sorted
        for at in range(bisect_right(ids, name), len(ids)):
            record = self.get(ids[at])
            if record is not None:
                yield record

    def _take_slot(self, name: str) -> int:
        self._sorted = None
        if self._free:
            slot = self._free.pop()
        else:
            slot = len(self._records)
            self._records.append(None)
        self._slot_of[name] = slot
        return slot


def _highest(values: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """Return the positions of the `count` highest values and of all that equal the last of them."""
    if count >= len(values):
        return np.arange(len(values))
    threshold = np.partition(values, len(values) - count)[len(values) - count]
    return np.flatnonzero(values >= threshold)
