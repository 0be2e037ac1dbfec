"""A route as its function registers it: what it takes and answers, and how it is described."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from recollect.core.errors import RequestError
from recollect.serving.calls import Empty, Serve
from recollect.serving.idempotency import Answer
from recollect.serving.problems import Problem

Refusal = Callable[[RequestError, str], Answer]
Failure = Callable[[Problem, str], Answer]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route: its method and path, what it takes and answers, and its handler.

    `recollect.serving.http.Api.route` explains the fields.
    """

    method: str
    path: str
    scope: str | None
    body: type[BaseModel]
    most_bytes: int
    answer: type[BaseModel] | None
    statuses: tuple[int, ...]
    handle: Serve[Any]
    operation: str
    headers: tuple[str, ...]
    refusal: Refusal | None
    failure: Failure | None

    @property
    def route_key(self) -> str:
        """The route's name in API Gateway."""
        return f"{self.method} {self.path}"

    @property
    def in_query(self) -> bool:
        """Whether the query string is the request, and not the body."""
        return self.method in {"GET", "DELETE"} and self.body is not Empty

    @property
    def writes(self) -> bool:
        """Whether the route changes anything, so that it takes an idempotency key."""
        return self.method != "GET" and self.scope is not None and not self.scope.endswith(":read")
