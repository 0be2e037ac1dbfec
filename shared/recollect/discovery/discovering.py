"""`POST /packs/discovery`: the pack that is kept, or a new one."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from recollect.discovery.building import PackBuilder
from recollect.discovery.caching import (
    Built,
    PackCache,
    PackMemory,
    Provenance,
    keep,
    kept_or_built,
)
from recollect.discovery.request import DiscoveryRequest
from recollect.discovery.schema import SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Discovery:
    """Packs with their collaborators. `fingerprint` stands for all settings that shape a pack.

    `patience` is in seconds: how long a pack is waited for that somebody else is building.
    """

    builder: PackBuilder
    cache: PackCache
    memory: PackMemory
    fingerprint: str
    patience: float

    async def pack(self, request: DiscoveryRequest, now: datetime) -> tuple[Built, Provenance]:
        """The pack for a request, and whether it was kept; `refresh` builds it anew."""
        key = key_of(request, self.fingerprint)
        # What is not kept cannot be waited for either.
        if self.builder.ttl_ms and not request.refresh:
            return await kept_or_built(
                key,
                lambda: self.builder.build(request, now),
                self.cache,
                self.memory,
                patience=self.patience,
            )
        built = await self.builder.build(request, now)
        # A pack that lacks something does not take the place of one that may be whole.
        if not built.degraded:
            await keep(key, built, self.cache, self.memory)
        return built, "miss"


def key_of(request: DiscoveryRequest, fingerprint: str) -> str:
    """The same for requests that get the same pack.

    What is said is part of it where the request brings it: with Slack, it is the thread's.
    """
    asked = request.model_dump(mode="json", exclude={"refresh"}, exclude_defaults=True)
    identity = json.dumps([SCHEMA_VERSION, fingerprint, asked], sort_keys=True)
    return hashlib.sha256(identity.encode()).hexdigest()[:40]
