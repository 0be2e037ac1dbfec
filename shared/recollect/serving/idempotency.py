"""Idempotency keys: a repeat with the same key gets the first answer again.

A different request with the same key is refused; what two bodies say is compared, not how they are
written. An answer is kept together with the rights under which it was given. A repeat with other
rights is served anew, with all checks, since the caller may now see more or less. The work is then
done again, which does no harm, since the operation id makes it count once. What was only read is
not kept: it may be deleted, or hidden from the caller, before the repeat.
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
from recollect.core.json_texts import canonical_json
from recollect.core.lazy import lazy
from recollect.core.measures import LogNote, Measure

_POLL_SECONDS = 0.1
_POLLS = 10
_HASH_CHARACTERS = 64


class Answer(BaseModel):
    """The answer to a request: its status, its body, and what its headers and the metrics need.

    `about` are the memories in the body, `degraded` are the parts that the answer lacks.
    `unknown_cases` are case numbers in the request for which there is no case. `headers` are
    further headers, for browsers. `seconds` says how long its parts took; like `measures` and
    `notes`, which are written once, it is not kept. Nothing is kept if the request `only_read`.
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
    only_read: Annotated[bool, Field(exclude=True)] = False


class KeptAnswers(Protocol):
    """A store that keeps answers for a day, as one text: a request's hash and its answer."""

    async def begin(self, key: str, request_hash: str) -> str:
        """Note a request under its key. Returns what was kept for the key, or "" if nothing was."""

    async def complete(self, key: str, request_hash: str, answer: str, about: Sequence[Key]) -> str:
        """Keep an answer, unless one is kept already. Returns what is kept now.

        It is kept at most until a memory that it is about is deleted.
        """


@dataclass(frozen=True)
class Request:
    """What makes two requests the same (method, path, body), and the `rights` of the caller.

    The body is JSON; without one, a request says what it would say with an empty object.
    """

    rights: str
    method: str
    path: str
    body: str

    @lazy
    def hash(self) -> str:
        """A SHA-256 over all but the rights, in hex: one for all bodies that say the same."""
        said = canonical_json(self.body if self.body.strip() else "{}")
        return _hash("\n".join((self.method, self.path, said)))

    @property
    def rights_hash(self) -> str:
        """A SHA-256 over the rights, in hex."""
        return _hash(self.rights)


def operation_id(subject: str, key: str) -> str:
    """The id of an operation in the stores: a hash of the key and of the caller it belongs to."""
    return _hash(f"{subject}\n{key}")[:40]


async def answer_once(
    operation: str, request: Request, answer: Callable[[], Awaitable[Answer]], kept: KeptAnswers
) -> Answer:
    """The answer to a request, or the answer that it got before under the same rights.

    No lock is held. If two requests come at the same time, both do the work, which the operation id
    makes count once, and both get the answer that was kept first. Errors, even of a part (207), are
    not kept, so a repeat tries again, nor is what was only read.
    """
    before = await kept.begin(operation, request.hash)
    kept_answer = _read(before, request)
    if kept_answer is not None:
        return kept_answer
    try:
        given = await answer()
    except NotFound:
        # Another request with this key may have removed the thing, and may not have answered yet.
        is_under_way = before == request.hash
        late_answer = await _late_answer(operation, request, kept) if is_under_way else None
        if late_answer is None:
            raise
        return late_answer
    if given.only_read or given.status == HTTPStatus.MULTI_STATUS:
        return given
    written = f"{request.rights_hash}{given.model_dump_json()}"
    now_kept = await kept.complete(operation, request.hash, written, given.about)
    if now_kept == f"{request.hash}{written}":
        return given  # as it is kept, but with its measures and notes
    return _read(now_kept, request) or given


async def _late_answer(operation: str, request: Request, kept: KeptAnswers) -> Answer | None:
    for _ in range(_POLLS):
        await asyncio.sleep(_POLL_SECONDS)
        answer = _read(await kept.begin(operation, request.hash), request)
        if answer is not None:
            return answer
    return None


def _read(kept: str, request: Request) -> Answer | None:
    """The kept answer to the request.

    None if there is no answer yet, or one that was given under other rights. Raises
    IdempotencyConflict if the key was used for another request.
    """
    if not kept:
        return None
    request_hash, rest = kept[:_HASH_CHARACTERS], kept[_HASH_CHARACTERS:]
    if request_hash != request.hash:
        raise IdempotencyConflict("this Idempotency-Key was used before with another request")
    rights_hash, answer = rest[:_HASH_CHARACTERS], rest[_HASH_CHARACTERS:]
    if rights_hash != request.rights_hash:
        return None
    return Answer.model_validate_json(answer)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
