"""Reads, checks and parses a request of API Gateway (payload format 2.0)."""

import base64
import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from recollect.core.errors import FieldError, InvalidRequest, MalformedRequest, TooLarge
from recollect.core.field_errors import field_errors
from recollect.core.messages import (
    CASE_NUMBER_PATTERN,
    ITEM_ID_PATTERN,
    NAME_PATTERN,
    REFERENCE_PATTERN,
    SLUG_PATTERN,
)
from recollect.core.shapes import shape_in_words

MAX_BODY_BYTES = 256 * 1024
MAX_BATCH_BYTES = 1024 * 1024
"""The limit for a body that brings many things at once."""

Event = Mapping[str, Any]
_M = TypeVar("_M", bound=BaseModel)
_GATEWAY_TIMEOUT_SECONDS: Final = 29.0
_PATH_PATTERNS = {
    "app_slug": SLUG_PATTERN,
    "case_number": CASE_NUMBER_PATTERN,
    "entity_name": NAME_PATTERN,
    "item_id": ITEM_ID_PATTERN,
}
_MAX_TRACE_HEADER_CHARACTERS: Final = 200
_ALWAYS_LOGGED: Final = ("requestId", "route")
_TRACE_HEADERS: Final = {
    "traceparent": re.compile(r"^[0-9a-f]{2}-([0-9a-f]{32})-"),
    "x-amzn-trace-id": re.compile(r"Root=(1-[0-9a-f]{8}-[0-9a-f]{24})"),
}
_NOT_JSON_ERRORS: Final = frozenset({"json_invalid", "string_unicode"})
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def request_id(event: Event) -> str:
    """The id that API Gateway gave the request."""
    return str(event.get("requestContext", {}).get("requestId", ""))


def authorization(event: Event) -> str:
    """The header `Authorization`, which holds a token or an API key; "" if there is none."""
    headers = event.get("headers")
    return str(headers.get("authorization") or "") if isinstance(headers, Mapping) else ""


def trace_id(event: Event) -> str:
    """The id of the caller's trace (W3C), else of that of AWS; "" if there is neither."""
    headers = event.get("headers") or {}
    for name, pattern in _TRACE_HEADERS.items():
        if found := pattern.search(str(headers.get(name, ""))[:_MAX_TRACE_HEADER_CHARACTERS]):
            return found[1]
    return ""


def app_slug(event: Event) -> str:
    """The app in the path, for the log; "" if there is none, or if it is not a slug."""
    slug = str((event.get("pathParameters") or {}).get("app_slug", ""))
    return slug if re.fullmatch(SLUG_PATTERN, slug) else ""


def about(event: Event, caller: str) -> dict[str, str]:
    """The log fields of a request. Empty ones are left out, except `requestId` and `route`.

    `caller` is the caller's pseudonym.
    """
    fields = {
        "requestId": request_id(event),
        "route": str(event.get("routeKey", "")),
        "traceId": trace_id(event),
        "app": app_slug(event),
        "caller": caller,
    }
    return {name: value for name, value in fields.items() if value or name in _ALWAYS_LOGGED}


def waited(event: Event, now: datetime) -> float:
    """Seconds since API Gateway received the request; 0 if the number is not plausible.

    API Gateway gives up after 29 seconds, so an older request is a sample. A negative number may
    come from clocks that differ a little.
    """
    arrived = event.get("requestContext", {}).get("timeEpoch")
    if not isinstance(arrived, int):
        return 0.0
    seconds = now.timestamp() - arrived / 1_000
    return seconds if 0 < seconds < _GATEWAY_TIMEOUT_SECONDS else 0.0


def path_pattern(name: str) -> str:
    """The pattern for a parameter of the path: for a slug, a name, a number, or else an id."""
    return _PATH_PATTERNS.get(name, REFERENCE_PATTERN)


def path_parameters(event: Event) -> Mapping[str, str]:
    """The parameters of the path. Raises InvalidRequest, which names all that do not match."""
    path: Mapping[str, str] = event.get("pathParameters") or {}
    patterns = {name: path_pattern(name) for name in path}
    errors = [
        FieldError(name, shape_in_words(patterns[name]))
        for name, value in path.items()
        if not re.fullmatch(patterns[name], value)
    ]
    if errors:
        raise InvalidRequest(errors)
    return path


def idempotency_key(event: Event) -> str:
    """The header `Idempotency-Key`; "" if there is none. Raises InvalidRequest if it is invalid."""
    key = event.get("headers", {}).get("idempotency-key")
    if key is None:
        return ""
    if not _IDEMPOTENCY_KEY.fullmatch(key):
        problem = FieldError("Idempotency-Key", "must be 1 to 255 printable ASCII characters")
        raise InvalidRequest([problem])
    return str(key)


def query_text(event: Event) -> str:
    """The query string as a JSON object."""
    return json.dumps(event.get("queryStringParameters") or {})


def body_text(event: Event, most: int = MAX_BODY_BYTES) -> str:
    """The body as text.

    Raises TooLarge if it has more than `most` bytes, and MalformedRequest if it is not UTF-8.
    """
    body = event.get("body") or ""
    try:
        raw = base64.b64decode(body) if event.get("isBase64Encoded") else body.encode()
        if len(raw) > most:
            raise TooLarge(f"the body is over {most} bytes")
        return raw.decode()
    except ValueError as error:
        raise MalformedRequest("the body is not JSON in UTF-8") from error


def parse(model: type[_M], text: str, *, strict: bool = True) -> _M:
    """Parse JSON into a model. An empty text is read as `{}` if the model requires no field.

    The values of a body must have the types of the model (`strict`); those of a query string are
    all texts, and are converted. Raises MalformedRequest or InvalidRequest.
    """
    optional = not any(field.is_required() for field in model.model_fields.values())
    try:
        given = "{}" if optional and not text.strip() else text
        return model.model_validate_json(given, by_alias=True, by_name=False, strict=strict)
    except ValidationError as error:
        if error.error_count() == 1 and error.errors()[0]["type"] in _NOT_JSON_ERRORS:
            raise MalformedRequest("the body is not JSON") from None
        raise InvalidRequest(field_errors(error, model=model)) from None
