import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.validation import ValidationSettings
from tests.cases import each_case


@each_case(
    ("stage", "publishes"), [("dev", False), ("staging", True), ("prod", True), (" prod ", True)]
)
def test_alerts_are_published_only_in_staging_and_production(
    stage: str, *, publishes: bool
) -> None:
    assert ValidationSettings.read({"STAGE": stage}).publishes_alerts is publishes


def test_the_bus_may_have_another_name() -> None:
    assert ValidationSettings.read({"EVENT_BUS_NAME": "alerts-eu"}).event_bus == "alerts-eu"


@each_case(
    ("name", "value"), [("STAGE", "production"), ("STAGE", "Prod"), ("EVENT_BUS_NAME", "two words")]
)
def test_an_error_names_the_variable_and_not_its_value(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=name) as raised:
        ValidationSettings.read({name: value})
    assert value not in str(raised.value)
