"""What the store keeps, takes and gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from infra.local.emulators.vector.bm25 import SparseVector

Metadata = Mapping[str, JsonValue]
DenseVector = NDArray[np.float32]
Mode = Literal["HYBRID", "DENSE", "SPARSE"]
Fusion = Literal["RRF", "DBSF"]


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A stored item. `dense` is as given, not normalised."""

    id: str
    data: str | None = None
    metadata: Metadata | None = None
    dense: DenseVector | None = None
    sparse: SparseVector | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """A stored item and how well it answers a query."""

    record: Record
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """What to look for: a text, or vectors.

    A text becomes the vectors that `mode` asks for and is weighted by inverse document frequency;
    a sparse vector only when `idf` says so.
    """

    top_k: int
    text: str | None = None
    dense: DenseVector | None = None
    sparse: SparseVector | None = None
    filter: str = ""
    idf: bool = False
    fusion: Fusion = "RRF"
    mode: Mode = "HYBRID"


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What to change in a stored item: what is `None` stays. A new text brings its vectors."""

    id: str
    data: str | None = None
    metadata: Metadata | None = None
    merge_metadata: bool = False
    dense: DenseVector | None = None
    sparse: SparseVector | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """Some items in the order of their ids, and where the next page starts ("" at the end)."""

    records: list[Record]
    next_cursor: str
