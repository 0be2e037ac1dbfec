"""Problems in the description of the API: their document, and which of them a route may answer."""

from collections.abc import Iterator
from http import HTTPStatus

from infra.json_schemas import Json, reference
from infra.openapi_headers import headers_of
from recollect.serving.calls import Empty
from recollect.serving.endpoints import Endpoint
from recollect.serving.problems import problem_kinds, retryable_statuses, titles

PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "required": ["type", "title", "status", "detail", "requestId"],
    "properties": {
        "type": {
            "type": "string",
            "description": "The kind of problem, a URN: go by this one. There may be others later.",
            "examples": [f"urn:recollect:problem:{each}" for each in problem_kinds()],
        },
        "title": {"type": "string", "description": "What the kind of problem is called."},
        "status": {"type": "integer", "description": "The status of the answer."},
        "detail": {"type": "string", "description": "What went wrong this time, in words."},
        "requestId": {"type": "string", "description": "What the request is called in the logs."},
        "errors": {
            "type": "array",
            "description": "What is wrong with the request, field by field.",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {
                    "field": {"type": "string", "description": "Its path, as items.0.content."},
                    "message": {"type": "string", "description": "What it must be or not be."},
                },
            },
        },
        "error": {
            "type": "object",
            "description": "Why a tool failed, as models are used to read it.",
            "required": ["code", "message", "retryable"],
            "properties": {
                "code": {"type": "string", "description": "A word for it: upstream_timeout."},
                "message": {"type": "string", "description": "What failed and what to do."},
                "retryable": {"type": "boolean", "description": "Whether a repeat may help."},
            },
        },
    },
}
PROBLEM_CONTENT = {"application/problem+json": {"schema": reference("Problem")}}


def problems(endpoint: Endpoint) -> Iterator[int]:
    """The statuses with which a route can fail, by its scope, body, parameters and effect.

    Other answers of API Gateway itself are under `default`.
    """
    has_body = endpoint.body is not Empty and not endpoint.in_query
    if has_body:
        yield from (400, 413)
    if endpoint.scope is not None:
        yield from (401, 403, 429, 500, 502, 503, 504)
    if "{" in endpoint.path:
        yield 404
    if endpoint.writes:
        yield 409
    if has_body or endpoint.in_query or endpoint.writes or "{" in endpoint.path:
        yield 422
    if endpoint.answer is None:
        yield from (each for each in endpoint.statuses if each >= HTTPStatus.BAD_REQUEST)


def problem_responses() -> Json:
    """A response for each status that the API's own problems have, and a default."""
    meanings = {str(status): "; or ".join(each) for status, each in titles().items()}
    return {
        status: {
            "description": meaning,
            "headers": headers_of(*problem_headers(status)),
            "content": PROBLEM_CONTENT,
        }
        for status, meaning in {**meanings, "default": "A problem"}.items()
    }


def problem_headers(status: str) -> Iterator[str]:
    """The headers that only problems with this status have."""
    if status in {*map(str, retryable_statuses()), "default"}:
        yield "Retry-After"
    if status in {"401", "403", "default"}:
        yield "WWW-Authenticate"
