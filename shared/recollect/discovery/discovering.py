"""`POST /packs/discovery`: the cached pack, or a new one."""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from recollect.core.errors import StoreError
from recollect.discovery.building import DiscoveryPackBuilder
from recollect.discovery.caching import (
    CACHE_SECONDS,
    BuiltPack,
    CacheResult,
    PackCache,
    cache_pack,
    cached_pack,
)
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Discovery:
    """The use case of packs. `fingerprint` identifies all settings that shape a pack."""

    builder: DiscoveryPackBuilder
    cache: PackCache
    fingerprint: str

    async def pack(
        self, request: DiscoveryRequest, now: datetime, rights: str, owner: str = ""
    ) -> tuple[BuiltPack, CacheResult]:
        """The pack for a request, and whether it came from the cache.

        A new pack is built if the request says `refresh`, or if the cached pack names a customer
        that the directory did not have then, and has now. `rights` identifies what the caller may
        see: a pack is cached for callers with the same rights. `owner` is whose knowledge of the
        Slack thread the pack shows.
        """
        key = key_of(request, self.fingerprint, rights, owner)
        may_be_cached = self.builder.ttl_ms > 0 and not request.refresh
        if may_be_cached:
            cached, is_listed = await cached_pack(key, self.cache, request.company_name or "")
            customer = unknown_customer(request, cached) if cached and is_listed else ""
            if cached and not (customer and await self._is_known_by_now(customer)):
                return cached, "hit"
        built = await self.builder.build(request, now, owner)
        # On refresh, a degraded pack does not replace a cached one, which may be complete.
        if not (request.refresh and built.degraded):
            await cache_pack(key, built, self.cache)
        return built, "miss"

    async def _is_known_by_now(self, customer: str) -> bool:
        """Whether the directory now has a customer, and the caller may know of it."""
        try:
            async with asyncio.timeout(CACHE_SECONDS):
                return (
                    await self.builder.sources.business_contexts.look_up(None, customer) is not None
                )
        except (StoreError, TimeoutError):
            return False


def unknown_customer(request: DiscoveryRequest, built: BuiltPack) -> str:
    """The customer that a request names, if the directory does not have it, else "".

    Also "" if the directory failed, so that it may have the customer.
    """
    if not request.company_name or "businessContext" in built.degraded:
        return ""
    return "" if built.content.business_context is not None else request.company_name


def key_of(request: DiscoveryRequest, fingerprint: str, rights: str, owner: str = "") -> str:
    """The cache key, which is equal for requests that get the same pack.

    Messages are part of it only if the request brings them; a Slack thread counts by its id.
    """
    asked = request.model_dump(mode="json", exclude={"refresh"}, exclude_defaults=True)
    thread_owner = [owner] if owner and request.thread_ts else []
    identity = json.dumps(
        [SCHEMA_VERSION, fingerprint, rights, asked, *thread_owner], sort_keys=True
    )
    return hashlib.sha256(identity.encode()).hexdigest()[:40]
