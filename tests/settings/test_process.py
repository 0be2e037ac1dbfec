import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.process import AccessSettings, LogSettings, SecretsSettings


def test_names_of_secrets_are_separated_by_commas() -> None:
    arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:recollect/dev/x-AbCdEf"
    for text, names in (
        *(("", ()), (" , ", ()), ("recollect/dev/stores", ("recollect/dev/stores",))),
        *((" a,b, c ,a", ("a", "b", "c")), (arn, (arn,))),
    ):
        read = SecretsSettings.read({"SECRETS": text})
        assert read == SecretsSettings(names=names, timeout=2.0)
    assert SecretsSettings.read({"STORE_TIMEOUT_MS": "100"}).timeout == 0.1


def test_an_invalid_name_of_a_secret_is_refused_and_not_shown() -> None:
    for text, problem in (
        ("sekrét", "holds what cannot be the name of a secret"),
        ('{"sekret":"x"}', "holds what cannot be the name of a secret"),
        ("s" * 2_049, "holds what cannot be the name of a secret"),
        (",".join(f"sekret-{number}" for number in range(11)), "names more than 10 secrets"),
    ):
        with pytest.raises(ConfigurationError, match=f"^SECRETS {problem}$"):
            SecretsSettings.read({"SECRETS": text})


def test_an_open_api_is_allowed_only_in_stage_dev() -> None:
    assert AccessSettings.read({"OPEN_API": "true", "STAGE": "dev"}).open_api
    assert not AccessSettings.read({"STAGE": "dev"}).open_api
    assert not AccessSettings.read({"OPEN_API": "false", "STAGE": "prod"}).open_api
    for stage in ({}, {"STAGE": ""}, {"STAGE": "prod"}, {"STAGE": "Dev"}):
        with pytest.raises(ConfigurationError, match=r"^OPEN_API is for STAGE=dev only$"):
            AccessSettings.read({"OPEN_API": "true", **stage})


def test_a_log_level_is_one_of_five_in_upper_or_lower_case() -> None:
    assert LogSettings.read({}).level == "INFO"
    assert LogSettings.read({"LOG_LEVEL": "debug"}).level == "DEBUG"
    with pytest.raises(
        ConfigurationError, match=r"^LOG_LEVEL is not DEBUG, INFO, WARNING, ERROR or CRITICAL$"
    ):
        LogSettings.read({"LOG_LEVEL": "verbose"})
