"""A pool of execution environments per function: warm ones are reused, broken ones replaced."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from infra.local.fork_server import FORK_SERVER
from infra.local.worker import PAYLOAD_LIMIT, from_bytes, to_bytes, to_json
from infra.routes import Function

REQUEST_TOO_LARGE = "RequestTooLargeException"

_log = logging.getLogger(__name__)
_MAX_LINE_BYTES = 8 * 1024 * 1024
_IMPORT_TIMEOUT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Result:
    """The handler returned a value."""

    value: object


@dataclass(frozen=True, slots=True)
class FunctionError:
    """The handler raised an error, or its process ended."""

    error_type: str
    message: str

    @property
    def reason(self) -> str:
        """The outcome in one line."""
        return f"{self.error_type}: {self.message}"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The function took more than its `seconds`; its process was killed."""

    seconds: float

    @property
    def reason(self) -> str:
        """The outcome in one line."""
        return f"timed out after {self.seconds} seconds"


Outcome = Result | FunctionError | TimedOut

_CLOSING = FunctionError("ServiceException", "The platform is closing")


class _Worker:
    """One process that runs one function; it takes one request at a time."""

    def __init__(
        self, process: int, answers: asyncio.StreamReader, requests: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._answers = answers
        self._requests = requests
        self._ended = False

    @property
    def is_alive(self) -> bool:
        return not (self._ended or self._answers.at_eof())

    async def ask(self, request: bytes) -> Outcome:
        with contextlib.suppress(ConnectionError):  # the process died, and gives no answer below
            self._requests.write(request + b"\n")
            await self._requests.drain()
        return await self.next_answer()

    async def next_answer(self) -> Outcome:
        line = b""
        with contextlib.suppress(ConnectionError):  # the process may end with a request unread
            line = await self._answers.readline()
        if not line.endswith(b"\n"):
            return FunctionError("Runtime.ExitError", f"Runtime exited with {await self._end()}")
        answer = from_bytes(line)
        match answer.get("error"):
            case {"errorType": error_type, "errorMessage": message}:
                return FunctionError(str(error_type), str(message))
            case _:
                return Result(answer.get("result"))

    def kill(self) -> None:
        if not self._ended:  # until we have waited for its end, no other process has its number
            os.kill(self._process, signal.SIGKILL)

    async def stop(self) -> None:
        """Kill the process and wait for its end. Nothing may still wait for an answer."""
        self._requests.close()
        await self._end()

    async def _end(self) -> str:
        """Make sure that the process ends; the first call returns its status."""
        if self._ended:
            return "an unknown status"
        self.kill()  # this changes nothing if the process is ending already
        self._ended = True
        try:
            return f"status {await asyncio.to_thread(FORK_SERVER.wait, self._process)}"
        except ConnectionError:
            return "an unknown status"


@dataclass(slots=True)
class _Pool:
    function: Function
    slots: asyncio.Semaphore
    idle: list[_Worker] = field(default_factory=list)


def _abandon(started: asyncio.Future[tuple[int, socket.socket]]) -> None:
    """Close the channel of a worker that is not needed any more, which ends the worker."""
    if not started.cancelled() and started.exception() is None:
        started.result()[1].close()


class Workers:
    """Runs functions in processes of their own, each in its own environment.

    At most `size` invocations of a function run at once; further ones wait for their turn, which
    does not count towards their timeout. `handlers` is the package that the functions are in,
    `stderr` a file descriptor for their logs, by default that of this process.
    """

    def __init__(
        self,
        functions: Iterable[Function],
        environment: Callable[[Function], Mapping[str, str]],
        *,
        handlers: str = "functions",
        size: int = 4,
        stderr: int | None = None,
    ) -> None:
        self._environment = environment
        self._handlers = handlers
        self._size = size
        self._stderr = stderr
        self._pools = {each.name: _Pool(each, asyncio.Semaphore(size)) for each in functions}
        self._running: set[_Worker] = set()
        self._closed = False

    async def invoke(
        self, function_name: str, event: object, *, request_id: str | None = None
    ) -> Outcome:
        """Run a function on an event and return how it ended."""
        pool = self._pools.get(function_name)
        if pool is None:
            message = f"Function not found: {function_name}"
            return FunctionError("ResourceNotFoundException", message)
        payload = to_json(event)
        size = len(to_bytes(payload))
        if size > PAYLOAD_LIMIT:
            message = f"{size} byte payload is too large, the limit is {PAYLOAD_LIMIT} bytes"
            return FunctionError(REQUEST_TOO_LARGE, message)
        if self._closed:
            return _CLOSING
        async with pool.slots:
            worker = await self._take(pool)
            if isinstance(worker, FunctionError):
                return worker
            return await self._run(pool, worker, payload, request_id or str(uuid.uuid4()))

    async def _run(self, pool: _Pool, worker: _Worker, payload: str, request_id: str) -> Outcome:
        seconds = pool.function.timeout
        deadline = time.time_ns() // 1_000_000 + seconds * 1000
        request = f'{{"event":{payload},"requestId":{to_json(request_id)},"deadline":{deadline}}}'
        reusable = False
        try:
            async with asyncio.timeout(seconds):
                outcome = await worker.ask(to_bytes(request))
            reusable = worker.is_alive
        except TimeoutError:
            outcome = TimedOut(seconds)
        finally:  # also if cancelled: the next invocation would read this one's answer
            if reusable:
                pool.idle.append(worker)
            else:
                await self._discard(worker)
        if not isinstance(outcome, Result):
            _log.warning("%s: %s", pool.function.name, outcome.reason)
        return outcome

    async def _take(self, pool: _Pool) -> _Worker | FunctionError:
        """Give the idle worker that was used last, else a new one, or the error of its start."""
        if self._closed:
            return _CLOSING
        while pool.idle:
            worker = pool.idle.pop()
            if worker.is_alive:
                return worker
            await self._discard(worker)
        return await self._start(pool.function)

    async def _start(self, function: Function) -> _Worker | FunctionError:
        try:
            worker = await self._spawn(function)
        except ConnectionError as error:
            return FunctionError("Runtime.ExitError", str(error))
        ready = False
        try:
            async with asyncio.timeout(_IMPORT_TIMEOUT_SECONDS):
                outcome = await worker.next_answer()
            ready = isinstance(outcome, Result)
        except TimeoutError:
            message = f"The import took more than {_IMPORT_TIMEOUT_SECONDS} s"
            outcome = FunctionError("Runtime.InitializationTimeout", message)
        finally:
            if not ready:
                await self._discard(worker)
        return outcome if isinstance(outcome, FunctionError) else worker

    async def _spawn(self, function: Function) -> _Worker:
        starting = asyncio.ensure_future(
            asyncio.to_thread(
                FORK_SERVER.start,
                function.name,
                self._handlers,
                self._environment(function),
                2 if self._stderr is None else self._stderr,
            )
        )
        try:
            process, channel = await asyncio.shield(starting)
        except asyncio.CancelledError:  # the thread goes on and starts a worker nobody needs
            starting.add_done_callback(_abandon)
            raise
        streams = await asyncio.open_connection(sock=channel, limit=_MAX_LINE_BYTES)
        worker = _Worker(process, *streams)
        self._running.add(worker)
        if self._closed:
            worker.kill()
        return worker

    async def _discard(self, worker: _Worker) -> None:
        self._running.discard(worker)
        await worker.stop()

    async def aclose(self) -> None:
        """End every process; running invocations end with an error."""
        self._closed = True
        for worker in self._running:
            worker.kill()
        for pool in self._pools.values():
            for _ in range(self._size):  # until every invocation has ended
                await pool.slots.acquire()
            for worker in pool.idle:
                await self._discard(worker)
