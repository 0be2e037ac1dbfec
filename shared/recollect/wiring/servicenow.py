"""A ServiceNow instance, for who has one."""

import httpx

from recollect.adapters.http.transport import HttpService
from recollect.adapters.servicenow.auth import STORE, ClientCredentials
from recollect.adapters.servicenow.tables import ServiceNow
from recollect.settings.servicenow import ServiceNowSettings


def instance(known: ServiceNowSettings, client: httpx.AsyncClient, timeout: float) -> ServiceNow:
    """The instance; `timeout` is in seconds and bounds a call with its repeats."""
    auth = (
        ClientCredentials(known.url, known.client_id, known.client_secret)
        if known.client_id is not None and known.client_secret is not None
        else httpx.BasicAuth(known.username or "", known.password or "")
    )
    return ServiceNow(HttpService(client, STORE, known.url, timeout, auth))
