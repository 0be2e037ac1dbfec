"""The ServiceNow instance, if one is set up, with its service desk and its CMDB."""

import time
from functools import cache
from typing import TYPE_CHECKING

import httpx

from recollect.core.customers import Customers
from recollect.servicedesk.accounts import CustomerNames
from recollect.servicedesk.allowed import AllowedCmdb, AllowedDesk
from recollect.servicedesk.items import Cmdb
from recollect.servicedesk.tickets import ServiceDesk
from recollect.settings.servicenow import AccountSettings, ServiceNowSettings
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import stores

if TYPE_CHECKING:
    from recollect.adapters.servicenow.tables import ServiceNow


def instance_of(
    known: ServiceNowSettings | None, client: httpx.AsyncClient, timeout: float
) -> "ServiceNow | None":
    """The instance, which keeps its token, or None if none is set up.

    `timeout` is in seconds for a call with its retries. The adapters are imported only if there is
    an instance.
    """
    if known is None:
        return None
    # ruff: noqa: PLC0415  # see above
    from recollect.adapters.http.transport import HttpService
    from recollect.adapters.servicenow.auth import STORE, ClientCredentials
    from recollect.adapters.servicenow.tables import ServiceNow

    auth = (
        ClientCredentials(known.url, known.client_id, known.client_secret)
        if known.client_id is not None and known.client_secret is not None
        else httpx.BasicAuth(known.username or "", known.password or "")
    )
    return ServiceNow(HttpService(client, STORE, known.url, timeout, auth))


async def with_names(instance: "ServiceNow | None", customers: Customers) -> Customers:
    """The customers of a caller, with the names of the accounts whose numbers they have.

    The names are kept for some time in this process.
    """
    return customers if instance is None else await _names_at(instance).known(customers)


async def customers_by_name(customers: Customers, seconds: float) -> Customers:
    """The customers as `with_names` answers them, in at most `seconds`.

    For functions that use ServiceNow for nothing else.
    """
    return await with_names(_instance(seconds), customers)


@cache
def _instance(seconds: float) -> "ServiceNow | None":
    known = settings_from(AccountSettings).servicenow
    return instance_of(known, stores().http, seconds)


@cache
def _names_at(instance: "ServiceNow") -> CustomerNames:
    from recollect.adapters.servicenow.accounts import ServiceNowAccounts

    return CustomerNames(ServiceNowAccounts(instance), time.monotonic)


def service_desk(
    instance: "ServiceNow | None", customers: Customers
) -> tuple[ServiceDesk, Cmdb] | tuple[None, None]:
    """The service desk and the CMDB for a caller who may know of these customers.

    Both are None without an instance.
    """
    if instance is None:
        return None, None
    from recollect.adapters.servicenow.cmdb import ServiceNowCmdb
    from recollect.adapters.servicenow.desk import ServiceNowDesk

    return (
        AllowedDesk(ServiceNowDesk(instance, customers), customers),
        AllowedCmdb(ServiceNowCmdb(instance, customers), customers),
    )
