"""A local platform for a function that runs in this process and has no stores of its own."""

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
    """Start a platform with the sample data, and yield its URL.

    The environment of this process becomes that of `function` on the platform. The platform starts
    processes for its own functions only when a request or an event needs them.
    """
    options = PlatformOptions(warm=False)
    with running_platform(options) as platform:
        seed(platform_target(platform.url))
        given = environment(function, platform.url, options)
        os.environ.clear()
        os.environ.update(given)
        yield platform.url
