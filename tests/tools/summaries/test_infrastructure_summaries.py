from hypothesis import given
from hypothesis import strategies as st

from recollect.tools.items import Item
from recollect.tools.summaries.infrastructure import created_summary, infrastructure_summary
from tests.tools.summaries.samples import OTHER_SYS_ID, SYS_ID, TEXTS, golden, link, server


def test_items_are_shown_with_what_is_known_of_them() -> None:
    items = [
        server(),
        server("ALTUS-WEB01", OTHER_SYS_ID).model_copy(
            update={"type": "cmdb_ci_win_server", "operational_status": "1", "location": ""}
        ),
        Item(sys_id="0" * 32, name="プリンター 3号機", environment="本番", location="München"),
        Item(sys_id="1" * 32, name="", fqdn="db.altus.example.com", type="Datenbank 🗄️"),
    ]
    names = ["SAN-01", "Backup", "san-02", "SAN-01", "Switch A", "<b>Switch B</b>", "Veeam", "NTP"]
    links = [
        *(link(name, number) for number, name in enumerate(names, 2)),
        link("ALTUS-WEB01", 1, OTHER_SYS_ID).model_copy(
            update={"child": SYS_ID, "child_name": "ALTUS-DB01", "parent_name": "ALTUS-WEB01"}
        ),
    ]
    assert infrastructure_summary(items, links) == golden("infrastructure")


def test_an_item_depends_on_what_its_own_side_of_a_relation_relies_on() -> None:
    cases: list[tuple[str, bool, bool]] = [
        ("Depends on::Used by", True, False),
        ("depends  ON :: used by", True, False),
        ("Runs on::Runs", True, False),
        ("Hosted on::Hosts", True, False),
        ("Virtualized by::Virtualizes", True, False),
        ("Receives data from::Sends data to", True, False),
        ("Contains::Contained by", False, True),
        ("Members::Member of", False, True),
        ("Powers::Powered by", False, True),
        ("Connects to::Connected by", True, True),
        ("Owns::Owned by", False, False),
        ("Contains", True, False),
        ("", True, False),
    ]
    for type_name, of_parent, of_child in cases:
        relation = link("SAN-01", 1, OTHER_SYS_ID).model_copy(
            update={"child": SYS_ID, "parent_name": "Altus EHR", "type": type_name}
        )
        child, parent = Item(sys_id=SYS_ID, name="A"), Item(sys_id=OTHER_SYS_ID, name="B")
        assert (
            "Dependencies: Altus EHR" in infrastructure_summary([child], [relation])
        ) is of_child
        assert ("Dependencies: SAN-01" in infrastructure_summary([parent], [relation])) is of_parent


def test_without_items_there_is_no_summary() -> None:
    assert infrastructure_summary([], [link("SAN-01", 2)]) == ""


def test_an_item_with_a_name_alone_is_a_line() -> None:
    item = Item(sys_id=SYS_ID, name="DB")
    assert infrastructure_summary([item], []) == "Infrastructure\n\n• DB"
    nameless = Item(sys_id=SYS_ID, name=SYS_ID)
    assert infrastructure_summary([nameless], []) == "Infrastructure\n\n• unnamed item"


def test_five_dependencies_are_named_and_from_the_sixth_on_counted() -> None:
    links = [link(f"Switch {number}", number) for number in range(1, 6)]
    five = infrastructure_summary([server()], links).splitlines()[-1]
    assert five == "  Dependencies: Switch 1, Switch 2, Switch 3, Switch 4, Switch 5"
    six = infrastructure_summary([server()], [*links, link("Switch 6", 6)]).splitlines()[-1]
    assert six == f"{five} and 1 more"


def test_a_created_item_is_confirmed_with_its_parent() -> None:
    summary = created_summary(server(), "Altus <b>Amarillo</b>", linked=True, created=True)
    assert summary == golden("created_item")


def test_what_was_not_done_is_said() -> None:
    item = Item(sys_id=SYS_ID, name="DB")
    for parent, linked, created, expected in (
        ("", False, True, "The item was created."),
        ("", False, False, "The item was already there."),
        ("Rack", False, True, "The item was created, but is not linked to Rack."),
        ("Rack", False, False, "The item was already there, but is not linked to Rack."),
    ):
        summary = created_summary(item, parent, linked=linked, created=created)
        assert summary == f"Infrastructure\n\n{expected}\n\n• DB"


@given(st.lists(TEXTS, min_size=5, max_size=5), st.booleans(), st.booleans())
def test_no_text_brings_a_sys_id_or_an_empty_line(
    texts: list[str], linked: bool, created: bool
) -> None:
    name, kind, environment, status, location = texts
    item = Item(
        sys_id=SYS_ID,
        name=name,
        type=kind,
        environment=environment,
        operational_status=status,
        location=location,
    )
    links = [link(text, number) for number, text in enumerate(texts)]
    for summary in (
        infrastructure_summary([item], links),
        created_summary(item, name, linked=linked, created=created),
    ):
        lines = summary.split("\n")
        assert SYS_ID not in summary
        assert not any(
            line.endswith(":") and line.startswith("  ") and line.count(" ") == 2 for line in lines
        )
        assert sum(line.startswith("• ") for line in lines) == 1
