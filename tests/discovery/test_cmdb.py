import json
from dataclasses import replace
from pathlib import Path

from recollect.core.customers import NO_CUSTOMERS, Customers
from recollect.discovery.cmdb import cmdb_hits
from recollect.discovery.mentions import mentions_in
from recollect.discovery.schema import CmdbItem
from recollect.servicedesk.items import ConfigurationItem, ItemRelation, Mentions
from tests.cases import each_case
from tests.discovery.samples import FIREWALL, RESOURCE_GROUP

ALTUS = Customers.of(["Altus"])
# Texts, existing items, and the items meant, labelled by somebody who had not seen the rules.
LABELLED = Path(__file__).parent / "data" / "mentions.jsonl"


def item(number: int) -> ConfigurationItem:
    return ConfigurationItem(sys_id=f"id{number}", name=f"SRV-{number:03}")


def hits(
    items: list[ConfigurationItem],
    mentions: Mentions,
    relations: list[ItemRelation] | None = None,
    customer: Customers = ALTUS,
) -> tuple[CmdbItem, ...]:
    section = cmdb_hits(items, relations or [], mentions, customer)
    if section is None:
        return ()
    assert section.total == len(section.items)
    return section.items


def names(*numbers: int) -> Mentions:
    return Mentions(names=tuple(f"srv-{number:03}" for number in numbers))


def test_a_hit_reads_as_in_the_seed() -> None:
    section = cmdb_hits(
        [FIREWALL],
        [ItemRelation(RESOURCE_GROUP, FIREWALL)],
        Mentions(ip_addresses=("10.52.0.4",)),
        ALTUS,
    )
    assert section is not None
    assert section.model_dump(mode="json") == {
        "total": 1,
        "items": [
            {
                "name": "ALTUS-AMARILLO-FW01",
                "className": "cmdb_ci_cloud_host",
                "ipAddresses": ["10.52.0.4"],
                "environment": "production",
                "ownerGroup": "Network Engineering",
                "matchReason": "IP: 10.52.0.4",
                "relatedItems": [
                    {
                        "name": "RG-ALTUS-SCUS-PALOALTO-001",
                        "className": "cmdb_ci_resource_group",
                        "ownerGroup": "Cloud Operations",
                        "matchReason": "Related to ALTUS-AMARILLO-FW01",
                    }
                ],
            }
        ],
    }


def test_the_match_reason_is_the_address_or_else_the_host_name_or_else_the_name() -> None:
    every = Mentions(("10.52.0.4",), (FIREWALL.fqdn,), ("altus-amarillo-fw01",))
    for mentions, reason in (
        (every, "IP: 10.52.0.4"),
        (replace(every, ip_addresses=()), "FQDN: fw01.amarillo.altus.example.com"),
        (Mentions(names=every.names), "Name: altus-amarillo-fw01"),
    ):
        assert [each.match_reason for each in hits([FIREWALL], mentions)] == [reason]


def test_addresses_match_in_any_written_form() -> None:
    kept = FIREWALL.model_copy(update={"ip_address": "2001:0DB8:0:0::1"})
    assert (
        hits([kept], Mentions(ip_addresses=("2001:db8::1",)))[0].match_reason == "IP: 2001:db8::1"
    )


def test_at_most_five_items_are_shown_in_the_order_of_their_mention() -> None:
    found = hits([item(n) for n in range(9)], names(8, 3, 7, 1, 2, 0))
    assert [each.name for each in found] == ["SRV-008", "SRV-003", "SRV-007", "SRV-001", "SRV-002"]


def test_an_item_without_a_mention_or_a_name_is_not_a_hit() -> None:
    nameless = ConfigurationItem(sys_id="x", name="", ip_address="10.0.0.1")
    assert hits([item(1), nameless], Mentions(ip_addresses=("10.0.0.1",))) == ()
    assert cmdb_hits([], [], names(1)) is None


def test_an_item_that_comes_twice_is_one_hit() -> None:
    assert len(hits([item(1), item(1)], names(1))) == 1


def test_the_first_three_items_bring_three_related_ones_each() -> None:
    items = [item(n) for n in range(4)]
    relations = [
        ItemRelation(item(10 * base + n), item(base))
        if n % 2
        else ItemRelation(item(base), item(10 * base + n))
        for base in range(4)
        for n in range(11, 16)
    ]
    found = hits(items, names(0, 1, 2, 3), relations)
    related = [[each.name for each in hit.related_items or ()] for hit in found]
    assert related == [
        ["SRV-011", "SRV-012", "SRV-013"],
        ["SRV-021", "SRV-022", "SRV-023"],
        ["SRV-031", "SRV-032", "SRV-033"],
        [],
    ]
    assert found[0].related_items is not None
    assert found[0].related_items[0].match_reason == "Related to SRV-000"
    assert "relatedItems" not in found[3].model_dump()


def test_a_hit_is_not_related_and_nothing_is_related_twice() -> None:
    both = [
        ItemRelation(item(1), item(2)),
        ItemRelation(item(1), item(9)),
        ItemRelation(item(2), item(9)),
    ]
    found = hits([item(1), item(2)], names(1, 2), [*both, ItemRelation(item(1), item(1))])
    assert [[each.name for each in hit.related_items or ()] for hit in found] == [["SRV-009"], []]


def test_an_item_of_another_customer_is_never_a_hit() -> None:
    ours = FIREWALL.model_copy(update={"company": "Altus"})
    theirs = FIREWALL.model_copy(update={"sys_id": "x", "company": "Kestrel"})
    shared = FIREWALL.model_copy(update={"sys_id": "y", "name": "CORE-FW01"})
    said = Mentions(ip_addresses=("10.52.0.4",), names=(FIREWALL.name,))
    found = hits([theirs, shared, ours], said)
    assert [each.name for each in found] == ["ALTUS-AMARILLO-FW01", "CORE-FW01"]
    assert hits([theirs], said) == ()
    assert hits([ours], said, [ItemRelation(theirs, ours)])[0].related_items is None


def test_without_a_customer_an_item_is_a_hit_only_by_a_unique_name_or_host() -> None:
    twin = FIREWALL.model_copy(update={"sys_id": "x", "company": "Kestrel"})
    nobody = NO_CUSTOMERS
    assert hits([FIREWALL], Mentions(ip_addresses=("10.52.0.4",)), customer=nobody) == ()
    for said in (Mentions(names=(FIREWALL.name,)), Mentions(fqdns=(FIREWALL.fqdn,))):
        assert len(hits([FIREWALL], said, customer=nobody)) == 1
        assert hits([FIREWALL, twin], said, customer=nobody) == ()


def test_only_the_longest_of_overlapping_names_is_a_hit() -> None:
    ehr, archive = (
        ConfigurationItem(sys_id=each, name=each) for each in ("Altus EHR", "Altus EHR Archive")
    )
    said = Mentions(phrases=("altus EHR archive", "altus ehr"))
    assert [each.name for each in hits([ehr, archive], said)] == ["Altus EHR Archive"]
    (alone,) = hits([ehr], said)
    assert (alone.name, alone.match_reason) == ("Altus EHR", "Name: altus ehr")


def test_a_mentioned_name_also_matches_a_host_name() -> None:
    host = ConfigurationItem(sys_id="h", name="", fqdn="mail01.altus.example.com")
    (found,) = hits([host], Mentions(names=("MAIL01",)))
    assert (found.name, found.match_reason) == ("mail01.altus.example.com", "Name: MAIL01")


@each_case("half", [0, 1])
def test_a_hundred_mentions_are_read_as_an_engineer_reads_them(half: int) -> None:
    """The rules were written with the even half in sight; figures in docs/discovery.md."""
    expected = found = wrong = 0
    for line in LABELLED.read_text("utf-8").splitlines()[half::2]:
        case = json.loads(line)
        items = [
            ConfigurationItem(
                sys_id=each["name"],
                name=each["name"],
                ip_address=each["ip"],
                fqdn=each["fqdn"],
                company=each["company"],
            )
            for each in case["items"]
        ]
        customer = Customers.of(filter(None, [case["customer"]]))
        got = {each.name for each in hits(items, mentions_in([case["text"]]), customer=customer)}
        expected += len(case["expected"])
        found += len(got.intersection(case["expected"]))
        wrong += len(got.difference(case["expected"]))
    assert found / expected >= 0.92
    assert wrong <= 1
