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
Mode = Literal["DENSE", "SPARSE"]


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """An item to be stored, of which the index makes a record."""

    id: str
    data: str
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A stored item with the vectors of its text. `dense` is as the model gives it."""

    id: str
    data: str | None
    metadata: Metadata | None
    dense: DenseVector
    sparse: SparseVector


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """A stored item and how well it answers a query."""

    record: Record
    score: float


@dataclass(frozen=True, slots=True)
class Query:
    """A question to one arm of the index; the sparse one weighs rare words higher."""

    mode: Mode
    text: str
    top_k: int
    filter: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """Some items in the order of their ids, and where the next page starts ("" at the end)."""

    records: list[Record]
    next_cursor: str
