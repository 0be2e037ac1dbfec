"""Which requests are traced, in whose trace, and what attributes their spans have."""

from recollect.serving.tracing import attributes_of, trace_of

CALLER, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SEARCH = {
    "routeKey": "POST /apps/{app_slug}/memories/search",
    "pathParameters": {"app_slug": "epic-web"},
}


def test_a_request_is_part_of_its_caller_s_trace() -> None:
    trace = trace_of({**SEARCH, "headers": {"traceparent": f"00-{CALLER}-{PARENT}-01"}})
    assert trace is not None
    assert (trace.id, trace.request.parent) == (CALLER, PARENT)
    assert trace.request.name == SEARCH["routeKey"]


def test_a_request_whose_caller_does_not_trace_it_is_not_traced() -> None:
    assert trace_of({**SEARCH, "headers": {"traceparent": f"00-{CALLER}-{PARENT}-00"}}) is None


def test_a_request_without_a_valid_caller_trace_starts_its_own_trace() -> None:
    for headers in ({}, {"traceparent": "00-zz"}, {"traceparent": "x" * 1000}):
        trace, other = (trace_of({**SEARCH, "headers": headers}) for _ in range(2))
        assert trace is not None
        assert other is not None
        assert (len(trace.id), trace.request.parent) == (32, "")
        assert trace.id != other.id


def test_a_memory_operation_has_the_gen_ai_convention_attributes() -> None:
    assert attributes_of(SEARCH, 200) == {
        "http.request.method": "POST",
        "http.route": "/apps/{app_slug}/memories/search",
        "http.response.status_code": 200,
        "gen_ai.operation.name": "search_memory",
        "gen_ai.memory.store.id": "support:epic-web",
    }
    assert "gen_ai.operation.name" not in attributes_of({"routeKey": "GET /health"}, 200)
