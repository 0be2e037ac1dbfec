"""One platform for the tests of the client."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from recollect.client import AppClient, Recollect
from tests.functions.platforms import own_platform


@pytest.fixture(scope="session")
def platform() -> Iterator[RunningPlatform]:
    patient = {"STORE_TIMEOUT_MS": "5000"}
    with own_platform(PlatformOptions(workers=1, extra_environment=patient)) as running:
        yield running


@pytest.fixture(scope="session")
def api(platform: RunningPlatform) -> Iterator[Recollect]:
    with Recollect(platform.url, timeout=60) as client:
        yield client


@pytest.fixture
def app(api: Recollect) -> AppClient:
    """An app that nobody else uses."""
    return api.app(f"app-{uuid4().hex[:12]}")
