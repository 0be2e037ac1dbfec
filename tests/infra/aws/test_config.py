"""What the context of the CDK decides, and what it may not."""

import json
import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.aws.config import ContextError, StageConfig, read_config
from infra.aws.names import Names, Stage
from infra.routes import SCHEDULES
from tests.cases import each_case

CLOSED = {"issuer": "https://issuer.example/", "audience": "recollect"}
NOBODY = (
    "the API would be open to everybody: give issuer=https://... and audience=...,"
    " cognito=true, or open=true for a dev stage"
)
CERTIFICATE = "arn:aws:acm:eu-west-1:123456789012:certificate/6f2b-11"
NO_CERTIFICATE = "domain: a name needs a certificate, and a certificate a name"
NO_DOMAIN = (
    "domain: must be a host name such as api.example.com, in small letters and without https://"
)
NO_SCHEDULE = "prune_schedule: must be as rate(1 hour), rate(2 days) or cron(0 3 * * ? *)"
NO_PROBE = "probe: the synthetic check needs an API key, so give api_keys=true"
NO_OTHER_ISSUER = "cognito: the user pool is the issuer, so give no other"
NO_KEYS = "api_keys: an open API lets everybody in without a key"
NO_TOKENS = "open: an open API looks at no tokens, so it has no issuer or audience"
NO_STAGES = "stages: must be an object with an object for each stage"
NO_ORIGIN = (
    "cors_origins.0: must be an origin such as https://desk.example, without a path or *, "
    "or http://localhost:3000"
)
NO_URL = "issuer: must be an https address without white space, such as https://desk.example/alarms"
NO_HTTPS = NO_URL.replace("issuer", "alarm_webhook")
NO_TOPIC = "alarm_topic: must be the ARN of a topic, arn:aws:sns:REGION:ACCOUNT:NAME"
NOBODY_RINGS = (
    "nobody would hear an alarm: give alarm_email=..., alarm_webhook=https://... "
    "or alarm_topic=arn:..."
)
NO_LOG_DAYS = "log_days: Input should be 1, 3, 7, 14, 30, 90, 180 or 365"
NO_JSON = "reserved_concurrency: Expecting value: line 1 column 1 (char 0)"
NO_INTEGRATION = (
    "integrations.0: Input should be"
    " 'servicenow', 'slack', 'kubernetes', 'postgres', 'qdrant' or 'neo4j'"
)

# Whole contexts whose guard or stage is wrong, and how they are refused.
UNGUARDED: list[tuple[dict[str, object], str]] = [
    ({}, NOBODY),
    ({"open": "false"}, NOBODY),
    ({"issuer": "https://issuer.example/"}, NOBODY),
    ({"audience": "recollect"}, NOBODY),
    ({"issuer": "https://issuer.example/", "audience": " , "}, NOBODY),
    ({"open": "true", "issuer": "https://issuer.example/"}, NO_TOKENS),
    ({"open": "true", "audience": "recollect"}, NO_TOKENS),
    ({"open": "true", **CLOSED}, NO_TOKENS),
    ({"open": "true", "stage": "staging"}, "open: only a dev stage may be open to everybody"),
    ({"open": "true", "stage": "prod"}, "open: only a dev stage may be open to everybody"),
    ({"open": "true", "api_keys": "true"}, NO_KEYS),
    ({"open": "true", "cognito": "true"}, NO_TOKENS),
    ({"cognito": "true", **CLOSED}, NO_OTHER_ISSUER),
    ({"open": "perhaps"}, "open: Input should be a valid boolean, unable to interpret input"),
    ({"issuer": "http://issuer.example/", "audience": "recollect"}, NO_URL),
    ({"issuer": "https://", "audience": "recollect"}, NO_URL),
    (
        {**CLOSED, "issuer": "https://" + "i" * 512},
        "issuer: String should have at most 512 characters",
    ),
    ({**CLOSED, "audience": [""]}, "audience.0: must be a word without white space"),
    ({**CLOSED, "audience": 3}, "audience: Input should be a valid tuple"),
    ({"stage": "production"}, "stage: dev, staging, prod are known, 'production' is not"),
    ({"stage": ["dev"]}, "stage: dev, staging, prod are known, ['dev'] is not"),
    ({"stages": []}, NO_STAGES),
    ({"stages": {"dev": "open"}}, NO_STAGES),
]
# Wrong values beside an issuer and an audience, and how they are refused.
REFUSED: list[tuple[str, object, str]] = [
    ("environment", {"\ud800": ""}, "half a surrogate pair is not text"),
    ("colour", "red", "colour: Extra inputs are not permitted"),
    ("col\nour", "red", "col our: Extra inputs are not permitted"),
    ("integrations", "jira", NO_INTEGRATION),
    ("secrets_as_of", "last week", "secrets_as_of: must be at most 64 letters, digits and _ . : -"),
    ("reserved_concurrency", {"nobody": 1}, "reserved_concurrency: there is no function nobody"),
    (
        "reserved_concurrency",
        {"find_memories": -1},
        "reserved_concurrency.find_memories: Input should be greater than or equal to 0",
    ),
    ("reserved_concurrency", "find_memories=1", NO_JSON),
    ("reserved_concurrency", "[" * 100_000, "reserved_concurrency: it is nested too deeply"),
    ("rate", "0", "rate: Input should be greater than or equal to 1"),
    ("rate", "100001", "rate: Input should be less than or equal to 100000"),
    ("burst", "0", "burst: Input should be greater than or equal to 1"),
    ("burst", "50001", "burst: Input should be less than or equal to 50000"),
    ("probe", "true", NO_PROBE),
    ("domain", "api.example.com", NO_CERTIFICATE),
    ("certificate", CERTIFICATE, NO_CERTIFICATE),
    ("domain", "https://api.example.com", NO_DOMAIN),
    ("key_cache_seconds", "-1", "key_cache_seconds: Input should be greater than or equal to 0"),
    ("key_cache_seconds", "3601", "key_cache_seconds: Input should be less than or equal to 3600"),
    ("cors_origins", "*", NO_ORIGIN),
    ("cors_origins", "https://*", NO_ORIGIN),
    ("cors_origins", "http://desk.example", NO_ORIGIN),
    ("cors_origins", "https://desk.example/", NO_ORIGIN),
    ("log_days", "2", NO_LOG_DAYS),
    ("log_days", "ever", NO_LOG_DAYS),
    ("archive_days", "0", "archive_days: Input should be greater than or equal to 1"),
    ("archive_days", "3651", "archive_days: Input should be less than or equal to 3650"),
    ("backup_days", "0", "backup_days: Input should be greater than or equal to 1"),
    *(
        ("prune_schedule", wrong, NO_SCHEDULE)
        for wrong in (
            "hourly",
            "rate(0 hours)",
            "rate(1 hours)",
            "rate(2 hour)",
            "rate(10 day)",
            "cron(0 3 * * *)",
            "cron(0 3 * * * *)",
            "cron(0 3 ? * ? *)",
            "cron()",
            "cron(99 3 * * ? *)",
            "cron(0 24 * * ? *)",
            "cron(0 3 32 * ? *)",
            "cron(0 3 * 13 ? *)",
            "cron(0 3 ? * MOX *)",
            "cron(0 3 ? * 0 *)",
            "cron(0 3 * * ? 1969)",
            "cron(0/0 3 * * ? *)",
            "cron(0,, 3 * * ? *)",
            "cron(0 3 ? * 2#6 *)",
            "cron(0 3 * *)",
        )
    ),
    ("alarm_email", "nobody", "alarm_email: must be an address such as ops@example.com"),
    ("alarm_webhook", "http://desk.example", NO_HTTPS),
    ("alarm_topic", "alarms", NO_TOPIC),
    ("daily_cost", "0", "daily_cost: Input should be greater than 0"),
    ("daily_cost", "inf", "daily_cost: Input should be a finite number"),
    ("environment", "[]", "environment: Input should be a valid dictionary"),
    (
        "environment",
        {"CONTEXT_TOPK": 1},
        "environment.CONTEXT_TOPK: Input should be a valid string",
    ),
    ("environment", {"H4R_MIN_SCORE": "high"}, "environment: H4R_MIN_SCORE is not a number"),
    ("environment", {"H4R_MINSCORE": "0"}, "environment: no function knows H4R_MINSCORE"),
]


def refusal(context: dict[str, object]) -> str:
    with pytest.raises(ContextError) as refused:
        read_config(context)
    return str(refused.value)


@each_case("stage", ["dev", "staging", "prod"])
def test_only_a_production_stage_must_name_who_receives_its_alarms(stage: str) -> None:
    if stage == "prod":
        assert refusal({**CLOSED, "stage": stage}) == NOBODY_RINGS
        topic = "arn:aws:sns:eu-west-1:123456789012:pager"
        assert read_config({**CLOSED, "stage": stage, "alarm_topic": topic}).alarm_topic == topic
    else:
        assert read_config({**CLOSED, "stage": stage}).alarm_email is None


@each_case(("context", "line"), UNGUARDED)
def test_no_api_is_open_by_mistake(context: dict[str, object], line: str) -> None:
    assert refusal(context) == line


@each_case(("key", "value", "line"), REFUSED)
def test_an_invalid_value_is_refused_in_one_line(key: str, value: object, line: str) -> None:
    assert refusal({**CLOSED, key: value}) == line


def test_most_options_have_defaults() -> None:
    assert read_config({"open": "true"}) == StageConfig(stage="dev", open=True)
    closed = read_config({**CLOSED, "stage": "prod", "alarm_email": "ops@example.com"})
    assert (closed.stage, closed.open) == ("prod", False)
    assert (closed.issuer, closed.audience) == ("https://issuer.example/", ("recollect",))


def test_a_list_may_be_given_as_words_separated_by_commas() -> None:
    config = read_config({**CLOSED, "audience": " one, two ,", "integrations": "slack,neo4j"})
    assert config.audience == ("one", "two")
    assert config.integrations == ("slack", "neo4j")
    assert read_config({**CLOSED, "audience": ["one", "two"]}).audience == config.audience


def test_an_object_may_be_given_as_json_text() -> None:
    given = {"reserved_concurrency": {"find_memories": 4}, "environment": {"CONTEXT_TOPK": "4"}}
    written = {key: json.dumps(value) for key, value in given.items()}
    config = read_config({**CLOSED, **written})
    assert config == read_config({**CLOSED, **given})
    assert config.reserved_concurrency == {"find_memories": 4}
    assert config.environment == {"CONTEXT_TOPK": "4"}


def test_the_command_line_overrides_cdk_json() -> None:
    rings = {"alarm_webhook": "https://desk.example/alarms"}
    stages = {"prod": {**CLOSED, **rings, "rate": 10, "burst": 20}, "dev": {"open": True}}
    assert read_config({"stages": stages}).open
    config = read_config({"stages": stages, "stage": "prod", "rate": "11"})
    assert (config.stage, config.rate, config.burst) == ("prod", 11, 20)


def test_the_options_of_a_stage_in_cdk_json_cannot_name_another_stage() -> None:
    assert read_config({"stages": {"dev": {**CLOSED, "stage": "prod"}}}).stage == "dev"


def test_context_keys_of_the_cdk_itself_are_ignored() -> None:
    context = {"aws:cdk:enable-path-metadata": True, "@aws-cdk/core:someFlag": False}
    assert read_config({**context, "open": "true"}).open


def test_only_the_names_of_production_omit_the_stage() -> None:
    assert Names("prod").function("find_memories") == "recollect-find_memories"
    assert Names("dev").function("find_memories") == "recollect-dev-find_memories"
    assert Names("prod").secret("stores") == "recollect/prod/stores"
    assert len({Names(each).base for each in get_args(Stage)}) == len(get_args(Stage))


LINES = st.text(alphabet="a:/@,[{\n\r\x85\u2028 \ud800", max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | LINES | st.text(max_size=20),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(LINES, children, max_size=3),
    max_leaves=5,
)
STAGES = st.sampled_from(get_args(Stage))
# Values of which some are valid and some are not.
NEARLY = {
    "audience": st.lists(LINES, max_size=2) | LINES,
    "environment": st.dictionaries(LINES | st.just("LOG_LEVEL"), st.text(), max_size=2),
    "issuer": LINES.map("https://".__add__),
    "open": st.sampled_from(["true", "false", True, False, "1"]),
    "reserved_concurrency": st.dictionaries(LINES, st.integers(), max_size=2),
    "stage": STAGES,
    "stages": st.dictionaries(STAGES, st.fixed_dictionaries({}, optional={"stage": STAGES})),
}
KEYS = [*StageConfig.model_fields, "stages"]
GUARDED = st.sampled_from([{}, {"open": "true"}, CLOSED])
CONTEXTS = st.builds(
    lambda guard, nearly, anything: {**guard, **nearly, **anything},
    GUARDED,
    st.sampled_from(sorted(NEARLY)).flatmap(lambda key: st.fixed_dictionaries({key: NEARLY[key]})),
    st.just({}) | st.dictionaries(st.sampled_from(KEYS) | LINES, JSON, max_size=1),
)


@given(CONTEXTS)
def test_any_context_gives_a_safe_stage_or_a_refusal_in_one_line(
    context: dict[str, object],
) -> None:
    match outcome(context):
        case str(refused):
            assert len(refused.splitlines()) == 1
        case StageConfig(open=True) as config:
            assert (config.stage, config.issuer, config.audience) == ("dev", None, ())
        case StageConfig(open=False) as config:
            assert str(config.issuer).startswith("https://")
            assert config.audience
            assert all(each.strip() for each in config.audience)
        case other:
            pytest.fail(f"{other} is neither open nor closed")


def outcome(context: dict[str, object]) -> StageConfig | str:
    try:
        return read_config(context)
    except ContextError as error:
        return str(error)


def test_pruning_runs_only_on_the_schedule_that_the_stage_gives() -> None:
    for asked, expression, minutes in [
        ({}, None, None),
        ({"prune_schedule": ""}, None, None),
        ({"prune_schedule": "rate(1 hour)"}, "rate(1 hour)", 60),
        ({"prune_schedule": "rate(2 days)"}, "rate(2 days)", 2_880),
        ({"prune_schedule": "rate(10 minutes)"}, "rate(10 minutes)", 10),
        ({"prune_schedule": "cron(0/5 8-17 ? * MON-FRI *)"}, "cron(0/5 8-17 ? * MON-FRI *)", None),
        ({"prune_schedule": "cron(0 3 * * ? *)"}, "cron(0 3 * * ? *)", None),
        ({"prune_schedule": "cron(0,30 3 L 1-6,dec ? 2026-2030)"}, ..., None),
        ({"prune_schedule": "cron(*/15 3 15W * ? *)"}, ..., None),
        ({"prune_schedule": "cron(0 3 ? 1/3 2#1 *)"}, ..., None),
        ({"prune_schedule": "cron(0 3 ? * 6L *)"}, ..., None),
        ({"prune_schedule": "cron(0 3 LW * ? *)"}, ..., None),
        ({"prune_schedule": "cron(0 3 ? * fri#2 *)"}, ..., None),
    ]:
        config = read_config({"open": "true", **asked})
        schedule = next(each for each in SCHEDULES if each.task == "prune")
        due = asked["prune_schedule"] if expression is ... else expression
        assert (config.when(schedule), config.minutes_between(schedule)) == (due, minutes)


def test_backups_continue_every_hour_if_the_stage_keeps_backups() -> None:
    schedule = next(each for each in SCHEDULES if each.task == "backup")
    for asked, expression, minutes in [({}, None, None), ({"backup_days": 7}, "rate(1 hour)", 60)]:
        config = read_config({"open": "true", **asked})
        assert (config.when(schedule), config.minutes_between(schedule)) == (expression, minutes)


def test_no_refusal_shows_a_regular_expression() -> None:
    fields = StageConfig.model_json_schema()["properties"].items()
    shaped = [name for name, schema in fields if '"pattern"' in json.dumps(schema)]
    assert {"issuer", "domain", "secrets_as_of"} <= set(shaped)
    for name in shaped:
        refused = refusal(
            {**CLOSED, name: ["a b\n/"] if name in {"audience", "cors_origins"} else "a b\n/"}
        )
        assert re.search(r": must be (?:an?|at most|the) \w", refused), refused
