"""Everything in one process on the loopback: the API, the event bus and the emulators.

`serve` runs it until a signal; `running_platform` runs it beside the caller. Both bind
the socket first, because the functions need the addresses of the emulators.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount
from typing_extensions import override

from infra.local.dead_letters import FailedDeliveries
from infra.local.emulators.kubernetes import create_kubernetes_app
from infra.local.emulators.learn import create_learn_app
from infra.local.emulators.opa import create_opa_app
from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis, RedisStore, remote_redis
from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.slack import create_slack_app
from infra.local.emulators.sqs import Queue, create_sqs_app
from infra.local.emulators.vector.app import create_vector_app
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.opened_embedder import opened_embedder
from infra.local.environment import DEAD_LETTER_QUEUE, SERVICENOW, TOKENS, environment
from infra.local.event_api import create_eventbridge_app, event_routes
from infra.local.event_bus import EventBus
from infra.local.fault_injector import FaultInjector
from infra.local.faults import Faults, fault_routes
from infra.local.fork_server import FORK_SERVER
from infra.local.gateway import Gateway, as_problem
from infra.local.local_requests import LOOPBACK, LocalRequests
from infra.local.options import PlatformOptions, Tables
from infra.local.slow_clients import ImpatientProtocol
from infra.local.tokens import load_secret
from infra.local.workers import Workers
from infra.routes import Schedule

__all__ = [
    "PlatformOptions",
    "RunningPlatform",
    "Tables",
    "create_platform",
    "running_platform",
    "serve",
]

# Longer than the functions' clients keep an idle connection, so that the clients close it.
_KEEP_ALIVE_SECONDS = 75
_SHUTDOWN_GRACE_SECONDS = 2


def create_platform(options: PlatformOptions, base_url: str) -> Starlette:
    """Compose the platform; `base_url` is where it will be reached.

    Raises the stores' errors if `data_dir` cannot be used. The app's lifespan closes the stores.
    """
    with ExitStack() as opened:
        embedder = opened.enter_context(opened_embedder(options.embedder))
        index = EmulatedIndex(embedder, options.data_dir)
        opened.callback(index.close)
        store = _redis_store(options)
        opened.callback(store.close)
        secret = load_secret(options.data_dir) if options.auth else None
        stores = opened.pop_all()
    queue = Queue(DEAD_LETTER_QUEUE)
    workers = Workers(
        options.tables.functions,
        lambda function: environment(function, base_url, options),
        handlers=options.handlers,
        size=options.workers,
        stderr=options.function_logs,
    )
    bus = EventBus(workers, FailedDeliveries(queue), rules=options.tables.events)
    emulators = {
        "upstash-vector": create_vector_app(index, TOKENS),
        "upstash-redis": create_redis_app(store, TOKENS),
        "sqs": create_sqs_app(queue),
        "eventbridge": create_eventbridge_app(bus),
        "opa": create_opa_app(),
        "servicenow": create_servicenow_app(SERVICENOW),
        "slack": create_slack_app(),
        "learn": create_learn_app(),
        "kubernetes": create_kubernetes_app(),
    }
    faults = Faults(emulators)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as running:
            if options.warm:
                await asyncio.to_thread(FORK_SERVER.begin)
            running.enter_context(stores)
            running.push_async_callback(workers.aclose)
            running.push_async_callback(bus.aclose)
            if options.schedules:
                clock = asyncio.create_task(bus.run(_schedules(options)))
                running.callback(clock.cancel)
            yield

    app = Starlette(
        routes=[
            *event_routes(bus),
            *fault_routes(faults),
            *(
                Mount(f"/_emulators/{name}", FaultInjector(app, name, faults))
                for name, app in emulators.items()
            ),
        ],
        middleware=[Middleware(LocalRequests, names=_names(base_url), guarded=options.auth)],
        exception_handlers={HTTPException: as_problem},
        lifespan=lifespan,
    )
    # All other paths go to the gateway. Not by a Mount, whose pattern stops at a newline.
    app.router.default = Gateway(workers, routes=options.tables.routes, secret=secret)
    app.router.redirect_slashes = False
    app.state.faults = faults
    return app


def _names(base_url: str) -> frozenset[str]:
    """The host names of this platform: the loopback's and the one in `base_url`."""
    return LOOPBACK | {base_url.removeprefix("http://").rpartition(":")[0]}


def _schedules(options: PlatformOptions) -> list[Schedule]:
    """The schedules whose functions have the variable that they need, if they need one."""
    variables = {**os.environ, **options.extra_environment}
    return [
        each for each in options.tables.schedules if each.needs is None or variables.get(each.needs)
    ]


def _redis_store(options: PlatformOptions) -> RedisStore:
    if options.redis_url:
        return remote_redis(options.redis_url)
    if options.data_dir is None:
        return InProcessRedis()
    options.data_dir.mkdir(parents=True, exist_ok=True)
    return InProcessRedis(options.data_dir / "upstash-redis.journal")


@dataclass(frozen=True, slots=True)
class RunningPlatform:
    """A platform that answers at `url`, which ends without a slash."""

    url: str


class _Server(uvicorn.Server):
    """Calls `on_ready`; releases the requests that a fault holds before it stops."""

    def __init__(self, app: Starlette, on_ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            lifespan="on",
            http=ImpatientProtocol,
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # no proxy is in front of us, so X-Forwarded-* prove nothing
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=_SHUTDOWN_GRACE_SECONDS,
        )
        super().__init__(config)
        self._faults: Faults = app.state.faults
        self._on_ready = on_ready

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._faults.clear()
        await super().shutdown(sockets)


def serve(options: PlatformOptions, on_ready: Callable[[str], None]) -> None:
    """Run the platform until a signal ends it; `on_ready` gets its URL when it answers."""
    with _bound(options) as (listener, url):
        server = _Server(create_platform(options, url), lambda: on_ready(url))
        with suppress(KeyboardInterrupt):  # raised again after the server has stopped in order
            server.run([listener])


@contextmanager
def running_platform(options: PlatformOptions) -> Iterator[RunningPlatform]:
    """Run the platform in a thread beside the caller, until the block ends."""
    ready: Future[None] = Future()
    with _bound(options) as (listener, url), ThreadPoolExecutor(1, "platform") as executor:
        server = _Server(create_platform(options, url), lambda: ready.set_result(None))
        run = executor.submit(server.run, [listener])
        wait([ready, run], return_when=FIRST_COMPLETED)
        try:
            if ready.done():
                yield RunningPlatform(url)
        finally:
            server.should_exit = True
        run.result()


@contextmanager
def _bound(options: PlatformOptions) -> Iterator[tuple[socket.socket, str]]:
    """Bind the socket; yield it with the URL under which this machine reaches it."""
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    # asyncio turns off Nagle's algorithm (40 ms a request) only if the protocol is given.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((options.host, options.port))
        host, port = listener.getsockname()[:2]
        address = ip_address(host)
        if address.is_unspecified:
            address = ip_address("127.0.0.1" if address.version == 4 else "::1")  # noqa: PLR2004  # IPv4
        name = str(address) if address.version == 4 else f"[{address}]"  # noqa: PLR2004  # as above
        yield listener, f"http://{name}:{port}"
