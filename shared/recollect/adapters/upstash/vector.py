"""Upstash Vector: its SDK's operations over our own HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from pydantic import JsonValue
from typing_extensions import override
from upstash_vector.core.index_operations import AsyncIndexOperations
from upstash_vector.errors import ClientError, UpstashError
from upstash_vector.types import QueryMode, QueryResult, WeightingStrategy

from recollect.adapters.http.json_text import FOREIGN, outside_protocol
from recollect.adapters.http.transport import HttpService, json_bytes, json_of
from recollect.core.errors import StoreRefused

STORE = "upstash-vector"
_REQUEST_REFUSED = {400, 422}


class RequestRefused(StoreRefused):
    """It found fault with our request itself, and so perhaps with what a caller gave for it."""


class VectorIndex(AsyncIndexOperations):
    """The operations of `upstash_vector.AsyncIndex`, guarded. Every one of them may be repeated."""

    def __init__(self, service: HttpService) -> None:
        self._service = service

    @override
    async def _execute_request_async(self, payload: Any, path: str) -> Any:  # the SDK's types
        content = json_bytes(STORE, payload)
        return await self._service.send("POST", path, _result, content=content)

    async def query_arms(
        self, namespace: str, text: str, filter_text: str, top_k: int, *, by_rarity: bool
    ) -> tuple[Sequence[QueryResult], Sequence[QueryResult]]:
        """Ask the dense and the sparse arm in one batch."""
        dense, sparse = await self.query_batch(
            namespace,
            [
                ArmQuery(QueryMode.DENSE, text, filter_text, top_k),
                ArmQuery(QueryMode.SPARSE, text, filter_text, top_k, by_rarity=by_rarity),
            ],
        )
        return dense, sparse

    async def query_batch(
        self, namespace: str, queries: Sequence["ArmQuery"]
    ) -> list[list[QueryResult]]:
        """Ask several times in one round trip; answer the results of each in order.

        The SDK's `query_many` drops `query_mode`, so the bodies are made here.
        """
        bodies = [query.body() for query in queries]
        # One question is not a batch: its answer is not nested.
        payload = bodies[0] if len(bodies) == 1 else bodies
        found = await self._execute_request_async(payload=payload, path=f"/query-data/{namespace}")
        answers = [found] if len(bodies) == 1 else found
        if len(answers) != len(queries):
            raise StoreRefused(STORE, f"{len(answers)} answers to {len(queries)} queries")
        return [_results(hits) for hits in answers]


@dataclass(frozen=True, slots=True)
class ArmQuery:
    """A question to one arm of a hybrid index.

    With `by_rarity` a rare word of the namespace weighs more than a common one. Whoever may not
    know of all that is there asks without: how rare a word is tells who else says it.
    """

    mode: QueryMode
    text: str
    filter_text: str
    top_k: int
    with_vectors: bool = False
    by_rarity: bool = True

    def body(self) -> dict[str, str | int | bool]:
        """The question as the REST API takes it."""
        body: dict[str, str | int | bool] = {
            "topK": self.top_k,
            "includeVectors": self.with_vectors,
            "includeMetadata": True,
            "includeData": True,
            "filter": self.filter_text,
            "data": self.text,
            "queryMode": self.mode.value,
        }
        if self.mode is QueryMode.SPARSE and self.by_rarity:
            body["weightingStrategy"] = WeightingStrategy.IDF.value
        return body


def _result(response: httpx.Response) -> JsonValue:
    if response.status_code in _REQUEST_REFUSED:
        raise RequestRefused(STORE, f"answered {response.status_code}")
    body = json_of(STORE, response)
    if not isinstance(body, dict) or "error" in body or "result" not in body:
        raise outside_protocol(STORE)
    return body["result"]


def _results(hits: Sequence[Mapping[str, Any]]) -> list[QueryResult]:
    return [
        QueryResult(
            hit["id"],
            hit["score"],
            vector=hit.get("vector"),
            metadata=hit.get("metadata"),
            data=hit.get("data"),
        )
        for hit in hits
    ]


@contextmanager
def reading_answers() -> Iterator[None]:
    """Turn what the SDK raises over an answer that is not in its protocol into our error."""
    try:
        yield
    except (UpstashError, ClientError, *FOREIGN) as error:
        raise StoreRefused(STORE, "answered outside its protocol") from error
