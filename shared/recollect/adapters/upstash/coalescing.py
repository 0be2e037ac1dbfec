"""Clients of Upstash Redis and Vector send what several tasks ask at one moment as one request.

Each task gets the answer that it would get alone. Redis bills commands, so they cost the same;
round trips are saved, and a model embeds twenty texts in the time of a few.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import override
from upstash_vector.types import Data, FetchResult

from recollect.adapters.http.transport import HttpService
from recollect.adapters.upstash.redis import Command, RedisClient
from recollect.adapters.upstash.vector import VectorIndex
from recollect.core.coalescing import Coalescer
from recollect.core.errors import StoreError


class CoalescingRedis(RedisClient):
    """Pipelines that are sent at the same moment are one; each command is atomic by itself."""

    def __init__(self, service: HttpService) -> None:
        super().__init__(service)
        self._pipelines = Coalescer(self._together)

    @override
    async def pipeline(self, commands: Sequence[Command], *, repeatable: bool) -> list[Any]:
        """Send commands, with those of others; answer their results in order."""
        return [*await self._pipelines.ask(repeatable, commands)]

    async def _together(self, repeatable: bool, commands: Sequence[Command]) -> Sequence[Any]:
        return await super().pipeline(commands, repeatable=repeatable)


class CoalescingVector(VectorIndex):
    """Records that are read or written at the same moment are asked for, or sent, together."""

    def __init__(self, service: HttpService) -> None:
        super().__init__(service)
        self._reads = Coalescer(super().existing)
        self._writes = Coalescer(self._outcomes)

    @override
    async def existing(self, namespace: str, ids: Sequence[str]) -> Sequence[FetchResult | None]:
        """The records of `ids` in their order; None where there is none."""
        return await self._reads.ask(namespace, ids)

    @override
    async def failures(self, namespace: str, records: Sequence[Data]) -> Mapping[str, StoreError]:
        """Keep records, with those of others; answer the ids of those that were not written."""
        outcomes = await self._writes.ask(namespace, records)
        return {
            str(record.id): error
            for record, error in zip(records, outcomes, strict=True)
            if error is not None
        }

    async def _outcomes(
        self, namespace: str, records: Sequence[Data]
    ) -> Sequence[StoreError | None]:
        failed = await super().failures(namespace, records)
        return [failed.get(str(record.id)) for record in records]
