"""The functions' logs for who watches a terminal; elsewhere they stay lines of JSON."""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Final, cast

from infra.cli.console import plain

# What stands in its place in a line, or is for machines.
_TOLD: Final = frozenset(
    {
        "level", "location", "message", "timestamp", "service", "route", "status", "totalMs",
        "storeMs", "storeCalls", "requestId", "exception", "stack_trace", "xray_trace_id",
        "traceId", "caller", "app",
    }
)  # fmt: skip
_METRICS: Final = "_aws"


def readable(line: str) -> str | None:
    """A line of a log as people read it; None where it holds metrics alone."""
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
        if name not in _TOLD:
            yield f"{name}={value if isinstance(value, str) else json.dumps(value)}"


def _time(timestamp: str) -> str:
    """When it was, to the second, of what Powertools writes: 2026-11-23 17:55:26,118+0000."""
    try:
        return datetime.strptime(timestamp, "%Y-%m-%d %H:%M:%S,%f%z").strftime("%H:%M:%S")
    except ValueError:
        return timestamp


@contextmanager
def readable_logs(out: IO[str]) -> Iterator[int]:
    """A descriptor for logs in JSON, which come out readable until the block ends."""
    reading, writing = os.pipe()

    def pass_on() -> None:
        with cast("IO[str]", os.fdopen(reading, encoding="utf-8", errors="replace")) as lines:
            for line in lines:
                if told := readable(line.rstrip("\n")):
                    out.write(f"{told}\n")
                    out.flush()

    thread = threading.Thread(target=pass_on, daemon=True)
    thread.start()
    try:
        yield writing
    finally:
        os.close(writing)
        # Workers that are still ending hold the other end.
        thread.join(timeout=1)
