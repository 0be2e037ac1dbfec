"""A ServiceNow instance, for who has one."""

import httpx

from recollect.adapters.servicenow.auth import Basic, ClientCredentials
from recollect.adapters.servicenow.tables import ServiceNow
from recollect.settings.servicenow import ServiceNowSettings


def instance(known: ServiceNowSettings, client: httpx.AsyncClient, timeout: float) -> ServiceNow:
    """The instance; `timeout` is in seconds and bounds a call with its repeats."""
    authorization = (
        ClientCredentials(client, known.url, known.client_id, known.client_secret)
        if known.client_id is not None and known.client_secret is not None
        else Basic(known.username or "", known.password or "")
    )
    return ServiceNow(client, known.url, authorization, timeout)
