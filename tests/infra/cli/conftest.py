"""One platform with the sample data for all tests of the command line, and a client of it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.platform import PlatformOptions, running_platform


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    with running_platform(PlatformOptions(workers=1)) as platform:
        seed(platform_target(platform.url))
        yield platform.url


@pytest.fixture(scope="session")
def secret_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the guarded platform keeps the secret of its tokens: `--data-dir`."""
    return tmp_path_factory.mktemp("guarded")


@pytest.fixture(scope="session")
def guarded_url(secret_place: Path) -> Iterator[str]:
    """A platform with the sample data that requires tokens."""
    options = PlatformOptions(auth=True, data_dir=secret_place, workers=1)
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        yield platform.url


@pytest.fixture
def client(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=30) as client:
        yield client
