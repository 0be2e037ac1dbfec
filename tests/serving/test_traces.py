"""Which trace and which app the log names: those in the request, if they are valid."""

import pytest

from recollect.serving.payload import app_slug, trace_id

W3C = "0af7651916cd43dd8448eb211c80319c"
AWS = "1-6968d5e0-000000000000000000000037"


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({"x-amzn-trace-id": f"Root={AWS};Sampled=1"}, AWS),
        ({"traceparent": f"00-{W3C}-b7ad6b7169203331-01", "x-amzn-trace-id": f"Root={AWS}"}, W3C),
        ({"traceparent": "00-zz-x", "x-amzn-trace-id": f"Self=1;Root={AWS}"}, AWS),
        ({"traceparent": "x" * 500 + W3C}, ""),
        ({}, ""),
    ],
)
def test_the_callers_trace_id_takes_precedence_over_that_of_aws(
    headers: dict[str, str], told: str
) -> None:
    assert trace_id({"headers": headers}) == told


def test_the_log_names_the_app_only_if_it_is_a_valid_slug() -> None:
    assert app_slug({"pathParameters": {"app_slug": "epic-web"}}) == "epic-web"
    assert app_slug({"pathParameters": {"app_slug": "Zaphod Beeblebrox"}}) == ""
    assert app_slug({}) == ""
