"""A ServiceNow instance, for who has one: its service desk and its CMDB."""

import httpx

from recollect.servicedesk.items import Cmdb
from recollect.servicedesk.tickets import ServiceDesk
from recollect.settings.servicenow import ServiceNowSettings


def service_desk(
    known: ServiceNowSettings | None, client: httpx.AsyncClient, timeout: float
) -> tuple[ServiceDesk, Cmdb] | tuple[None, None]:
    """Both, or neither without settings; `timeout` is in seconds, of a call with its repeats.

    The adapters are imported only for who has an instance.
    """
    if known is None:
        return None, None
    # ruff: noqa: PLC0415
    from recollect.adapters.http.transport import HttpService
    from recollect.adapters.servicenow.auth import STORE, ClientCredentials
    from recollect.adapters.servicenow.cmdb import ServiceNowCmdb
    from recollect.adapters.servicenow.desk import ServiceNowDesk
    from recollect.adapters.servicenow.tables import ServiceNow

    auth = (
        ClientCredentials(known.url, known.client_id, known.client_secret)
        if known.client_id is not None and known.client_secret is not None
        else httpx.BasicAuth(known.username or "", known.password or "")
    )
    instance = ServiceNow(HttpService(client, STORE, known.url, timeout, auth))
    return ServiceNowDesk(instance), ServiceNowCmdb(instance)
