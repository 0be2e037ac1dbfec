"""Settings of functions that a stage may say in the open, and those that it may not."""

import re

import pytest

from infra.aws.config import ContextError, read_config
from recollect.retrieval.ranking import Weights
from tests.infra.aws.stages import ROOT

# Every variable that a settings module reads is in one of three tables: a new one has to be put
# into the one where it belongs.
SAID_IN_THE_OPEN = {
    "CONTEXT_PACK_INCLUDE_GRAPH": "true",
    "CONTEXT_PACK_TLDR_SENTENCES": "3",
    "CONTEXT_PACK_WEAK_RELEVANCE": "0.3",
    "CONTEXT_SUMMARY_BYTES": "2000",
    "CONTEXT_TIMEOUT_MS": "300",
    "CONTEXT_TOPK": "4",
    "DISCOVERY_CONTEXT_CACHE_TTL_MINUTES": "5",
    "DISCOVERY_DEADLINE_MS": "1000",
    "DISCOVERY_SIMILAR_CASES_TOP_K": "2",
    "DISCOVERY_SLACK_MESSAGE_LIMIT": "9",
    "ENABLE_ORCH_CONTEXT": "true",
    "FIND_THRESHOLD": "0.3",
    "H4R_BM25_HALF": "5",
    "H4R_CACHE_TTL_MS": "1000",
    "H4R_CANDIDATE_LIMIT": "60",
    "H4R_DEADLINE_MS": "1500",
    "H4R_DENSE_WEIGHT": "0.6",
    "H4R_MIN_SCORE": "0.1",
    "H4R_RECENCY_DECAY_LAMBDA": "0.2",
    "MEM_CTX_TOOLS": "oc_diagnostic_pod_health",
    "MICROSOFT_LEARN_URL": "",
    "MUSCLE_MEMORY_MIN_QUALITY": "0.8",
    "MUSCLE_MEMORY_RETRIEVAL_ENABLED": "true",
    "MUSCLE_MEMORY_TOP_K": "2",
    "NEO4J_DATABASE": "support",
    "ORCH_CONTEXT_MODE": "tool",
    "QDRANT_COLLECTION": "knowledge",
    "QDRANT_MODEL": "some/model",
    "RELEVANCE_BM25_HALF": "9",
    "RELEVANCE_DENSE_WEIGHT": "0.4",
    "SCS_MAX_BYTES_DEFAULT": "100000",
    "SCS_MAX_ITEMS_DEFAULT": "50",
    "SCS_MAX_TOKENS_DEFAULT": "20000",
    "SCS_OPA_CACHE_TTL_MS": "1000",
    "SCS_OPA_FALLBACK_LOCAL": "false",
    "SCS_OPA_TIMEOUT_MS": "400",
    "SCS_OPA_URL": "https://opa.example",
    "STORE_TIMEOUT_SECONDS": "1",
    "TOOLS_DEADLINE_MS": "4000",
}
HELD_BY_A_SECRET = {
    "DATABASE_URL",
    "KUBERNETES_TOKEN",
    "KUBERNETES_URL",
    "NEO4J_PASSWORD",
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
    "DEAD_LETTER_QUEUE_URL",
    "EVENT_BUS_NAME",
    "OPEN_API",
    "SECRETS",
    "STAGE",
    "UPSTASH_REDIS_REST_TOKEN",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_VECTOR_REST_TOKEN",
    "UPSTASH_VECTOR_REST_URL",
}
# Some of what Lambda and Powertools read, or the stack says beside the settings.
OF_THE_PLATFORM = {"AWS_REGION", "POWERTOOLS_SERVICE_NAME", "SECRETS_AS_OF"}
# Read by a name that is put together: H4R_WEIGHT_ and a signal.
WEIGHTS = {
    f"H4R_WEIGHT_{name.upper()}": str(getattr(Weights(), name))
    for name in Weights.__dataclass_fields__
}
_NAME = re.compile(r'"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|STAGE|SECRETS)"')


def names_in_the_settings_modules() -> set[str]:
    modules = (ROOT / "shared" / "recollect").glob("*settings.py")
    return {name for module in modules for name in _NAME.findall(module.read_text())}


def stage_with(environment: dict[str, str]) -> dict[str, object]:
    return {"open": "true", "environment": environment}


def test_every_setting_is_said_in_the_open_or_held_by_a_secret_or_decided_by_the_stack() -> None:
    tables = (set(SAID_IN_THE_OPEN), HELD_BY_A_SECRET, DECIDED_BY_THE_STACK)
    assert names_in_the_settings_modules() == set().union(*tables)
    assert sum(map(len, tables)) == len(names_in_the_settings_modules())


@pytest.mark.parametrize(
    ("name", "value"),
    [*SAID_IN_THE_OPEN.items(), *WEIGHTS.items(), ("LOG_LEVEL", "DEBUG")],
)
def test_a_setting_that_is_no_secret_is_taken(name: str, value: str) -> None:
    assert read_config(stage_with({name: value})).environment == {name: value}


@pytest.mark.parametrize("name", sorted(HELD_BY_A_SECRET))
def test_what_is_secret_or_says_where_it_is_valid_is_refused(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://hunter2.example"}))
    assert str(refused.value) == f"environment: {name} belongs in a secret"


@pytest.mark.parametrize("name", sorted(DECIDED_BY_THE_STACK | OF_THE_PLATFORM))
def test_what_the_stack_decides_is_refused(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://hunter2.example"}))
    assert str(refused.value) == f"environment: {name} is decided by the stack or held by a secret"


@pytest.mark.parametrize("name", ["SCS_OPA_URL", "MICROSOFT_LEARN_URL", "QDRANT_COLLECTION"])
def test_an_address_with_a_password_in_it_is_refused_and_not_shown(name: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({name: "https://somebody:hunter2@opa.example"}))
    assert str(refused.value) == f"environment: {name} belongs in a secret"


@pytest.mark.parametrize("level", ["LOUD", "debug", ""])
def test_a_log_level_that_does_not_exist_is_refused(level: str) -> None:
    with pytest.raises(ContextError) as refused:
        read_config(stage_with({"LOG_LEVEL": level}))
    assert str(refused.value) == (
        "environment: LOG_LEVEL is none of DEBUG, INFO, WARNING, ERROR, CRITICAL"
    )
