"""The address and token of the API: an unusable one is reported before anything is sent."""

import traceback
from threading import TIMEOUT_MAX

import pytest

from recollect.client import AsyncRecollect, ConfigurationError, Recollect
from recollect.client.connection import connection
from tests.cases import each_case


def test_url_and_token_may_come_from_the_environment_and_must_be_usable() -> None:
    named = {"RECOLLECT_URL": "https://api.test/prod/", "RECOLLECT_TOKEN": "theirs"}
    assert connection(None, None, named) == ("https://api.test/prod", "theirs")
    assert connection("http://here", "mine", named) == ("http://here", "mine")
    assert connection("http://here", None, {}) == ("http://here", None)
    no_addresses = (
        "",
        "api.test",
        "file:///etc",
        "http://[",
        "http://",
        "http://a:b",
        "http://a:99999",
    )
    no_names = ("http://exa\u0308mple.test", "http://xn--a")
    no_bases = ("http://a?tenant=b", "http://a#b", "http://a?", "http://a/#")
    for wrong in (*no_addresses, *no_names, *no_bases):
        with pytest.raises(ConfigurationError, match="RECOLLECT_URL"):
            connection(None, None, {"RECOLLECT_URL": wrong})
    with pytest.raises(ConfigurationError, match="instead of the token") as raised:
        connection("https://ann:s3cret@api.test", "mine", {})
    assert "s3cret" not in str(raised.value)
    for wrong_token in ("two words", "a\nb", "é"):
        with pytest.raises(ConfigurationError, match="token, or else RECOLLECT_TOKEN,") as raised:
            connection("http://here", wrong_token, {})
        assert wrong_token not in str(raised.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HTTPS_PROXY", "nonsense://proxy.test"),
        ("HTTPS_PROXY", "http://ann:s3cret/x@proxy.test:1"),
        ("ALL_PROXY", "socks5://ann:s3cret@proxy.test"),  # takes a package that we do not bring
        ("SSL_CERT_FILE", "/there/is/none.pem"),
    ],
)
def test_an_unusable_proxy_or_certificate_file_is_reported_when_a_client_is_made(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    for made in (Recollect, AsyncRecollect):
        with pytest.raises(ConfigurationError, match="of the environment cannot be used") as raised:
            made("https://api.test")
        assert "s3cret" not in "".join(traceback.format_exception(raised.value))


@each_case("seconds", [0.0, -1.0, float("nan"), float("inf"), 2 * TIMEOUT_MAX])
def test_a_timeout_must_be_seconds_that_can_be_waited_for(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="timeout must be seconds above 0"):
        Recollect("http://api.test", timeout=seconds)
    with pytest.raises(ConfigurationError, match="timeout must be seconds above 0"):
        AsyncRecollect("http://api.test", timeout=seconds)
