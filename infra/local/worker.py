"""A Lambda execution environment as a process: `python -m infra.local.worker FUNCTION`.

It imports the function, then answers one invocation at a time until its standard input ends.
Both directions are lines of JSON; the first line is the outcome of the import:

    out  {"result": "ready"}                     or  {"error": {"errorType", "errorMessage"}}
    in   {"event": …, "requestId": "…", "deadline": <epoch milliseconds>}
    out  {"result": <what the handler returned>} or  {"error": {…}}
"""

import argparse
import importlib
import json
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, cast

REGION = "us-east-1"
ACCOUNT = "000000000000"
PAYLOAD_LIMIT = 6 * 1024 * 1024
"""The most bytes of an event or a result, as in Lambda's synchronous invocations."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LambdaContext:
    """The context that a handler gets beside its event; `deadline` is in epoch milliseconds."""

    function_name: str
    aws_request_id: str
    deadline: int
    memory_limit_in_mb: int = 512

    @property
    def invoked_function_arn(self) -> str:
        """The function's full name on AWS, its ARN."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"

    @property
    def log_group_name(self) -> str:
        """The log group that the function would have on AWS."""
        return f"/aws/lambda/{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        """Milliseconds until the invocation is ended by force."""
        return max(0, self.deadline - time.time_ns() // 1_000_000)


Handler = Callable[[object, LambdaContext], object]
"""A function's entry point."""


def load_handler(function: str, package: str = "functions") -> Handler:
    """Import the `lambda_handler` of `{package}.{function}.handler`.

    Raises whatever the import raises, and `AttributeError` if there is no such handler.
    """
    module = importlib.import_module(f"{package}.{function}.handler")
    return cast("Handler", module.lambda_handler)


def dispatch(handler: Handler, event: object, context: LambdaContext) -> str:
    """Run a handler and give its answer as a line of the protocol above, in JSON.

    An exception of the handler, or a result that cannot be JSON, becomes Lambda's error shape.
    """
    try:
        result = handler(event, context)
    except Exception as error:  # noqa: BLE001 - a handler may raise anything
        _log.exception("%s failed", context.function_name)
        return error_answer(type(error).__name__, str(error))
    try:
        payload = to_json(result)
    except (TypeError, ValueError, RecursionError) as error:
        return error_answer("Runtime.MarshalError", f"Unable to marshal response: {error}")
    size = len(to_bytes(payload))
    if size > PAYLOAD_LIMIT:
        message = f"Response payload size ({size} bytes) exceeded {PAYLOAD_LIMIT} bytes."
        return error_answer("Function.ResponseSizeTooLarge", message)
    return f'{{"result":{payload}}}'


def error_answer(error_type: str, message: str) -> str:
    """Give the line that reports an error as Lambda describes it."""
    return to_json({"error": {"errorType": error_type, "errorMessage": message}})


def to_json(value: object) -> str:
    """Write compact JSON on one line, without escaping characters that UTF-8 can hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def to_bytes(text: str) -> bytes:
    """Encode JSON as UTF-8, also a lone surrogate, which JSON can escape and Python can hold."""
    return text.encode("utf-8", "surrogatepass")


def from_bytes(line: bytes) -> dict[str, object]:
    """Read a line of the protocol."""
    return cast("dict[str, object]", json.loads(line.decode("utf-8", "surrogatepass")))


def take_over_streams() -> tuple[BinaryIO, BinaryIO]:
    """Keep stdin and stdout for the protocol, so that no `print` or `input` can corrupt it."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def listen(requests: BinaryIO, arrived: Callable[[bytes], None]) -> None:
    """Pass on each line; end the process when the input ends, even while a handler hangs.

    The input ends when the platform closes it or dies in any way, so no worker outlives it.
    """
    with suppress(ConnectionError):  # the platform died before it read our last answer
        for line in requests:
            arrived(line)
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one function until the input ends."""
    parser = argparse.ArgumentParser(prog="python -m infra.local.worker")
    parser.add_argument("function")
    parser.add_argument("--handlers", default="functions", help="the package of the functions")
    options = parser.parse_args(arguments)
    requests, answers = take_over_streams()
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(requests, lines.put), daemon=True).start()

    def write(answer: str) -> None:
        answers.write(to_bytes(answer) + b"\n")
        answers.flush()

    try:
        handler = load_handler(options.function, options.handlers)
    except Exception as error:  # noqa: BLE001 - an import may raise anything
        _log.exception("%s cannot be imported", options.function)
        write(error_answer(type(error).__name__, str(error)))
        return 1
    write(to_json({"result": "ready"}))
    while True:
        request = from_bytes(lines.get())
        context = LambdaContext(
            function_name=options.function,
            aws_request_id=str(request["requestId"]),
            deadline=int(str(request["deadline"])),
        )
        write(dispatch(handler, request["event"], context))


if __name__ == "__main__":
    sys.exit(main())
