"""What an API Gateway request brings (payload format 2.0): bounded, checked and parsed."""

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
"""Of a body that brings many things at once."""

Event = Mapping[str, Any]
_M = TypeVar("_M", bound=BaseModel)
_GIVEN_UP_SECONDS: Final = 29.0
_PATH_PATTERNS = {
    "app_slug": SLUG_PATTERN,
    "case_number": CASE_NUMBER_PATTERN,
    "entity_name": NAME_PATTERN,
    "item_id": ITEM_ID_PATTERN,
}
_LONGEST_TRACE: Final = 200
_ALWAYS_TOLD: Final = ("requestId", "route")
_TRACES: Final = {
    "traceparent": re.compile(r"^[0-9a-f]{2}-([0-9a-f]{32})-"),
    "x-amzn-trace-id": re.compile(r"Root=(1-[0-9a-f]{8}-[0-9a-f]{24})"),
}
_NO_JSON: Final = frozenset({"json_invalid", "string_unicode"})
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,255}")


def request_id(event: Event) -> str:
    """The id that API Gateway gave the request."""
    return str(event.get("requestContext", {}).get("requestId", ""))


def authorization(event: Event) -> str:
    """What the caller showed for itself; "" where it showed nothing."""
    headers = event.get("headers")
    return str(headers.get("authorization") or "") if isinstance(headers, Mapping) else ""


def trace_id(event: Event) -> str:
    """The trace that the request belongs to: its caller's (W3C), else that of AWS; "" without."""
    headers = event.get("headers") or {}
    for name, pattern in _TRACES.items():
        if found := pattern.search(str(headers.get(name, ""))[:_LONGEST_TRACE]):
            return found[1]
    return ""


def app_slug(event: Event) -> str:
    """The app in the path, for the log; "" where there is none, or no slug."""
    slug = str((event.get("pathParameters") or {}).get("app_slug", ""))
    return slug if re.fullmatch(SLUG_PATTERN, slug) else ""


def about(event: Event, caller: str) -> dict[str, str]:
    """Log fields of a request; empty ones are left out, but for `requestId` and `route`.

    `caller` is a pseudonym.
    """
    fields = {
        "requestId": request_id(event),
        "route": str(event.get("routeKey", "")),
        "traceId": trace_id(event),
        "app": app_slug(event),
        "caller": caller,
    }
    return {name: value for name, value in fields.items() if value or name in _ALWAYS_TOLD}


def waited(event: Event, now: datetime) -> float:
    """Seconds since API Gateway has had the request; 0 where that cannot be so.

    It gives up after 29 seconds; older ones are samples, and clocks may differ by a little.
    """
    arrived = event.get("requestContext", {}).get("timeEpoch")
    if not isinstance(arrived, int):
        return 0.0
    seconds = now.timestamp() - arrived / 1_000
    return seconds if 0 < seconds < _GIVEN_UP_SECONDS else 0.0


def path_pattern(name: str) -> str:
    """What a parameter of the path must match: a slug, a name, a number, or else an id."""
    return _PATH_PATTERNS.get(name, REFERENCE_PATTERN)


def path_parameters(event: Event) -> Mapping[str, str]:
    """The path's parameters; InvalidRequest names those that are not what they have to be."""
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
    """The idempotency key; "" when none was sent."""
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
    """The body as text; TooLarge over so many bytes, MalformedRequest when it is not UTF-8."""
    body = event.get("body") or ""
    try:
        raw = base64.b64decode(body) if event.get("isBase64Encoded") else body.encode()
        if len(raw) > most:
            raise TooLarge(f"the body is over {most} bytes")
        return raw.decode()
    except ValueError as error:
        raise MalformedRequest("the body is not JSON in UTF-8") from error


def parse(model: type[_M], text: str, *, strict: bool = True) -> _M:
    """Read JSON into a model; nothing at all is read as `{}` where no field is required.

    A body keeps to the types of the model (`strict`); what a query string has are all texts.
    """
    optional = not any(field.is_required() for field in model.model_fields.values())
    try:
        given = "{}" if optional and not text.strip() else text
        return model.model_validate_json(given, by_alias=True, by_name=False, strict=strict)
    except ValidationError as error:
        if error.error_count() == 1 and error.errors()[0]["type"] in _NO_JSON:
            raise MalformedRequest("the body is not JSON") from None
        raise InvalidRequest(field_errors(error, model=model)) from None
