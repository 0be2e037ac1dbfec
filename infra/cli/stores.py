"""The stores that a command works on: those of the environment, or a local platform's emulators."""

import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from infra.cli.complaint import Complaint
from infra.local.emulators.tokens import StoreTokens
from recollect.adapters.http.transport import new_http_client
from recollect.core.errors import ConfigurationError
from recollect.memories.ports import MemoryStores
from recollect.settings.stores import read_settings
from recollect.wiring.knowledge import KnowledgeServices, build_knowledge_services
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import build_stores

DEFAULT_URL = "http://127.0.0.1:8080"
PREFIX = "UPSTASH_"

# A batch of a hundred memories, perhaps with a slow embedder, takes longer than one request may.
_TIMEOUT_SECONDS = "30"


@dataclass(frozen=True, slots=True)
class Target:
    """Where the stores are: `name` says it to people."""

    name: str
    environment: Mapping[str, str]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[MemoryStores]:
        """The stores of memories, until the block ends."""
        async with self.open_all() as (memories, _):
            yield memories

    @asynccontextmanager
    async def open_all(self) -> AsyncIterator[tuple[MemoryStores, KnowledgeServices]]:
        """What there is for memories and for knowledge, over one client, until the block ends."""
        defaults = {"STORE_TIMEOUT_SECONDS": _TIMEOUT_SECONDS}
        try:
            settings = read_settings({**defaults, **self.environment})
        except ConfigurationError as error:
            raise Complaint(str(error)) from error
        async with new_http_client() as client:
            connected = build_stores(settings, client)
            yield build_memory_stores(connected), build_knowledge_services(connected)


def environment_names_stores() -> bool:
    """Whether the environment has anything to say about which stores to use."""
    return any(name.startswith(PREFIX) for name in os.environ)


def choose_target(url: str | None) -> Target:
    """The platform at `url`; without one, the stores of the environment, else the default URL."""
    if url is None and environment_names_stores():
        return Target("the stores that UPSTASH_* names", dict(os.environ))
    return platform_target(url or DEFAULT_URL)


def platform_target(url: str) -> Target:
    """The emulators of the local platform at `url`; Complaint if that is no URL."""
    if not re.match(r"https?://[^\s/]", url):
        raise Complaint(f"{url} is not an http or https URL")
    emulators = f"{url.rstrip('/')}/_emulators"
    token = StoreTokens().full
    return Target(
        url,
        {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        | {
            "UPSTASH_VECTOR_REST_URL": f"{emulators}/upstash-vector",
            "UPSTASH_VECTOR_REST_TOKEN": token,
            "UPSTASH_REDIS_REST_URL": f"{emulators}/upstash-redis",
            "UPSTASH_REDIS_REST_TOKEN": token,
        },
    )
