"""Upstash Vector: its SDK's operations over our own guarded HTTP, and the filter language."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import JsonValue
from typing_extensions import override
from upstash_vector.core.index_operations import AsyncIndexOperations
from upstash_vector.errors import ClientError, UpstashError
from upstash_vector.types import QueryMode, QueryResult, WeightingStrategy

from recollect.adapters.upstash_http import UpstashHttp
from recollect.errors import FieldError, InvalidRequest, StoreRefused

STORE = "upstash-vector"
_REQUEST_REFUSED = {400, 422}
# Control characters, lone surrogates, line and paragraph separators. Joiners and the other spaces
# are part of what people write: 👩‍💻, 東京　駅.
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})


class RequestRefused(StoreRefused):
    """It found fault with our request itself, and so perhaps with what a caller gave for it."""


class VectorIndex(AsyncIndexOperations):
    """The operations of `upstash_vector.AsyncIndex`, guarded. Every one of them may be repeated."""

    def __init__(self, http: UpstashHttp) -> None:
        self._http = http

    @override
    async def _execute_request_async(self, payload: Any, path: str) -> Any:  # the SDK's types
        response = await self._http.post(path, payload, {}, repeatable=True)
        if response.status_code in _REQUEST_REFUSED:
            raise RequestRefused(STORE, f"answered {response.status_code}")
        body = response.json()
        if response.is_error or "error" in body:
            raise StoreRefused(STORE, f"answered {response.status_code}")
        return body["result"]

    async def query_arms(
        self, namespace: str, text: str, filter_text: str, top_k: int
    ) -> tuple[Sequence[QueryResult], Sequence[QueryResult]]:
        """Ask the dense and the sparse arm in one batch.

        The SDK's `query_many` drops `query_mode`, so the body is made here.
        """
        body = {
            "topK": top_k,
            "includeVectors": False,
            "includeMetadata": True,
            "includeData": True,
            "filter": filter_text,
            "data": text,
        }
        sparse = {"weightingStrategy": WeightingStrategy.IDF.value}
        dense_hits, sparse_hits = await self._execute_request_async(
            payload=[
                body | {"queryMode": QueryMode.DENSE.value},
                body | {"queryMode": QueryMode.SPARSE.value} | sparse,
            ],
            path=f"/query-data/{namespace}",
        )
        return _results(dense_hits), _results(sparse_hits)


def _results(hits: Sequence[Mapping[str, Any]]) -> list[QueryResult]:
    return [
        QueryResult(hit["id"], hit["score"], metadata=hit.get("metadata"), data=hit.get("data"))
        for hit in hits
    ]


@contextmanager
def reading_answers() -> Iterator[None]:
    """Turn what the SDK raises over an answer that is not in its protocol into our error."""
    try:
        yield
    except (UpstashError, ClientError, ArithmeticError, AttributeError, LookupError) as error:
        raise StoreRefused(STORE, "answered outside its protocol") from error
    except (TypeError, ValueError) as error:
        raise StoreRefused(STORE, "answered outside its protocol") from error


def equality(field: str, value: str) -> str:
    """The filter `field = value`."""
    return f"{field} = {quoted(field, value)}"


def containing(field: str, value: JsonValue) -> str:
    """The filter for a list `field` that has `value` among its items."""
    return f"{field} CONTAINS {quoted(field, str(value))}"


def quoted(field: str, value: str) -> str:
    """A string literal of the filter language.

    How the language escapes a quote is not documented, so nothing is escaped: the literal takes
    the kind of quote that the value does not hold, and a value that holds both, a backslash or a
    control character is refused.
    """
    if "\\" in value or any(unicodedata.category(each) in _UNSAFE for each in value):
        raise InvalidRequest([FieldError(field, "must not hold backslashes or control characters")])
    for quote in ("'", '"'):
        if quote not in value:
            return f"{quote}{value}{quote}"
    raise InvalidRequest([FieldError(field, "must not hold both kinds of quotes")])
