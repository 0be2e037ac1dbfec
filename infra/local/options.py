"""How to run the platform, and which functions, routes, rules and schedules it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from infra.local.emulators.vector.embedder_names import EmbedderName
from infra.routes import EVENTS, FUNCTIONS, ROUTES, SCHEDULES, EventRule, Function, Route, Schedule


@dataclass(frozen=True, slots=True)
class Tables:
    """The functions to run, and the routes, event rules and schedules that reach them."""

    functions: tuple[Function, ...] = FUNCTIONS
    routes: tuple[Route, ...] = ROUTES
    events: tuple[EventRule, ...] = EVENTS
    schedules: tuple[Schedule, ...] = SCHEDULES


@dataclass(frozen=True, slots=True)
class PlatformOptions:
    """How to run the platform.

    Port 0 picks a free one. Stored data survives only in a `data_dir`. `redis_url` names a real
    Redis to use in place of the one in this process. `workers` is the number of processes that a
    function may have, `handlers` the package that the functions are in, `function_logs` a file
    descriptor for their logs, which otherwise go to stderr. A `warm` platform imports what
    functions need before it answers; otherwise the first function that runs waits for that.
    """

    host: str = "127.0.0.1"
    port: int = 0
    data_dir: Path | None = None
    embedder: EmbedderName = "hashed"
    auth: bool = False
    redis_url: str | None = None
    workers: int = 4
    schedules: bool = False
    extra_environment: Mapping[str, str] = field(default_factory=dict)
    handlers: str = "functions"
    function_logs: int | None = None
    warm: bool = True
    tables: Tables = Tables()
