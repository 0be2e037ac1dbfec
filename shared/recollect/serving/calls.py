"""What the handler of a route gets and gives: a call, and an answer with a model as its body."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

from recollect.core.ids import Key, collection_of
from recollect.core.measures import LogNote, Measure
from recollect.core.operation import Operation
from recollect.serving.idempotency import Answer
from recollect.serving.principal import Principal

_B = TypeVar("_B", bound=BaseModel)
_B_co = TypeVar("_B_co", bound=BaseModel, covariant=True)


@dataclass(frozen=True, slots=True)
class Call(Generic[_B_co]):
    """A request that is valid and may be served. The names of `headers` are in lower case.

    `time_is_up` says whether a walk through a collection should stop at the next page.
    """

    principal: Principal
    path: Mapping[str, str]
    body: _B_co
    operation: Operation
    time_is_up: Callable[[], bool]
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def collection(self) -> str:
        """The collection of the app in the path."""
        return collection_of(self.path["app_slug"])

    @property
    def memory_key(self) -> Key:
        """The collection and id of the memory in the path."""
        return self.collection, self.path["memory_id"]

    def of(self, body: _B, **path: str) -> "Call[_B]":
        """A call of another route by the same caller, as part of the same operation."""
        return Call(self.principal, path, body, self.operation, self.time_is_up)


class Empty(BaseModel, extra="forbid", defer_build=True):
    """The body of a request that has none."""


Serve = Callable[[Call[_B]], Awaitable[Answer]]


def answer(
    body: BaseModel,
    *,
    status: int = 200,
    about: tuple[Key, ...] = (),
    degraded: tuple[str, ...] = (),
    measures: tuple[Measure, ...] = (),
    notes: tuple[LogNote, ...] = (),
    only_read: bool = False,
) -> Answer:
    """An answer with a model as its JSON body."""
    return Answer(
        status=status,
        body=body.model_dump_json(),
        about=about,
        degraded=degraded,
        measures=measures,
        notes=notes,
        only_read=only_read,
    )
