"""The environment of what asks ServiceNow: discovery packs and tools."""

from dataclasses import dataclass, field

from recollect.settings.stores import Reader


@dataclass(frozen=True, slots=True)
class ServiceNowSettings:
    """Where ServiceNow is, and who we are there: a user, or an OAuth client."""

    url: str
    username: str | None
    password: str | None = field(repr=False)
    client_id: str | None
    client_secret: str | None = field(repr=False)


def read_servicenow(read: Reader) -> ServiceNowSettings | None:
    """The settings, or None without SERVICENOW_URL. Raises ConfigurationError."""
    url = read.optional_url("SERVICENOW_URL")
    if url is None:
        return None
    client_id = read.optional_token("SERVICENOW_CLIENT_ID")
    by_user = client_id is None
    return ServiceNowSettings(
        url=url,
        username=read.password("SERVICENOW_USERNAME") if by_user else None,
        password=read.password("SERVICENOW_PASSWORD") if by_user else None,
        client_id=client_id,
        client_secret=None if by_user else read.password("SERVICENOW_CLIENT_SECRET"),
    )
