"""`recollect serve`: the platform until Ctrl-C, and readable errors where it cannot start."""

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace

from redis import RedisError

from infra.cli.console import CommandError, print_error, stderr
from infra.cli.readable_logs import readable_logs
from infra.cli.sample_data import seed
from infra.cli.stores import platform_target
from infra.local.emulators.redis.journal import JournalError
from infra.local.emulators.vector.embedder_names import EmbedderMissingError
from infra.local.emulators.vector.storage import EmbedderChangedError
from infra.local.environment import environment
from infra.local.local_requests import is_loopback
from infra.local.platform import PlatformOptions, serve
from infra.settings_check import mistakes, warnings
from recollect.core.errors import StoreError


def check_settings(options: PlatformOptions) -> None:
    """Warn of variables that have no effect. Raises CommandError for wrong values.

    Otherwise only a function's log would show the mistake, once the platform answers.
    """
    # The environments of functions with stores differ only in the functions' names and tokens.
    function = next(each for each in options.tables.functions if each.stores == "write")
    given = environment(function, "http://127.0.0.1", options)
    # Variables that the platform replaces by its own, such as a password without an address.
    replaced = {name: value for name, value in os.environ.items() if given.get(name) != value}
    for warning in dict.fromkeys((*warnings(given), *warnings(replaced))):
        print_error(f"warning: {warning}")
    if wrong := mistakes(given):
        for mistake in wrong[:-1]:
            print_error(mistake)
        raise CommandError(wrong[-1])


def serve_platform(options: PlatformOptions, *, sample_data: bool) -> None:
    """Serve until a signal; print the URL once the platform answers and has its sample data.

    If the sample data cannot be brought in, the platform runs without them. Raises CommandError if
    it cannot start, or would be open to other machines without asking for tokens.
    """
    if not options.auth and not is_loopback(options.host):
        raise CommandError(
            f"on {options.host} everybody in the network would be a developer with all rights;"
            " serve on 127.0.0.1, or with --auth"
        )
    check_settings(options)

    def fill(url: str) -> None:
        try:
            seed(platform_target(url))
        except StoreError as error:
            print_error(f"the sample data are not all there: {error}")
        _announce(url)

    def ready(url: str) -> None:
        if sample_data:
            # In a thread, because the server has to answer meanwhile.
            threading.Thread(target=fill, args=(url,), daemon=True).start()
        else:
            _announce(url)

    with _readable_errors(options), _logs() as descriptor:
        serve(replace(options, function_logs=descriptor), ready)


def _logs() -> AbstractContextManager[int | None]:
    """The descriptor for the functions' logs, readable at a terminal; None leaves them in JSON."""
    return readable_logs(sys.stderr) if stderr.is_terminal else nullcontext()


def _announce(url: str) -> None:
    stderr.print(f"Recollect is ready on {url}")
    stderr.print(f"Look at it on {url}/console")


@contextmanager
def _readable_errors(options: PlatformOptions) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(_reason(error, options)) from error
    except sqlite3.Error as error:
        raise CommandError(f"{options.data_dir} cannot be used: {error}") from error
    except RedisError as error:
        raise CommandError(f"{options.redis_url} cannot be used: {error}") from error
    except (EmbedderChangedError, EmbedderMissingError, JournalError, ValueError) as error:
        # ValueErrors come from options: an invalid host or URL, a secret that is too short.
        raise CommandError(str(error)) from error


def _reason(error: OSError, options: PlatformOptions) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {options.port} of {options.host} is in use; choose another one with --port"
    if error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}"
    return f"cannot serve on {options.host}, port {options.port}: {error.strerror or error}"
