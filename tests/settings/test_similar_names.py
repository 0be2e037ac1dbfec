import re
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from infra.settings_check import SETTINGS, known_variables, warnings
from recollect.settings.similar_names import similar_names

# Variables that shells, languages, Lambda, Kubernetes and other tools put into environments.
_FOREIGN = """
    PATH HOME USER SHELL PWD LANG LC_ALL TERM TZ EDITOR PAGER DISPLAY HOSTNAME LOGNAME OLDPWD
    SHLVL SSH_AUTH_SOCK XDG_RUNTIME_DIR XDG_STATE_HOME VIRTUAL_ENV PYTHONPATH PYTHON_VERSION
    PIP_INDEX_URL UV_CACHE_DIR NODE_ENV NODE_PATH NO_PROXY no_proxy HTTP_PROXY HTTPS_PROXY CI
    GITHUB_TOKEN COLUMNS LD_LIBRARY_PATH LAMBDA_TASK_ROOT LAMBDA_RUNTIME_DIR _HANDLER
    _X_AMZN_TRACE_ID AWS_REGION AWS_DEFAULT_REGION AWS_LAMBDA_FUNCTION_NAME
    AWS_LAMBDA_LOG_GROUP_NAME AWS_LAMBDA_LOG_LEVEL AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
    AWS_SESSION_TOKEN AWS_XRAY_CONTEXT_MISSING AWS_PROFILE POWERTOOLS_SERVICE_NAME POWERTOOLS_DEV
    KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT REDIS_URL DATABASE_HOST
    POSTGRES_PASSWORD OPENAI_API_KEY ANTHROPIC_API_KEY QDRANT_HOST QDRANT_PORT NEO4J_AUTH
    SLACK_WEBHOOK_URL SECRET STAGES STORAGE LOGLEVEL LOG_FORMAT STORE CONTEXT TIMEOUT_MS
    RECOLLECT_TOKEN RECOLLECT_LOCAL_SECRET MINILM_PATH UPSTASH_REDIS_REST_READONLY_TOKEN
"""
FOREIGN = re.findall(r"\S+", _FOREIGN)


def test_a_misspelled_setting_is_similar_to_the_right_one() -> None:
    for wrong, right in (
        ("H4R_WIEGHT_RECENCY", "H4R_WEIGHT_RECENCY"),
        ("FIND_TRESHOLD", "FIND_THRESHOLD"),
        ("LOG_LEVELS", "LOG_LEVEL"),
        ("CONTEXT_TOP_K", "CONTEXT_TOPK"),
        ("ENABLE_ORCH_CONTEX", "ENABLE_ORCH_CONTEXT"),
        ("SLACK_BOT_TOKENS", "SLACK_BOT_TOKEN"),
    ):
        assert similar_names([wrong], known_variables()) == {wrong: right}


def test_a_setting_with_another_unit_is_similar_to_the_right_one() -> None:
    assert similar_names(["STORE_TIMEOUT_SECONDS"], known_variables()) == {
        "STORE_TIMEOUT_SECONDS": "STORE_TIMEOUT_MS"
    }


def test_an_unknown_setting_with_a_prefix_of_ours_is_similar_to_one_with_that_prefix() -> None:
    (near,) = similar_names(["SCS_OPA_ADDRESS"], known_variables()).values()
    assert near.startswith("SCS_OPA_")


def test_variables_of_other_programs_are_similar_to_no_setting() -> None:
    assert similar_names(FOREIGN, known_variables()) == {}
    for kind in SETTINGS:
        known = [variable.name for variable, _ in kind.variables()]
        assert similar_names(FOREIGN, known) == {}


def test_settings_of_one_capability_are_similar_to_none_of_another() -> None:
    # A function knows only the settings that it reads.
    for one, other in combinations(SETTINGS, 2):
        for kind, others in ((one, other), (other, one)):
            known = [variable.name for variable, _ in kind.variables()]
            assert similar_names([each.name for each, _ in others.variables()], known) == {}


@given(st.sampled_from(sorted(known_variables())), st.data())
def test_a_long_name_with_two_letters_swapped_is_similar(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(name) - 2))
    swapped = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    if len(name) >= 20 and swapped != name:
        assert swapped in similar_names([swapped], known_variables())


def test_a_warning_names_both_settings_and_no_value() -> None:
    assert warnings({"FIND_TRESHOLD": "0.1234", "PATH": "/bin", "FIND_THRESHOLD": "1"}) == [
        "FIND_TRESHOLD is no setting; is FIND_THRESHOLD meant?"
    ]


def test_a_setting_of_a_part_that_is_not_switched_on_is_a_warning() -> None:
    given = {"NEO4J_PASSWORD": "s3cret", "NEO4J_USER": "", "QDRANT_API_KEY": "s3cret"}
    assert warnings(given) == [
        "QDRANT_API_KEY has no effect: QDRANT_URL is not set",
        "NEO4J_PASSWORD has no effect: NEO4J_URL is not set",
    ]
    assert warnings({**given, "NEO4J_URL": "", "QDRANT_URL": "https://qdrant.test"}) == []


def test_a_user_beside_an_oauth_client_is_ignored_with_a_warning() -> None:
    both = {
        "SERVICENOW_URL": "https://desk.test",
        "SERVICENOW_USERNAME": "ann",
        "SERVICENOW_PASSWORD": "s3cret",
        "SERVICENOW_CLIENT_ID": "client",
        "SERVICENOW_CLIENT_SECRET": "s3cret",
    }
    assert warnings(both) == [
        "SERVICENOW_USERNAME has no effect: SERVICENOW_CLIENT_ID is set",
        "SERVICENOW_PASSWORD has no effect: SERVICENOW_CLIENT_ID is set",
    ]
    assert warnings({**both, "SERVICENOW_CLIENT_ID": ""}) == []
    assert warnings({**both, "SERVICENOW_USERNAME": "", "SERVICENOW_PASSWORD": ""}) == []
