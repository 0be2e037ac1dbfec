"""Run one function on one event in this process, so that a debugger stops at its breakpoints."""

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
    """The function's answer, `{"result": …}` or `{"error": {…}}`, and why it gave the event up."""

    answer: Mapping[str, object]
    given_up: str | None = None

    @property
    def failed(self) -> bool:
        """Whether the function failed, answered with an HTTP error, or gave the event up."""
        response = self.response
        refused = response is not None and int(str(response["statusCode"])) >= _FIRST_ERROR_STATUS
        return "error" in self.answer or refused or self.given_up is not None

    @property
    def response(self) -> Mapping[str, object] | None:
        """The HTTP response, None if the answer is not one."""
        result = self.answer.get("result")
        return result if isinstance(result, dict) and "statusCode" in result else None


def find_function(name: str) -> Function:
    """The function of that name. If there is none, raises CommandError, which lists them all."""
    for function in FUNCTIONS:
        if function.name == name:
            return function
    known = ", ".join(function.name for function in FUNCTIONS)
    raise CommandError(f"there is no function {name}; there are {known}")


def read_event(path: Path) -> dict[str, object]:
    """Read an event from a file. Raises CommandError if it holds no JSON object."""
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
    # Imported only here: with stores named, no platform is needed, nor its slow imports.
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
    """Render the answer for stdout: unchanged as JSON, or status and body for people."""
    shown = done.answer.get("result") if "error" not in done.answer else done.answer["error"]
    if as_json or done.response is None:
        return json.dumps(shown, ensure_ascii=False, indent=None if as_json else 2)
    status, body = done.response["statusCode"], str(done.response.get("body", ""))
    with suppress(ValueError):  # the body may be something else, such as a web page
        body = json.dumps(json.loads(body), ensure_ascii=False, indent=2)
    return f"{status}\n{body}"
