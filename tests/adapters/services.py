"""Outside systems as adapters get them, in tests: at any URL, with time enough."""

import httpx

from recollect.adapters.http.transport import HttpService
from recollect.adapters.servicenow.tables import ServiceNow

LONG = 20.0


def service(
    client: httpx.AsyncClient,
    name: str,
    url: str,
    auth: httpx.Auth | None = None,
    seconds: float = LONG,
) -> HttpService:
    """The system of this name."""
    return HttpService(client, name, url, seconds, auth)


def servicenow(
    client: httpx.AsyncClient, url: str, auth: httpx.Auth, seconds: float = LONG
) -> ServiceNow:
    """The Table API of an instance."""
    return ServiceNow(service(client, "servicenow", url, auth, seconds))
