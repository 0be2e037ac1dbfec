"""The address and the credentials of ServiceNow, for all that use it."""

from traceback import format_exception

import pytest

from recollect.core.errors import ConfigurationError
from recollect.settings.discovery import DiscoverySettings
from recollect.settings.servicenow import AccountSettings, ServiceNowSettings
from recollect.settings.tools import ToolsSettings
from tests.cases import each_case

URL = "https://mobiz.service-now.com"
DESK = {"SERVICENOW_URL": f"{URL}/"}
USER = DESK | {"SERVICENOW_USERNAME": "ann", "SERVICENOW_PASSWORD": "pass word"}
CLIENT = DESK | {"SERVICENOW_CLIENT_ID": "client", "SERVICENOW_CLIENT_SECRET": "s3 cret"}


def test_servicenow_takes_a_user_or_an_oauth_client() -> None:
    assert ServiceNowSettings.read(USER) == ServiceNowSettings(
        url=URL, username="ann", password="pass word"
    )
    assert ServiceNowSettings.read(CLIENT) == ServiceNowSettings(
        url=URL, client_id="client", client_secret="s3 cret"
    )
    both = ServiceNowSettings.read(USER | CLIENT)
    assert (both.client_id, both.client_secret) == ("client", "s3 cret")


def test_all_settings_that_include_servicenow_need_its_address() -> None:
    for settings in (AccountSettings, DiscoverySettings, ToolsSettings):
        assert settings.read(USER).servicenow == ServiceNowSettings.read(USER)
        assert settings.read({"SERVICENOW_URL": " "}).servicenow is None


@each_case(
    ("environment", "name"),
    [
        ({"SERVICENOW_URL": "mobiz"}, "SERVICENOW_URL"),
        (DESK, "SERVICENOW_USERNAME"),
        (DESK | {"SERVICENOW_USERNAME": "ann"}, "SERVICENOW_PASSWORD"),
        (DESK | {"SERVICENOW_CLIENT_ID": "c"}, "SERVICENOW_CLIENT_SECRET"),
        (DESK | {"SERVICENOW_CLIENT_ID": "two words"}, "SERVICENOW_CLIENT_ID"),
    ],
)
def test_an_error_names_the_variable_and_not_its_value(
    environment: dict[str, str], name: str
) -> None:
    with pytest.raises(ConfigurationError, match=name) as raised:
        ServiceNowSettings.read(environment)
    told = "".join(format_exception(raised.value)[-1:])
    assert environment.get(name, "?") not in told.replace(name, "")


def test_secrets_are_not_shown() -> None:
    assert "pass word" not in repr(ServiceNowSettings.read(USER))
    assert "s3 cret" not in repr(ServiceNowSettings.read(CLIENT))
