"""Requests to the API as plain data: what is sent, and how the answer is read. Nothing is sent."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Generic, Literal, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError
from pydantic_core.core_schema import ExtraBehavior

from recollect.client.errors import UnreadableAnswerError, invalid
from recollect.client.newer_words import has_newer_word, with_newer_words
from recollect.core.errors import FieldError, InvalidRequest
from recollect.core.field_errors import field_errors

_LONGEST_NAME: Final = 256
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")

Method = Literal["GET", "POST", "PUT", "DELETE"]
_M = TypeVar("_M", bound=BaseModel)
_A = TypeVar("_A")
_A_co = TypeVar("_A_co", covariant=True)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ApiRequest(Generic[_A_co]):
    """A request, and what `read` makes of the body of its answer.

    One that `writes` bears an idempotency key: `key`, or one that is made for it.
    """

    method: Method
    path: str
    read: Callable[[bytes], _A_co]
    content: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    writes: bool = False
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Listing(Generic[_A, _T]):
    """A list that is answered in pages: the `first`, what is in one, and where it goes on."""

    first: ApiRequest[_A]
    items: Callable[[_A], Sequence[_T]]
    next_cursor: Callable[[_A], str | None]

    def page(self, cursor: str) -> ApiRequest[_A]:
        """The request for the page at a cursor."""
        return replace(self.first, query={**self.first.query, "cursor": cursor})


def reads(
    method: Method, path: str, answer: type[_M], body: BaseModel | None = None
) -> ApiRequest[_M]:
    """A request that changes nothing; its model goes into the query of a GET."""
    read = partial(read_model, answer)
    if method == "GET":
        return ApiRequest(method, path, read, query=_query(body))
    return ApiRequest(method, path, read, _written(body))


def writes(
    method: Method,
    path: str,
    answer: type[_M],
    body: BaseModel | None = None,
    *,
    query: BaseModel | None = None,
    key: str | None = None,
) -> ApiRequest[_M]:
    """A request that bears an idempotency key, so that a repeat counts once.

    Raises InvalidRequestError for a key that no header can have.
    """
    if key is not None and not _KEY.fullmatch(key):
        wanted = "must be 1 to 255 printable ASCII characters"
        raise invalid([FieldError("idempotency_key", wanted)])
    read = partial(read_model, answer)
    return ApiRequest(method, path, read, _written(body), _query(query), writes=True, key=key)


def read_model(model: type[_M], content: bytes) -> _M:
    """Read an answer. Fields that a newer service adds are ignored, words of enumerations kept.

    Raises UnreadableAnswerError.
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
        wrong = InvalidRequest(field_errors(error)[:3])  # without what the answer has of customers
        raise UnreadableAnswerError(f"no {model.__name__}: {wrong}") from None


def asked(model: type[_M], /, **fields: object) -> _M:
    """A model of what was said; None is what was not. Raises InvalidRequestError."""
    given = {name: value for name, value in fields.items() if value is not None}
    try:
        return model.model_validate(given, by_name=True, by_alias=True)
    except ValidationError as error:
        raise invalid(field_errors(error)) from None


def segment(name: str) -> str:
    """A name as a part of a path, which cannot lead out of it. Raises InvalidRequestError."""
    if not name.strip(".") or len(name) > _LONGEST_NAME:
        wanted = f"must be 1 to {_LONGEST_NAME} characters, and not dots alone"
        raise invalid([FieldError("path", f"a name {wanted}")])
    try:
        return quote(name, safe="")
    except UnicodeEncodeError:  # half of a surrogate pair
        raise invalid([FieldError("path", "a name must be text that has bytes in UTF-8")]) from None


def _written(body: BaseModel | None) -> str:
    return "" if body is None else body.model_dump_json(by_alias=True, exclude_unset=True)


def _query(asked_for: BaseModel | None) -> dict[str, str]:
    if asked_for is None:
        return {}
    fields = asked_for.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {name: in_query(value) for name, value in fields.items()}


def in_query(value: object) -> str:
    """A value as a query string has it."""
    if isinstance(value, list):
        return ",".join(map(in_query, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
