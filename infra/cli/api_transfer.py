"""Lines of files into the API, with the rights of a token: `recollect import --token`.

A batch is a request, whose idempotency key follows from its lines: to send a file again within a
day counts nothing twice, whatever became of the first time.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import BinaryIO, Final, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel

from infra.cli.api_client import ask
from infra.cli.console import CommandError
from infra.cli.lines import InvalidLine, LineFile
from infra.cli.transfer import NamedBusinessContext, case_batch
from recollect.knowledge.business_contexts import BusinessContext, NewBusinessContext
from recollect.knowledge.cases import NewCase, StoredCases
from recollect.memories.model import Stage, StoredBatch
from recollect.memories.requests import MemoryBatch, NewMemory

_T = TypeVar("_T")
_M = TypeVar("_M", bound=BaseModel)

FAILED: Final = "failed"
"""What lines are counted as that are not stored."""


@dataclass(frozen=True, slots=True)
class ApiTarget:
    """Where the API is, and in whose name it is asked."""

    url: str
    token: str

    def send(self, path: str, body: BaseModel, answer: type[_M], method: str = "POST") -> _M:
        """Send a write under a key of its own. Raises CommandError where it is refused."""
        written = f"{method} {path} {body.model_dump_json(by_alias=True)}"
        key = f"import-{hashlib.sha256(written.encode()).hexdigest()}"
        return ask(self.url, self.token, path, body, answer, method=method, key=key).result


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a line: what it is counted as, and why it is not stored if it is not."""

    counted: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ApiImport(Generic[_T]):
    """What the lines of a file are; `send` says of each of a batch what became of it."""

    parse: Callable[[str], _T]
    send: Callable[[Sequence[_T], ApiTarget], Sequence[Sent]]
    counted: tuple[str, ...] = ("stored",)

    def run(
        self,
        file: BinaryIO,
        api: ApiTarget,
        *,
        skip_invalid: bool = False,
        on_skip: Callable[[InvalidLine], None] = lambda _: None,
        on_failure: Callable[[InvalidLine], None] = lambda _: None,
        on_batch: Callable[[], None] = lambda: None,
    ) -> dict[str, int]:
        """Import a file, and count by name what became of its lines.

        What is not stored is named; the lines after it are sent all the same. Raises CommandError,
        which names the lines, where a whole batch is refused.
        """
        lines = LineFile(file, self.parse, skip_invalid, on_skip)
        counts = dict.fromkeys((*self.counted, FAILED), 0)
        for batch in lines.numbered_batches():
            try:
                sent = self.send([line for _, line in batch], api)
            except CommandError as error:
                raise CommandError(f"lines {batch[0][0]} to {batch[-1][0]}: {error}") from error
            for (number, _), each in zip(batch, sent, strict=True):
                counts[each.counted] += 1
                if each.counted == FAILED:
                    on_failure(InvalidLine(number, each.reason))
            on_batch()
        return {**counts, "skipped": lines.skipped}


class PlainLine(NewMemory):
    """A memory as the API takes it, which may leave out its stage.

    What an export has besides, nobody can tell by the API: it needs the stores.
    """

    stage: Stage = "draft"


def memories_over_api(app_slug: str) -> ApiImport[PlainLine]:
    """Memories of an app."""

    def send(batch: Sequence[PlainLine], api: ApiTarget) -> Sequence[Sent]:
        memories = tuple(NewMemory.model_validate(dict(line)) for line in batch)
        path = f"/apps/{app_slug}/memories/batch"
        stored = api.send(path, MemoryBatch(memories=memories), StoredBatch)
        return [
            Sent(FAILED, each.error)
            if each.error
            else Sent("added" if each.status == HTTPStatus.CREATED else "already_there")
            for each in stored.results
        ]

    return ApiImport(PlainLine.model_validate_json, send, ("added", "already_there"))


def _send_cases(batch: Sequence[NewCase], api: ApiTarget) -> Sequence[Sent]:
    api.send("/cases", case_batch(batch), StoredCases)
    return [Sent("stored")] * len(batch)


def _send_business_contexts(
    batch: Sequence[NamedBusinessContext], api: ApiTarget
) -> Sequence[Sent]:
    for each in batch:
        path = f"/business-contexts/{quote(each.entity_name, safe='')}"
        new = NewBusinessContext.model_validate(each.model_dump(exclude={"entity_name"}))
        api.send(path, new, BusinessContext, "PUT")
    return [Sent("stored")] * len(batch)


CASES_OVER_API = ApiImport(NewCase.model_validate_json, _send_cases)
BUSINESS_CONTEXTS_OVER_API = ApiImport(
    partial(NamedBusinessContext.model_validate_json, by_name=False), _send_business_contexts
)

AnyApiImport = ApiImport[PlainLine] | ApiImport[NewCase] | ApiImport[NamedBusinessContext]


def kind_over_api(app_slug: str | None, *, cases: bool) -> AnyApiImport:
    """Memories of an app where one is named, else cases or business contexts."""
    if app_slug is not None:
        return memories_over_api(app_slug)
    return CASES_OVER_API if cases else BUSINESS_CONTEXTS_OVER_API
