"""The HTTP side of all functions: routes, callers, bodies, idempotency keys and problems.

api = Api("store_memory", process)

@api.route("POST", "/apps/{app_slug}/memories", scope="memory:write", body=NewMemory,
           answer=StoredMemory)
async def store(call: Call[NewMemory]) -> Answer: ...

lambda_handler = api.handle
"""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from recollect.core.errors import (
    InvalidRequest,
    MalformedRequest,
    NotFound,
    RecollectError,
    RequestError,
)
from recollect.core.operation import Operation
from recollect.core.stopwatch import Stopwatch, running
from recollect.core.tracing import Trace, traced
from recollect.serving import payload
from recollect.serving.calls import Call, Empty, Serve
from recollect.serving.claims import principal_of
from recollect.serving.endpoints import Endpoint, Failure, Refusal
from recollect.serving.idempotency import Answer, Request, answer_once, operation_id
from recollect.serving.payload import Event
from recollect.serving.principal import Principal
from recollect.serving.problems import Problem, problem_of
from recollect.serving.process import Process
from recollect.serving.responses import (
    problem_headers,
    problem_response,
    response_of,
    server_timing,
)
from recollect.serving.runtime import Context, run, time_is_up
from recollect.serving.telemetry import Telemetry
from recollect.serving.throttling import throttled
from recollect.serving.tracing import PART, TraceCollector, attributes_of, trace_of

_B = TypeVar("_B", bound=BaseModel)
_ANYBODY: Final = Principal("anonymous")


class Api:
    """The HTTP side of one function.

    There is no router: API Gateway has matched the route already, and names it (`routeKey`).
    """

    def __init__(self, function: str, process: Process) -> None:
        self.function = function
        self._process = process
        self.endpoints: dict[str, Endpoint] = {}
        self._telemetry = Telemetry(function, process)

    def route(  # noqa: PLR0913  # one argument an option
        self,
        method: str,
        path: str,
        *,
        scope: str | None,
        answer: type[BaseModel] | None,
        status: int = 200,
        also: tuple[int, ...] = (),
        most_bytes: int = payload.MAX_BODY_BYTES,
        body: type[_B] = Empty,  # type: ignore[assignment]  # Call[Empty] is what a handler then gets
        operation: str = "",
        headers: tuple[str, ...] = (),
        refusal: Refusal | None = None,
        failure: Failure | None = None,
    ) -> Callable[[Serve[_B]], Serve[_B]]:
        """Serve a method and path with the decorated function.

        `scope` is the scope that the caller needs; without one, anybody may call the route. `body`
        is the model of the request: of the query string of a GET or DELETE, else of the body, which
        has at most `most_bytes`. `refusal` makes the answer to an invalid body from the error and
        that body, for protocols that answer errors in their own form. `failure` does so from the
        problem of any later error and the body.

        The others describe the API. `status` and `answer` are what a request usually gets, `also`
        are further statuses that come with the same answer. `operation` names the operation if the
        function's name does not, and `headers` are those that only this route's answers may have.
        """

        def register(handle: Serve[_B]) -> Serve[_B]:
            statuses = (status, *also)
            endpoint = Endpoint(
                method,
                path,
                scope,
                body,
                most_bytes,
                answer,
                statuses,
                handle,
                operation or handle.__name__,
                headers,
                refusal,
                failure,
            )
            self.endpoints[endpoint.route_key] = endpoint
            return handle

        return register

    def handle(self, event: Event, context: Context) -> dict[str, Any]:
        """Answer a request of API Gateway (payload format 2.0)."""
        stopwatch = Stopwatch(time.perf_counter, payload.waited(event, datetime.now(UTC)))
        route_key, request_id = str(event.get("routeKey", "")), payload.request_id(event)
        caller: Principal | None = None
        endpoint: Endpoint | None = None
        traces = self._telemetry.traces()
        trace = trace_of(event) if traces else None
        with running(stopwatch), traced(trace):
            try:
                endpoint = self._endpoint(route_key)
                caller = self._admitted(endpoint, event)
                given = run(self._answer(endpoint, caller, event, context), context)
                response = response_of(given)
                for part in given.degraded:
                    self._telemetry.degraded(part)
                self._telemetry.measured(given.measures)
                self._telemetry.noted(given.notes)
            except Exception as error:  # noqa: BLE001  # the one place where errors become problems
                response = _failed_response(self._failed(error, request_id), endpoint, event)
        self._finish(response, stopwatch, payload.about(event, self._pseudonym(caller)), caller)
        if traces is not None and trace is not None:
            status = int(response["statusCode"])
            trace.end(attributes_of(event, status), failed=status >= 500)  # noqa: PLR2004  # as below
            self._export(traces, trace, context)
        return response

    def _export(self, traces: TraceCollector, trace: Trace, context: Context) -> None:
        # Before the answer is sent, since Lambda freezes a process that has answered.
        try:
            run(traces.export(trace, self.function), context)
        except RecollectError:
            self._telemetry.degraded(PART)

    def _pseudonym(self, caller: Principal | None) -> str:
        if caller is None or caller is _ANYBODY:
            return ""
        return self._process.pseudonym(caller.subject)

    def _endpoint(self, route_key: str) -> Endpoint:
        if route_key not in self.endpoints:
            raise NotFound("there is no such route")
        return self.endpoints[route_key]

    async def _answer(
        self, endpoint: Endpoint, principal: Principal, event: Event, context: Context
    ) -> Answer:
        path = payload.path_parameters(event)
        if "app_slug" in path:
            principal.require_app(path["app_slug"])
        if endpoint.scope is not None and not endpoint.in_query:
            # Refuse a query string that the route ignores: `?dry_run=true` must not delete.
            payload.parse(Empty, payload.query_text(event))
        key = payload.idempotency_key(event) if endpoint.writes else ""
        text = ""
        try:
            text = (
                payload.query_text(event)
                if endpoint.in_query
                else payload.body_text(event, endpoint.most_bytes)
            )
            body = payload.parse(endpoint.body, text, strict=not endpoint.in_query)
        except (MalformedRequest, InvalidRequest) as error:
            if endpoint.refusal is None:
                raise
            return endpoint.refusal(error, text)
        operation_key = operation_id(principal.subject, key) if key else ""
        call = Call(
            principal=principal,
            path=path,
            body=body,
            operation=Operation(
                actor=principal.subject,
                at=datetime.now(UTC),
                id=operation_key,
                relays=principal.relay,
                trusted=principal.unbounded,
                judges="memory:judge" in principal.scopes,
            ),
            time_is_up=time_is_up(context),
            headers=event.get("headers") or {},
        )
        if endpoint.scope is None:
            return await endpoint.handle(call)
        await self._process.load_secrets()

        async def serve() -> Answer:
            if not operation_key:
                return await endpoint.handle(call)
            request = Request(principal.rights, endpoint.method, event["rawPath"], text)
            return await answer_once(
                operation_key, request, lambda: endpoint.handle(call), self._process.kept_answers()
            )

        throttle = self._process.throttle()
        return await throttled(throttle, principal.subject, path.get("app_slug", ""), serve)

    def _admitted(self, endpoint: Endpoint, event: Event) -> Principal:
        if endpoint.scope is None:
            return _ANYBODY
        principal = principal_of(event, is_open=self._process.api_is_open())
        principal.require_scope(endpoint.scope)
        return principal

    def _failed(self, error: Exception, request_id: str) -> Problem:
        problem = problem_of(error, request_id)
        if problem.status >= 500:  # noqa: PLR2004  # server errors begin here
            self._telemetry.failed(error, problem)
        return problem

    def _finish(
        self,
        response: dict[str, Any],
        stopwatch: Stopwatch,
        about: Mapping[str, str],
        caller: Principal | None,
    ) -> None:
        headers = response["headers"]
        audits = caller is not None and "context:audit" in caller.scopes
        timing = server_timing(stopwatch, headers.get("Server-Timing"), audits=audits)
        headers |= {"Server-Timing": timing, "X-Request-Id": about["requestId"]}
        fields = {**about, "status": response["statusCode"]}
        if "X-Degraded" in headers:
            fields["degraded"] = headers["X-Degraded"]
        self._telemetry.request(fields, stopwatch)


def _failed_response(problem: Problem, endpoint: Endpoint | None, event: Event) -> dict[str, Any]:
    """The response to a request that failed, in the form of the route's protocol if it has one."""
    if endpoint is None or endpoint.failure is None:
        return problem_response(problem)
    try:
        text = payload.body_text(event, endpoint.most_bytes)
    except RequestError:  # the body is what is wrong
        text = ""
    given = endpoint.failure(problem, text)
    response = response_of(given)
    if given.status == problem.status:
        response["headers"] |= problem_headers(problem)
    return response
