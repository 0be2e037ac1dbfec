import pytest

from recollect.core.errors import ConfigurationError
from recollect.memories.confidence_settings import SEED_SETTINGS, ConfidenceParameters
from recollect.relevance.calibration import calibration_of
from recollect.settings.stores import StoreSettings

NEEDED = {
    "UPSTASH_VECTOR_REST_URL": "https://vector.upstash.io/",
    "UPSTASH_VECTOR_REST_TOKEN": "vector-token",
    "UPSTASH_REDIS_REST_URL": "http://127.0.0.1:8080/redis/",
    "UPSTASH_REDIS_REST_TOKEN": "redis-token",
}


def test_every_variable_is_read() -> None:
    settings = StoreSettings.read(
        NEEDED
        | {
            "STORE_TIMEOUT_MS": "500",
            "FIND_THRESHOLD": "0",
            "RELEVANCE_CALIBRATION": "hashed",
            "EVENT_MAX_AGE_MS": "0",
            "DEAD_LETTER_QUEUE_URL": "https://sqs/queue",
            "SOMETHING_ELSE": "does not matter",
        }
    )
    assert (settings.store_timeout, settings.find_threshold) == (0.5, 0.0)
    assert settings.calibration == calibration_of("hashed")
    assert settings.event_max_age == 0
    assert settings.dead_letter_queue_url == "https://sqs/queue"


def test_a_missing_or_empty_variable_is_named() -> None:
    for name in NEEDED:
        missing = {each: value for each, value in NEEDED.items() if each != name}
        for environment in (missing, NEEDED | {name: ""}, NEEDED | {name: " \n"}):
            with pytest.raises(ConfigurationError, match=f"^{name} is not set$"):
                StoreSettings.read(environment)


def test_a_number_out_of_its_bounds_is_refused() -> None:
    for name, value in (
        *(("STORE_TIMEOUT_MS", "9"), ("STORE_TIMEOUT_MS", "900001"), ("STORE_TIMEOUT_MS", "nan")),
        *(("FIND_THRESHOLD", "1.01"), ("FIND_THRESHOLD", "-0.01")),
    ):
        with pytest.raises(ConfigurationError, match=f"^{name} is not between"):
            StoreSettings.read(NEEDED | {name: value})


def test_tokens_are_not_shown() -> None:
    assert "-token" not in repr(StoreSettings.read(NEEDED))


def test_the_threshold_of_searches_is_the_calibrations_floor_unless_set() -> None:
    floor = calibration_of("hashed").floor
    calibrated = NEEDED | {"RELEVANCE_CALIBRATION": "hashed"}
    assert StoreSettings.read(calibrated).find_threshold == floor
    assert StoreSettings.read(calibrated | {"FIND_THRESHOLD": "0.3"}).find_threshold == 0.3


def test_an_app_may_have_a_half_life_of_its_own() -> None:
    settings = StoreSettings.read(
        NEEDED | {"MEMORY_HALF_LIFE_DAYS": " 30, oncall = 7"}
    ).confidence_settings
    assert settings.of("support:oncall").half_life_days == 7
    assert settings.of("support:desk").half_life_days == 30
    other = StoreSettings.read(
        NEEDED | {"MEMORY_HALF_LIFE_DAYS": "90", "MEMORY_VOTES_WEIGHT": "0.5"}
    )
    assert other.confidence_settings.of("support:desk") == ConfidenceParameters(90, 0.5)
    assert (
        StoreSettings.read(NEEDED | {"MEMORY_HALF_LIFE_DAYS": ""}).confidence_settings
        == SEED_SETTINGS
    )


def test_an_invalid_half_life_is_refused() -> None:
    for wrong in ("soon", "0", "-1", "nan", "40000", "oncall=", "30, oncall=7, oncall=8"):
        told = r"^MEMORY_HALF_LIFE_DAYS (is not 0\.1 to 36,500 days|gives an app two)"
        with pytest.raises(ConfigurationError, match=told):
            StoreSettings.read(NEEDED | {"MEMORY_HALF_LIFE_DAYS": wrong})


def test_a_half_life_for_an_invalid_app_slug_is_refused() -> None:
    for wrong in ("OnCall=7", "on call=7", "support:oncall=7", "a=b=7", "=7", "30, =7"):
        with pytest.raises(ConfigurationError, match=r"^MEMORY_HALF_LIFE_DAYS names .* slug"):
            StoreSettings.read(NEEDED | {"MEMORY_HALF_LIFE_DAYS": wrong})
