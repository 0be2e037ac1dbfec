"""What an address tells by itself."""

import re
from typing import Final
from urllib.parse import urlsplit

# What stands before the last @ of a host, which a path, a query or a blank ends; or before the last
# of all behind a colon without a port: a password with a slash in it makes no address.
_CREDENTIALS: Final = re.compile(
    r"(?<=://)(?:[^\s/?#]*@|[^\s/?#@:\[]*:(?![0-9]*(?:[\s/?#]|\Z))\S{1,512}@)"
)
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


def host_of(url: str) -> str | None:
    """The host that it names, in small letters; None where it names none, or is no address."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def without_credentials(text: str) -> str:
    """A text whose addresses name nobody and no password, as they are shown to people."""
    return _CREDENTIALS.sub("", text)


def is_on_this_machine(url: str) -> bool:
    """Whether it is this machine's own: a proxy is for the world outside, never for that."""
    return host_of(url) in _LOOPBACK
