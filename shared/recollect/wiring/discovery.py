"""What discovery packs need: the service desk, Slack, the directory, cases, the cache."""

import time
from functools import cache

from recollect.adapters.http.transport import HttpService, bearer
from recollect.adapters.upstash.redis_directory import RedisDirectory
from recollect.adapters.upstash.redis_packs import RedisPacks
from recollect.adapters.upstash.redis_threads import RedisThreads
from recollect.adapters.upstash.vector_cases import VectorCases
from recollect.adapters.upstash.vector_exemplars import VectorExemplars
from recollect.discovery.building import DiscoveryPackBuilder
from recollect.discovery.discovering import Discovery
from recollect.discovery.sources import DiscoveryRules, PackSources
from recollect.discovery.threads import ThreadReader
from recollect.knowledge.similar_cases import SimilarCaseFinder
from recollect.settings.discovery import DiscoverySettings
from recollect.wiring.environment import settings_from
from recollect.wiring.servicenow import service_desk
from recollect.wiring.stores import Stores, stores


@cache
def discovery() -> Discovery:
    """The packs of this process, as its environment says."""
    return build_discovery(settings_from(DiscoverySettings), stores())


def build_discovery(settings: DiscoverySettings, connected: Stores) -> Discovery:
    """Put discovery together over stores."""
    vector, redis = connected.vector, connected.redis
    desk, cmdb = service_desk(settings.servicenow, connected.http, settings.deadline)
    builder = DiscoveryPackBuilder(
        sources=PackSources(
            directory=RedisDirectory(redis),
            threads=RedisThreads(redis),
            cases=SimilarCaseFinder(VectorCases(vector), connected.fusion),
            desk=desk,
            cmdb=cmdb,
            conversations=_conversations(settings, connected),
            exemplars=VectorExemplars(vector) if settings.exemplars_enabled else None,
        ),
        rules=DiscoveryRules(
            message_limit=settings.message_limit,
            similar_cases=settings.similar_cases,
            exemplars=settings.exemplars,
            min_quality=settings.min_quality,
        ),
        deadline=settings.deadline,
        ttl_ms=settings.cache_ttl_ms,
        clock=time.perf_counter,
    )
    return Discovery(
        builder=builder,
        cache=RedisPacks(redis),
        fingerprint=settings.fingerprint,
    )


def _conversations(settings: DiscoverySettings, connected: Stores) -> ThreadReader | None:
    """Slack, imported only for who has it."""
    slack = settings.slack
    if slack is None:
        return None
    from recollect.adapters.slack.threads import STORE, SlackThreads  # noqa: PLC0415

    auth = bearer(slack.token)
    return SlackThreads(HttpService(connected.http, STORE, slack.url, settings.deadline, auth))
