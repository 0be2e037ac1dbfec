"""The settings of functions that the context of a stage may hold, and those that it may not."""

import re
from dataclasses import MISSING
from pathlib import Path

import pytest

from infra.aws.config import ContextError, read_config
from infra.settings_check import known_variables, variables
from recollect.settings.declared import Milliseconds, Number, Variable
from tests.cases import each_case

DEPLOYING = Path(__file__).parents[3] / "docs/deploying.md"
# Each new one is added here by somebody who has thought about it.
HELD_BY_A_SECRET = {
    "DATABASE_URL",
    "KUBERNETES_TOKEN",
    "KUBERNETES_URL",
    "NEO4J_PASSWORD",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "NEO4J_URL",
    "NEO4J_USER",
    "QDRANT_API_KEY",
    "QDRANT_URL",
    "SERVICENOW_CLIENT_ID",
    "SERVICENOW_CLIENT_SECRET",
    "SERVICENOW_PASSWORD",
    "SERVICENOW_URL",
    "SERVICENOW_USERNAME",
    "SLACK_API_URL",
    "SLACK_BOT_TOKEN",
}
DECIDED_BY_THE_STACK = {
    "BACKUP_BUCKET",
    "DEAD_LETTER_QUEUE_URL",
    "EVENT_BUS_NAME",
    "OPEN_API",
    "TOKEN_ISSUER",
    "POWERTOOLS_METRICS_NAMESPACE",
    "SECRETS",
    "SECRETS_AS_OF",
    "STAGE",
    "UPSTASH_REDIS_REST_TOKEN",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_VECTOR_REST_TOKEN",
    "UPSTASH_VECTOR_REST_URL",
}
# Some variables that Lambda and Powertools read, or that the stack adds to the settings.
OF_THE_PLATFORM = {"AWS_REGION", "POWERTOOLS_SERVICE_NAME"}
# Variables with such names hold a secret, or say where a secret is valid.
_SECRET = re.compile(r".*(TOKEN|PASSWORD|SECRET|API_KEY|CLIENT_ID|USERNAME|USER|_URL)")
# Addresses where nobody shows who they are.
ASKED_WITHOUT_A_SECRET = {"MICROSOFT_LEARN_URL", "SCS_OPA_URL"}


def written(variable: Variable, default: object) -> str:
    """A valid value of the variable: its default, if it has one."""
    if default is None or default is MISSING:
        return "0.5" if isinstance(variable, Number) else "https://opa.example"
    if isinstance(default, frozenset | tuple):
        return ",".join(map(str, default))
    if isinstance(default, float) and isinstance(variable, Milliseconds):
        return str(default * 1000)
    return str(default)


def stage_with(environment: dict[str, str]) -> dict[str, object]:
    return {"open": "true", "environment": environment}


def names_given_by(given_by: str) -> set[str]:
    return {each.name for each in known_variables().values() if each.given_by == given_by}


def test_every_variable_declares_whether_a_secret_or_the_stack_gives_it() -> None:
    assert (
        names_given_by("secret") | names_given_by("stack")
        == HELD_BY_A_SECRET | DECIDED_BY_THE_STACK
    )
    sounding_secret = set(filter(_SECRET.fullmatch, names_given_by("stage")))
    assert sounding_secret == ASKED_WITHOUT_A_SECRET


def test_the_documents_say_which_secret_holds_a_variable() -> None:
    named = set(re.findall(r"`([A-Z0-9_]+)`", DEPLOYING.read_text("utf-8")))
    assert HELD_BY_A_SECRET - named == {"OTEL_EXPORTER_OTLP_HEADERS"}  # any secret may hold it


def test_a_setting_that_is_not_secret_is_accepted() -> None:
    for variable, default in variables():
        if variable.given_by == "stage":
            given = {variable.name: written(variable, default)}
            assert read_config(stage_with(given)).environment == given


@each_case("name", sorted(HELD_BY_A_SECRET))
def test_a_secret_or_the_address_where_it_is_valid_is_refused(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://hunter2.example"}))
    assert str(refused.value) == f"environment: {name} belongs in a secret"


@each_case("name", sorted(DECIDED_BY_THE_STACK | OF_THE_PLATFORM))
def test_a_variable_that_the_stack_decides_is_refused(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://hunter2.example"}))
    assert str(refused.value) == f"environment: {name} is decided by the stack or held by a secret"


@each_case("name", ["SCS_OPA_URL", "MICROSOFT_LEARN_URL", "QDRANT_COLLECTION"])
def test_an_address_with_a_password_in_it_is_refused_and_not_shown(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://somebody:hunter2@opa.example"}))
    assert str(refused.value) == f"environment: {name} belongs in a secret"


@each_case("level", ["LOUD", "debug", ""])
def test_a_log_level_that_does_not_exist_is_refused(level: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({"LOG_LEVEL": level}))
    assert str(refused.value) == (
        "environment: LOG_LEVEL is none of DEBUG, INFO, WARNING, ERROR, CRITICAL"
    )
