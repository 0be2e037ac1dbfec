"""Start workers by forking a process that has already imported what functions need.

Python needs about a second of CPU for those imports, a fork a few milliseconds. The server is a
process of one thread, `python -m infra.local.fork_server`, whose standard input is a Unix socket.
Orders and answers on it are lines of JSON:

    start  {"function", "handlers", "environment"}, with two descriptors: channel, stderr
           {"process": <its number>}
    wait   {"process"}
           {"status": <its exit status, negative for a signal>}
    ready  {}
           {}, once its imports are done

A process that has the imports already may fork its server (`ForkServer.fork`), as platforms of
tests do. The server ends when its input ends, and a worker when its own channel ends (see
`worker`).
"""

import atexit
import gc
import importlib
import json
import os
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from pydantic import BaseModel

from infra.local import worker
from infra.routes import FUNCTIONS
from recollect.adapters.http.transport import trusted_authorities
from recollect.detection.injection import is_injection
from recollect.relevance.word_scores import word_scores

_CHUNK_BYTES = 1 << 16
_WITH_THE_FIRST_CONNECTION = ("httpcore", "anyio._backends._asyncio")
"""Modules that httpx imports with its first connection, which takes 50 ms of CPU."""
_ANY_TEXT = "The gateway is full."
_ENDED = "The fork server has ended"


class ForkServer:
    """A fork server, started when it is first needed, and again if it ends; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._server: tuple[Callable[[], object], socket.socket] | None = None
        """A function that waits for the server's end, and the socket to the server."""

    def start(
        self, function: str, handlers: str, environment: Mapping[str, str], stderr: int
    ) -> tuple[int, socket.socket]:
        """Start a worker; return the number of its process and the channel that it answers on.

        Raises `ConnectionError` if the server ends meanwhile; the next call starts another server.
        """
        order = {"function": function, "handlers": handlers, "environment": dict(environment)}
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                return self._ask(order, theirs.fileno(), stderr)["process"], ours
        except ConnectionError:
            ours.close()
            raise

    def fork(self) -> None:
        """Start the server as a fork of this process, which must have one thread and the imports.

        The server ends with this process. Raises `RuntimeError` if there already is a server.
        """
        if self._server is not None:
            raise RuntimeError("the fork server has started")
        ours, theirs = socket.socketpair()
        if process := os.fork():
            theirs.close()
            self._server = partial(os.waitpid, process, 0), ours
            return
        status = 1
        try:  # whatever happens, the fork must never return into the code of the original
            ours.close()
            os.setsid()
            os.dup2(theirs.fileno(), 0)
            theirs.close()
            status = main()
        except BaseException:  # noqa: BLE001  # see above
            traceback.print_exc()
        finally:
            os._exit(status)

    def begin(self) -> None:
        """Start the server and wait for its imports, so that no request has to wait for them.

        Raises `ConnectionError` if the server ends meanwhile.
        """
        self._ask({})

    def wait(self, process: int) -> int:
        """Wait for the end of a worker and return its status, negative for a signal.

        Until then no other process can get its number, so that it is safe to kill it.
        """
        return self._ask({"process": process})["status"]

    def close(self) -> None:
        """End the server; its workers go on until their channels end."""
        with self._lock:
            if self._server is not None:
                wait, control = self._server
                self._server = None
                control.close()
                wait()

    def _ask(self, order: object, *descriptors: int) -> dict[str, int]:
        message = worker.to_bytes(worker.to_json(order)) + b"\n"
        try:
            with self._lock:
                control = self._running_server()
                sent = socket.send_fds(control, [message], descriptors)
                control.sendall(message[sent:])
                with control.makefile() as answers:
                    answer: dict[str, int] = json.loads(answers.readline())
        except (OSError, ValueError) as error:
            self.close()
            raise ConnectionError(_ENDED) from error
        return answer

    def _running_server(self) -> socket.socket:
        if self._server is None:
            ours, theirs = socket.socketpair()
            with theirs:
                process = subprocess.Popen(
                    [sys.executable, "-m", "infra.local.fork_server"],
                    stdin=theirs.fileno(),
                    start_new_session=True,  # Ctrl-C is for the platform
                )
            self._server = process.wait, ours
            atexit.register(self.close)
        return self._server[1]


FORK_SERVER: Final = ForkServer()
"""The fork server of this process; it starts with the first platform or worker."""


def prepare() -> None:
    """Import, build and read everything that functions and their first requests need.

    Each process that is forked afterwards has all of it.
    """
    for function in FUNCTIONS:
        with suppress(Exception):  # it fails in its worker again, which reports the error
            worker.load_handler(function.name)
    for module in _WITH_THE_FIRST_CONNECTION:
        importlib.import_module(module)
    trusted_authorities()
    for model in _incomplete_models(BaseModel):
        model.model_rebuild(raise_errors=False)  # an error appears again where the model is used
    # Loads the patterns of prompt injections and the frequencies of English words: 50 ms.
    is_injection(_ANY_TEXT)
    word_scores(_ANY_TEXT, [_ANY_TEXT])


def _incomplete_models(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Our models that pydantic would only build at their first use, all 172 of them in 170 ms."""
    for model in base.__subclasses__():
        yield from _incomplete_models(model)
        if model.__module__.startswith("recollect.") and not model.__pydantic_complete__:
            yield model


def main() -> int:
    """Fork workers until the input ends; in a worker, return the exit status of its process."""
    prepare()
    gc.freeze()  # otherwise a worker's first request may collect all these objects, 100 ms
    with socket.socket(fileno=os.dup(0)) as control:
        for order, descriptors in _orders(control):
            if not order:
                answer = {}
            elif "environment" not in order:
                answer = {"status": _wait(order["process"])}
            elif process := os.fork():
                answer = {"process": process}
            else:
                break
            for descriptor in descriptors:
                os.close(descriptor)
            control.sendall(worker.to_bytes(worker.to_json(answer)) + b"\n")
        else:
            return 0
    _become(order["environment"], *descriptors)
    return worker.main([order["function"], "--handlers", order["handlers"]])


def _orders(control: socket.socket) -> Iterator[tuple[dict[str, Any], list[int]]]:
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, _CHUNK_BYTES, 2)
        while message and not message.endswith(b"\n"):
            message += control.recv(_CHUNK_BYTES)
        if not message:
            return
        yield json.loads(message), descriptors


def _wait(process: int) -> int:
    try:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    except ChildProcessError:  # it was a child of an earlier server
        return 255


def _become(environment: Mapping[str, str], channel: int, stderr: int) -> None:
    """Set up streams and environment as if the worker had been started as its own program."""
    os.setsid()
    for descriptor, place in ((channel, 0), (channel, 1), (stderr, 2)):
        os.dup2(descriptor, place)
    os.close(channel)
    os.close(stderr)
    os.environ.clear()
    os.environ.update(environment)
    known = set(sys.path)
    sys.path[:0] = [
        each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each not in known
    ]


if __name__ == "__main__":
    sys.exit(main())
