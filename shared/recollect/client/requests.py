"""Requests to the API as plain data: what to send, and how to read the answer. Nothing is sent."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Generic, Literal, Protocol, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError
from pydantic_core.core_schema import ExtraBehavior

from recollect.client.errors import UnreadableAnswerError, invalid
from recollect.client.newer_words import has_newer_word, with_newer_words
from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.field_errors import field_errors

PAGE_SIZE: Final = 100
"""How many items of a list are fetched at once, by default."""

_MAX_NAME_CHARS: Final = 256
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")

Method = Literal["GET", "POST", "PUT", "DELETE"]
_M = TypeVar("_M", bound=BaseModel)
_A_co = TypeVar("_A_co", covariant=True)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ApiRequest(Generic[_A_co]):
    """A request; `read` parses the body of its answer.

    A request that `writes` is sent with an idempotency key: `key`, or a generated one.
    """

    method: Method
    path: str
    read: Callable[[bytes], _A_co]
    content: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    writes: bool = False
    key: str | None = None


class ListPage(Protocol):
    """A part of a list."""

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the page after it; None after the last."""


AnyPage = TypeVar("AnyPage", bound=ListPage)


@dataclass(frozen=True, slots=True)
class Listing(Generic[AnyPage, _T]):
    """A list that the API answers in pages.

    `first` requests the first page, and `items` are the items of a page.
    """

    first: ApiRequest[AnyPage]
    items: Callable[[AnyPage], Sequence[_T]]

    def after(self, page: AnyPage) -> ApiRequest[AnyPage] | None:
        """The request for the page after this one; None after the last."""
        if not page.next_cursor:
            return None
        return replace(self.first, query={**self.first.query, "cursor": page.next_cursor})


def reads(
    method: Method, path: str, answer: type[_M], body: BaseModel | None = None
) -> ApiRequest[_M]:
    """A request that changes nothing. `body` is sent as JSON, or as the query string of a GET.

    `answer` is the model of the answer.
    """
    read = partial(read_model, answer)
    if method == "GET":
        return ApiRequest(method, path, read, query=_query(body))
    return ApiRequest(method, path, read, _json_body(body))


def writes(
    method: Method,
    path: str,
    answer: type[_M],
    body: BaseModel | None = None,
    *,
    query: BaseModel | None = None,
    key: str | None = None,
) -> ApiRequest[_M]:
    """A request that changes something. It has an idempotency key, so that repeats count once.

    `answer` is the model of the answer. Raises InvalidRequestError for a `key` that cannot be sent
    in a header.
    """
    if key is not None and not _KEY.fullmatch(key):
        wanted = "must be 1 to 255 printable ASCII characters"
        raise invalid([FieldError("idempotency_key", wanted)])
    read = partial(read_model, answer)
    return ApiRequest(method, path, read, _json_body(body), _query(query), writes=True, key=key)


def read_model(model: type[_M], content: bytes) -> _M:
    """Parse an answer, which may come from a service that is newer than this client.

    Unknown fields are ignored, unless the model allows any; unknown words of enumerations are kept
    as they are. Raises UnreadableAnswerError.
    """
    extra: ExtraBehavior = "allow" if model.model_config.get("extra") == "allow" else "ignore"
    try:
        try:
            return model.model_validate_json(content, extra=extra)
        except ValidationError as error:
            if not has_newer_word(error):
                raise
            return with_newer_words(model, content, extra)
    except ValidationError as error:
        # `from None`: pydantic's error would quote the answer, which may hold data of customers.
        wrong = InvalidRequest(field_errors(error)[:3])
        raise UnreadableAnswerError(f"no {model.__name__}: {wrong}") from None


def built(model: type[_M], /, **fields: object) -> _M:
    """Build a model from the fields that are not None. Raises InvalidRequestError."""
    given = {name: value for name, value in fields.items() if value is not None}
    try:
        return model.model_validate(given, by_name=True, by_alias=True)
    except ValidationError as error:
        raise invalid(field_errors(error)) from None


def segment(name: str) -> str:
    """Quote a name as one segment of a path, so that it cannot lead to another path.

    Raises InvalidRequestError for a name that is empty, too long, only dots, or not valid Unicode.
    """
    if not name.strip(".") or len(name) > _MAX_NAME_CHARS:
        wanted = f"must be 1 to {_MAX_NAME_CHARS} characters, and not dots alone"
        raise invalid([FieldError("path", f"a name {wanted}")])
    try:
        return quote(name, safe="")
    except UnicodeEncodeError:  # a lone surrogate
        raise invalid([FieldError("path", "a name must be text that has bytes in UTF-8")]) from None


def _json_body(body: BaseModel | None) -> str:
    return "" if body is None else body.model_dump_json(by_alias=True, exclude_unset=True)


def _query(asked_for: BaseModel | None) -> dict[str, str]:
    if asked_for is None:
        return {}
    fields = asked_for.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {name: in_query(value) for name, value in fields.items()}


def in_query(value: object) -> str:
    """The text of a value in a query string: `a,b` for a list, `true` and `false` for booleans."""
    if isinstance(value, list):
        return ",".join(map(in_query, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
