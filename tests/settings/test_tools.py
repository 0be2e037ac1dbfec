from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.tools import KubernetesSettings, ToolsSettings
from tests.cases import each_case

CLUSTER = {"KUBERNETES_URL": "https://api.example.com:6443/", "KUBERNETES_TOKEN": "sha256~s3cret"}


def test_every_variable_is_read() -> None:
    settings = ToolsSettings.read(
        {"TOOLS_DEADLINE_MS": "1500", "MICROSOFT_LEARN_URL": "http://127.0.0.1:9/"}
    )
    assert settings == ToolsSettings(deadline=1.5, learn_url="http://127.0.0.1:9")


@each_case("text", ["", "  "])
def test_an_empty_url_of_microsoft_learn_leaves_the_tool_out(text: str) -> None:
    assert ToolsSettings.read({"MICROSOFT_LEARN_URL": text}).learn_url is None


@each_case(("milliseconds", "seconds"), [("100", 0.1), ("25000", 25.0)])
def test_the_deadline_of_a_tool_may_be_from_a_tenth_of_a_second_to_25_seconds(
    milliseconds: str, seconds: float
) -> None:
    assert ToolsSettings.read({"TOOLS_DEADLINE_MS": milliseconds}).deadline == seconds


def test_a_cluster_has_a_url_and_a_token() -> None:
    assert ToolsSettings.read(CLUSTER).kubernetes == KubernetesSettings(
        url="https://api.example.com:6443", token="sha256~s3cret"
    )


@each_case("text", ["", "  "])
def test_without_a_url_there_is_no_cluster(text: str) -> None:
    assert ToolsSettings.read(CLUSTER | {"KUBERNETES_URL": text}).kubernetes is None


@each_case(
    ("environment", "name"),
    [
        ({"TOOLS_DEADLINE_MS": "99.5"}, "TOOLS_DEADLINE_MS"),
        ({"TOOLS_DEADLINE_MS": "25001"}, "TOOLS_DEADLINE_MS"),
        ({"TOOLS_DEADLINE_MS": "NaN"}, "TOOLS_DEADLINE_MS"),
        ({"TOOLS_DEADLINE_MS": "soon"}, "TOOLS_DEADLINE_MS"),
        ({"MICROSOFT_LEARN_URL": "docs"}, "MICROSOFT_LEARN_URL"),
        ({"MICROSOFT_LEARN_URL": "https://a b"}, "MICROSOFT_LEARN_URL"),
        (CLUSTER | {"KUBERNETES_URL": "cluster"}, "KUBERNETES_URL"),
        (CLUSTER | {"KUBERNETES_TOKEN": ""}, "KUBERNETES_TOKEN"),
        (CLUSTER | {"KUBERNETES_TOKEN": "two words"}, "KUBERNETES_TOKEN"),
    ],
)
def test_an_error_names_the_variable_and_not_its_value(
    environment: dict[str, str], name: str
) -> None:
    with pytest.raises(ConfigurationError, match=name) as raised:
        ToolsSettings.read(environment)
    told = "".join(format_exception(raised.value)[-1:])
    assert (environment.get(name) or "?") not in told.replace(name, "")


def test_a_token_is_not_shown() -> None:
    assert "s3cret" not in repr(ToolsSettings.read(CLUSTER))
