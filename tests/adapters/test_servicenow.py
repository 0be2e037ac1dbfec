"""The Table API over real HTTP: in front of the emulator, and of servers that misbehave."""

import asyncio
import time
from collections.abc import Iterator, Sequence

import httpx
import pytest

from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.servicenow.credentials import Credentials
from recollect.adapters.http.posting import NotReached
from recollect.adapters.servicenow.auth import Basic
from recollect.adapters.servicenow.http import Later, in_time
from recollect.adapters.servicenow.query import all_of, any_of, equals
from recollect.adapters.servicenow.tables import Row, RowPage, ServiceNow, Value
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply
from tests.infra.local.serving import serving

LONG, SHORT = 20.0, 0.3
OK = reply(200, {"result": [{"number": {"value": "X1", "display_value": "X1"}}]})
X1 = [Row({"number": Value("X1", "X1")})]
LOGIN = b"<!DOCTYPE html><html><title>Log in | ServiceNow</title></html>"


@pytest.fixture(scope="module")
def instance() -> Iterator[str]:
    with serving(create_servicenow_app(Credentials("ann", "pässword"))) as url:
        yield url


async def rows(
    client: httpx.AsyncClient, url: str, seconds: float = LONG, user: str = "ann"
) -> list[Row]:
    servicenow = ServiceNow(client, url, Basic(user, "pässword"), seconds)
    query = all_of([any_of([equals("number", "SCS0001234"), equals("number", "X1")])])
    fields = ("number", "priority", "opened_at", "account", "account.u_vip", "nothing")
    return await servicenow.rows("sn_customerservice_case", query, fields, 5)


async def failure(
    client: httpx.AsyncClient, server: Server, seconds: float = LONG
) -> type[StoreError]:
    with pytest.raises(StoreError) as caught:
        await rows(client, server.url, seconds)
    assert caught.value.store == "servicenow"
    for secret in ("pässword", server.url, "SCS0001234", "a-secret"):
        assert secret not in str(caught.value)
    return type(caught.value)


async def test_a_field_has_its_value_and_what_people_are_shown(
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


@pytest.mark.parametrize(
    "bad",
    [reply(500), reply(503), reply(429), Behaviour.HANG_UP, reply(200, b'{"resu', length=100)],
)
async def test_trouble_is_met_with_three_tries_at_most(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour
) -> None:
    async with misbehaving([bad, bad, OK]) as server:
        assert await rows(http_client, server.url) == X1
    async with misbehaving([bad, bad, bad, OK]) as server:
        assert issubclass(await failure(http_client, server), StoreUnavailable)
        assert server.requests == 3


@pytest.mark.parametrize("status", [429, 503])
async def test_a_pause_that_it_asks_for_is_kept_if_it_fits(
    http_client: httpx.AsyncClient, status: int
) -> None:
    busy = reply(status, headers="Retry-After: 1\r\n")
    async with misbehaving([busy, OK]) as server:
        start = time.monotonic()
        assert await rows(http_client, server.url) == X1
        assert time.monotonic() - start >= 1


@pytest.mark.parametrize("pause", ["3600", "999999999"])
async def test_a_pause_that_does_not_fit_is_not_waited_for(
    http_client: httpx.AsyncClient, pause: str
) -> None:
    busy = reply(429, headers=f"Retry-After: {pause}\r\n")
    async with asyncio.timeout(LONG / 2), misbehaving([busy, OK]) as server:
        assert issubclass(await failure(http_client, server), StoreUnavailable)
        assert server.requests == 1


@pytest.mark.parametrize(
    "bad",
    [
        reply(200, LOGIN, headers="Content-Type: text/html\r\n"),
        reply(200, b'{"result": [{"number": {"va'),
        reply(302, headers="Location: http://127.0.0.1:1/login.do\r\n"),
        reply(202, {"result": []}),
        reply(400, {"error": {"message": "Invalid table a-secret"}, "status": "failure"}),
        reply(401, {"error": {"message": "User Not Authenticated"}, "status": "failure"}),
        reply(403),
        reply(404),
        reply(200, {"result": [], "error": {"message": "Transaction cancelled"}}),
        reply(200, {"result": {}}),
        reply(200, {"result": ["x"]}),
        reply(200, {"result": [{"number": {"value": ["x"]}}]}),
        reply(200, {"result": [{"number": [1]}]}),
        reply(200, []),
        reply(200, b'{"result": NaN}'),
        reply(200, b"[" * 100_000),
        reply(200, b"{}", headers="Content-Encoding: gzip\r\n"),
    ],
)
async def test_what_cannot_be_used_is_refused_at_once(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, OK]) as server:
        assert await failure(http_client, server) is StoreRefused
        assert server.requests == 1


async def test_the_deadline_bounds_all_tries(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([Behaviour.HANG]) as server:
        assert await failure(http_client, server, SHORT) is StoreTimeout
    async with misbehaving([reply(500), Behaviour.HANG]) as server:
        assert await failure(http_client, server, 2 * SHORT) is StoreTimeout
        assert server.requests == 2


async def test_what_is_not_there_is_told_apart(http_client: httpx.AsyncClient) -> None:
    with pytest.raises(StoreUnavailable, match="could not connect"):
        await rows(http_client, "http://127.0.0.1:1")
    with pytest.raises(StoreRefused):
        await rows(http_client, "http://127.0.0.1:not-a-port")


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
    servicenow = ServiceNow(client, url, Basic("ann", "pässword"), LONG)
    query = all_of([equals("active", "true")], order_by="number")
    return await servicenow.page("sn_customerservice_case", query, ["number"], limit)


async def test_a_page_says_how_many_rows_there_are_in_all(
    http_client: httpx.AsyncClient, instance: str
) -> None:
    first, everything = await page(http_client, instance), await page(http_client, instance, 1000)
    assert [row.value("number") for row in first.rows] == ["SCS0001234"]
    assert first.total == everything.total == len(everything.rows) > 1


async def test_more_rows_than_were_asked_for_count(http_client: httpx.AsyncClient) -> None:
    many = reply(200, {"result": [{}] * 9}, headers="X-Total-Count: 3\r\n")
    async with misbehaving([many]) as server:
        found = await page(http_client, server.url, 5)
    assert (len(found.rows), found.total) == (5, 9)


async def tried(errors: Sequence[Later | NotReached]) -> int:
    """How often it is asked that is only to be repeated where it certainly had no effect."""
    left = list(errors)

    async def ask() -> int:
        if left:
            raise left.pop(0)
        return len(errors) + 1

    return await in_time(LONG, ask, NotReached)


async def test_only_what_had_no_effect_is_repeated_where_that_is_wanted() -> None:
    refused = NotReached("servicenow", "could not connect")
    assert await tried([refused, refused]) == 3
    with pytest.raises(NotReached):
        await tried([refused, refused, refused])
    with pytest.raises(Later):
        await tried([refused, Later(503, 0.0)])


def test_texts_are_compared_in_any_case_of_letters() -> None:
    row = Row({"state": Value("wip", "In Progress")})
    assert row.holds("state", "WIP")
    assert row.shows("state", "in progress")
    assert not row.holds("state", "In Progress")
    assert not row.shows("state", "wip")
    assert row.holds("nothing", "")
