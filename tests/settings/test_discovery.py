from dataclasses import replace
from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.discovery import DiscoverySettings, SlackSettings
from tests.cases import each_case

PLAIN = DiscoverySettings(
    message_limit=5,
    similar_cases=3,
    cache_ttl_minutes=15,
    deadline=1.1,
    exemplars_enabled=False,
    exemplars=3,
    min_quality=0.7,
    servicenow=None,
    slack=None,
)
USER = {
    "SERVICENOW_URL": "https://mobiz.service-now.com/",
    "SERVICENOW_USERNAME": "ann",
    "SERVICENOW_PASSWORD": "pass word",
}


def test_every_variable_is_read() -> None:
    settings = DiscoverySettings.read(
        {
            "DISCOVERY_SLACK_MESSAGE_LIMIT": "7",
            "DISCOVERY_SIMILAR_CASES_TOP_K": "0",
            "DISCOVERY_CONTEXT_CACHE_TTL_MINUTES": "0.5",
            "DISCOVERY_DEADLINE_MS": "900",
            "MUSCLE_MEMORY_RETRIEVAL_ENABLED": "true",
            "MUSCLE_MEMORY_TOP_K": "2",
            "MUSCLE_MEMORY_MIN_QUALITY": "0.8",
        }
    )
    assert settings == DiscoverySettings(
        message_limit=7,
        similar_cases=0,
        cache_ttl_minutes=0.5,
        deadline=0.9,
        exemplars_enabled=True,
        exemplars=2,
        min_quality=0.8,
    )
    assert (settings.cache_ttl_ms, PLAIN.cache_ttl_ms) == (30_000, 900_000)


def test_slack_has_its_usual_url_unless_another_is_set() -> None:
    token = {"SLACK_BOT_TOKEN": "xoxb-1"}
    assert DiscoverySettings.read(token).slack == SlackSettings(token="xoxb-1")
    elsewhere = DiscoverySettings.read(token | {"SLACK_API_URL": "http://127.0.0.1:9/api/"})
    assert elsewhere.slack == SlackSettings(url="http://127.0.0.1:9/api", token="xoxb-1")


@each_case(
    ("environment", "name"),
    [
        ({"DISCOVERY_SLACK_MESSAGE_LIMIT": "51"}, "DISCOVERY_SLACK_MESSAGE_LIMIT"),
        ({"DISCOVERY_SIMILAR_CASES_TOP_K": "1.5"}, "DISCOVERY_SIMILAR_CASES_TOP_K"),
        ({"DISCOVERY_CONTEXT_CACHE_TTL_MINUTES": "-1"}, "DISCOVERY_CONTEXT_CACHE_TTL_MINUTES"),
        ({"DISCOVERY_DEADLINE_MS": "30000"}, "DISCOVERY_DEADLINE_MS"),
        ({"MUSCLE_MEMORY_RETRIEVAL_ENABLED": "maybe"}, "MUSCLE_MEMORY_RETRIEVAL_ENABLED"),
        ({"MUSCLE_MEMORY_MIN_QUALITY": "nan"}, "MUSCLE_MEMORY_MIN_QUALITY"),
        ({"SLACK_BOT_TOKEN": "xoxb 1"}, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "x", "SLACK_API_URL": "slack"}, "SLACK_API_URL"),
    ],
)
def test_an_error_names_the_variable_and_not_its_value(
    environment: dict[str, str], name: str
) -> None:
    with pytest.raises(ConfigurationError, match=name) as raised:
        DiscoverySettings.read(environment)
    told = "".join(format_exception(raised.value)[-1:])
    assert environment.get(name, "?") not in told.replace(name, "")


def test_the_fingerprint_covers_all_settings_that_affect_a_pack_and_no_secret() -> None:
    desk, slack = DiscoverySettings.read(USER), DiscoverySettings.read({"SLACK_BOT_TOKEN": "x"})
    others = [
        replace(PLAIN, message_limit=6),
        replace(PLAIN, similar_cases=4),
        replace(PLAIN, exemplars_enabled=True),
        replace(PLAIN, exemplars=4),
        replace(PLAIN, min_quality=0.8),
        desk,
        slack,
    ]
    assert len({each.fingerprint for each in (PLAIN, *others)}) == len(others) + 1
    assert replace(PLAIN, deadline=0.5).fingerprint == PLAIN.fingerprint
    changed = DiscoverySettings.read(USER | {"SERVICENOW_PASSWORD": "other"})
    assert changed.fingerprint == desk.fingerprint


def test_a_token_is_not_shown() -> None:
    assert "xoxb-1" not in repr(DiscoverySettings.read({"SLACK_BOT_TOKEN": "xoxb-1"}))
