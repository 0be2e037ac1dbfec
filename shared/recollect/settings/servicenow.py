"""What asks ServiceNow, discovery packs and tools, finds it here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from typing_extensions import override

from recollect.settings.declared import Group, Settings, Text, Token, Url, require


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceNowSettings(Settings):
    """Where ServiceNow is, and who we are there: an OAuth client if there is one, else a user."""

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
        """Require what belongs to the client, or else to the user."""
        if self.client_id is not None:
            require(SERVICENOW_CLIENT_SECRET=self.client_secret)
        else:
            require(SERVICENOW_USERNAME=self.username, SERVICENOW_PASSWORD=self.password)

    @classmethod
    @override
    def overruled(cls, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The user, where there is a client."""
        client = "SERVICENOW_CLIENT_ID"
        if environment.get(client):
            users = ("SERVICENOW_USERNAME", "SERVICENOW_PASSWORD")
            yield from ((each, client) for each in users if environment.get(each))


OptionalServiceNow = Annotated[
    ServiceNowSettings | None, Group(ServiceNowSettings, when="SERVICENOW_URL")
]
"""A field of who asks ServiceNow where its address is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountSettings(Settings):
    """Where functions learn what accounts are called that ask ServiceNow nothing else."""

    servicenow: OptionalServiceNow = None
