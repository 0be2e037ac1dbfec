"""The blocking client: each method returns when its answer is there."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from contextvars import copy_context
from functools import partial, wraps
from threading import Thread
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import httpx

from recollect.client import (
    context_requests,
    judging_requests,
    knowledge_requests,
    memory_requests,
    run_requests,
)
from recollect.client.connection import (
    Connection,
    Exchange,
    Listen,
    connection,
    environment_errors,
    log_degraded,
)
from recollect.client.errors import ClientError
from recollect.client.methods import as_method, looking_like, without_run
from recollect.client.requests import AnyPage, ApiRequest, Listing
from recollect.client.retrying import Retries
from recollect.client.runs import (
    Agent,
    AgentRun,
    Cites,
    NotRememberedError,
    new_run_id,
    preparing,
    remembering,
)
from recollect.memories.model import Stage

P = ParamSpec("P")
_A = TypeVar("_A")
_T = TypeVar("_T")


def _sends(build: Callable[P, ApiRequest[_A]]) -> Callable[Concatenate["Recollect", P], _A]:
    def method(self: "Recollect", /, *args: P.args, **kwargs: P.kwargs) -> _A:
        return self.send(build(*args, **kwargs))

    return as_method(method, build)


def _lists(
    build: Callable[P, Listing[AnyPage, _T]],
) -> Callable[Concatenate["Recollect", P], Iterator[_T]]:
    def method(self: "Recollect", /, *args: P.args, **kwargs: P.kwargs) -> Iterator[_T]:
        return self.walk(build(*args, **kwargs))

    return as_method(method, build)


def _sends_of_app(
    build: Callable[Concatenate[str, P], ApiRequest[_A]],
) -> Callable[Concatenate["AppClient", P], _A]:
    def method(self: "AppClient", /, *args: P.args, **kwargs: P.kwargs) -> _A:
        return self.api.send(build(self.slug, *args, **kwargs))

    return as_method(method, build, given=1)


def _lists_of_app(
    build: Callable[Concatenate[str, P], Listing[AnyPage, _T]],
) -> Callable[Concatenate["AppClient", P], Iterator[_T]]:
    def method(self: "AppClient", /, *args: P.args, **kwargs: P.kwargs) -> Iterator[_T]:
        return self.api.walk(build(self.slug, *args, **kwargs))

    return as_method(method, build, given=1)


class AppClient:
    """The memories of one app."""

    def __init__(self, api: "Recollect", slug: str) -> None:
        self.api, self.slug = api, slug

    remember = _sends_of_app(memory_requests.remember)
    remember_all = _sends_of_app(memory_requests.remember_all)
    find = _sends_of_app(memory_requests.find)
    memory = _sends_of_app(memory_requests.memory)
    memories = _lists_of_app(memory_requests.memories)
    history = _sends_of_app(memory_requests.history)
    uplift = _sends_of_app(run_requests.uplift)
    uplifts = _lists_of_app(run_requests.uplifts)
    cite = _sends_of_app(run_requests.cite)
    report_outcome = _sends_of_app(run_requests.report_outcome)
    correct = _sends_of_app(judging_requests.correct)
    judge = _sends_of_app(judging_requests.judge)
    vote = _sends_of_app(judging_requests.vote)
    validate = _sends_of_app(judging_requests.validate)
    retract = _sends_of_app(judging_requests.retract)
    restore = _sends_of_app(judging_requests.restore)
    forget = _sends_of_app(judging_requests.forget)


class Recollect:
    """A client of the API at `url`, for the owner of `token`.

    Both default to the environment: RECOLLECT_URL and RECOLLECT_TOKEN. `timeout` bounds a call
    with all its attempts and pauses, in seconds. `listen` is called with the notes in the headers
    of each answer; by default it logs a warning if the answer lacks parts. `transport` replaces
    httpx's own. Raises ConfigurationError if these arguments, or the proxies of the environment,
    cannot be used.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        timeout: float = 60.0,
        retries: Retries = Retries(),  # noqa: B008  # frozen
        listen: Listen = log_degraded,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(*connection(url, token), timeout, retries, listen)
        with environment_errors():
            self._http = httpx.Client(
                headers=self._connection.headers,
                timeout=timeout,
                transport=transport,
                trust_env=self._connection.trusts_environment,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def app(self, slug: str) -> AppClient:
        """The memories of an app."""
        return AppClient(self, slug)

    prepare = _sends(context_requests.prepare)
    get_context = _sends(context_requests.get_context)
    request_context = _sends(context_requests.request_context)
    discovery_pack = _sends(context_requests.discovery_pack)
    validate_answer = _sends(context_requests.validate_answer)
    tools = _sends(context_requests.tools)
    call_tool = _sends(context_requests.call_tool)
    apps = _sends(context_requests.apps)
    store_evidence = _sends(knowledge_requests.store_evidence)
    evidence = _lists(knowledge_requests.evidence)
    evidence_item = _sends(knowledge_requests.evidence_item)
    forget_evidence = _sends(knowledge_requests.forget_evidence)
    store_cases = _sends(knowledge_requests.store_cases)
    cases = _lists(knowledge_requests.cases)
    case = _sends(knowledge_requests.case)
    forget_case = _sends(knowledge_requests.forget_case)

    def remembers(
        self, *, app: str, stage: Stage = "draft", cites: Cites = "marked"
    ) -> Callable[[Agent[P]], Callable[Concatenate[str, P], str]]:
        """Decorate an agent: prepare a prompt before each call, and remember the decision after.

        The agent is a function that takes the situation and an `AgentRun`, and returns its
        decision. The decision is stored as a memory of `app`, and the memories that it used are
        cited: with `cites="marked"` those whose markers (`[M1]`) the decision contains, with
        `"shown"` all that were in the prompt. A call of the decorated function raises ClientError
        if the prompt cannot be prepared, in which case the agent does not run, and
        NotRememberedError, which holds the decision, if it cannot be stored or cited.

        >>> @api.remembers(app=app.slug)
        ... def decide(situation, run):
        ...     return "Change the lamp, as in [M1]" if "[M1]" in run.prompt else "Ask a colleague"
        >>> decide("The projector is dark")
        'Change the lamp, as in [M1]'
        """

        def decorate(agent: Agent[P]) -> Callable[Concatenate[str, P], str]:
            decide: Callable[..., str] = agent
            signature = without_run(agent)

            @wraps(agent)
            def remembered(*given: object, **named: object) -> str:
                called = signature.bind(*given, **named)
                situation, *more = called.args
                run_id = new_run_id()
                prepared = self.send(preparing(run_id, app, situation))
                run = AgentRun(run_id, app, prepared)
                decision = decide(situation, run, *more, **called.kwargs)
                try:
                    for request in remembering(run, situation, decision, stage, cites):
                        self.send(request)
                except ClientError as error:
                    raise NotRememberedError(run, decision, error) from error
                return decision

            return looking_like(remembered, signature)

        return decorate

    def send(self, request: ApiRequest[_A]) -> _A:
        """Send a request, repeating it as `retries` and `timeout` allow. Raises ClientError."""
        exchange = Exchange(request, self._connection)
        while True:
            try:
                attempt = partial(self._attempt, exchange)
                answer, response = _within(exchange.seconds_left, attempt)
            except TimeoutError:
                failure: ClientError = exchange.late()
            except httpx.RequestError as error:
                failure = exchange.unreachable(error)
                failure.__cause__ = error
            except ClientError as error:
                failure = error
            else:
                exchange.notify_listener(response)
                return answer
            time.sleep(exchange.pause_after(failure))

    def _attempt(self, exchange: Exchange[_A]) -> tuple[_A, httpx.Response]:
        answering = self._http.send(exchange.start_attempt(self._http), stream=True)
        with closing(answering) as response:
            for piece in response.iter_bytes():
                exchange.receive(response, piece)
            return exchange.read(response), response

    def walk(self, listing: Listing[AnyPage, _T]) -> Iterator[_T]:
        """Iterate over all items of a list; each page is requested when it is needed."""
        request: ApiRequest[AnyPage] | None = listing.first
        while request is not None:
            page = self.send(request)
            yield from listing.items(page)
            request = listing.after(page)


def _within(seconds: float, work: Callable[[], _T]) -> _T:
    """What `work` returns or raises; TimeoutError if that takes longer.

    It runs in a thread, since httpx bounds each read and not all of them: a server that sends a
    byte now and then would hold the caller for good. A thread that is late is left, and ends with
    its read or with the client.
    """
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001  # it is raised to the caller
            done.set_exception(error)

    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return done.result(seconds)
