"""Renders answers and problems as responses of API Gateway (payload format 2.0)."""

from typing import Any

from recollect.core.errors import Unauthenticated
from recollect.core.stopwatch import Stopwatch
from recollect.serving.idempotency import Answer
from recollect.serving.problems import Problem


def response_of(given: Answer) -> dict[str, Any]:
    """The response of an answer; what it has to say beside its body stands in headers."""
    headers = {"Content-Type": given.content_type, **given.headers}
    if given.degraded:
        headers["X-Degraded"] = " ".join(given.degraded)
    if given.unknown_cases:
        headers["X-Unknown-Cases"] = ", ".join(given.unknown_cases)
    if given.cache:
        headers["X-Cache"] = given.cache
    if given.seconds:
        parts = (f"{name};dur={seconds * 1000:.2f}" for name, seconds in given.seconds)
        headers["Server-Timing"] = ", ".join(parts)
    return {"statusCode": given.status, "headers": headers, "body": given.body}


def problem_response(problem: Problem) -> dict[str, Any]:
    """The response of a problem, a document of RFC 9457."""
    headers = {"Content-Type": "application/problem+json", **problem_headers(problem)}
    return {"statusCode": problem.status, "headers": headers, "body": problem.json()}


def problem_headers(problem: Problem) -> dict[str, str]:
    """When to try again, and how to authenticate, in whatever form the problem is told."""
    headers = {}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.kind == Unauthenticated.__name__:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.scope:  # RFC 6750: a client then asks for a token that has this scope
        wanted = f'error="insufficient_scope", scope="{problem.scope}"'
        headers["WWW-Authenticate"] = f"Bearer {wanted}"
    return headers


def server_timing(stopwatch: Stopwatch, parts: str | None, *, audits: bool) -> str:
    """The header Server-Timing: in all, for the stores, the rest, and then `parts`, in ms."""
    total, store = stopwatch.elapsed * 1000, stopwatch.waited * 1000
    # The number of calls may reveal something that the caller may not see.
    calls = f';desc="{stopwatch.calls} calls"' if audits else ""
    return (
        f"total;dur={total:.2f}, store;dur={store:.2f}{calls}, "
        f"own;dur={total - store:.2f}{f', {parts}' if parts else ''}"
    )
