"""Qdrant's REST API, as far as evidence needs it, in front of qdrant-client's local mode.

Filters and scores are Qdrant's own; in place of its inference, an embedder that knows no model but
one. Bodies and answers are those of the documentation.
"""

import json
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.vector.hashed_embedder import HashedEmbedder

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

COLLECTION = "evidence"
MODEL = "sentence-transformers/all-minilm-l6-v2"
API_KEY = "qdrant-key"
_QUERY_FIELDS = {"query", "filter", "limit", "with_payload", "with_vector"}


@dataclass(slots=True)
class QdrantFront:
    """One collection and the queries that it received."""

    questions: list[dict[str, object]] = field(default_factory=list)
    _embedder: HashedEmbedder = field(default_factory=HashedEmbedder)
    _client: "QdrantClient" = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        from qdrant_client import QdrantClient, models

        self._client = QdrantClient(":memory:")
        vectors = models.VectorParams(
            size=self._embedder.dimension, distance=models.Distance.COSINE
        )
        self._client.create_collection(COLLECTION, vectors_config=vectors)

    def app(self) -> Starlette:
        """The API."""
        prefix = "/collections/{collection}/points"
        return Starlette(
            routes=[
                Route(f"{prefix}/query", self._query, methods=["POST"]),
                Route(prefix, self._upsert, methods=["PUT"]),
            ],
            exception_handlers={HTTPException: _failed},
        )

    async def _upsert(self, request: Request) -> Response:
        from qdrant_client import models

        body = await self._read(request)
        points = [
            models.PointStruct(
                id=point["id"], vector=self._vector(point["vector"]), payload=point["payload"]
            )
            for point in body["points"]
        ]
        with self._lock:
            self._client.upsert(COLLECTION, points)
        return _result({"operation_id": 0, "status": "completed"})

    async def _query(self, request: Request) -> Response:
        from qdrant_client import models

        body = await self._read(request)
        if set(body) != _QUERY_FIELDS or body["limit"] <= 0 or not body["with_payload"]:
            raise HTTPException(400, "Format error in JSON body")
        self.questions.append(body)
        with self._lock:
            found = self._client.query_points(
                COLLECTION,
                query=self._vector(body["query"]),
                query_filter=models.Filter.model_validate(body["filter"]),
                limit=body["limit"],
                with_vectors=body["with_vector"],
            )
        points = [point.model_dump(mode="json", exclude_none=True) for point in found.points]
        return _result({"points": points})

    async def _read(self, request: Request) -> Any:
        if request.headers.get("api-key") != API_KEY:
            raise HTTPException(401, "Must provide an API key")
        if request.path_params["collection"] != COLLECTION:
            raise HTTPException(404, "Not found: Collection doesn't exist!")
        return json.loads(await request.body())

    def _vector(self, document: dict[str, str]) -> list[float]:
        if set(document) != {"text", "model"} or document["model"] != MODEL:
            raise HTTPException(400, "Unsupported model")
        return [float(each) for each in self._embedder.embed([document["text"]])[0]]


def _result(result: object) -> Response:
    return JSONResponse({"result": result, "status": "ok", "time": 0.001})


def _failed(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"status": {"error": str(error)}, "time": 0.001}, status)
