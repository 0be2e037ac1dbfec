"""Models of request bodies, and how they are read and checked.

They have only the keys that Recollect sends. Any other key is an error, because Upstash would do
something with it that the emulator does not do.
"""

import json
import re
from typing import Annotated, Final, Literal, NoReturn, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from infra.local.emulators.vector.errors import (
    RecordTooLargeError,
    UnprocessableError,
    UnreadableRequestError,
)
from infra.local.emulators.vector.records import check_metadata

MAX_BATCH: Final = 1000
MAX_TOP_K: Final = 1000
MAX_DATA_BYTES: Final = 1 << 20

# pydantic's errors for a body that is well-formed but asks for too much (or too little).
_BOUND_ERRORS = {"less_than_equal", "greater_than_equal", "too_long"}
_MAYBE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

B = TypeVar("B", bound="Body")


class Body(BaseModel):
    """The base of all bodies."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", alias_generator=to_camel)


def _digits(value: object) -> object:
    return str(value) if type(value) is int else value


Json = dict[str, JsonValue]
Mode = Literal["DENSE", "SPARSE"]
# Upstash also accepts a number as an id.
Name = Annotated[str, Field(min_length=1), BeforeValidator(_digits)]
Ids = Annotated[list[Name], Field(max_length=MAX_BATCH)]


class UpsertItem(Body):
    """One element of `/upsert-data`: a text that the index embeds and stores as a record."""

    id: Name
    data: str
    metadata: Json | None = None

    def check_size(self) -> None:
        """Raise `RecordTooLargeError` if metadata or text are over their limit."""
        check_metadata(self.id, self.metadata)
        check_data(self.id, self.data)


class Includes(Body):
    """Which parts of a record the answer should contain."""

    include_vectors: bool = False
    include_metadata: bool = False
    include_data: bool = False


class TextQuery(Includes):
    """One element of `/query-data`: a query to the dense or to the sparse arm."""

    data: str
    query_mode: Mode
    top_k: Annotated[int, Field(ge=1, le=MAX_TOP_K)] = 10
    filter: str = ""
    weighting_strategy: Literal["IDF"] | None = None


class FetchBody(Includes):
    """The body of `/fetch`: ids."""

    ids: Ids


class RangeBody(Includes):
    """The body of `/range`: the cursor and the size of a page."""

    cursor: str = ""
    limit: Annotated[int, Field(ge=1, le=MAX_BATCH)] = 1


class DeleteBody(Body):
    """The body of `/delete`: ids, or a prefix of ids."""

    ids: Ids | None = None
    prefix: Annotated[str, Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.ids is None) == (self.prefix is None):
            raise ValueError("either ids or a prefix is needed")
        return self


class UpdateBody(Body):
    """The body of `/update`: metadata to merge or to replace; and a text, if it changes."""

    id: Name
    metadata: Json
    metadata_update_mode: Literal["PATCH", "OVERWRITE"]
    data: str | None = None


def check_data(name: str, data: str) -> None:
    """Raise `RecordTooLargeError` if the text of a record is over its limit."""
    if len(data.encode()) > MAX_DATA_BYTES:
        raise RecordTooLargeError(f"The data of {name} are over {MAX_DATA_BYTES} bytes.")


def read_json(raw: bytes) -> object:
    """Parse a body; an empty one is null. Raises `UnreadableRequestError`."""
    try:
        text = raw.decode()
        value: object = json.loads(text or "null", parse_constant=_refuse_constant)
        if _MAYBE_SURROGATE.search(text):
            # A lone surrogate is no character: it can be neither stored nor sent back.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise UnreadableRequestError(f"The body is not JSON: {error}") from error
    return value


def read_one(model: type[B], value: object) -> B:
    """Read a JSON value as a model. Raises `UnreadableRequestError` or `UnprocessableError`."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        message = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in found)
        asks_too_much = all(one["type"] in _BOUND_ERRORS for one in found)
        raise (UnprocessableError if asks_too_much else UnreadableRequestError)(message) from error


def read_batch(model: type[B], value: object) -> list[B]:
    """Read a JSON object, or an array of up to 1000, as models."""
    items = value if isinstance(value, list) else [value]
    if not items:
        raise UnreadableRequestError("The request needs at least one element.")
    if len(items) > MAX_BATCH:
        raise UnprocessableError(f"A batch holds at most {MAX_BATCH} elements.")
    return [read_one(model, item) for item in items]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
