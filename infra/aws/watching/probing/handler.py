"""The synthetic check: do every few minutes, through the API, what an agent does.

It stores a memory, finds it, deletes it again, and writes the result as one line of metrics. It
needs only the standard library (and boto3 from Lambda's runtime, for its key), so that nothing that
breaks the service can break this check.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final

APP: Final = "synthetic-check"
"""The app that the check stores its memories in; its key has no access to other apps."""

_CALL_TIMEOUT_SECONDS: Final = 10
_FIND_TIMEOUT_SECONDS: Final = 20.0
_PAUSE_SECONDS: Final = 0.5
_DECISION: Final = "Ignore it: the synthetic check wrote this, and deletes it again."

Call = Callable[[str, str, Mapping[str, object] | None], Any]


class CheckFailedError(Exception):
    """A step failed; the message names it, and contains nothing of what was sent."""


def lambda_handler(_event: object, _context: object) -> None:
    """Check once, and write the result as metrics; never raises."""
    began = time.monotonic()
    try:
        check(caller(os.environ["PROBE_URL"], _key(os.environ.get("PROBE_SECRET", ""))))
        failed = ""
    except CheckFailedError as error:
        failed = str(error)
    except Exception as error:  # noqa: BLE001  # whatever it is, the check has failed
        failed = f"the check itself: {type(error).__name__}"
    sys.stdout.write(
        measured(
            os.environ["PROBE_NAMESPACE"], failed, (time.monotonic() - began) * 1000, time.time()
        )
    )


def check(call: Call, timeout: float = _FIND_TIMEOUT_SECONDS) -> None:
    """Store a memory, find it within `timeout` seconds, and delete it. Raises CheckFailedError."""
    moment = time.time_ns()
    # New words each time: otherwise it would be a duplicate of the previous check's memory.
    situation = f"Synthetic check {moment}: does the lamp of projector {moment % 997} stay dark?"
    memory = {
        "situation": situation,
        "decision": _DECISION,
        "stage": "validate",
        "conversation_id": APP,
    }
    try:
        stored = call("POST", f"/apps/{APP}/memories", memory)
        _find(call, situation, stored["id"], time.monotonic() + timeout)
    finally:
        # All checks use one conversation, so this also deletes what an earlier check left.
        call("DELETE", f"/apps/{APP}/conversations/{APP}", None)


def _find(call: Call, situation: str, memory_id: str, until: float) -> None:
    """Search until the memory is found: it may be indexed only after its store was answered."""
    while True:
        found = call("POST", f"/apps/{APP}/memories/search", {"query": situation})
        if memory_id in [each["memory"]["id"] for each in found["results"]]:
            return
        if time.monotonic() > until:
            raise CheckFailedError("what was stored is not found")
        time.sleep(_PAUSE_SECONDS)


def caller(url: str, key: str) -> Call:
    """A function that sends a request to the API, with the key if any, and returns its JSON."""
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"

    def call(method: str, path: str, body: Mapping[str, object] | None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310  # the stack names the URL
            url + path, content, headers, method=method
        )
        step = f"{method} {path}"
        try:
            with urllib.request.urlopen(request, timeout=_CALL_TIMEOUT_SECONDS) as response:  # noqa: S310  # as above
                return json.load(response)
        except urllib.error.HTTPError as error:
            error.close()
            raise CheckFailedError(f"{step} answered {error.code}") from error
        except (OSError, ValueError) as error:
            raise CheckFailedError(f"{step}: {type(error).__name__}") from error

    return call


def measured(namespace: str, failed: str, milliseconds: float, moment: float) -> str:
    """A line of metrics in CloudWatch's embedded format; `failed` is what failed, or ""."""
    metrics = [
        {"Name": "ProbeSucceeded", "Unit": "Count"},
        {"Name": "ProbeDuration", "Unit": "Milliseconds"},
    ]
    line = {
        "_aws": {
            "Timestamp": round(moment * 1000),
            "CloudWatchMetrics": [{"Namespace": namespace, "Dimensions": [[]], "Metrics": metrics}],
        },
        "ProbeSucceeded": 0 if failed else 1,
        "ProbeDuration": round(milliseconds, 1),
        "failed": failed,
    }
    return json.dumps(line) + "\n"


def _key(secret: str) -> str:
    """The API key in a secret, read each time, so that a new one is used at once; "" if none."""
    if not secret:
        return ""
    import boto3  # noqa: PLC0415  # not where the API is open

    held = boto3.client("secretsmanager").get_secret_value(SecretId=secret)["SecretString"]
    return str(json.loads(held)["RECOLLECT_API_KEY"])
