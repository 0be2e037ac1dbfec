"""Make the functions' logs readable at a terminal; elsewhere they stay lines of JSON."""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Final, cast

from infra.cli.console import plain

# Fields that have a fixed place in a readable line, or that are for machines only.
_NOT_APPENDED: Final = frozenset(
    {
        "level", "location", "message", "timestamp", "service", "route", "status", "totalMs",
        "storeMs", "storeCalls", "requestId", "exception", "stack_trace", "xray_trace_id",
        "traceId", "caller", "app",
    }
)  # fmt: skip
_METRICS: Final = "_aws"


def readable(line: str) -> str | None:
    """Render a line of a log for people; None if the line holds only metrics."""
    try:
        entry = json.loads(line)
    except ValueError:
        return plain(line)
    if not isinstance(entry, dict):
        return plain(line)
    return None if _METRICS in entry else plain(" ".join(_parts(entry)))


def _parts(entry: Mapping[str, object]) -> Iterator[str]:
    yield _time(str(entry.get("timestamp", "")))
    level = str(entry.get("level", ""))
    if level != "INFO":
        yield level
    yield str(entry.get("service", ""))
    if "route" in entry:
        yield f"{entry['route']} → {entry.get('status', '')}"
    else:
        yield str(entry.get("message", ""))
    if "totalMs" in entry:
        yield f"{entry['totalMs']} ms, calls of stores: {entry.get('storeCalls', 0)}"
    for name, value in entry.items():
        if name not in _NOT_APPENDED:
            yield f"{name}={value if isinstance(value, str) else json.dumps(value)}"


def _time(timestamp: str) -> str:
    """The time of day, to the second, from Powertools' format: 2026-11-23 17:55:26,118+0000."""
    try:
        return datetime.strptime(timestamp, "%Y-%m-%d %H:%M:%S,%f%z").strftime("%H:%M:%S")
    except ValueError:
        return timestamp


@contextmanager
def readable_logs(out: IO[str]) -> Iterator[int]:
    """A file descriptor for logs in JSON; until the block ends, they appear on `out` readable."""
    reading, writing = os.pipe()

    def pass_on() -> None:
        with cast("IO[str]", os.fdopen(reading, encoding="utf-8", errors="replace")) as lines:
            for line in lines:
                if text := readable(line.rstrip("\n")):
                    out.write(f"{text}\n")
                    out.flush()

    thread = threading.Thread(target=pass_on, daemon=True)
    thread.start()
    try:
        yield writing
    finally:
        os.close(writing)
        # Only briefly: workers that are still ending keep the pipe open.
        thread.join(timeout=1)
