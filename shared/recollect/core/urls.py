"""What can be read from a URL: its host, its credentials, and whether it is on this machine."""

import re
from typing import Final
from urllib.parse import urlsplit

# Everything before the last @ of the host, which ends at a path, a query or white space. If there
# is a colon without a port behind it, everything before the last @ at all, since an unescaped slash
# in a password makes the URL invalid.
_CREDENTIALS: Final = re.compile(
    r"(?<=://)(?:[^\s/?#]*@|[^\s/?#@:\[]*:(?![0-9]*(?:[\s/?#]|\Z))\S{1,512}@)"
)
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


def host_of(url: str) -> str | None:
    """The host of a URL, in lower case; None if there is none, or if the URL is not valid."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def without_credentials(text: str) -> str:
    """A text, with user names and passwords removed from its URLs, so that it can be shown."""
    return _CREDENTIALS.sub("", text)


def is_on_this_machine(url: str) -> bool:
    """Whether a URL is on this machine, and so must be reached without a proxy."""
    return host_of(url) in _LOOPBACK
