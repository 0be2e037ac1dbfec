"""What an address tells by itself."""

from typing import Final
from urllib.parse import urlsplit

_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


def is_on_this_machine(url: str) -> bool:
    """Whether it is this machine's own: a proxy is for the world outside, never for that."""
    return urlsplit(url).hostname in _LOOPBACK
