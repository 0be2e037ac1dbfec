"""A platform for one function that runs in this process, where no stores are named."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.routes import Function


@contextmanager
def private_platform(function: Function) -> Iterator[str]:
    """A platform with the sample data, whose addresses this process now has in its environment.

    It answers at the URL. Its own functions run only where the event leads to one.
    """
    options = PlatformOptions(warm=False)
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        given = environment(function, platform.url, options)
        os.environ.clear()
        os.environ.update(given)
        yield platform.url
