"""`POST /packs/discovery`: the pack that is kept, or a new one."""

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
    keep_pack,
    kept_pack,
)
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Discovery:
    """Packs with their collaborators. `fingerprint` stands for all settings that shape a pack."""

    builder: DiscoveryPackBuilder
    cache: PackCache
    fingerprint: str

    async def pack(
        self, request: DiscoveryRequest, now: datetime, rights: str, owner: str = ""
    ) -> tuple[BuiltPack, CacheResult]:
        """The pack for a request, and whether it was kept; `refresh` builds it anew.

        So does a customer that the directory has by now, and did not have when the pack was kept.
        `rights` stands for what the caller may see: a pack is kept for those who may see the same.
        Of the thread that it is about the pack tells what its `owner` knows.
        """
        key = key_of(request, self.fingerprint, rights, owner)
        may_be_kept = self.builder.ttl_ms > 0 and not request.refresh
        if may_be_kept:
            kept, is_listed = await kept_pack(key, self.cache, request.company_name or "")
            customer = unknown_customer(request, kept) if kept and is_listed else ""
            if kept and not (customer and await self._is_known_by_now(customer)):
                return kept, "hit"
        built = await self.builder.build(request, now, owner)
        # On refresh, a pack that lacks something does not replace one that may be whole.
        if not (request.refresh and built.degraded):
            await keep_pack(key, built, self.cache)
        return built, "miss"

    async def _is_known_by_now(self, customer: str) -> bool:
        """Whether the directory has a customer whom the caller may know of."""
        try:
            async with asyncio.timeout(CACHE_SECONDS):
                return (
                    await self.builder.sources.business_contexts.look_up(None, customer) is not None
                )
        except (StoreError, TimeoutError):
            return False


def unknown_customer(request: DiscoveryRequest, built: BuiltPack) -> str:
    """The customer that a request names and the directory does not have; "" where it may."""
    if not request.company_name or "businessContext" in built.degraded:
        return ""
    return "" if built.content.business_context is not None else request.company_name


def key_of(request: DiscoveryRequest, fingerprint: str, rights: str, owner: str = "") -> str:
    """The same for requests that get the same pack: by callers with the same rights.

    What is said is part of it where the request brings it: with Slack, it is the thread's.
    """
    asked = request.model_dump(mode="json", exclude={"refresh"}, exclude_defaults=True)
    told_to = [owner] if owner and request.thread_ts else []
    identity = json.dumps([SCHEMA_VERSION, fingerprint, rights, asked, *told_to], sort_keys=True)
    return hashlib.sha256(identity.encode()).hexdigest()[:40]
