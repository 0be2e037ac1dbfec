"""A platform for the tests of a module, and a client of it."""

from collections.abc import Iterator

import httpx
import pytest

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions, running_platform


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_platform(PlatformOptions()) as platform:
        yield platform.url


@pytest.fixture(scope="module")
def seeded_url() -> Iterator[str]:
    with running_platform(PlatformOptions()) as platform:
        seed(platform_target(platform.url))
        yield platform.url


@pytest.fixture
def client(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=30) as client:
        yield client
