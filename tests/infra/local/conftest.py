"""A platform without functions, whose emulators many tests share."""

from collections.abc import Iterator

import pytest

from infra.local.platform import PlatformOptions, RunningPlatform, Tables, running_platform


@pytest.fixture(scope="session")
def bare_platform() -> Iterator[RunningPlatform]:
    nothing = Tables(functions=(), routes=(), events=(), schedules=())
    with running_platform(PlatformOptions(tables=nothing)) as platform:
        yield platform
