"""Faults of a platform, for as long as a test wants them."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx


@contextmanager
def broken(url: str, target: str) -> Iterator[None]:
    """Have a target of the platform answer 503 until the block ends."""
    faults = f"{url}/_emulators/faults"
    fault = {"target": target, "mode": "status", "status": 503}
    httpx.post(faults, json=fault).raise_for_status()
    try:
        yield
    finally:
        httpx.delete(faults).raise_for_status()
