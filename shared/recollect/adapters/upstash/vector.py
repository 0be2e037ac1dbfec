"""Upstash Vector: its SDK's operations over our own HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx
from pydantic import JsonValue
from typing_extensions import override
from upstash_vector.core.index_operations import AsyncIndexOperations
from upstash_vector.errors import ClientError, UpstashError
from upstash_vector.types import (
    Data,
    FetchResult,
    QueryMode,
    QueryResult,
    RangeResult,
    WeightingStrategy,
)

from recollect.adapters.http.json_text import FOREIGN, protocol_error
from recollect.adapters.http.transport import HttpService, json_bytes, json_of
from recollect.core.concurrency import gather_all
from recollect.core.errors import ReadOnlyToken, StoreError, StoreRefused, WrittenInPart
from recollect.core.grouping import batched
from recollect.relevance.identifiers import with_spellings

STORE = "upstash-vector"
_REQUEST_REFUSED = {400, 422}
# What is written at once: a model that takes two seconds for twenty texts is asked for no more.
_BATCH_TEXTS: Final = 20
_BATCH_CHARACTERS: Final = 60_000
# What may be fetched at once.
_MOST_IDS: Final = 1_000
# Embedding takes its time: see `write_seconds`. What is left of the 29 s of a function that brings
# knowledge in is for saying what could not be written.
_SECONDS_PER_TEXT: Final = 0.1
_SECONDS_PER_CHARACTER: Final = 0.1 / 1000
_MOST_WRITE_SECONDS: Final = 20.0


class RequestRefused(StoreRefused):
    """It found fault with our request itself, and so perhaps with what a caller gave for it."""


class VectorIndex(AsyncIndexOperations):
    """The operations of `upstash_vector.AsyncIndex`, guarded. Every one of them may be repeated."""

    def __init__(self, service: HttpService) -> None:
        self._service = service

    @override
    async def _execute_request_async(self, payload: Any, path: str) -> Any:  # the SDK's types
        # The SDK sends nothing where there is nothing to say, as when namespaces are listed.
        content = None if payload is None else json_bytes(STORE, payload)
        return await self._service.send("POST", path, _result, content=content)

    async def put(self, namespace: str, records: Sequence[Data]) -> None:
        """Keep records, in place of those that have their ids: in batches, side by side.

        Raises WrittenInPart where some batches were written and others not, the StoreError of the
        first where none was.
        """
        failed = await self.failures(namespace, records)
        if failed and len(failed) < len(records):
            raise WrittenInPart(STORE, {each: error.reason for each, error in failed.items()})
        for error in failed.values():
            raise error

    async def failures(self, namespace: str, records: Sequence[Data]) -> Mapping[str, StoreError]:
        """Keep records as `put` does; answer the ids of those that were not written, and why.

        All of it has the time of `write_seconds`.
        """
        patient = self.patient(records)
        outcomes = await gather_all(
            _put_batch(patient, namespace, batch) for batch in batches_of(records)
        )
        return {each: error for ids, error in outcomes if error is not None for each in ids}

    def patient(self, records: Sequence[Data]) -> "VectorIndex":
        """The same, with the time of `write_seconds` for each call."""
        seconds = write_seconds(records, self._service.timeout)
        return VectorIndex(replace(self._service, timeout=seconds))

    async def existing(self, namespace: str, ids: Sequence[str]) -> Sequence[FetchResult | None]:
        """The records of `ids` with texts and metadata, in their order; None where there is none.

        Raises StoreRefused where there are more or fewer answers than ids.
        """
        return await self.fetched(namespace, ids, with_vectors=False)

    async def fetched(
        self, namespace: str, ids: Sequence[str], *, with_vectors: bool
    ) -> Sequence[FetchResult | None]:
        """The same as `existing`, with their vectors where they are wanted."""
        with translated_errors():
            fetched = await gather_all(
                self.fetch(
                    ids=list(part),
                    namespace=namespace,
                    include_vectors=with_vectors,
                    include_metadata=True,
                    include_data=True,
                )
                for part in batched(ids, _MOST_IDS)
            )
            found = [each for part in fetched for each in part]
            if len(found) != len(ids):
                raise StoreRefused(STORE, f"{len(found)} answers to {len(ids)} ids")
            return found

    async def page(self, namespace: str, cursor: str, limit: int) -> RangeResult:
        """The records after `cursor` ("" for the first) with texts and metadata."""
        with translated_errors():
            return await self.range(
                cursor=cursor,
                limit=limit,
                namespace=namespace,
                include_metadata=True,
                include_data=True,
            )

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


async def _put_batch(
    index: VectorIndex, namespace: str, records: Sequence[Data]
) -> tuple[Sequence[str], StoreError | None]:
    """The ids of records, and what went wrong."""
    ids = [str(record.id) for record in records]
    try:
        with translated_errors():
            await index.upsert(vectors=[*records], namespace=namespace)
    except StoreError as error:
        return ids, error
    return ids, None


def write_seconds(records: Sequence[Data], base: float) -> float:
    """How long it may take to write records, where a call that embeds nothing may take `base`.

    A tenth of a second more for each text and for each thousand characters, at most 20 s together
    unless the base alone is longer.
    """
    more = _SECONDS_PER_TEXT * len(records) + _SECONDS_PER_CHARACTER * sum(map(_length, records))
    return max(base, min(base + more, _MOST_WRITE_SECONDS))


def batches_of(records: Sequence[Data]) -> Iterator[Sequence[Data]]:
    """Records in their order, as many at once as a model embeds without being asked too much."""
    batch, characters = list[Data](), 0
    for record in records:
        full = len(batch) == _BATCH_TEXTS or characters + _length(record) > _BATCH_CHARACTERS
        if batch and full:
            yield batch
            batch, characters = [], 0
        batch.append(record)
        characters += _length(record)
    if batch:
        yield batch


def _length(record: Data) -> int:
    return len(record.data)


@dataclass(frozen=True, slots=True)
class ArmQuery:
    """A question to one arm of a hybrid index.

    With `by_rarity` a rare word of the namespace weighs more than a common one. Whoever may not
    know of all that is there asks without: how rare a word is tells who else says it. With
    `only_scores` nothing is said of what is found but its id and its score.
    """

    mode: QueryMode
    text: str
    filter_text: str
    top_k: int
    with_vectors: bool = False
    by_rarity: bool = True
    only_scores: bool = False

    def body(self) -> dict[str, str | int | bool]:
        """The question as the REST API takes it."""
        body: dict[str, str | int | bool] = {
            "topK": self.top_k,
            "includeVectors": self.with_vectors,
            "includeMetadata": not self.only_scores,
            "includeData": not self.only_scores,
            "filter": self.filter_text,
            "data": with_spellings(self.text) if self.mode is QueryMode.SPARSE else self.text,
            "queryMode": self.mode.value,
        }
        if self.mode is QueryMode.SPARSE and self.by_rarity:
            body["weightingStrategy"] = WeightingStrategy.IDF.value
        return body


def _result(response: httpx.Response) -> JsonValue:
    if response.status_code in _REQUEST_REFUSED:
        raise RequestRefused(STORE, f"answered {response.status_code}")
    if response.status_code == httpx.codes.FORBIDDEN:
        raise ReadOnlyToken(STORE, "answered 403")
    body = json_of(STORE, response)
    if not isinstance(body, dict) or "error" in body or "result" not in body:
        raise protocol_error(STORE)
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
def translated_errors() -> Iterator[None]:
    """Turn what the SDK raises over an answer that is not in its protocol into our error."""
    try:
        yield
    except (UpstashError, ClientError, *FOREIGN) as error:
        raise StoreRefused(STORE, "answered outside its protocol") from error
