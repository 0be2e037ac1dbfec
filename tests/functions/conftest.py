"""The platform of these tests runs in a process of its own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import load_secret
from tests.functions.calling import App, Bus, calling, new_app
from tests.functions.enrichment import Domain
from tests.functions.evidence import Project, new_project
from tests.functions.guarded import Issue
from tests.functions.importing import Importer, importing
from tests.functions.platforms import own_platform
from tests.functions.stores import Stores


@pytest.fixture(scope="session")
def platform() -> Iterator[RunningPlatform]:
    """One platform for all tests that leave it in order; two requests of a kind can overlap.

    Its functions wait longer for a store than by default, since other tests use the machine too.
    """
    patient = {"STORE_TIMEOUT_MS": "5000"}
    with own_platform(PlatformOptions(workers=2, extra_environment=patient)) as running:
        yield running


@pytest.fixture(scope="session")
async def api(platform: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the platform."""
    async with calling(platform) as client:
        yield client


@pytest.fixture(scope="session")
async def importer(platform: RunningPlatform) -> AsyncIterator[Importer]:
    """An importer of memories that are older than the tests."""
    async with importing(platform) as brings:
        yield brings


@pytest.fixture(scope="session")
def secret_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the guarded platform keeps the secret of its tokens."""
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture(scope="session")
def guarded(secret_place: Path) -> Iterator[RunningPlatform]:
    """A platform that requires a token, with long deadlines for its tools and its policy."""
    patient = {"TOOLS_DEADLINE_MS": "20000", "SCS_OPA_TIMEOUT_MS": "20000"}
    options = PlatformOptions(
        auth=True, data_dir=secret_place, workers=1, extra_environment=patient
    )
    with own_platform(options) as running:
        yield running


@pytest.fixture(scope="session")
async def door(guarded: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the guarded platform that sends no token by itself."""
    async with calling(guarded) as client:
        yield client


@pytest.fixture(scope="session")
def issue(secret_place: Path) -> Issue:
    """Make the header of a caller of the guarded platform."""
    return Issue(load_secret(secret_place))


@pytest.fixture
def app(api: httpx.AsyncClient) -> App:
    """An app that nobody else uses."""
    return new_app(api)


@pytest.fixture
def other_app(api: httpx.AsyncClient) -> App:
    """Another app that nobody else uses."""
    return new_app(api)


@pytest.fixture
def project(api: httpx.AsyncClient) -> Project:
    """A project whose knowledge nobody else uses."""
    return new_project(api)


@pytest.fixture
def domain(api: httpx.AsyncClient) -> Domain:
    """A domain of tools that nobody else uses."""
    return Domain(api)


@pytest.fixture
def bus(api: httpx.AsyncClient) -> Bus:
    """The event bus of the platform."""
    return Bus(api)


@pytest.fixture
async def stores(api: httpx.AsyncClient) -> AsyncIterator[Stores]:
    """The stores of the platform, whose faults are healed after the test."""
    stores = Stores(api)
    yield stores
    await stores.heal()
