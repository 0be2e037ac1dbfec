"""The event bus over HTTP: EventBridge's PutEvents, and a view of events and dead letters."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from infra.local.event_bus import Event, EventBus, new_event
from infra.local.worker import to_bytes, to_json
from recollect.core.json_texts import json_in

BUS_NAME = "recollect"
MAX_ENTRIES = 10
SIZE_LIMIT = 256 * 1024
"""The most bytes of all entries of a request."""

_TIME_BYTES = 14
_AWS_JSON = "application/x-amz-json-1.1"


class _RefusedEntryError(Exception):
    """An entry that cannot be an event, with EventBridge's code for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.answer = {"ErrorCode": code, "ErrorMessage": message}


def event_routes(bus: EventBus) -> list[Route]:
    """Give the routes of a bus.

    - `POST /_events` takes `{"Entries": [{"Source", "DetailType", "Detail", "EventBusName"?,
      "Time"?, "Resources"?, "Id"?}]}`; the same `Id` again simulates a replay or a duplicate.
    - `GET /_events/published` shows the last events that were put, oldest first; `DELETE` forgets
      them.
    - `GET /_events/pending` has the number of deliveries under way: 0 when all are done.
    - `GET` and `DELETE /_events/dead-letters`; `POST /_events/dead-letters/redrive`.
    """

    async def put_events(request: Request) -> Response:
        return _put_events(bus, await request.body(), "application/json")

    async def published(_: Request) -> Response:
        return _json({"events": list(bus.published)})

    async def forget(_: Request) -> Response:
        bus.published.clear()
        return Response(status_code=204)

    async def pending(_: Request) -> Response:
        return _json({"pending": bus.pending})

    async def dead_letters(_: Request) -> Response:
        return _json({"deadLetters": bus.dead_letters.all()})

    async def clear(_: Request) -> Response:
        bus.dead_letters.clear()
        return Response(status_code=204)

    async def redrive(_: Request) -> Response:
        return _json({"redriven": bus.redrive()}, 202)

    return [
        Route("/_events", put_events, methods=["POST"]),
        Route("/_events/published", published),
        Route("/_events/published", forget, methods=["DELETE"]),
        Route("/_events/pending", pending),
        Route("/_events/dead-letters", dead_letters),
        Route("/_events/dead-letters", clear, methods=["DELETE"]),
        Route("/_events/dead-letters/redrive", redrive, methods=["POST"]),
    ]


def create_eventbridge_app(bus: EventBus) -> Starlette:
    """Serve PutEvents in AWS's JSON 1.1 protocol, as the SDKs speak it. Signatures are ignored."""

    async def answer(request: Request) -> Response:
        body = await request.body()
        if request.headers.get("x-amz-target") != "AWSEvents.PutEvents":
            error = {"__type": "UnknownOperationException", "message": "It is not emulated."}
            return _json(error, 400, _AWS_JSON)
        return _put_events(bus, body, _AWS_JSON)

    return Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])])


def _put_events(bus: EventBus, body: bytes, media_type: str) -> Response:
    try:
        entries = _entries(body)
    except ValueError as error:
        refusal = {"__type": "ValidationException", "message": str(error)}
        return _json(refusal, 400, media_type)
    answers = [_put(bus, entry) for entry in entries]
    failed = sum("ErrorCode" in answer for answer in answers)
    return _json({"FailedEntryCount": failed, "Entries": answers}, media_type=media_type)


def _json(content: object, status: int = 200, media_type: str = "application/json") -> Response:
    # Not Starlette's JSONResponse: it cannot encode a lone surrogate, which an event may hold.
    return Response(to_bytes(to_json(content)), status, media_type=media_type)


def _entries(body: bytes) -> list[Mapping[str, object]]:
    try:
        request = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ValueError("The request is not JSON") from error
    entries = request.get("Entries") if isinstance(request, dict) else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("Entries must be a list of objects")
    if not 1 <= len(entries) <= MAX_ENTRIES:
        raise ValueError(f"Entries must have 1 to {MAX_ENTRIES} members")
    if sum(_size(entry) for entry in entries) > SIZE_LIMIT:
        raise ValueError(f"Total size of the entries is over {SIZE_LIMIT} bytes")
    return entries


def _size(entry: Mapping[str, object]) -> int:
    """Count an entry's bytes as EventBridge does."""
    texts = [entry.get(name) for name in ("Source", "DetailType", "Detail")]
    resources = entry.get("Resources")
    texts += resources if isinstance(resources, list) else []
    size = sum(len(to_bytes(text)) for text in texts if isinstance(text, str))
    return size + (_TIME_BYTES if "Time" in entry else 0)


def _put(bus: EventBus, entry: Mapping[str, object]) -> dict[str, str]:
    try:
        event = _event(entry)
    except _RefusedEntryError as error:
        return error.answer
    name = str(entry.get("EventBusName", BUS_NAME))
    if name.rpartition("/")[2] == BUS_NAME:  # also as an ARN; other buses have no rules
        bus.put(event)
    return {"EventId": str(event["id"])}


def _event(entry: Mapping[str, object]) -> Event:
    for name in ("Source", "DetailType", "Detail"):
        if not (isinstance(entry.get(name), str) and entry[name]):
            message = f"Parameter {name} is not valid. Reason: {name} is a required argument."
            raise _RefusedEntryError("InvalidArgument", message)
    resources = entry.get("Resources")
    return new_event(
        str(entry["Source"]),
        str(entry["DetailType"]),
        _detail(str(entry["Detail"])),
        event_id=str(entry["Id"]) if entry.get("Id") else None,
        time=_time(entry.get("Time")),
        resources=[str(each) for each in resources] if isinstance(resources, list) else (),
    )


def _detail(text: str) -> dict[str, object]:
    detail = json_in(text)
    if not isinstance(detail, dict):
        raise _RefusedEntryError("MalformedDetail", "Detail is malformed.")
    return cast("dict[str, object]", detail)


def _time(given: object) -> datetime | None:
    """Read a time as the CLI writes it, ISO 8601, or as the SDKs send it, in epoch seconds."""
    try:
        match given:
            case None:
                return None
            case int() | float():
                return datetime.fromtimestamp(given, UTC)
            case _:
                time = datetime.fromisoformat(str(given))
    except (ValueError, OverflowError, OSError) as error:
        message = "Parameter Time is not valid. Reason: it is not a time."
        raise _RefusedEntryError("InvalidArgument", message) from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)
