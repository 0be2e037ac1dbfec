"""How often evidence is used, and a short-lived cache of candidates, in Upstash Redis."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from recollect.adapters.upstash.redis.client import (
    RedisAdapter,
    RedisClient,
    Script,
    translated_errors,
)
from recollect.adapters.upstash.redis.evidence_keys import (
    candidates_key,
    knowledge_key,
    readings_key,
    usage_key,
)
from recollect.adapters.upstash.redis.keys import sum_key
from recollect.adapters.upstash.redis.sums import read_hashes
from recollect.core.field_prefixes import SUPERSEDED_BY_PREFIX
from recollect.core.timestamps import from_epoch_ms
from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.retrieval.ranking import Usage
from recollect.retrieval.retrieving import CacheLookup

# The most characters that the cache keeps for a query. More would take longer to fetch than to find
# again, and Upstash bounds the size of a request.
_MAX_CACHED_CHARACTERS = 512 * 1024
# How long the reads of a day are kept: longer than the day, in case clocks differ.
_READINGS_SECONDS = 2 * 86_400


class RedisUsages(RedisAdapter):
    """The port `Usages` of `recollect.retrieval`."""

    async def read(self, scope: Scope, ids: Sequence[str]) -> tuple[Usage, ...]:
        """The usage of each item, in one round trip."""
        names = [usage_key(scope, each) for each in ids]
        hashes = await read_hashes(self._redis, names)
        with translated_errors():
            return tuple(map(_usage, hashes))

    async def count_reads(
        self, scope: Scope, ids: Sequence[str], subject: str, now: datetime
    ) -> None:
        """Count that items were delivered to a subject: each item once a day for each subject."""
        if ids:
            items = [usage_key(scope, each) for each in ids]
            script = Script(
                "count_reads",
                (readings_key(scope, subject, now), *items),
                (_READINGS_SECONDS, *ids),
                tuple(map(sum_key, items)),
            )
            await self._redis.run(script, repeatable=True)


class RedisCandidates:
    """The port `CandidateCache` of `recollect.retrieval`. With `ttl_ms` 0 it caches nothing."""

    def __init__(self, redis: RedisClient, ttl_ms: int) -> None:
        self._redis = redis
        self._ttl_ms = ttl_ms

    async def look_up(self, query: EvidenceQuery) -> CacheLookup:
        """The version of the project's knowledge, what kinds it has, and the cached candidates.

        The candidates are None if none are cached, or only those of an earlier version.
        """
        kept_key = (candidates_key(query),) if self._ttl_ms else ()
        script = Script("look_up", (knowledge_key(query.scope), *kept_key), ())
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            version, has_turns, has_passages, has_cases, kept = [*answer, None][:5]
            current = str(version or 0)
            candidates = _read(kept, current) if kept else None
            return CacheLookup(
                current,
                has_turns=has_turns is not None,
                has_passages=has_passages is not None,
                has_cases=has_cases is not None,
                candidates=candidates,
            )

    async def keep(
        self, query: EvidenceQuery, version: str, candidates: Sequence[Candidate]
    ) -> None:
        """Cache candidates with the version of the knowledge, unless they are very large."""
        if not self._ttl_ms:
            return
        text = json.dumps([version, [_written(each) for each in candidates]], ensure_ascii=False)
        if len(text) <= _MAX_CACHED_CHARACTERS:
            await self._redis.set(candidates_key(query), text, px=self._ttl_ms)


def _usage(fields: Mapping[str, str]) -> Usage:
    again_ms = fields.get("stored_again_at")
    return Usage(
        stored_again_at=from_epoch_ms(int(again_ms)) if again_ms else None,
        reads=int(fields.get("reads", 0)),
        citations=int(fields.get("citations", 0)),
        superseded_by=tuple(
            name.removeprefix(SUPERSEDED_BY_PREFIX)
            for name in fields
            if name.startswith(SUPERSEDED_BY_PREFIX)
        ),
    )


def _written(candidate: Candidate) -> list[object]:
    item, arms = candidate.item, candidate.arms
    return [
        [item.id, item.content, dict(item.metadata), item.masked],
        [arms.dense, arms.sparse, *arms.asks],
        candidate.sources,
        candidate.hops,
        candidate.embedding,
        candidate.around,
    ]


def _read(text: str, current: str) -> tuple[Candidate, ...] | None:
    """The candidates in a cached text; None if the knowledge has changed since."""
    version, candidates = json.loads(text)
    if version != current:
        return None
    return tuple(
        Candidate(
            item=Item(*item),
            arms=Arms(dense, sparse, tuple(asks)),
            sources=tuple(sources),
            hops=hops,
            embedding=embedding and tuple(embedding),
            around=around,
        )
        for item, (dense, sparse, *asks), sources, hops, embedding, around in candidates
    )
