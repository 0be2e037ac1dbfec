"""The composition root: settings, adapters and services, put together on first use."""

import os
from dataclasses import dataclass
from functools import cache

import httpx

from recollect.adapters.sqs_dead_letters import SqsDeadLetters
from recollect.adapters.upstash_http import UpstashHttp, new_http_client
from recollect.adapters.upstash_redis import STORE as REDIS
from recollect.adapters.upstash_redis import RedisClient
from recollect.adapters.upstash_redis_answers import RedisAnswers
from recollect.adapters.upstash_redis_memories import RedisMemories
from recollect.adapters.upstash_vector import STORE as VECTOR
from recollect.adapters.upstash_vector import VectorIndex
from recollect.adapters.upstash_vector_memories import VectorMemories
from recollect.retrieval.relevance import Fusion
from recollect.settings import Settings, read_settings


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that a handler hands to a use case."""

    settings: Settings
    records: VectorMemories
    redis: RedisClient
    counts: RedisMemories
    answers: RedisAnswers
    dead_letters: SqsDeadLetters
    fusion: Fusion


def build_services(settings: Settings, client: httpx.AsyncClient | None = None) -> Services:
    """Put services together; opens no connection yet. All stores share one HTTP client.

    A caller that outlives its event loop brings a `client`, and closes it.
    """
    client = client or new_http_client()
    vector = UpstashHttp(
        client, VECTOR, settings.vector_url, settings.vector_token, settings.store_timeout
    )
    redis = RedisClient(
        UpstashHttp(client, REDIS, settings.redis_url, settings.redis_token, settings.store_timeout)
    )
    return Services(
        settings=settings,
        records=VectorMemories(VectorIndex(vector)),
        redis=redis,
        counts=RedisMemories(redis),
        answers=RedisAnswers(redis),
        dead_letters=SqsDeadLetters(settings.dead_letter_queue_url, settings.store_timeout),
        fusion=Fusion(settings.relevance_dense_weight, settings.relevance_bm25_half),
    )


@cache
def services() -> Services:
    """The services of this process, as its environment says."""
    return build_services(read_settings(os.environ))
