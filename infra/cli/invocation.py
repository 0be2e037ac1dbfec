"""One function on one event, in this process: where a debugger stops at a breakpoint."""

import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from uuid import uuid4

import httpx

from infra.cli.console import CommandError
from infra.cli.stores import names_stores
from infra.local.worker import LambdaContext, dispatch, load_handler
from infra.routes import FUNCTIONS, Function

_FIRST_ERROR_STATUS = 400


@dataclass(frozen=True, slots=True)
class Invocation:
    """What came of it: `{"result": …}` or `{"error": {…}}`, and why the event was given up."""

    answer: Mapping[str, object]
    given_up: str | None = None

    @property
    def failed(self) -> bool:
        """Whether it is a function error, an HTTP error or a dead letter."""
        response = self.response
        refused = response is not None and int(str(response["statusCode"])) >= _FIRST_ERROR_STATUS
        return "error" in self.answer or refused or self.given_up is not None

    @property
    def response(self) -> Mapping[str, object] | None:
        """The HTTP response, if it is one."""
        result = self.answer.get("result")
        return result if isinstance(result, dict) and "statusCode" in result else None


def find_function(name: str) -> Function:
    """The function of that name. Raises CommandError with those that there are."""
    for function in FUNCTIONS:
        if function.name == name:
            return function
    known = ", ".join(function.name for function in FUNCTIONS)
    raise CommandError(f"there is no function {name}; there are {known}")


def read_event(path: Path) -> dict[str, object]:
    """Read an event from a file. Raises CommandError if it holds none."""
    try:
        event = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}") from error
    if not isinstance(event, dict):
        raise CommandError(f"{path} holds no event: it must be a JSON object")
    return cast("dict[str, object]", event)


def invoke(function: Function, event: object) -> Invocation:
    """Run a function: on the stores of the environment, else on a platform with sample data."""
    if names_stores(os.environ):
        return Invocation(_run(function, event))
    # Who names stores needs no platform, and does not wait for its imports.
    from infra.cli.private_platform import private_platform  # noqa: PLC0415  # see above

    with private_platform(function) as url:
        answer = _run(function, event)
        return Invocation(answer, _dead_letter(url))


def _run(function: Function, event: object) -> Mapping[str, object]:
    deadline = time.time_ns() // 1_000_000 + function.timeout * 1000
    with redirect_stdout(sys.stderr):  # stdout is for the answer alone
        handler = load_handler(function.name)
        context = LambdaContext(function.name, str(uuid4()), deadline)
        return cast("Mapping[str, object]", json.loads(dispatch(handler, event, context)))


def _dead_letter(url: str) -> str | None:
    letters = httpx.get(f"{url}/_events/dead-letters", trust_env=False).json()["deadLetters"]
    return str(letters[-1]["reason"]) if letters else None


def written(done: Invocation, *, as_json: bool) -> str:
    """The answer for stdout: as the function gave it, or status and body for people."""
    shown = done.answer.get("result") if "error" not in done.answer else done.answer["error"]
    if as_json or done.response is None:
        return json.dumps(shown, ensure_ascii=False, indent=None if as_json else 2)
    status, body = done.response["statusCode"], str(done.response.get("body", ""))
    with suppress(ValueError):  # a page, say
        body = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    return f"{status}\n{body}"
