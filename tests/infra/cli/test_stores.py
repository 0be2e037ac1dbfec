"""Which stores a command uses."""

import pytest

from infra.cli.console import CommandError
from infra.cli.stores import choose_target
from tests.cases import each_case

STORES = {"UPSTASH_VECTOR_REST_URL": "https://vector.test"}
OURS = {"RECOLLECT_URL": "http://127.0.0.1:9000"}


@each_case(
    ("url", "environ", "name"),
    [
        ("http://127.0.0.1:9001", STORES | OURS, "http://127.0.0.1:9001"),
        (None, STORES | OURS, "the stores that UPSTASH_* names"),
        (None, OURS, "http://127.0.0.1:9000"),
        ("http://127.0.0.1:9001", {"RECOLLECT_URL": "https://api.test"}, "http://127.0.0.1:9001"),
        (None, STORES | {"RECOLLECT_URL": "https://api.test"}, "the stores that UPSTASH_* names"),
        (None, {}, "http://127.0.0.1:8080"),
    ],
)
def test_stores_come_from_the_url_or_else_upstash_variables_or_else_recollect_url(
    url: str | None, environ: dict[str, str], name: str
) -> None:
    assert choose_target(url, environ).name == name


def test_a_remote_recollect_url_does_not_select_the_stores_of_this_machine() -> None:
    with pytest.raises(CommandError, match="reached by UPSTASH_\\* alone"):
        choose_target(None, {"RECOLLECT_URL": "https://api.test"})
