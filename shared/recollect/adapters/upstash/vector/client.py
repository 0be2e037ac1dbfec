"""A client for Upstash Vector: its SDK's operations over our own HTTP."""

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
# The bounds of one upsert request: the hosted model takes up to two seconds to embed twenty texts.
_BATCH_TEXTS: Final = 20
_BATCH_CHARACTERS: Final = 60_000
# How many records one fetch request may ask for.
_MAX_IDS_PER_FETCH: Final = 1_000
# Embedding takes time: see `write_seconds`. A function that brings knowledge in has 29 s; what the
# limit leaves of them is for reporting what could not be written.
_SECONDS_PER_TEXT: Final = 0.1
_SECONDS_PER_CHARACTER: Final = 0.1 / 1000
_MAX_WRITE_SECONDS: Final = 20.0


class RequestRefused(StoreRefused):
    """Upstash found the request itself invalid, perhaps because of a value that a caller sent."""


class VectorIndex(AsyncIndexOperations):
    """The operations of `upstash_vector.AsyncIndex`, with our deadline, retries and errors.

    Every operation is safe to repeat, so each is retried.
    """

    def __init__(self, service: HttpService) -> None:
        self._service = service

    @override
    async def _execute_request_async(self, payload: Any, path: str) -> Any:  # the SDK's types
        # Some operations have no payload, such as listing namespaces.
        content = None if payload is None else json_bytes(STORE, payload)
        return await self._service.send("POST", path, _result, content=content)

    async def put(self, namespace: str, records: Sequence[Data]) -> None:
        """Write records, replacing those with the same ids, in concurrent batches.

        Raises WrittenInPart if some batches were written and others were not, and the StoreError of
        the first batch if none was written.
        """
        failed = await self.failures(namespace, records)
        if failed and len(failed) < len(records):
            raise WrittenInPart(STORE, {key: error.reason for key, error in failed.items()})
        for error in failed.values():
            raise error

    async def failures(self, namespace: str, records: Sequence[Data]) -> Mapping[str, StoreError]:
        """Write records as `put` does, and return the error of each that was not written, by id.

        The timeout of every batch is the `write_seconds` of all the records.
        """
        index = self.with_time_for(records)
        outcomes = await gather_all(
            _put_batch(index, namespace, batch) for batch in batches_of(records)
        )
        return {each: error for ids, error in outcomes if error is not None for each in ids}

    def with_time_for(self, records: Sequence[Data]) -> "VectorIndex":
        """A client for the same index, with the `write_seconds` of the records as its timeout."""
        seconds = write_seconds(records, self._service.timeout)
        return VectorIndex(replace(self._service, timeout=seconds))

    async def existing(self, namespace: str, ids: Sequence[str]) -> Sequence[FetchResult | None]:
        """The records with these ids, in their order; None for an id that has no record.

        Each has its text and metadata. Raises StoreRefused if Upstash answers more or fewer records
        than there are ids.
        """
        return await self.fetched(namespace, ids, with_vectors=False)

    async def fetched(
        self, namespace: str, ids: Sequence[str], *, with_vectors: bool
    ) -> Sequence[FetchResult | None]:
        """The records as `existing` answers them, and on request with their vectors."""
        with translated_errors():
            fetched = await gather_all(
                self.fetch(
                    ids=list(part),
                    namespace=namespace,
                    include_vectors=with_vectors,
                    include_metadata=True,
                    include_data=True,
                )
                for part in batched(ids, _MAX_IDS_PER_FETCH)
            )
            found = [record for part in fetched for record in part]
            if len(found) != len(ids):
                raise StoreRefused(STORE, f"{len(found)} answers to {len(ids)} ids")
            return found

    async def page(self, namespace: str, cursor: str, limit: int) -> RangeResult:
        """Up to `limit` records after `cursor` ("" for the first), with texts and metadata."""
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
        """What the dense and the sparse arm find for a text, in one round trip."""
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
        """The results of several queries, in their order, in one round trip.

        The SDK's `query_many` drops `query_mode`, so the request is built here.
        """
        bodies = [query.body() for query in queries]
        # A single query is not sent as a list, and then its results are not nested in one, either.
        payload = bodies[0] if len(bodies) == 1 else bodies
        found = await self._execute_request_async(payload=payload, path=f"/query-data/{namespace}")
        answers = [found] if len(bodies) == 1 else found
        if len(answers) != len(queries):
            raise StoreRefused(STORE, f"{len(answers)} answers to {len(queries)} queries")
        return [_results(hits) for hits in answers]


async def _put_batch(
    index: VectorIndex, namespace: str, records: Sequence[Data]
) -> tuple[Sequence[str], StoreError | None]:
    """Write one batch; the ids of its records, and the error, or None."""
    ids = [str(record.id) for record in records]
    try:
        with translated_errors():
            await index.upsert(vectors=[*records], namespace=namespace)
    except StoreError as error:
        return ids, error
    return ids, None


def write_seconds(records: Sequence[Data], base: float) -> float:
    """The timeout in seconds for writing records; `base` is that of a call that embeds nothing.

    Adds a tenth of a second for each text and for each thousand characters. The sum is at most
    20 s, or `base` if that is longer.
    """
    more = _SECONDS_PER_TEXT * len(records) + _SECONDS_PER_CHARACTER * sum(map(_length, records))
    return max(base, min(base + more, _MAX_WRITE_SECONDS))


def batches_of(records: Sequence[Data]) -> Iterator[Sequence[Data]]:
    """The records in their order, in batches of at most 20 texts and 60,000 characters.

    A longer text has a batch of its own.
    """
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
    """A query to one arm of a hybrid index, for its best `top_k` records.

    With `by_rarity`, a word that is rare in the namespace weighs more than a common one. It is off
    for callers who may not see everything there: how rare a word is would tell them whether texts
    that are hidden from them use it. With `only_scores`, the results have ids and scores, but
    neither text nor metadata.
    """

    mode: QueryMode
    text: str
    filter_text: str
    top_k: int
    with_vectors: bool = False
    by_rarity: bool = True
    only_scores: bool = False

    def body(self) -> dict[str, str | int | bool]:
        """The query as the REST API takes it."""
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
    """Translate what the SDK raises over an unexpected answer into StoreRefused.

    What was raised is no cause of it, since its text may quote the answer.
    """
    try:
        yield
    except (UpstashError, ClientError, *FOREIGN):
        raise StoreRefused(STORE, "answered outside its protocol") from None
