"""Import items over the API, with the rights of a token: `recollect import --token`.

A batch is a request. For memories, which are counted, its idempotency key is a hash of its items: a
file that is sent again within a day counts nothing twice, whatever happened the first time. What
replaces the former has no key: it may have been deleted or replaced by another since. If a batch is
refused because of its content, its halves are sent separately, down to the item that is wrong.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Generic, TypeAlias, TypeVar
from urllib.parse import quote

from pydantic import BaseModel

from infra.cli.api_client import ApiRefused, ask
from infra.cli.console import CommandError
from infra.cli.importing.exporters import RecordKind
from infra.cli.importing.kinds import (
    FoundEvidence,
    NamedBusinessContext,
    PlainLine,
    case_batch,
)
from infra.cli.importing.plan import QUARANTINED, WAITS, ImportItem, ImportSource, Sent
from infra.cli.importing.rows import WrongRow
from recollect.client.requests import Method
from recollect.knowledge.business_contexts import BusinessContext
from recollect.knowledge.case_storing import NewCase, StoredCases
from recollect.knowledge.requests import EvidenceBatch, StoredEvidence
from recollect.memories.receipts import BatchResult, StoredBatch
from recollect.memories.requests import MemoryBatch, NewMemory

_M = TypeVar("_M", bound=BaseModel)

FAILED: Final = "failed"
"""The name under which items that were not stored are counted."""

_WITHHELD: Final = "withheld"

_REFUSED_FOR_CONTENT: Final = frozenset({400, 409, 413, 422})
"""Statuses of a refused batch of which a part may still be accepted."""


@dataclass(frozen=True, slots=True)
class ApiTarget:
    """The API's URL, and the token to use."""

    url: str
    token: str | None

    def replace(self, path: str, body: BaseModel, answer: type[_M], method: Method = "POST") -> _M:
        """Send what replaces the former. Raises CommandError if it is refused."""
        return ask(self.url, self.token, path, body, answer, method=method).result

    def add(self, path: str, body: BaseModel, answer: type[_M]) -> _M:
        """Send what counts once a day. Raises CommandError if it is refused."""
        request = f"POST {path} {body.model_dump_json(by_alias=True)}"
        key = f"import-{hashlib.sha256(request.encode()).hexdigest()}"
        return ask(self.url, self.token, path, body, answer, key=key).result


@dataclass(frozen=True, slots=True)
class ApiImport(Generic[_M]):
    """How to import items of a `model`: `send` takes a batch, and returns a result for each item.

    `counted` are the names under which results are counted. An item replaces an earlier one for
    which `id_of` returns the same id; None is no id.
    """

    model: type[_M]
    send: Callable[[Sequence[_M], ApiTarget], Sequence[Sent]]
    counted: tuple[str, ...] = ("stored",)
    id_of: Callable[[_M], str | None] = lambda _: None

    def run(
        self, source: ImportSource, api: ApiTarget, on_batch: Callable[[int], None]
    ) -> dict[str, int]:
        """Import the items of a source; returns the number of items for each kind of result.

        `on_batch` gets the size of each batch that is done. An item that is refused is reported to
        `source.on_wrong`, and the items after it are still sent. Raises CommandError, which names
        the batch's places, for errors that smaller batches would not avoid.
        """
        items = source.items(self.model)
        counts = dict.fromkeys((*self.counted, FAILED), 0)
        places: dict[str, str] = {}
        for batch in items.batches():
            for item, sent in self._send_batch(batch, api):
                counts[sent.counted] += 1
                its_id = None if sent.counted == FAILED else self.id_of(item.value)
                if its_id in places:
                    source.on_replaced(f"{places[its_id]}: {item.place} has the same id")
                if its_id is not None:
                    places[its_id] = item.place
                if sent.counted == FAILED:
                    source.on_wrong(WrongRow(item.place, sent.reason))
                elif sent.reason:
                    source.on_withheld(f"{item.place}: {sent.reason}")
            on_batch(len(batch))
        return {**counts, **items.left}

    def _send_batch(
        self, batch: Sequence[ImportItem[_M]], api: ApiTarget
    ) -> Iterator[tuple[ImportItem[_M], Sent]]:
        try:
            yield from zip(batch, self.send([item.value for item in batch], api), strict=True)
        except ApiRefused as refused:
            if refused.status not in _REFUSED_FOR_CONTENT:
                raise CommandError(f"{batch[0].place} to {batch[-1].place}: {refused}") from refused
            if len(batch) == 1:
                yield batch[0], Sent(FAILED, refused.reason)
                return
            half = len(batch) // 2
            yield from self._send_batch(batch[:half], api)
            yield from self._send_batch(batch[half:], api)
        except CommandError as error:
            raise CommandError(f"{batch[0].place} to {batch[-1].place}: {error}") from error


def memories_over_api(app_slug: str) -> ApiImport[PlainLine]:
    """How to import memories of an app."""

    def send(batch: Sequence[PlainLine], api: ApiTarget) -> Sequence[Sent]:
        memories = tuple(NewMemory.model_validate(dict(line)) for line in batch)
        path = f"/apps/{app_slug}/memories/batch"
        stored = api.add(path, MemoryBatch(memories=memories), StoredBatch)
        return list(map(_result_of_memory, stored.results))

    return ApiImport(PlainLine, send, ("added", QUARANTINED, "already_there"))


def _result_of_memory(result: BatchResult) -> Sent:
    if result.error:
        return Sent(FAILED, result.error)
    reason = WAITS if result.quarantined else ""
    if result.status != HTTPStatus.CREATED:
        return Sent("already_there", reason)
    return Sent(QUARANTINED if result.quarantined else "added", reason)


def evidence_over_api(tenant: str, project: str) -> ApiImport[FoundEvidence]:
    """How to import evidence of a project; an item replaces the one with the same id."""

    def send(batch: Sequence[FoundEvidence], api: ApiTarget) -> Sequence[Sent]:
        body = EvidenceBatch(tenant=tenant, project=project, items=tuple(batch))
        stored = api.replace("/evidence", body, StoredEvidence)
        others = {each.index: Sent(_WITHHELD, each.reason) for each in stored.withheld or ()}
        others |= {each.index: Sent(FAILED, each.reason) for each in stored.failed or ()}
        return [others.get(index, Sent("stored")) for index in range(len(batch))]

    return ApiImport(FoundEvidence, send, ("stored", _WITHHELD), lambda item: item.id)


def _send_cases(batch: Sequence[NewCase], api: ApiTarget) -> Sequence[Sent]:
    api.replace("/cases", case_batch(batch), StoredCases)
    return [Sent("stored")] * len(batch)


def _send_business_contexts(
    batch: Sequence[NamedBusinessContext], api: ApiTarget
) -> Sequence[Sent]:
    for named in batch:
        path = f"/business-contexts/{quote(named.entity_name, safe='')}"
        api.replace(path, named.context, BusinessContext, "PUT")
    return [Sent("stored")] * len(batch)


CASES_OVER_API: Final = ApiImport(NewCase, _send_cases, id_of=lambda case: case.case_number)
BUSINESS_CONTEXTS_OVER_API: Final = ApiImport(NamedBusinessContext, _send_business_contexts)

AnyApiImport: TypeAlias = (
    ApiImport[PlainLine]
    | ApiImport[FoundEvidence]
    | ApiImport[NewCase]
    | ApiImport[NamedBusinessContext]
)


def import_of(
    app_slug: str | None, kind: RecordKind | None, tenant: str, project: str
) -> AnyApiImport:
    """How to import memories of an app if one is named, else items of the kind."""
    if app_slug is not None:
        return memories_over_api(app_slug)
    if kind == "evidence":
        return evidence_over_api(tenant, project)
    return CASES_OVER_API if kind == "case" else BUSINESS_CONTEXTS_OVER_API
