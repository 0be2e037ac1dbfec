"""The Table API over real HTTP: in front of the emulator, and of servers that misbehave."""

from collections.abc import Iterator

import httpx
import pytest

from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.servicenow.credentials import Credentials
from recollect.adapters.servicenow.query import all_of, any_of, equals
from recollect.adapters.servicenow.tables import Row, RowPage, Value
from recollect.core.errors import StoreRefused
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import servicenow
from tests.infra.local.serving import serving

OK = reply(200, {"result": [{"number": {"value": "X1", "display_value": "X1"}}]})
LOGIN = b"<!DOCTYPE html><html><title>Log in | ServiceNow</title></html>"


@pytest.fixture(scope="module")
def instance() -> Iterator[str]:
    with serving(create_servicenow_app(Credentials("ann", "pässword"))) as url:
        yield url


async def rows(client: httpx.AsyncClient, url: str, user: str = "ann") -> list[Row]:
    table_api = servicenow(client, url, httpx.BasicAuth(user, "pässword"))
    query = all_of([any_of([equals("number", "SCS0001234"), equals("number", "X1")])])
    fields = ("number", "priority", "opened_at", "account", "account.u_vip", "nothing")
    return await table_api.rows("sn_customerservice_case", query, fields, 5)


async def test_a_field_has_its_value_and_its_display_value(
    http_client: httpx.AsyncClient, instance: str
) -> None:
    (row,) = await rows(http_client, instance)
    assert row.value("number") == "SCS0001234"
    assert row.fields["priority"] == Value("2", "2 - High")
    assert row.display("account") == "Altus Community Healthcare"
    assert len(row.value("account")) == 32
    assert row.flag("account.u_vip")
    assert row.value("nothing") == ""
    opened = row.moment("opened_at")
    assert opened is not None
    assert row.display("opened_at") != row.value("opened_at")


async def test_another_user_is_refused(http_client: httpx.AsyncClient, instance: str) -> None:
    with pytest.raises(StoreRefused, match="servicenow: answered 401"):
        await rows(http_client, instance, user="bob")


async def test_an_answer_of_another_shape_is_refused_at_once(
    http_client: httpx.AsyncClient,
) -> None:
    for bad in (
        reply(200, LOGIN, headers="Content-Type: text/html\r\n"),
        reply(202, {"result": []}),
    ):
        async with misbehaving([bad, OK]) as server:
            with pytest.raises(StoreRefused) as caught:
                await rows(http_client, server.url)
            assert server.requests == 1
            for secret in ("pässword", server.url, "SCS0001234", "a-secret"):
                assert secret not in str(caught.value)


async def test_more_rows_than_were_asked_for_are_cut(http_client: httpx.AsyncClient) -> None:
    many = reply(200, {"result": [{"number": str(number)} for number in range(9)]})
    async with misbehaving([many]) as server:
        found = await rows(http_client, server.url)
    assert [row.value("number") for row in found] == ["0", "1", "2", "3", "4"]


async def test_fields_without_a_display_value_are_read_as_they_are(
    http_client: httpx.AsyncClient,
) -> None:
    odd = {"number": None, "priority": 2, "opened_at": "yesterday", "account.u_vip": True}
    async with misbehaving([reply(200, {"result": [odd]})]) as server:
        (row,) = await rows(http_client, server.url)
    assert (row.value("number"), row.value("priority")) == ("", "2")
    assert row.moment("opened_at") is None
    assert row.flag("account.u_vip")


async def page(client: httpx.AsyncClient, url: str, limit: int = 1) -> RowPage:
    table_api = servicenow(client, url, httpx.BasicAuth("ann", "pässword"))
    query = all_of([equals("active", "true")], order_by="number")
    return await table_api.page("sn_customerservice_case", query, ["number"], limit)


async def test_a_page_says_how_many_rows_there_are_in_all(
    http_client: httpx.AsyncClient, instance: str
) -> None:
    first, everything = await page(http_client, instance), await page(http_client, instance, 1000)
    assert [row.value("number") for row in first.rows] == ["SCS0001234"]
    assert first.total == everything.total == len(everything.rows) > 1


async def test_a_total_is_never_less_than_the_rows_that_were_received(
    http_client: httpx.AsyncClient,
) -> None:
    many = reply(200, {"result": [{}] * 9}, headers="X-Total-Count: 3\r\n")
    async with misbehaving([many]) as server:
        found = await page(http_client, server.url, 5)
    assert (len(found.rows), found.total) == (5, 9)


def test_texts_are_compared_without_regard_to_case() -> None:
    row = Row({"state": Value("wip", "In Progress")})
    assert row.holds("state", "WIP")
    assert row.shows("state", "in progress")
    assert not row.holds("state", "In Progress")
    assert not row.shows("state", "wip")
    assert row.holds("nothing", "")
