"""Open Policy Agent's data API for the shipped policy, evaluated in this process by regopy."""

import json
from functools import cached_property
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Final, NoReturn

from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

POLICY: Final = Path(__file__).parents[2] / "policies" / "context.rego"

_PACKAGE: Final = "cmo/context"
_CODES: Final = {400: "invalid_parameter", 404: "resource_not_found", 405: "method_not_allowed"}


class PolicyError(Exception):
    """The policy cannot be evaluated on this input."""


class Policy:
    """The shipped policy, compiled on first use. Threads take turns."""

    def __init__(self) -> None:
        self._lock = Lock()

    @cached_property
    def _compiled(self) -> tuple[Any, Any]:
        # On first use only: the import takes 40 ms, compiling the policy 5 ms.
        interpreter = import_module("regopy").Interpreter()
        interpreter.add_module(POLICY.name, POLICY.read_text())
        return interpreter, interpreter.build(None, [_PACKAGE])

    def document(self, given: JsonValue) -> JsonValue:
        """Evaluate the policy's package for this input; return its document. Raises PolicyError."""
        with self._lock:
            interpreter, bundle = self._compiled
            try:
                # As a term and in ASCII: regopy's conversion of Python objects rounds numbers to
                # six digits and does not escape texts.
                interpreter.set_input_term(json.dumps(given, allow_nan=False))
                output = interpreter.query_bundle_entrypoint(bundle, _PACKAGE)
                document: JsonValue = output[0][0]
            except (
                ValueError,
                LookupError,
                RecursionError,
                import_module("regopy").RegoError,
            ) as error:
                message = f"the policy cannot be evaluated: {type(error).__name__}"
                raise PolicyError(message) from error
            return document


def create_opa_app() -> Starlette:
    """Serve `POST /v1/data/cmo/context`, the document of the shipped policy."""
    policy = Policy()

    async def decide(request: Request) -> Response:
        given = _input_of(await request.body())
        try:
            return _json(200, {"result": await run_in_threadpool(policy.document, given)})
        except PolicyError as error:
            return _error(500, str(error))

    return Starlette(
        routes=[Route(f"/v1/data/{_PACKAGE}", decide, methods=["POST"])],
        exception_handlers={HTTPException: _failed},
    )


def _input_of(body: bytes) -> JsonValue:
    """Read the input; a missing one becomes empty, which is the same to every rule."""
    try:
        question = json.loads(body, parse_constant=_no_number) if body else {}
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, "body contains malformed input document") from error
    if not isinstance(question, dict):
        raise HTTPException(400, "body contains malformed input document")
    given: JsonValue = question.get("input", {})
    return given


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _failed(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):  # Starlette types handlers for any exception
        raise error
    return _error(error.status_code, error.detail)


def _error(status: int, message: str) -> Response:
    return _json(status, {"code": _CODES.get(status, "internal_error"), "message": message})


def _json(status: int, value: JsonValue) -> Response:
    # In ASCII, which can also express a lone surrogate.
    return Response(json.dumps(value), status, media_type="application/json")
