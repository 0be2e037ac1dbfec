"""`recollect serve`: the platform until Ctrl-C, and what keeps it from starting in plain words."""

import errno
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from redis import RedisError

from infra.cli.complaint import Complaint
from infra.cli.sample_data import seed
from infra.cli.settings import check_settings
from infra.cli.stores import platform_target
from infra.local.emulators.redis.journal import JournalError
from infra.local.emulators.vector.minilm import EmbedderMissingError
from infra.local.emulators.vector.storage import EmbedderChangedError
from infra.local.platform import PlatformOptions, serve
from recollect.core.errors import StoreError


def serve_platform(
    options: PlatformOptions,
    announce: Callable[[str], None],
    complain: Callable[[str], None],
    *,
    sample_data: bool,
) -> None:
    """Serve until a signal; `announce` hears the URL once it answers and has its sample data.

    `complain` hears why the sample data could not be brought in: the platform then runs without.
    """

    check_settings(options)

    def fill(url: str) -> None:
        try:
            seed(platform_target(url))
        except StoreError as error:
            complain(f"the sample data are not all there: {error}")
        announce(url)

    def ready(url: str) -> None:
        if sample_data:
            # Beside the server, which has to answer meanwhile.
            threading.Thread(target=fill, args=(url,), daemon=True).start()
        else:
            announce(url)

    with _plain_words(options):
        serve(options, ready)


@contextmanager
def _plain_words(options: PlatformOptions) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Complaint(_reason(error, options)) from error
    except sqlite3.Error as error:
        raise Complaint(f"{options.data_dir} cannot be used: {error}") from error
    except RedisError as error:
        raise Complaint(f"{options.redis_url} cannot be used: {error}") from error
    except (EmbedderChangedError, EmbedderMissingError, JournalError, ValueError) as error:
        # The ValueErrors are options: a host or a URL that makes no sense, a secret too short.
        raise Complaint(str(error)) from error


def _reason(error: OSError, options: PlatformOptions) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {options.port} of {options.host} is in use; choose another one with --port"
    if error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}"
    return f"cannot serve on {options.host}, port {options.port}: {error.strerror or error}"
