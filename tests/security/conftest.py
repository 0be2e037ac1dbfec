"""A platform that requires tokens, with every feature on that is off by default."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import load_secret
from tests.functions.calling import calling
from tests.functions.enrichment import ENABLED
from tests.functions.guarded import Issue
from tests.functions.packs import PACKING
from tests.functions.platforms import own_platform
from tests.security.callers import Callers


@pytest.fixture(scope="session")
def secret_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the guarded platform keeps the secret of its tokens."""
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture(scope="session")
def guarded(secret_place: Path) -> Iterator[RunningPlatform]:
    """The platform; with long deadlines, since other tests may run beside these."""
    patient = {"TOOLS_DEADLINE_MS": "20000", "CONTEXT_TIMEOUT_MS": "5000"}
    options = PlatformOptions(
        auth=True,
        data_dir=secret_place,
        workers=2,
        extra_environment={**patient, **ENABLED, **PACKING},
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


@pytest.fixture(scope="session")
def callers(door: httpx.AsyncClient, issue: Issue) -> Callers:
    """Make callers of the guarded platform."""
    return Callers(door, issue)
