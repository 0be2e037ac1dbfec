"""The stores that a command works on: those of the environment, or a local platform's emulators."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from infra.cli.console import CommandError, resumable
from infra.cli.options import DEFAULT_URL
from infra.local.emulators.tokens import StoreTokens
from recollect.adapters.http.transport import new_http_client
from recollect.adapters.upstash.redis.api_keys import RedisApiKeys
from recollect.adapters.upstash.redis.backup import RedisBackup
from recollect.adapters.upstash.redis.keyspace import RedisKeyspace
from recollect.backup.parts import BothStores
from recollect.core.errors import ConfigurationError, StoreError, StoreUnavailable
from recollect.core.urls import is_on_this_machine
from recollect.memories.stored.stores import MemoryStores
from recollect.settings.stores import StoreSettings
from recollect.wiring.knowledge import KnowledgeServices, build_knowledge_services
from recollect.wiring.memories import build_memory_stores
from recollect.wiring.stores import build_stores

PREFIX = "UPSTASH_"

_T = TypeVar("_T")

# A batch of a hundred memories, perhaps with a slow embedder, takes longer than one request may.
_TIMEOUT_MS = "30000"


@dataclass(frozen=True, slots=True)
class OpenStores:
    """Access to memories, to knowledge, to API keys, and to everything in both stores (`whole`).

    `keyspace` reads what is kept of callers under the keys of Redis.
    """

    memories: MemoryStores
    knowledge: KnowledgeServices
    whole: BothStores
    api_keys: RedisApiKeys
    keyspace: RedisKeyspace


@dataclass(frozen=True, slots=True)
class StoreTarget:
    """Where the stores are: `environment` has their settings, `name` describes them to people.

    `look` tells people what to check if the stores do not answer. `desk_url` is the service desk
    of the local platform that the stores belong to, if they do.
    """

    name: str
    environment: Mapping[str, str]
    look: str
    desk_url: str | None = None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[OpenStores]:
        """Open the stores over one HTTP client, until the block ends. Raises CommandError."""
        defaults = {"STORE_TIMEOUT_MS": _TIMEOUT_MS}
        try:
            settings = StoreSettings.read({**defaults, **self.environment})
        except ConfigurationError as error:
            raise CommandError(str(error)) from error
        async with new_http_client() as client:
            connected = build_stores(settings, client)
            knowledge = build_knowledge_services(connected)
            whole = BothStores(RedisBackup(connected.redis), knowledge.repository)
            keys = RedisApiKeys(connected.redis)
            keyspace = RedisKeyspace(connected.redis)
            yield OpenStores(build_memory_stores(connected), knowledge, whole, keys, keyspace)

    def run(self, work: Callable[[OpenStores], Awaitable[_T]], go_on: str = "") -> _T:
        """The result of `work` with the open stores. Raises CommandError if they fail.

        `go_on` is how to continue after that, or after an interruption, if that is possible.
        """

        async def done() -> _T:
            async with self.open() as stores:
                return await work(stores)

        with store_errors(self, go_on), resumable(go_on) if go_on else nullcontext():
            return asyncio.run(done())


def names_stores(environment: Mapping[str, str]) -> bool:
    """Whether an environment names stores."""
    return any(name.startswith(PREFIX) for name in environment)


def choose_target(url: str | None, environ: Mapping[str, str] = os.environ) -> StoreTarget:
    """The platform at `url`; without `url`, the stores of the environment, else a local platform.

    The local platform is at RECOLLECT_URL, else at the default URL. Raises CommandError if
    RECOLLECT_URL is on another machine: the stores behind that API can be reached by UPSTASH_*
    only, and those of a platform here are different ones.
    """
    if url is None and names_stores(environ):
        name = "the stores that UPSTASH_* names"
        return StoreTarget(name, dict(environ), f"Asked {name}: `recollect doctor` looks at them.")
    api_url = environ.get("RECOLLECT_URL", "")
    if url is None and api_url and not is_on_this_machine(api_url):
        raise CommandError(
            f"the stores behind RECOLLECT_URL ({api_url}) are reached by UPSTASH_* alone; "
            "--url names a platform of this machine"
        )
    return platform_target(url or api_url or DEFAULT_URL)


def platform_target(url: str) -> StoreTarget:
    """The emulators of the local platform at `url`. Raises CommandError if `url` is no HTTP URL."""
    if not re.match(r"https?://[^\s/]", url):
        raise CommandError(f"{url} is not an http or https URL")
    emulators = f"{url.rstrip('/')}/_emulators"
    token = StoreTokens().full
    return StoreTarget(
        url,
        {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        | {
            "UPSTASH_VECTOR_REST_URL": f"{emulators}/upstash-vector",
            "UPSTASH_VECTOR_REST_TOKEN": token,
            "UPSTASH_REDIS_REST_URL": f"{emulators}/upstash-redis",
            "UPSTASH_REDIS_REST_TOKEN": token,
        },
        f"Does {url} answer? `recollect serve` starts a platform.",
        f"{emulators}/servicenow",
    )


@contextmanager
def store_errors(target: StoreTarget, then: str = "") -> Iterator[None]:
    """Turn a failure of the stores into a CommandError that names the target, and adds `then`."""
    try:
        yield
    except StoreUnavailable as error:
        raise CommandError(f"{error}. {target.look} {then}".rstrip()) from error
    except StoreError as error:
        raise CommandError(f"{error}. Asked {target.name}. {then}".rstrip()) from error
