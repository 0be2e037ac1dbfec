"""A platform whose functions are samples, and whether its processes run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from infra.local.platform import PlatformOptions, Tables, running_platform
from infra.routes import EventRule, Function, Route
from tests.infra.local import sample_functions

TABLES = Tables(
    functions=(
        Function("echo", timeout=10),
        Function("stores", timeout=20),
        Function("fail_times", timeout=10),
    ),
    routes=(
        Route("GET", "/echo", "echo", "memory:read"),
        Route("POST", "/stores/{namespace}", "stores", "memory:write"),
    ),
    events=(EventRule("sample", "Happened", "fail_times"),),
    schedules=(),
)
OPTIONS = PlatformOptions(tables=TABLES, handlers=sample_functions.__name__)


@contextmanager
def sample_client() -> Iterator[httpx.Client]:
    """A client of a platform that only one module of tests uses."""
    with (
        running_platform(OPTIONS) as platform,
        httpx.Client(base_url=platform.url, timeout=30) as client,
    ):
        yield client


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
