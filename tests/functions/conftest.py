"""The platform of these tests runs in a process of its own."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from tests.functions.calling import calling
from tests.functions.importing import Importer, importing
from tests.functions.platforms import own_platform


@pytest.fixture(scope="session")
def platform() -> Iterator[RunningPlatform]:
    """One platform for all tests that leave it in order."""
    with own_platform(PlatformOptions()) as running:
        yield running


@pytest.fixture(scope="session")
async def api(platform: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the platform."""
    async with calling(platform) as client:
        yield client


@pytest.fixture(scope="session")
async def importer(platform: RunningPlatform) -> AsyncIterator[Importer]:
    """Who brings in memories that are older than the tests."""
    async with importing(platform) as brings:
        yield brings
