"""The settings of ServiceNow, for all that use it: discovery packs and tools."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from typing_extensions import override

from recollect.settings.declared import Group, Settings, Text, Token, Url, require


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceNowSettings(Settings):
    """The URL of ServiceNow, and our account there: an OAuth client if one is set, else a user."""

    url: Annotated[str, Url("SERVICENOW_URL", given_by="secret")]
    username: Annotated[str | None, Text("SERVICENOW_USERNAME", given_by="secret")] = None
    password: Annotated[str | None, Text("SERVICENOW_PASSWORD", given_by="secret")] = field(
        default=None, repr=False
    )
    client_id: Annotated[str | None, Token("SERVICENOW_CLIENT_ID", given_by="secret")] = None
    client_secret: Annotated[str | None, Text("SERVICENOW_CLIENT_SECRET", given_by="secret")] = (
        field(default=None, repr=False)
    )

    def __post_init__(self) -> None:
        """Require the secret of the client, or else the name and password of the user."""
        if self.client_id is not None:
            require(SERVICENOW_CLIENT_SECRET=self.client_secret)
        else:
            require(SERVICENOW_USERNAME=self.username, SERVICENOW_PASSWORD=self.password)

    @classmethod
    @override
    def overruled(cls, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The variables of the user, if there is a client."""
        client = "SERVICENOW_CLIENT_ID"
        if environment.get(client):
            users = ("SERVICENOW_USERNAME", "SERVICENOW_PASSWORD")
            yield from ((name, client) for name in users if environment.get(name))


OptionalServiceNow = Annotated[
    ServiceNowSettings | None, Group(ServiceNowSettings, when="SERVICENOW_URL")
]
"""The type of a field for these settings, which is None unless the URL is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSettings(Settings):
    """ServiceNow for functions that use it only to look up the names of accounts."""

    servicenow: OptionalServiceNow = None
