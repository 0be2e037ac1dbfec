"""How property tests run, and the platform that the tests of the functions share."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from hypothesis import HealthCheck, settings

from infra.local.platform import PlatformOptions, RunningPlatform, running_platform
from tests.functions.calling import App, Bus, calling, new_app
from tests.functions.importing import Importer, importing
from tests.functions.stores import Stores

# No example fails, and none is left out, for being slow: others may use the machine too.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def platform() -> Iterator[RunningPlatform]:
    """One platform for all tests that leave it in order."""
    with running_platform(PlatformOptions()) as running:
        yield running


@pytest.fixture(scope="session")
async def api(platform: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the platform."""
    async with calling(platform) as client:
        yield client


@pytest.fixture
def app(api: httpx.AsyncClient) -> App:
    """An app that nobody else uses."""
    return new_app(api)


@pytest.fixture
def other_app(api: httpx.AsyncClient) -> App:
    """Another one."""
    return new_app(api)


@pytest.fixture
def bus(api: httpx.AsyncClient) -> Bus:
    """The event bus of the platform."""
    return Bus(api)


@pytest.fixture
async def stores(api: httpx.AsyncClient) -> AsyncIterator[Stores]:
    """The stores of the platform, which are well again after the test."""
    stores = Stores(api)
    yield stores
    await stores.heal()


@pytest.fixture(scope="session")
async def importer(platform: RunningPlatform) -> AsyncIterator[Importer]:
    """Who brings in memories that are older than the tests."""
    async with importing(platform) as brings:
        yield brings
