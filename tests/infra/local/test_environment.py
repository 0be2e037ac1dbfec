"""The environment of a function: the platform's addresses, and what the caller may override."""

from dataclasses import replace

import pytest

from infra.local.emulators.kubernetes import TOKEN as KUBERNETES_TOKEN
from infra.local.emulators.servicenow.credentials import Credentials
from infra.local.emulators.slack import TOKEN as SLACK_TOKEN
from infra.local.environment import environment
from infra.local.platform import PlatformOptions
from infra.routes import Function
from recollect.relevance.calibration import calibration_of

URL = "http://127.0.0.1:8080"
EMULATORS = f"{URL}/_emulators"
FUNCTION = Function("find", timeout=1)
OPTIONS = PlatformOptions()
SERVICENOW = Credentials()
SYSTEMS = [
    {"SLACK_API_URL": f"{EMULATORS}/slack/api", "SLACK_BOT_TOKEN": SLACK_TOKEN},
    {"MICROSOFT_LEARN_URL": f"{EMULATORS}/learn"},
    {"KUBERNETES_URL": f"{EMULATORS}/kubernetes", "KUBERNETES_TOKEN": KUBERNETES_TOKEN},
    {
        "SERVICENOW_URL": f"{EMULATORS}/servicenow",
        "SERVICENOW_USERNAME": SERVICENOW.username,
        "SERVICENOW_PASSWORD": SERVICENOW.password,
        "SERVICENOW_CLIENT_ID": "",
        "SERVICENOW_CLIENT_SECRET": "",
    },
]


def variables_of(
    function: Function = FUNCTION, options: PlatformOptions = OPTIONS
) -> dict[str, str]:
    return environment(function, URL, options)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: next(iter(each)))
def test_a_function_gets_the_address_of_each_emulator(
    monkeypatch: pytest.MonkeyPatch, system: dict[str, str]
) -> None:
    for name in system:
        monkeypatch.delenv(name, raising=False)

    assert {name: variables_of().get(name) for name in system} == system


@pytest.mark.parametrize("name", ["KUBERNETES_TOKEN", "SERVICENOW_PASSWORD"])
def test_a_function_gets_the_credentials_of_the_emulator_it_calls(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("KUBERNETES_URL", raising=False)
    monkeypatch.delenv("SERVICENOW_URL", raising=False)
    monkeypatch.setenv(name, "of another system")

    assert variables_of()[name] in {KUBERNETES_TOKEN, SERVICENOW.password}


@pytest.mark.parametrize("own", ["https://systems.example.com", ""])
def test_the_callers_own_systems_replace_the_emulators_even_if_they_are_none(
    monkeypatch: pytest.MonkeyPatch, own: str
) -> None:
    addresses = (next(iter(each)) for each in SYSTEMS)
    callers = dict.fromkeys((*addresses, "SLACK_BOT_TOKEN"), own)
    for name, value in {**callers, "KUBERNETES_TOKEN": "mine"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SERVICENOW_USERNAME", raising=False)

    given = variables_of()
    assert {name: given[name] for name in callers} == callers
    assert given["KUBERNETES_TOKEN"] == "mine"
    assert "SERVICENOW_USERNAME" not in given


def test_a_function_gets_the_environment_that_it_would_have_on_aws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_FEATURE", "on")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "of a real account")
    monkeypatch.setenv("UPSTASH_REDIS_REST_URL", "https://a-real-store")

    given = variables_of(options=PlatformOptions(extra_environment={"EXTRA": "1"}))

    assert given["SOME_FEATURE"] == "on"
    assert given["EXTRA"] == "1"
    assert "AWS_SESSION_TOKEN" not in given
    assert given["UPSTASH_REDIS_REST_URL"] == f"{EMULATORS}/upstash-redis/"
    assert given["AWS_LAMBDA_FUNCTION_NAME"] == given["POWERTOOLS_SERVICE_NAME"] == "find"


def test_a_function_that_only_reads_gets_the_read_only_token_of_the_index() -> None:
    reading = variables_of(replace(FUNCTION, stores="read"))
    writing = variables_of(replace(FUNCTION, stores="write"))

    assert reading["UPSTASH_VECTOR_REST_TOKEN"] != writing["UPSTASH_VECTOR_REST_TOKEN"]
    assert reading["UPSTASH_REDIS_REST_TOKEN"] == writing["UPSTASH_REDIS_REST_TOKEN"]


def test_a_function_gets_the_calibration_of_the_embedder_and_a_threshold_only_if_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("FIND_THRESHOLD", raising=False)
    hashed = variables_of(options=PlatformOptions(embedder="hashed"))
    minilm = variables_of(options=PlatformOptions(embedder="minilm"))
    monkeypatch.setenv("FIND_THRESHOLD", "0.7")

    assert calibration_of(hashed["RELEVANCE_CALIBRATION"]) != calibration_of(
        minilm["RELEVANCE_CALIBRATION"]
    )
    assert "FIND_THRESHOLD" not in hashed
    assert variables_of()["FIND_THRESHOLD"] == "0.7"
