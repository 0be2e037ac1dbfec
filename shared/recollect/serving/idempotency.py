"""Idempotency keys: the same key and request get the first answer, another request is refused.

An answer is kept with the rights that it was given under. Whoever asks again with other rights is
served anew: all that the request itself is checked for is checked, and what may be known may have
changed. That the work is done again harms nothing, since the operation id makes it count once.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from recollect.core.errors import IdempotencyConflict, NotFound
from recollect.core.ids import Key
from recollect.core.measures import LogNote, Measure

_POLL_SECONDS = 0.1
_POLLS = 10
_HASH_LENGTH = 64


class Answer(BaseModel):
    """A status and a body; `about` names the memories in it, `degraded` what had to be left out.

    `unknown_cases` are numbers that were asked about and of which there is no case, `headers` what
    a browser is told besides.

    `seconds` holds how long its parts took. Like `measures` and `notes`, which are written once, it
    is not kept.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    status: int
    body: str
    content_type: str = "application/json"
    about: tuple[Key, ...] = ()
    degraded: tuple[str, ...] = ()
    unknown_cases: tuple[str, ...] = ()
    headers: Mapping[str, str] = {}
    cache: Literal["hit", "miss"] | None = None
    seconds: Annotated[tuple[tuple[str, float], ...], Field(exclude=True)] = ()
    measures: Annotated[tuple[Measure, ...], Field(exclude=True)] = ()
    notes: Annotated[tuple[LogNote, ...], Field(exclude=True)] = ()


class KeptAnswers(Protocol):
    """Where answers are kept for a day: a request's hash, and behind it its answer."""

    async def begin(self, key: str, request_hash: str) -> str:
        """Note a request, or answer what is kept for its key; "" when it is the first."""

    async def complete(self, key: str, request_hash: str, answer: str, about: Sequence[Key]) -> str:
        """Keep an answer, the first one only, until a memory that it is about is deleted."""


@dataclass(frozen=True, slots=True)
class Request:
    """What makes two requests the same (method, path, body), and the `rights` of who asks."""

    rights: str
    method: str
    path: str
    body: str

    @property
    def hash(self) -> str:
        """A SHA-256 over all but the rights, in hex."""
        return _hash("\n".join((self.method, self.path, self.body)))

    @property
    def rights_hash(self) -> str:
        """A SHA-256 over the rights, in hex."""
        return _hash(self.rights)


def operation_id(subject: str, key: str) -> str:
    """The id of an operation in the stores: a hash, since a key belongs to its caller alone."""
    return _hash(f"{subject}\n{key}")[:40]


async def answer_once(
    operation: str, request: Request, answer: Callable[[], Awaitable[Answer]], kept: KeptAnswers
) -> Answer:
    """Answer a request, or give again what it was answered before under the same rights.

    No lock is held: of two at the same time, both do the work, which the operation id makes count
    once, and both get the answer that was kept first. Errors, also of a part (207), are not kept,
    so a repeat tries again.
    """
    before = await kept.begin(operation, request.hash)
    kept_answer = _read(before, request)
    if kept_answer is not None:
        return kept_answer
    try:
        given = await answer()
    except NotFound:
        # Another request with this key may have removed it, and not have answered yet.
        is_under_way = before == request.hash
        late = await _late_answer(operation, request, kept) if is_under_way else None
        if late is None:
            raise
        return late
    if given.status == HTTPStatus.MULTI_STATUS:
        return given
    written = f"{request.rights_hash}{given.model_dump_json()}"
    now_kept = await kept.complete(operation, request.hash, written, given.about)
    if now_kept == f"{request.hash}{written}":
        return given  # as it is kept, and with what is written once
    return _read(now_kept, request) or given


async def _late_answer(operation: str, request: Request, kept: KeptAnswers) -> Answer | None:
    for _ in range(_POLLS):
        await asyncio.sleep(_POLL_SECONDS)
        answer = _read(await kept.begin(operation, request.hash), request)
        if answer is not None:
            return answer
    return None


def _read(kept: str, request: Request) -> Answer | None:
    """The answer in what is kept: none yet, or one that was given under other rights, is None."""
    if not kept:
        return None
    request_hash, rest = kept[:_HASH_LENGTH], kept[_HASH_LENGTH:]
    if request_hash != request.hash:
        raise IdempotencyConflict("this Idempotency-Key was used before with another request")
    rights_hash, answer = rest[:_HASH_LENGTH], rest[_HASH_LENGTH:]
    if rights_hash != request.rights_hash:
        return None
    return Answer.model_validate_json(answer)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
