"""A pack is built from what arrives in time, and names what is missing."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest

from recollect.discovery.building import DiscoveryPackBuilder
from recollect.discovery.caching import BuiltPack
from recollect.discovery.discovering import unknown_customer
from recollect.knowledge.records import KnowledgeRecord
from recollect.servicedesk.tickets import Change
from tests.cases import each_case
from tests.discovery.fakes import ALTUS, CASE, RULES, Sources
from tests.discovery.samples import NOW, request
from tests.virtual_time import now, virtually

ASKED: dict[str, Any] = {
    "caseNumbers": ["SCS0001234"], "channelId": "C1", "threadTs": "1.5",
}  # fmt: skip
SECTIONS = {
    "businessContext", "caseContext", "slackRecent", "similarCases", "cmdbHits", "policyAlerts",
    "muscleMemoryExemplars",
}  # fmt: skip
MINUTES = 900_000
SECONDS = 5_000


async def build(sources: Sources, ttl_ms: int = MINUTES, **more: object) -> BuiltPack:
    """Build a pack within half a second."""
    builder = DiscoveryPackBuilder(sources.all, RULES, deadline=0.5, ttl_ms=ttl_ms, clock=now)
    return await builder.build(request(**ASKED, **more), NOW)


def built(sources: Sources, ttl_ms: int = MINUTES, **more: object) -> BuiltPack:
    """Build a pack in virtual time, in which only waiting takes time."""
    return virtually(build(sources, ttl_ms, **more))


def sections(pack: BuiltPack) -> set[str]:
    return set(json.loads(pack.pack)) & SECTIONS


def test_a_pack_of_healthy_sources_is_complete_and_kept_for_minutes() -> None:
    pack = built(Sources())

    assert sections(pack) == SECTIONS
    assert pack.degraded == ()
    assert pack.ttl_ms == MINUTES
    assert [(each.number, each.short_description) for each in pack.cases] == [
        ("SCS0001234", "Packet loss")
    ]
    assert {name for name, _ in pack.seconds} == SECTIONS


NEEDED = [
    ("look_up", {"businessContext"}, {"cmdbHits", "policyAlerts", "similarCases"}),
    ("touch", {"caseContext"}, set()),
    (
        "messages",
        {"slackRecent", "cmdbHits"},
        {"caseContext", "muscleMemoryExemplars", "policyAlerts", "similarCases"},
    ),
    ("similar", {"similarCases"}, set()),
    ("configuration_items", {"cmdbHits"}, set()),
    ("relations", {"cmdbHits"}, set()),
    ("case", {"policyAlerts"}, {"businessContext", "caseContext", "cmdbHits", "similarCases"}),
    ("journal", set(), {"cmdbHits"}),
    ("slas", {"policyAlerts"}, set()),
    ("changes", {"policyAlerts"}, set()),
    ("exemplars", {"muscleMemoryExemplars"}, set()),
]


@each_case("trouble", ["hang", "fail"])
@each_case(("method", "lost", "poorer"), NEEDED)
def test_a_source_that_fails_or_is_late_degrades_only_the_sections_that_need_it(
    trouble: str, method: str, lost: set[str], poorer: set[str]
) -> None:
    """`poorer` sections are there, but would hold more with this source."""
    sources = Sources(hang={method}) if trouble == "hang" else Sources(fail={method})
    pack = built(sources)

    assert set(pack.degraded) == lost | poorer
    assert sections(pack) == SECTIONS - lost
    assert pack.ttl_ms == SECONDS


def test_cases_come_with_their_latest_notes_or_say_that_these_are_not_known() -> None:
    noted = built(Sources(noted=("newest", "new", "old", "oldest"))).cases[0].latest_notes or ()
    assert [each.text for each in noted] == ["newest", "new", "old"]
    assert [each.is_internal for each in noted] == [True] * 3
    assert built(Sources(fail={"journal"})).cases[0].latest_notes is None
    assert built(Sources(hang={"journal"})).cases[0].latest_notes is None


def test_nothing_outlives_the_building_of_a_pack() -> None:
    async def left_behind() -> int:
        pack = await build(Sources(hang={"messages", "case", "similar", "look_up"}))
        assert json.loads(pack.pack)["metadata"]["caseNumbers"] == ["SCS0001234"]
        return len(asyncio.all_tasks()) - 1

    assert virtually(left_behind()) == 0


def test_each_source_is_asked_once() -> None:
    sources = Sources()
    built(sources)

    methods = [each.split()[0] for each in sources.asked]
    assert sorted(methods) == sorted(set(methods))


def test_a_programming_error_is_not_hidden() -> None:
    sources = Sources(resolved=(None,))  # type: ignore[arg-type]  # no real source answers this

    with pytest.raises(AttributeError):
        built(sources)


@each_case(("ttl_ms", "expected"), [(0, 0), (1_000, 1_000), (MINUTES, SECONDS)])
def test_an_incomplete_pack_is_never_kept_longer_than_a_complete_one(
    ttl_ms: int, expected: int
) -> None:
    assert built(Sources(fail={"messages"}), ttl_ms).ttl_ms == expected


def test_the_company_is_named_as_the_directory_has_it() -> None:
    for sources in (Sources(), Sources(by_request=None, by_case=ALTUS)):
        metadata = json.loads(built(sources).pack)["metadata"]
        assert metadata["companyName"] == ALTUS.entity_name


def test_without_the_directory_the_company_is_named_as_in_the_case_or_the_request() -> None:
    def named(sources: Sources, asked: str) -> str | None:
        pack = json.loads(built(sources, companyName=asked or None).pack)
        name: str | None = pack["metadata"].get("companyName")
        return name

    assert named(Sources(by_request=None), "") == "Altus"
    assert named(Sources(fail={"look_up"}), "") == "Altus"
    assert named(Sources(hang={"look_up"}), "") == "Altus"
    assert named(Sources(by_request=None), "Asked") == "Asked"
    assert named(Sources(fail={"look_up", "case"}), "Asked") == "Asked"


def test_a_customer_missing_from_the_directory_is_unknown_unless_the_directory_failed() -> None:
    def unknown(sources: Sources, name: str | None = "Nowhere Ltd") -> str:
        asked = request(**ASKED, companyName=name)
        return unknown_customer(asked, built(sources, companyName=name))

    assert unknown(Sources(by_request=None)) == "Nowhere Ltd"
    assert unknown(Sources(fail={"look_up"})) == ""
    assert unknown(Sources()) == ""
    assert unknown(Sources(by_request=None), None) == ""


def test_without_the_directory_changes_are_looked_up_by_the_name_in_the_case() -> None:
    under_way = Change("CHG1", "Implement", "", NOW, NOW + timedelta(hours=1))
    pack = built(Sources(fail={"look_up"}, changes={"Altus": [under_way]}))

    alerts = json.loads(pack.pack)["policyAlerts"]
    windows = [each["details"] for each in alerts if each["type"] == "maintenance_window"]
    assert [each["caseNumber"] for each in windows] == ["SCS0001234"]


PRINTER = KnowledgeRecord(
    "OPS-12",
    "The printer was off. Switched it on.",
    {"case_number": "OPS-12", "company": "Altus", "resolved_at": "2024-10-01T12:00:00.000Z"},
)


def pack_about(sources: Sources, *numbers: str) -> BuiltPack:
    """A pack about the cases with these numbers, and nothing else."""
    builder = DiscoveryPackBuilder(sources.all, RULES, deadline=0.5, ttl_ms=MINUTES, clock=now)
    return virtually(builder.build(request(caseNumbers=numbers), NOW))


def test_an_imported_case_is_known_even_if_the_desk_does_not_have_it() -> None:
    pack = pack_about(Sources(brought_in=[PRINTER], by_case=ALTUS), "OPS-12", "OPS-13")

    told = json.loads(pack.pack)
    assert told["metadata"]["caseNumbers"] == ["OPS-12", "OPS-13"]
    assert told["metadata"]["companyName"] == ALTUS.entity_name
    assert pack.unknown_cases == ("OPS-13",)
    assert [(each.number, each.state, each.short_description) for each in pack.cases] == [
        ("OPS-12", "Resolved", PRINTER.text)
    ]
    assert pack.degraded == ()


def test_a_pack_with_an_unknown_case_is_not_kept_for_long() -> None:
    assert pack_about(Sources(), "OPS-13").ttl_ms == SECONDS


def test_a_case_of_the_desk_has_the_desks_number_and_is_not_looked_up_elsewhere() -> None:
    sources = Sources(found_case=CASE.model_copy(update={"number": "TKT0001234"}))
    pack = pack_about(sources, "tkt-0001234")

    assert json.loads(pack.pack)["metadata"]["caseNumbers"] == ["TKT0001234"]
    assert pack.unknown_cases == ()
    assert not [each for each in sources.asked if each.startswith("kept")]


@each_case("sources", [Sources(hang={"kept"}), Sources(fail={"kept"})])
def test_a_case_whose_lookup_failed_is_not_called_unknown(sources: Sources) -> None:
    pack = pack_about(sources, "SCS0001234", "OPS-12")

    assert pack.unknown_cases == ()
    assert [each.number for each in pack.cases] == ["SCS0001234"]
    assert {"policyAlerts", "cmdbHits"} <= set(pack.degraded)
