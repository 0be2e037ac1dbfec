"""Invalid arguments are named, and no port is called with them."""

import pytest
from pydantic import JsonValue

from recollect.core.errors import InvalidRequest
from tests.cases import each_case
from tests.tools.fakes import World
from tests.tools.samples import NEW, fewest


async def fields_refused(name: str, arguments: dict[str, JsonValue]) -> list[str]:
    """The fields that the refusal of a call names; no port may have been called."""
    world = World()
    with pytest.raises(InvalidRequest) as raised:
        await world.call(name, **arguments)
    asked = (world.desk, world.resolved, world.cmdb, world.claims, world.pages, world.cluster)
    for each in asked:
        assert each.asked == []
    return [error.field for error in raised.value.errors]


@each_case(
    ("name", "arguments", "field"),
    [
        ("getCase", {}, "caseNumber"),
        ("getCase", {"caseNumber": None}, "caseNumber"),
        ("getCase", {"caseNumber": 12345}, "caseNumber"),
        ("getCase", {"caseNumber": "SCS0012345^ORnumberISNOTEMPTY"}, "caseNumber"),
        ("getCase", {"caseNumber": "SCS0012345\n"}, "caseNumber"),
        ("getIncident", {"incidentNumber": "INC"}, "incidentNumber"),
        ("getJournalEntries", {"caseNumber": "SCS0012345", "limit": 51}, "limit"),
        ("searchCases", {"query": " "}, "query"),
        ("searchCases", {"query": "x" * 501}, "query"),
        ("searchCases", {"query": "a\0b"}, "query"),
        ("searchIncidents", {"query": "vpn", "limit": 0}, "limit"),
        ("searchIncidents", {"query": "vpn", "active": "perhaps"}, "active"),
        ("list_service_cases", {"priority": 6}, "priority"),
        ("list_service_cases", {"openedAfter": "yesterday"}, "openedAfter"),
        ("list_service_cases", {"openedAfter": "2025-10-28T00:00:00"}, "openedAfter"),
        ("searchSimilarCases", {"query": "ab"}, "query"),
        ("microsoftLearnSearch", {"query": "quota", "limit": 11}, "limit"),
        ("searchCMDB", {"name": "a\nb"}, "name"),
        ("getConfigurationItem", {"sysId": "0123"}, "sysId"),
        ("oc_diagnostic_pod_health", {}, "namespace"),
        ("oc_diagnostic_pod_health", {"namespace": "kube/../secrets"}, "namespace"),
        ("oc_diagnostic_pod_health", {"namespace": "Payments"}, "namespace"),
        ("oc_diagnostic_pod_health", {"namespace": "payments\n"}, "namespace"),
        ("oc_diagnostic_pod_health", {"namespace": "x" * 64}, "namespace"),
        ("oc_diagnostic_pod_health", {"namespace": "a", "podName": "a,b=c"}, "podName"),
        ("oc_diagnostic_pod_health", {"namespace": "a", "limit": 501}, "limit"),
        ("oc_diagnostic_pod_health", {"namespace": "a", "limit": 0}, "limit"),
    ],
)
async def test_an_invalid_argument_is_named(
    name: str, arguments: dict[str, JsonValue], field: str
) -> None:
    assert await fields_refused(name, arguments) == [f"arguments.{field}"]


async def test_an_unknown_argument_is_named() -> None:
    for name, tool in World().toolbox.tools.items():
        for value in ("x", None):
            refused = await fields_refused(name, {**fewest(tool), "sysparm_query": value})
            assert refused == ["arguments.sysparm_query"], name


async def test_null_counts_as_an_omitted_argument() -> None:
    for name, tool in World().toolbox.tools.items():
        nulls: dict[str, JsonValue] = dict.fromkeys(
            field.alias or name for name, field in tool.arguments.model_fields.items()
        )
        with_nulls = await World().call_as_json(name, **{**nulls, **fewest(tool)})
        assert with_nulls == await World().call_as_json(name, **fewest(tool)), name


@each_case("arguments", [{}, {"limit": 5}, {"query": None}, {"name": None, "fqdn": None}])
async def test_a_search_for_items_needs_an_argument(arguments: dict[str, JsonValue]) -> None:
    assert await fields_refused("searchCMDB", arguments) == ["arguments"]


@each_case("arguments", [{}, {"sysId": None}, {"sysId": "0" * 32, "name": "ALTUS-DB01"}])
async def test_an_item_is_requested_by_either_its_sys_id_or_its_name(
    arguments: dict[str, JsonValue],
) -> None:
    assert await fields_refused("getConfigurationItem", arguments) == ["arguments"]


@each_case("confirmed", [False, "true", "yes", 0, 1, 1.0])
async def test_an_item_is_not_created_unless_confirmed_is_true(confirmed: JsonValue) -> None:
    refused = await fields_refused("createConfigurationItem", {**NEW, "confirmed": confirmed})
    assert refused == ["arguments.confirmed"]


@each_case(
    "class_name",
    [
        "sys_user",
        "cmdb_ci/../sys_user",
        "cmdb_ci?x=1",
        "cmdb_ci\n",
        "CMDB_CI",
        "cmdb_rel_ci",
        "cmdb_cix",
        "",
        f"cmdb_ci_{'x' * 61}",
    ],
)
async def test_items_are_created_only_in_tables_of_the_cmdb(class_name: str) -> None:
    refused = await fields_refused("createConfigurationItem", {**NEW, "className": class_name})
    assert refused == ["arguments.className"]


@each_case("class_name", ["cmdb_ci", "cmdb_ci_win_server", "u_cmdb_ci_door", "x_acme_cmdb_ci_pump"])
async def test_items_can_be_created_in_custom_tables_of_the_cmdb(class_name: str) -> None:
    answer = await World().call_as_json(
        "createConfigurationItem", **{**NEW, "className": class_name}
    )
    assert answer["ci"]["class_name"] == class_name


@each_case("name", ["", "  ", "a\nb", "x" * 129])
async def test_an_items_name_is_one_nonempty_line(name: str) -> None:
    assert await fields_refused("createConfigurationItem", {**NEW, "name": name}) == [
        "arguments.name"
    ]


@each_case(("written", "read"), [("scs0012345", "SCS0012345"), ("Scs0012345", "SCS0012345")])
async def test_numbers_are_read_in_any_case_of_letters(written: str, read: str) -> None:
    answer = await World().call_as_json("getCase", caseNumber=written)
    assert answer["case"]["number"] == read
