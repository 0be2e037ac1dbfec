from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.stores import (
    Reader,
    SecretsSettings,
    Settings,
    read_open_api,
    read_secrets_settings,
    read_settings,
)

NEEDED = {
    "UPSTASH_VECTOR_REST_URL": "https://vector.upstash.io/",
    "UPSTASH_VECTOR_REST_TOKEN": "vector-token",
    "UPSTASH_REDIS_REST_URL": "http://127.0.0.1:8080/redis/",
    "UPSTASH_REDIS_REST_TOKEN": "redis-token",
}


def test_what_is_not_said_takes_its_default() -> None:
    assert read_settings(NEEDED) == Settings(
        vector_url="https://vector.upstash.io",
        vector_token="vector-token",
        redis_url="http://127.0.0.1:8080/redis",
        redis_token="redis-token",
        store_timeout=2.0,
        find_threshold=read_settings(NEEDED).find_threshold,
        relevance_dense_weight=0.5,
        relevance_bm25_half=10.0,
        dead_letter_queue_url=None,
    )
    assert 0 < read_settings(NEEDED).find_threshold < 1


def test_what_is_said_is_heard() -> None:
    settings = read_settings(
        NEEDED
        | {
            "STORE_TIMEOUT_SECONDS": "0.5",
            "FIND_THRESHOLD": "0",
            "RELEVANCE_DENSE_WEIGHT": "1",
            "RELEVANCE_BM25_HALF": "7.5",
            "DEAD_LETTER_QUEUE_URL": "https://sqs/queue",
            "SOMETHING_ELSE": "does not matter",
        }
    )
    assert (settings.store_timeout, settings.find_threshold) == (0.5, 0.0)
    assert (settings.relevance_dense_weight, settings.relevance_bm25_half) == (1.0, 7.5)
    assert settings.dead_letter_queue_url == "https://sqs/queue"


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_or_empty_variable_is_named(name: str) -> None:
    missing = {each: value for each, value in NEEDED.items() if each != name}
    for environment in (missing, NEEDED | {name: ""}, NEEDED | {name: " \n"}):
        with pytest.raises(ConfigurationError, match=f"^{name} is not set$"):
            read_settings(environment)


def test_the_space_around_a_value_is_not_part_of_it() -> None:
    padded = {name: f" {value}\n" for name, value in NEEDED.items()}
    assert read_settings(padded) == read_settings(NEEDED)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("UPSTASH_VECTOR_REST_URL", "sekret.upstash.io"),
        ("UPSTASH_VECTOR_REST_URL", "ftp://sekret"),
        ("UPSTASH_REDIS_REST_URL", "https://"),
        ("UPSTASH_REDIS_REST_URL", "https://?sekret"),
        ("UPSTASH_REDIS_REST_URL", "https://[sekret"),
        ("UPSTASH_REDIS_REST_URL", "https://sekret:port"),
        ("UPSTASH_REDIS_REST_URL", "https://sekret:65536"),
        ("UPSTASH_REDIS_REST_URL", "https://sekret:0"),
        ("UPSTASH_REDIS_REST_URL", "https://<sekret>"),
        ("UPSTASH_REDIS_REST_URL", "https://default:token@"),
        ("UPSTASH_REDIS_REST_URL", "rediss://default:sekret@host:6379"),
        ("UPSTASH_VECTOR_REST_TOKEN", "sekret token"),
        ("UPSTASH_VECTOR_REST_TOKEN", "sekret\nsekret"),
        ("UPSTASH_VECTOR_REST_URL", "https://sekret.upstash.io /"),
        ("UPSTASH_REDIS_REST_TOKEN", "sekrét"),
        ("STORE_TIMEOUT_SECONDS", "sekret"),
        ("STORE_TIMEOUT_SECONDS", "0"),
        ("STORE_TIMEOUT_SECONDS", "nan"),
        ("STORE_TIMEOUT_SECONDS", "901"),
        ("FIND_THRESHOLD", "1.01"),
        ("FIND_THRESHOLD", "-0.01"),
        ("RELEVANCE_DENSE_WEIGHT", "inf"),
        ("RELEVANCE_BM25_HALF", "-1"),
    ],
)
def test_a_garbled_variable_is_named_and_its_value_never_shown(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_settings(NEEDED | {name: value})
    shown = "".join(format_exception(caught.value))
    assert f"ConfigurationError: {name} " in shown
    assert "sekr" not in shown


@pytest.mark.parametrize("empty", [{}, {"X": ""}, {"X": " \n"}])
def test_what_may_be_missing_is_none(empty: dict[str, str]) -> None:
    read = Reader(empty)
    assert (read.optional_url("X"), read.optional_token("X")) == (None, None)


def test_what_may_be_missing_is_read_like_the_rest_where_it_is_there() -> None:
    read = Reader({"URL": " https://host/path/ ", "TOKEN": "word\n", "BAD": "two words"})
    assert (read.optional_url("URL"), read.optional_token("TOKEN")) == ("https://host/path", "word")
    with pytest.raises(ConfigurationError, match=r"^BAD does not hold one word of ASCII$"):
        read.optional_token("BAD")
    with pytest.raises(ConfigurationError, match=r"^TOKEN is not an http or https URL$"):
        read.optional_url("TOKEN")


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("true", True), ("True", True), ("1", True), ("yes", True), (" YES\n", True)),
        *(("false", False), ("FALSE", False), ("0", False), ("no", False)),
    ],
)
def test_a_flag_is_what_it_says(text: str, expected: bool, default: bool) -> None:
    assert Reader({"X": text}).flag("X", default=default) is expected


@pytest.mark.parametrize("default", [True, False])
def test_a_flag_of_which_nothing_is_said_takes_its_default(default: bool) -> None:
    for environment in ({}, {"X": ""}, {"X": "  "}):
        assert Reader(environment).flag("X", default=default) is default


@pytest.mark.parametrize("text", ["2", "maybe", "truefalse", "none", "-1"])
def test_a_flag_is_nothing_else(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^X is neither true nor false$"):
        Reader({"X": text}).flag("X", default=True)


@pytest.mark.parametrize(
    ("text", "expected"), [("7", 7), ("7.0", 7), ("1e1", 10), (" 8 ", 8), ("", 3), ("10", 10)]
)
def test_a_whole_number_is_one_however_it_is_written(text: str, expected: int) -> None:
    assert Reader({"X": text}).whole("X", 3, least=1, most=10) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("7.5", "is not a whole number"),
        ("0", "is not between 1 and 10"),
        ("11", "is not between 1 and 10"),
        ("nan", "is not between 1 and 10"),
        ("inf", "is not between 1 and 10"),
        ("seven", "is not a number"),
    ],
)
def test_a_whole_number_is_nothing_else(text: str, problem: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^X {problem}$"):
        Reader({"X": text}).whole("X", 3, least=1, most=10)


@pytest.mark.parametrize(
    "url",
    [
        "https://eu1-x.upstash.io",
        "HTTP://localhost:8080/path",
        "http://[::1]:8080",
        "https://user:word@opa_1.internal",
    ],
)
def test_a_url_names_a_host_and_perhaps_a_port(url: str) -> None:
    assert Reader({"X": url}).url("X") == url


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        (" , ", ()),
        ("recollect/dev/stores", ("recollect/dev/stores",)),
        (" a,b, c ,a", ("a", "b", "c")),
        (
            "arn:aws:secretsmanager:eu-west-1:123456789012:secret:recollect/dev/x-AbCdEf",
            ("arn:aws:secretsmanager:eu-west-1:123456789012:secret:recollect/dev/x-AbCdEf",),
        ),
    ],
)
def test_secrets_are_named_with_commas_between(text: str, names: tuple[str, ...]) -> None:
    assert read_secrets_settings({"SECRETS": text}) == SecretsSettings(names, 2.0)
    assert read_secrets_settings({}).names == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("sekrét", "holds what cannot be the name of a secret"),
        ('{"sekret":"x"}', "holds what cannot be the name of a secret"),
        ("s" * 2_049, "holds what cannot be the name of a secret"),
        (",".join(f"sekret-{number}" for number in range(11)), "names more than 10 secrets"),
    ],
)
def test_what_cannot_name_secrets_is_not_shown(text: str, problem: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^SECRETS {problem}$"):
        read_secrets_settings({"SECRETS": text})


def test_an_api_is_open_only_where_the_stage_says_that_it_is_dev() -> None:
    assert read_open_api({"OPEN_API": "true", "STAGE": "dev"})
    assert not read_open_api({"STAGE": "dev"})
    assert not read_open_api({"OPEN_API": "false", "STAGE": "prod"})
    for stage in ({}, {"STAGE": ""}, {"STAGE": "prod"}, {"STAGE": "Dev"}):
        with pytest.raises(ConfigurationError, match=r"^OPEN_API is for STAGE=dev only$"):
            read_open_api({"OPEN_API": "true", **stage})
