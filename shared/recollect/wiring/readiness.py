"""The requests that check whether each store answers."""

import time
from functools import cache

from recollect.adapters.upstash.redis.client import STORE as REDIS
from recollect.adapters.upstash.vector.client import STORE as VECTOR
from recollect.core.readiness import ReadinessChecks
from recollect.wiring.stores import stores

_NOTHING = "ready"


@cache
def readiness() -> ReadinessChecks:
    """The checks of this process."""
    connected = stores()
    return ReadinessChecks(
        {
            # A record that does not exist, in a namespace that nobody uses.
            VECTOR: lambda: connected.vector.existing(_NOTHING, [_NOTHING]),
            REDIS: lambda: connected.redis.execute(["PING"]),
        },
        time.monotonic,
    )
