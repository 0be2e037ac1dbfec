"""Request bodies, checked, as what the index takes. Extra keys are ignored."""

import json
import re
from dataclasses import replace
from typing import Annotated, Final, Literal, NoReturn, TypeVar

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
)
from pydantic.alias_generators import to_camel

from infra.local.emulators.vector.bm25 import SparseVector
from infra.local.emulators.vector.errors import (
    MalformedRequestError,
    TooLargeError,
    UnprocessableError,
)
from infra.local.emulators.vector.metadata import check_metadata
from infra.local.emulators.vector.records import (
    Change,
    DenseVector,
    Fusion,
    Mode,
    Query,
    Record,
)

MAX_BATCH: Final = 1000
MAX_TOP_K: Final = 1000
MAX_SPARSE: Final = 1000
MAX_DATA_BYTES: Final = 1 << 20

# A body that breaks one of these bounds is well-formed: it asks for too much.
_BOUNDS = {"less_than_equal", "greater_than_equal", "too_long"}
_INT32 = 1 << 31
_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

B = TypeVar("B", bound="Body")

# Larger ones would overflow the norm of a vector of 32-bit floats.
Number = Annotated[float, Field(ge=-1e15, le=1e15)]


class Body(BaseModel):
    """What all bodies share."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", alias_generator=to_camel)


class SparseBody(Body):
    """A sparse vector as two lists of one length."""

    indices: Annotated[
        list[Annotated[int, Field(ge=-_INT32, lt=_INT32)]], Field(max_length=MAX_SPARSE)
    ]
    values: list[Number]

    def vector(self) -> SparseVector:
        """Return it for the index. Raises `UnprocessableError` when it is none."""
        if len(self.indices) != len(self.values) or len(set(self.indices)) < len(self.indices):
            raise UnprocessableError("A sparse vector needs one value for each distinct index.")
        return SparseVector(np.array(self.indices, np.int32), np.array(self.values, np.float32))


Json = dict[str, JsonValue]
Name = Annotated[str, Field(min_length=1)] | int
Ids = Annotated[list[Name], Field(max_length=MAX_BATCH)]
Dense = Annotated[list[Number], Field(min_length=1)]


class TextRecordBody(Body):
    """One element of `/upsert-data`."""

    id: Name
    data: str
    metadata: Json | None = None

    def record(self) -> Record:
        """Return it for the index, which makes the vectors."""
        return _record(self.id, self.data, self.metadata)


class VectorRecordBody(Body):
    """One element of `/upsert`."""

    id: Name
    vector: Dense | None = None
    sparse_vector: SparseBody | None = None
    data: str | None = None
    metadata: Json | None = None

    def record(self) -> Record:
        """Return it for the index. Raises `MalformedRequestError` when it has no vector."""
        _need(self.vector is not None or self.sparse_vector is not None, "vector or sparseVector")
        record = _record(self.id, self.data, self.metadata)
        return replace(record, dense=_dense(self.vector), sparse=_sparse(self.sparse_vector))


class Includes(Body):
    """What of a record is wanted in the answer."""

    include_vectors: bool = False
    include_metadata: bool = False
    include_data: bool = False


class QueryOptions(Includes):
    """What `/query` and `/query-data` have in common."""

    top_k: Annotated[int, Field(ge=1, le=MAX_TOP_K)] = 10
    filter: str = ""
    weighting_strategy: Literal["IDF"] | None = None
    fusion_algorithm: Fusion = "RRF"
    query_mode: Mode = "HYBRID"

    def options(self) -> Query:
        """Return the query without what is looked for."""
        return Query(
            self.top_k,
            filter=self.filter,
            idf=self.weighting_strategy == "IDF",
            fusion=self.fusion_algorithm,
            mode=self.query_mode,
        )


class TextQueryBody(QueryOptions):
    """One element of `/query-data`."""

    data: str

    def query(self) -> Query:
        """Return it for the index, which makes the vectors."""
        return replace(self.options(), text=self.data)


class VectorQueryBody(QueryOptions):
    """One element of `/query`."""

    vector: Dense | None = None
    sparse_vector: SparseBody | None = None

    def query(self) -> Query:
        """Return it for the index. Raises `MalformedRequestError` when it has no vector."""
        _need(self.vector is not None or self.sparse_vector is not None, "vector or sparseVector")
        return replace(
            self.options(), dense=_dense(self.vector), sparse=_sparse(self.sparse_vector)
        )


class FetchBody(Includes):
    """`/fetch`: by ids or by prefix."""

    ids: Ids | None = None
    prefix: str | None = None


class RangeBody(Includes):
    """`/range`: a page of ids in order."""

    cursor: str = ""
    limit: Annotated[int, Field(ge=1, le=MAX_BATCH)] = 1
    prefix: str = ""


class DeleteBody(Body):
    """`/delete`: by ids, by prefix or by filter."""

    ids: Ids | None = None
    prefix: str | None = None
    filter: str | None = None


class UpdateBody(Body):
    """`/update`: what is left out stays as it is."""

    id: Name
    vector: Dense | None = None
    sparse_vector: SparseBody | None = None
    data: str | None = None
    metadata: Json | None = None
    metadata_update_mode: Literal["OVERWRITE", "PATCH"] = "OVERWRITE"

    def change(self) -> Change:
        """Return it for the index."""
        merges = self.metadata_update_mode == "PATCH"
        _need(not merges or self.metadata is not None, "metadata, which PATCH merges in")
        # A patch is small where its result may not be: the index checks that.
        record = _record(self.id, self.data, self.metadata)
        return Change(
            record.id,
            record.data,
            record.metadata,
            merges,
            _dense(self.vector),
            _sparse(self.sparse_vector),
        )


def read_json(raw: bytes) -> object:
    """Read a body; no body is null. Raises `MalformedRequestError`."""
    try:
        text = raw.decode()
        value: object = json.loads(text or "null", parse_constant=_refuse_constant)
        if _MAYBE_SURROGATE.search(text):
            # Half of a surrogate pair is no character: it can be neither stored nor sent back.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise MalformedRequestError(f"The body is not JSON: {error}") from error
    return value


def read_one(model: type[B], value: object) -> B:
    """Read a JSON value as a model. Raises `MalformedRequestError` or `UnprocessableError`."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        message = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        kind = UnprocessableError if first["type"] in _BOUNDS else MalformedRequestError
        raise kind(message) from error


def read_batch(model: type[B], value: object) -> list[B]:
    """Read a JSON object, or an array of up to 1000, as models."""
    items = value if isinstance(value, list) else [value]
    _need(len(items) > 0, "at least one element")
    if len(items) > MAX_BATCH:
        raise UnprocessableError(f"A batch holds at most {MAX_BATCH} elements.")
    return [read_one(model, item) for item in items]


def _record(name: str | int, data: str | None, metadata: Json | None) -> Record:
    check_metadata(str(name), metadata)
    if data is not None and len(data.encode()) > MAX_DATA_BYTES:
        raise TooLargeError(f"The data of {name} are over {MAX_DATA_BYTES} bytes.")
    return Record(str(name), data, metadata)


def _dense(values: list[float] | None) -> DenseVector | None:
    return None if values is None else np.array(values, np.float32)


def _sparse(body: SparseBody | None) -> SparseVector | None:
    return None if body is None else body.vector()


def _need(there: bool, what: str) -> None:
    if not there:
        raise MalformedRequestError(f"The request needs {what}.")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
