"""The CMDB over ServiceNow's tables: in front of the emulator, and of bad servers."""

import httpx
import pytest

from infra.local.emulators.servicenow.tables import sys_id
from recollect.adapters.servicenow.auth import ClientCredentials
from recollect.adapters.servicenow.cmdb import ServiceNowCmdb
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.servicedesk.items import (
    Cmdb,
    ConfigurationItem,
    ItemRelation,
    ItemSearch,
    Mentions,
    NewItem,
    NoSuchTable,
)
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply
from tests.adapters.services import BASIC, HOSTILE, KNOWN, servicenow
from tests.cases import each_case

FIREWALL_ID = sys_id("cmdb_ci", "ALTUS-AMARILLO-FW01")
FIREWALL = ConfigurationItem(
    sys_id=FIREWALL_ID,
    name="ALTUS-AMARILLO-FW01",
    class_name="cmdb_ci_cloud_host",
    type="Cloud Host",
    environment="Production",
    environment_key="production",
    operational_status="Operational",
    location="Amarillo North Clinic",
    ip_address="10.52.0.4",
    fqdn="altus-amarillo-fw01.altus.example",
    owner_group="Network Engineering",
    company="Altus Community Healthcare",
    short_description="Primary firewall of the Amarillo North tunnel",
    company_sys_id=sys_id("customer_account", "Altus Community Healthcare"),
)
NEW = NewItem("cmdb_ci_win_server", "NEW01")
MADE = reply(201, {"result": {"sys_id": "a" * 32, "name": "NEW01"}})
TYPE = reply(200, {"result": [{"sys_id": "b" * 32, "name": "Contains::Contained by"}]})


@pytest.fixture
def cmdb(http_client: httpx.AsyncClient, servicenow_url: str) -> Cmdb:
    return cmdb_at(http_client, servicenow_url)


def cmdb_at(
    client: httpx.AsyncClient, url: str, seconds: float = 20, authorization: httpx.Auth = BASIC
) -> Cmdb:
    return ServiceNowCmdb(servicenow(client, url, authorization, seconds))


async def creation_failure(
    client: httpx.AsyncClient, server: Server, seconds: float = 20
) -> type[StoreError]:
    with pytest.raises(StoreError) as caught:
        await cmdb_at(client, server.url, seconds).create(NEW)
    for secret in (KNOWN.password, server.url, "NEW01", "a-secret"):
        assert secret not in str(caught.value)
    return type(caught.value)


@each_case(
    "search",
    [
        ItemSearch(sys_id=FIREWALL_ID),
        ItemSearch(name="altus-amarillo-fw01"),
        ItemSearch(ip_address="10.52.0.4"),
        ItemSearch(fqdn="Altus-Amarillo-FW01.altus.example"),
        ItemSearch(words=("fw01",), class_name="cmdb_ci_cloud_host", environment="production"),
        ItemSearch(words=("primary firewall", "no-such-word", *HOSTILE)),
    ],
)
async def test_an_item_is_found_by_any_of_its_fields(cmdb: Cmdb, search: ItemSearch) -> None:
    assert await cmdb.items(search) == [FIREWALL]


async def test_items_are_ordered_by_name_and_limited(cmdb: Cmdb) -> None:
    servers = await cmdb.items(ItemSearch(class_name="cmdb_ci_win_server", limit=4))
    names = [item.name for item in servers]
    assert len(names) == 4
    assert names == sorted(names)


async def test_a_support_group_stands_in_for_a_missing_managing_group(
    http_client: httpx.AsyncClient,
) -> None:
    row = {"name": "X", "support_group": {"value": "1", "display_value": "Service Desk"}}
    async with misbehaving([reply(200, {"result": [row]})]) as server:
        (item,) = await cmdb_at(http_client, server.url).items(ItemSearch(name="x"))
    assert (item.sys_id, item.owner_group) == ("", "Service Desk")


@each_case("text", [*HOSTILE, "no such thing"])
async def test_a_hostile_or_unknown_text_finds_nothing(cmdb: Cmdb, text: str) -> None:
    for search in (
        ItemSearch(words=(text,)),
        ItemSearch(sys_id=text),
        ItemSearch(name=text),
        ItemSearch(class_name=text),
        ItemSearch(ip_address=text),
        ItemSearch(fqdn=text),
        ItemSearch(environment=text, name="ALTUS-AMARILLO-FW01"),
    ):
        assert await cmdb.items(search) == []
    assert await cmdb.relations(Mentions(sys_ids=(text,)), 10) == []
    assert await cmdb.relations(Mentions(), 10) == []


async def test_relations_are_found_by_either_end(cmdb: Cmdb) -> None:
    found = await cmdb.relations(Mentions(sys_ids=(FIREWALL_ID.upper(),)), 20)
    shown = {(each.parent.name, each.type, each.child.name) for each in found}
    assert shown == {
        ("RG-ALTUS-SCUS-PALOALTO-001", "Contains::Contained by", "ALTUS-AMARILLO-FW01"),
        ("ALTUS-AMARILLO-SDWAN01", "Depends on::Used by", "ALTUS-AMARILLO-FW01"),
        ("Altus EHR", "Depends on::Used by", "ALTUS-AMARILLO-FW01"),
        ("ALTUS-AMARILLO-FW01", "Connects to::Connected by", "ALTUS-SCUS-VNET-HUB"),
    }
    assert all(FIREWALL_ID in {each.parent.sys_id, each.child.sys_id} for each in found)
    assert len(await cmdb.relations(Mentions(sys_ids=(FIREWALL_ID,)), 2)) == 2


@each_case(
    "mentions",
    [
        Mentions(ip_addresses=("10.52.0.4",)),
        Mentions(fqdns=("Altus-Amarillo-FW01.altus.example",)),
        Mentions(names=("altus-amarillo-fw01",)),
        Mentions(("10.52.0.4", "1.1.1.1"), ("nothing.example",), ("x^ORname!=y", "a,b")),
    ],
)
async def test_items_are_found_by_any_of_their_mentions(cmdb: Cmdb, mentions: Mentions) -> None:
    assert await cmdb.items(ItemSearch(mentions=mentions)) == [FIREWALL]


async def test_many_mentions_are_accepted_and_the_limit_bounds_the_items(cmdb: Cmdb) -> None:
    many = tuple(f"10.52.{third}.{fourth}" for third in range(100) for fourth in range(100))
    assert FIREWALL in await cmdb.items(ItemSearch(mentions=Mentions(ip_addresses=many)))
    both = Mentions(ip_addresses=("10.52.0.4", "10.52.0.5"))
    assert len(await cmdb.items(ItemSearch(mentions=both, limit=1))) == 1


@each_case("mentions", [Mentions(), Mentions((), ("^",), tuple(HOSTILE))])
async def test_without_mentions_nothing_is_found(cmdb: Cmdb, mentions: Mentions) -> None:
    assert await cmdb.items(ItemSearch(mentions=mentions)) == []
    assert await cmdb.relations(mentions, 10) == []


@each_case(
    "mentions", [Mentions(ip_addresses=("10.52.0.4",)), Mentions(names=("ALTUS-AMARILLO-FW01",))]
)
async def test_relations_are_found_by_the_name_or_address_of_either_end(
    cmdb: Cmdb, mentions: Mentions
) -> None:
    found = await cmdb.relations(mentions, 20)
    ends = {(relation.parent.name, relation.child.name) for relation in found}
    assert ends == {
        ("RG-ALTUS-SCUS-PALOALTO-001", "ALTUS-AMARILLO-FW01"),
        ("ALTUS-AMARILLO-SDWAN01", "ALTUS-AMARILLO-FW01"),
        ("Altus EHR", "ALTUS-AMARILLO-FW01"),
        ("ALTUS-AMARILLO-FW01", "ALTUS-SCUS-VNET-HUB"),
    }
    group = next(each.parent for each in found if each.parent.name.startswith("RG-"))
    assert (group.class_name, group.owner_group) == ("cmdb_ci_resource_group", "Cloud Operations")
    fields = {"type", "operational_status", "location", "company", "short_description"}
    firewall = next(each.child for each in found if each.child.sys_id == FIREWALL_ID)
    assert firewall.model_dump(exclude=fields) == FIREWALL.model_dump(exclude=fields)
    assert len(await cmdb.relations(mentions, 2)) == 2


async def test_rows_that_were_not_asked_for_are_ignored(http_client: httpx.AsyncClient) -> None:
    rows = [
        {"name": "OTHER", "parent": "1", "child": "2"},
        {"name": "OTHER", "parent": "", "child": FIREWALL_ID},
    ]
    async with misbehaving([reply(200, {"result": rows})] * 5) as server:
        cmdb = cmdb_at(http_client, server.url)
        assert await cmdb.items(ItemSearch(name="WANTED")) == []
        assert await cmdb.relations(Mentions(sys_ids=(FIREWALL_ID,)), 5) == []
        assert await cmdb.items(ItemSearch(mentions=Mentions(names=("WANTED",)))) == []
        assert await cmdb.relations(Mentions(names=("WANTED",)), 5) == []
        with pytest.raises(StoreRefused, match="no such type"):
            await cmdb.relate(FIREWALL_ID, FIREWALL_ID, "Contains::Contained by")
        assert server.requests == 5


async def test_an_item_is_created_in_the_table_of_its_class(cmdb: Cmdb) -> None:
    new = NewItem(
        "cmdb_ci_linux_server", "MADE-LNX01", "Test", "10.9.9.9", "made.example", "For a test"
    )
    made = await cmdb.create(new)
    assert (made.name, made.class_name, made.type) == (
        *("MADE-LNX01", "cmdb_ci_linux_server", "Linux Server"),
    )
    assert (made.environment, made.ip_address, made.fqdn) == ("Test", "10.9.9.9", "made.example")
    assert made.short_description == "For a test"
    assert await cmdb.items(ItemSearch(sys_id=made.sys_id)) == [made]


async def test_the_fields_of_a_new_item_are_not_read_as_a_query(cmdb: Cmdb) -> None:
    name, text = "x^ORname=y", "javascript:gs.getUserID() ^ 日本語 \ud800"
    made = await cmdb.create(NewItem("cmdb_ci_computer", name, short_description=text))
    assert made.name == name
    assert made.short_description == text.replace("\ud800", "?")
    assert made.environment == ""


async def test_items_are_linked_by_the_name_of_a_relation(cmdb: Cmdb) -> None:
    made = await cmdb.create(NewItem("cmdb_ci_win_server", "LINKED01"))
    group_id = sys_id("cmdb_ci", "RG-ALTUS-SCUS-PALOALTO-001")
    await cmdb.relate(group_id, made.sys_id, "contains::contained by")
    assert await cmdb.relations(Mentions(sys_ids=(made.sys_id,)), 5) == [
        ItemRelation(
            ConfigurationItem(
                sys_id=group_id,
                name="RG-ALTUS-SCUS-PALOALTO-001",
                company=FIREWALL.company,
                company_sys_id=FIREWALL.company_sys_id,
            ),
            ConfigurationItem(sys_id=made.sys_id, name="LINKED01"),
            "Contains::Contained by",
        )
    ]


@each_case("name", ["No such::Thing", "", *HOSTILE])
async def test_an_unknown_type_of_relation_links_nothing(cmdb: Cmdb, name: str) -> None:
    before = await cmdb.relations(Mentions(sys_ids=(FIREWALL_ID,)), 50)
    with pytest.raises(StoreRefused, match="no such type"):
        await cmdb.relate(FIREWALL_ID, sys_id("cmdb_ci", "ALTUS-AMARILLO-FW02"), name)
    assert await cmdb.relations(Mentions(sys_ids=(FIREWALL_ID,)), 50) == before


async def test_an_unknown_class_is_refused(cmdb: Cmdb) -> None:
    with pytest.raises(NoSuchTable):
        await cmdb.create(NewItem("cmdb_ci_no_such_class", "X"))
    with pytest.raises(StoreRefused):
        await cmdb.create(NewItem("incident?sysparm_x=1#", "X"))


@each_case(
    "bad",
    [
        reply(200, {"result": {"sys_id": "a"}}),
        reply(400, {"error": {"message": "a-secret"}}),
        reply(401),
        reply(403),
        reply(404),
        reply(201, b"<html>Log in</html>", headers="Content-Type: text/html\r\n"),
        reply(201, b'{"result": {"sys_id"'),
        reply(201, []),
        reply(201, {"result": []}),
        reply(201, {"result": {"sys_id": ""}}),
        reply(201, {"result": {"sys_id": ["a"]}}),
        reply(201, {"result": {"sys_id": "a"}, "error": {}}),
        reply(302, headers="Location: http://127.0.0.1:1/login.do\r\n"),
    ],
)
async def test_an_unusable_answer_to_a_creation_is_refused_and_the_creation_not_repeated(
    http_client: httpx.AsyncClient, bad: bytes
) -> None:
    async with misbehaving([bad, MADE]) as server:
        assert await creation_failure(http_client, server) is StoreRefused
        assert server.requests == 1


@each_case(
    "bad",
    [
        reply(500),
        reply(503, headers="Retry-After: 0\r\n"),
        reply(429, headers="Retry-After: 0\r\n"),
        Behaviour.HANG_UP,
        reply(201, b'{"resu', length=100),
    ],
)
async def test_a_creation_that_may_have_taken_effect_is_not_repeated(
    http_client: httpx.AsyncClient, bad: bytes | Behaviour
) -> None:
    async with misbehaving([bad, MADE]) as server:
        assert issubclass(await creation_failure(http_client, server), StoreUnavailable)
        assert server.requests == 1
    async with misbehaving([TYPE, bad, MADE]) as server:
        with pytest.raises(StoreUnavailable):
            await cmdb_at(http_client, server.url).relate("1", "2", "Contains::Contained by")
        assert server.requests == 2


async def test_a_creation_has_a_deadline(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([Behaviour.HANG, MADE]) as server:
        assert await creation_failure(http_client, server, 0.3) is StoreTimeout
        assert server.requests == 1


async def test_a_creation_is_sent_again_with_a_new_token_after_a_401(
    http_client: httpx.AsyncClient,
) -> None:
    token = reply(200, {"access_token": "t", "expires_in": 1799})
    async with misbehaving([token, reply(401), token, MADE]) as server:
        client = ClientCredentials(server.url, "id", "secret")
        made = await cmdb_at(http_client, server.url, authorization=client).create(NEW)
    assert (made.sys_id, made.name) == ("a" * 32, "NEW01")


async def test_the_lookup_of_a_relation_type_is_repeated_after_an_error(
    http_client: httpx.AsyncClient,
) -> None:
    async with misbehaving([reply(500), TYPE, MADE]) as server:
        await cmdb_at(http_client, server.url).relate("1", "2", "Contains::Contained by")
        assert server.requests == 3
