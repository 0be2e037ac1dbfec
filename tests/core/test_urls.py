"""What is read from an address, even from a malformed one."""

from recollect.core.urls import host_of, is_on_this_machine, without_credentials
from tests.cases import each_case


@each_case(
    ("url", "host"),
    [
        ("https://Recollect.example:8443/mcp", "recollect.example"),
        ("http://[::1]:8700", "::1"),
        ("//recollect.example", "recollect.example"),
        ("null", None),
        ("http://[", None),
        ("//[::1", None),
        ("http://", None),
        ("", None),
    ],
)
def test_the_host_of_an_address_is_read_or_none(url: str, host: str | None) -> None:
    assert host_of(url) == host


@each_case(
    ("url", "is_ours"),
    [
        ("http://LOCALHOST:8700", True),
        ("http://127.0.0.1", True),
        ("http://[::1]:8700", True),
        ("http://localhost.example", False),
        ("http://[", False),
    ],
)
def test_an_address_is_on_this_machine_if_its_host_is_the_loopback(url: str, is_ours: bool) -> None:
    assert is_on_this_machine(url) is is_ours


@each_case(
    ("text", "shown"),
    [
        ("(https://ann:s3cr@t@api.test/x) is down", "(https://api.test/x) is down"),
        ("https://ann:s3c/r?t#@api.test/x is none", "https://api.test/x is none"),
        (
            "https://api.test:8443/a@b http://[::1]/a@b",
            "https://api.test:8443/a@b http://[::1]/a@b",
        ),
        ("https://api.test: ask ann@example.com", "https://api.test: ask ann@example.com"),
        ("http://token@127.0.0.1:8700", "http://127.0.0.1:8700"),
        ("https://api.test/a@b?to=c@d", "https://api.test/a@b?to=c@d"),
        ("ann@example.com", "ann@example.com"),
    ],
)
def test_an_address_is_shown_without_its_credentials(text: str, shown: str) -> None:
    assert without_credentials(text) == shown
