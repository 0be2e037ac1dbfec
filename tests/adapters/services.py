"""Outside systems as tests hand them to adapters: at any URL, with a long deadline."""

import httpx

from infra.local.emulators.servicenow.credentials import Credentials
from recollect.adapters.http.transport import HttpService
from recollect.adapters.servicenow.desk import ServiceNowDesk
from recollect.adapters.servicenow.tables import ServiceNow
from recollect.servicedesk.tickets import ServiceDesk

KNOWN = Credentials()
"""What the emulator of ServiceNow lets in."""

BASIC = httpx.BasicAuth(KNOWN.username, KNOWN.password)
HOSTILE = ["x^ORactive=true", "^NQactive=true", "javascript:gs.getUserID()", "NULL", "a\nb"]
"""What would mean something else to ServiceNow, if it were put into a query as it is."""

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
    client: httpx.AsyncClient, url: str, auth: httpx.Auth = BASIC, seconds: float = LONG
) -> ServiceNow:
    """The Table API of an instance."""
    return ServiceNow(service(client, "servicenow", url, auth, seconds))


def desk_at(client: httpx.AsyncClient, url: str, seconds: float = LONG) -> ServiceDesk:
    """The service desk of an instance."""
    return ServiceNowDesk(servicenow(client, url, seconds=seconds))
