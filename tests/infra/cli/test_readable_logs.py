"""Logs at a terminal: one readable line each, no metrics, nothing that moves the cursor."""

import io
import json
import os

from infra.cli.readable_logs import readable, readable_logs

REQUEST = {
    "level": "INFO",
    "location": "request:52",
    "message": "request",
    "timestamp": "2026-11-23 17:55:26,118+0000",
    "service": "serve_mcp",
    "requestId": "4ebdf2ca",
    "route": "POST /mcp",
    "status": 400,
    "totalMs": 0.4,
    "storeMs": 0.0,
    "storeCalls": 2,
    "degraded": ["votes"],
}


def test_a_request_is_one_line() -> None:
    assert readable(json.dumps(REQUEST)) == (
        '17:55:26 serve_mcp POST /mcp → 400 0.4 ms, calls of stores: 2 degraded=["votes"]'
    )


def test_a_failure_is_shown_with_its_level_and_all_its_fields() -> None:
    failure = {**REQUEST, "level": "ERROR", "message": "failure", "error": "StoreTimeout"}
    del failure["route"], failure["totalMs"]
    assert readable(json.dumps(failure)) == (
        '17:55:26 ERROR serve_mcp failure degraded=["votes"] error=StoreTimeout'
    )


def test_metrics_are_left_out_and_other_lines_lose_only_what_moves_the_cursor() -> None:
    assert readable(json.dumps({"_aws": {}, "Requests": [1.0]})) is None
    assert readable("Traceback\x1b[2J (most recent call last):") == (
        "Traceback[2J (most recent call last):"
    )
    assert readable("[1, 2]") == "[1, 2]"
    assert readable('{"timestamp": "soon", "service": "x", "message": "y"}') == "soon  x y"


def test_logs_that_are_written_to_the_descriptor_come_out_readable() -> None:
    out = io.StringIO()
    with readable_logs(out) as descriptor:
        os.write(descriptor, f"{json.dumps(REQUEST)}\nplain\n".encode())
    assert [line.split()[0] for line in out.getvalue().splitlines()] == ["17:55:26", "plain"]
