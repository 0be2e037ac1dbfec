"""The asyncio client: the methods of `blocking` as coroutines."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

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
    AgentRun,
    AsyncAgent,
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


def _sends(
    build: Callable[P, ApiRequest[_A]],
) -> Callable[Concatenate["AsyncRecollect", P], Coroutine[Any, Any, _A]]:
    async def method(self: "AsyncRecollect", /, *args: P.args, **kwargs: P.kwargs) -> _A:
        return await self.send(build(*args, **kwargs))

    return as_method(method, build)


def _lists(
    build: Callable[P, Listing[AnyPage, _T]],
) -> Callable[Concatenate["AsyncRecollect", P], AsyncIterator[_T]]:
    def method(self: "AsyncRecollect", /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[_T]:
        return self.walk(build(*args, **kwargs))

    return as_method(method, build)


def _sends_of_app(
    build: Callable[Concatenate[str, P], ApiRequest[_A]],
) -> Callable[Concatenate["AsyncAppClient", P], Coroutine[Any, Any, _A]]:
    async def method(self: "AsyncAppClient", /, *args: P.args, **kwargs: P.kwargs) -> _A:
        return await self.api.send(build(self.slug, *args, **kwargs))

    return as_method(method, build, given=1)


def _lists_of_app(
    build: Callable[Concatenate[str, P], Listing[AnyPage, _T]],
) -> Callable[Concatenate["AsyncAppClient", P], AsyncIterator[_T]]:
    def method(self: "AsyncAppClient", /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[_T]:
        return self.api.walk(build(self.slug, *args, **kwargs))

    return as_method(method, build, given=1)


class AsyncAppClient:
    """The memories of one app."""

    def __init__(self, api: "AsyncRecollect", slug: str) -> None:
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


class AsyncRecollect:
    """A client of the API for asyncio, with the arguments and methods of `Recollect`.

    Use it with `async with`, and await its methods.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        timeout: float = 60.0,
        retries: Retries = Retries(),  # noqa: B008  # frozen
        listen: Listen = log_degraded,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._connection = Connection(*connection(url, token), timeout, retries, listen)
        with environment_errors():
            self._http = httpx.AsyncClient(
                headers=self._connection.headers,
                timeout=timeout,
                transport=transport,
                trust_env=self._connection.trusts_environment,
            )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def app(self, slug: str) -> AsyncAppClient:
        """The memories of an app."""
        return AsyncAppClient(self, slug)

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
    ) -> Callable[[AsyncAgent[P]], Callable[Concatenate[str, P], Coroutine[Any, Any, str]]]:
        """Decorate an agent as `Recollect.remembers` does; here it is a coroutine function."""

        def decorate(
            agent: AsyncAgent[P],
        ) -> Callable[Concatenate[str, P], Coroutine[Any, Any, str]]:
            decide: Callable[..., Coroutine[Any, Any, str]] = agent
            signature = without_run(agent)

            @wraps(agent)
            async def remembered(*given: object, **named: object) -> str:
                called = signature.bind(*given, **named)
                situation, *more = called.args
                run_id = new_run_id()
                prepared = await self.send(preparing(run_id, app, situation))
                run = AgentRun(run_id, app, prepared)
                decision = await decide(situation, run, *more, **called.kwargs)
                try:
                    for request in remembering(run, situation, decision, stage, cites):
                        await self.send(request)
                except ClientError as error:
                    raise NotRememberedError(run, decision, error) from error
                return decision

            return looking_like(remembered, signature)

        return decorate

    async def send(self, request: ApiRequest[_A]) -> _A:
        """Send a request, repeating it as `retries` and `timeout` allow. Raises ClientError."""
        exchange = Exchange(request, self._connection)
        while True:
            try:
                async with asyncio.timeout(exchange.seconds_left):
                    answer, response = await self._attempt(exchange)
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
            await asyncio.sleep(exchange.pause_after(failure))

    async def _attempt(self, exchange: Exchange[_A]) -> tuple[_A, httpx.Response]:
        answering = await self._http.send(exchange.start_attempt(self._http), stream=True)
        async with aclosing(answering) as response:
            async for piece in response.aiter_bytes():
                exchange.receive(response, piece)
            return exchange.read(response), response

    async def walk(self, listing: Listing[AnyPage, _T]) -> AsyncIterator[_T]:
        """Iterate over all items of a list; each page is requested when it is needed."""
        request: ApiRequest[AnyPage] | None = listing.first
        while request is not None:
            page = await self.send(request)
            for item in listing.items(page):
                yield item
            request = listing.after(page)
