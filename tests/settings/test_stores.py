import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.stores import StoreSettings

NEEDED = {
    "UPSTASH_VECTOR_REST_URL": "https://vector.upstash.io/",
    "UPSTASH_VECTOR_REST_TOKEN": "vector-token",
    "UPSTASH_REDIS_REST_URL": "http://127.0.0.1:8080/redis/",
    "UPSTASH_REDIS_REST_TOKEN": "redis-token",
}


def test_what_is_not_said_takes_its_default() -> None:
    assert StoreSettings.read(NEEDED) == StoreSettings(
        vector_url="https://vector.upstash.io",
        vector_token="vector-token",
        redis_url="http://127.0.0.1:8080/redis",
        redis_token="redis-token",
        store_timeout=2.0,
        find_threshold=0.28,
        relevance_dense_weight=0.5,
        relevance_bm25_half=10.0,
        dead_letter_queue_url=None,
    )


def test_what_is_said_is_heard() -> None:
    settings = StoreSettings.read(
        NEEDED
        | {
            "STORE_TIMEOUT_MS": "500",
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


def test_a_missing_or_empty_variable_is_named() -> None:
    for name in NEEDED:
        missing = {each: value for each, value in NEEDED.items() if each != name}
        for environment in (missing, NEEDED | {name: ""}, NEEDED | {name: " \n"}):
            with pytest.raises(ConfigurationError, match=f"^{name} is not set$"):
                StoreSettings.read(environment)


def test_bounds() -> None:
    for name, value in (
        *(("STORE_TIMEOUT_MS", "9"), ("STORE_TIMEOUT_MS", "900001"), ("STORE_TIMEOUT_MS", "nan")),
        *(("FIND_THRESHOLD", "1.01"), ("FIND_THRESHOLD", "-0.01")),
        *(("RELEVANCE_DENSE_WEIGHT", "inf"), ("RELEVANCE_BM25_HALF", "0")),
    ):
        with pytest.raises(ConfigurationError, match=f"^{name} is not between"):
            StoreSettings.read(NEEDED | {name: value})


def test_tokens_are_not_shown() -> None:
    assert "-token" not in repr(StoreSettings.read(NEEDED))
