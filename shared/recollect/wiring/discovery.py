"""What discovery packs need: the service desk, Slack, the directory, cases, the cache."""

import time
from functools import cache

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis_directory import RedisDirectory
from recollect.adapters.upstash.redis_packs import RedisPacks
from recollect.adapters.upstash.redis_threads import RedisThreads
from recollect.adapters.upstash.vector_cases import VectorCases
from recollect.adapters.upstash.vector_exemplars import VectorExemplars
from recollect.discovery.building import PackBuilder
from recollect.discovery.caching import PackMemory
from recollect.discovery.discovering import Discovery
from recollect.discovery.service_desk import ServiceDesk
from recollect.discovery.sources import PackRules, PackSources
from recollect.discovery.threads import Conversations
from recollect.settings.discovery import DiscoverySettings, read_discovery_settings
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores

# From the end of the building until the others see what was built.
_KEEPING_SECONDS = 0.15


@cache
def discovery() -> Discovery:
    """The packs of this process, as its environment says."""
    return build_discovery(settings_from(read_discovery_settings), stores())


def build_discovery(settings: DiscoverySettings, connected: Stores) -> Discovery:
    """Put discovery together over stores."""
    vector, redis = connected.vector, connected.redis
    builder = PackBuilder(
        sources=PackSources(
            directory=RedisDirectory(redis),
            threads=RedisThreads(redis),
            cases=VectorCases(vector),
            desk=_desk(settings, connected),
            conversations=_conversations(settings, connected),
            exemplars=VectorExemplars(vector) if settings.exemplars_enabled else None,
        ),
        rules=PackRules(
            message_limit=settings.message_limit,
            similar_cases=settings.similar_cases,
            exemplars=settings.exemplars,
            min_quality=settings.min_quality,
            fusion=connected.fusion,
        ),
        deadline=settings.deadline,
        ttl_ms=settings.cache_ttl_ms,
        clock=time.perf_counter,
    )
    return Discovery(
        builder=builder,
        cache=RedisPacks(redis, round((settings.deadline + 2 * _KEEPING_SECONDS) * 1000)),
        memory=PackMemory(time.monotonic),
        fingerprint=settings.fingerprint,
        patience=settings.deadline + _KEEPING_SECONDS,
    )


def _desk(settings: DiscoverySettings, connected: Stores) -> ServiceDesk | None:
    """ServiceNow, imported only for who has it."""
    known = settings.servicenow
    if known is None:
        return None
    # ruff: noqa: PLC0415
    from recollect.adapters.servicenow.desk import ServiceNowDesk
    from recollect.wiring.servicenow import instance

    return ServiceNowDesk(instance(known, connected.http, settings.deadline))


def _conversations(settings: DiscoverySettings, connected: Stores) -> Conversations | None:
    """Slack, imported only for who has it."""
    slack = settings.slack
    if slack is None:
        return None
    from recollect.adapters.slack.threads import STORE, SlackThreads

    auth = bearer(slack.token)
    return SlackThreads(HttpService(connected.http, STORE, slack.url, settings.deadline, auth))
