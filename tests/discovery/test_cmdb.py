from dataclasses import replace

from recollect.discovery.cmdb import cmdb_hits
from recollect.discovery.schema import CmdbItem
from recollect.servicedesk.items import ConfigurationItem, Mentions, Relation
from tests.discovery.samples import FIREWALL, RESOURCE_GROUP


def item(number: int) -> ConfigurationItem:
    return ConfigurationItem(sys_id=f"id{number}", name=f"SRV-{number:03}")


def hits(
    items: list[ConfigurationItem], mentions: Mentions, relations: list[Relation] | None = None
) -> tuple[CmdbItem, ...]:
    section = cmdb_hits(items, relations or [], mentions)
    if section is None:
        return ()
    assert section.total == len(section.items)
    return section.items


def names(*numbers: int) -> Mentions:
    return Mentions(names=tuple(f"srv-{number:03}" for number in numbers))


def test_a_hit_reads_as_in_the_seed() -> None:
    section = cmdb_hits(
        [FIREWALL], [Relation(RESOURCE_GROUP, FIREWALL)], Mentions(ip_addresses=("10.52.0.4",))
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


def test_the_reason_is_the_first_way_in_which_it_is_mentioned() -> None:
    every = Mentions(("10.52.0.4",), (FIREWALL.fqdn,), ("altus-amarillo-fw01",))
    for mentions, reason in (
        (every, "IP: 10.52.0.4"),
        (replace(every, ip_addresses=()), "FQDN: fw01.amarillo.altus.example.com"),
        (Mentions(names=every.names), "Name: altus-amarillo-fw01"),
    ):
        assert [each.match_reason for each in hits([FIREWALL], mentions)] == [reason]


def test_addresses_match_in_whatever_form_they_are_kept() -> None:
    kept = FIREWALL.model_copy(update={"ip_address": "2001:0DB8:0:0::1"})
    assert (
        hits([kept], Mentions(ip_addresses=("2001:db8::1",)))[0].match_reason == "IP: 2001:db8::1"
    )


def test_at_most_five_items_stand_in_the_order_of_their_mention() -> None:
    found = hits([item(n) for n in range(9)], names(8, 3, 7, 1, 2, 0))
    assert [each.name for each in found] == ["SRV-008", "SRV-003", "SRV-007", "SRV-001", "SRV-002"]


def test_what_nobody_mentioned_or_has_no_name_is_no_hit() -> None:
    nameless = ConfigurationItem(sys_id="x", name="", ip_address="10.0.0.1")
    assert hits([item(1), nameless], Mentions(ip_addresses=("10.0.0.1",))) == ()
    assert cmdb_hits([], [], names(1)) is None


def test_an_item_that_comes_twice_is_one_hit() -> None:
    assert len(hits([item(1), item(1)], names(1))) == 1


def test_the_first_three_items_bring_three_related_ones_each() -> None:
    items = [item(n) for n in range(4)]
    relations = [
        Relation(item(10 * base + n), item(base))
        if n % 2
        else Relation(item(base), item(10 * base + n))
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
    both = [Relation(item(1), item(2)), Relation(item(1), item(9)), Relation(item(2), item(9))]
    found = hits([item(1), item(2)], names(1, 2), [*both, Relation(item(1), item(1))])
    assert [[each.name for each in hit.related_items or ()] for hit in found] == [["SRV-009"], []]
