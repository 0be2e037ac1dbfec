"""Stored records and the hits of a query."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from infra.local.emulators.vector.bm25 import SparseVector
from infra.local.emulators.vector.errors import RecordTooLargeError, UnreadableRequestError

Metadata = Mapping[str, JsonValue]
DenseVector = NDArray[np.float32]

MAX_METADATA_BYTES: Final = 48 * 1024


@dataclass(frozen=True, slots=True, eq=False)
class VectorRecord:
    """A stored item with the vectors of its text. `dense` is as the model returns it."""

    id: str
    data: str | None
    metadata: Metadata | None
    dense: DenseVector
    sparse: SparseVector


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """A stored item and how well it answers a query."""

    record: VectorRecord
    score: float


def merge_patch(target: JsonValue, patch: JsonValue) -> JsonValue:
    """Apply an RFC 7396 merge patch; neither argument is changed."""
    if not isinstance(patch, dict):
        return patch
    return merged(target if isinstance(target, dict) else {}, patch)


def merged(metadata: Metadata, patch: Metadata) -> dict[str, JsonValue]:
    """Return metadata with a merge patch applied."""
    result = dict(metadata)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result


def check_metadata(name: str, metadata: Metadata | None) -> None:
    """Refuse metadata that are too large or that JSON cannot hold; `None` means no metadata."""
    try:
        encoded = json.dumps(metadata, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        message = f"The metadata of {name} hold a number that JSON cannot."
        raise UnreadableRequestError(message) from error
    if len(encoded) > MAX_METADATA_BYTES:
        raise RecordTooLargeError(f"The metadata of {name} are over {MAX_METADATA_BYTES} bytes.")
