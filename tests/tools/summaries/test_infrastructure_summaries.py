from hypothesis import given
from hypothesis import strategies as st

from recollect.servicedesk.items import ConfigurationItem
from recollect.tools.summaries.infrastructure import created_summary, infrastructure_summary
from tests.tools.summaries.samples import (
    OTHER_SYS_ID,
    SYS_ID,
    TEXTS,
    golden,
    related,
    relation,
    server,
)


def test_items_are_shown_with_their_known_fields() -> None:
    items = [
        server(),
        server("ALTUS-WEB01", OTHER_SYS_ID).model_copy(
            update={"type": "cmdb_ci_win_server", "operational_status": "1", "location": ""}
        ),
        ConfigurationItem(
            sys_id="0" * 32, name="プリンター 3号機", environment="本番", location="München"
        ),
        ConfigurationItem(
            sys_id="1" * 32, name="", fqdn="db.altus.example.com", type="Datenbank 🗄️"
        ),
    ]
    names = ["SAN-01", "Backup", "san-02", "SAN-01", "Switch A", "<b>Switch B</b>", "Veeam", "NTP"]
    relations = [
        *(related(name, number) for number, name in enumerate(names, 2)),
        relation((OTHER_SYS_ID, "ALTUS-WEB01"), (SYS_ID, "ALTUS-DB01")),
    ]
    assert infrastructure_summary(items, relations) == golden("infrastructure")


def test_the_type_of_a_relation_decides_which_item_depends_on_the_other() -> None:
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
    child = ConfigurationItem(sys_id=SYS_ID, name="A")
    parent = ConfigurationItem(sys_id=OTHER_SYS_ID, name="B")
    for type_name, of_parent, of_child in cases:
        between = relation((OTHER_SYS_ID, "Altus EHR"), (SYS_ID, "SAN-01"), type_name)
        of_the_child = infrastructure_summary([child], [between])
        of_the_parent = infrastructure_summary([parent], [between])
        assert ("Dependencies: Altus EHR" in of_the_child) is of_child
        assert ("Dependencies: SAN-01" in of_the_parent) is of_parent


def test_without_items_there_is_no_summary() -> None:
    assert infrastructure_summary([], [related("SAN-01", 2)]) == ""


def test_an_item_with_only_a_name_is_one_line() -> None:
    item = ConfigurationItem(sys_id=SYS_ID, name="DB")
    assert infrastructure_summary([item], []) == "Infrastructure\n\n• DB"
    nameless = ConfigurationItem(sys_id=SYS_ID, name=SYS_ID)
    assert infrastructure_summary([nameless], []) == "Infrastructure\n\n• unnamed item"


def test_five_dependencies_are_named_and_from_the_sixth_on_counted() -> None:
    relations = [related(f"Switch {number}", number) for number in range(1, 6)]
    five = infrastructure_summary([server()], relations).splitlines()[-1]
    assert five == "  Dependencies: Switch 1, Switch 2, Switch 3, Switch 4, Switch 5"
    six = infrastructure_summary([server()], [*relations, related("Switch 6", 6)]).splitlines()[-1]
    assert six == f"{five} and 1 more"


def test_a_created_item_is_confirmed_with_its_parent() -> None:
    summary = created_summary(server(), "Altus <b>Amarillo</b>", linked=True, created=True)
    assert summary == golden("created_item")


def test_the_summary_says_what_was_not_created_or_linked() -> None:
    item = ConfigurationItem(sys_id=SYS_ID, name="DB")
    for parent, linked, created, expected in (
        ("", False, True, "The item was created."),
        ("", False, False, "The item was already there."),
        ("Rack", False, True, "The item was created, but is not linked to Rack."),
        ("Rack", False, False, "The item was already there, but is not linked to Rack."),
    ):
        summary = created_summary(item, parent, linked=linked, created=created)
        assert summary == f"Infrastructure\n\n{expected}\n\n• DB"


@given(st.lists(TEXTS, min_size=5, max_size=5), st.booleans(), st.booleans())
def test_no_text_adds_a_sys_id_or_an_empty_line(
    texts: list[str], linked: bool, created: bool
) -> None:
    name, kind, environment, status, location = texts
    item = ConfigurationItem(
        sys_id=SYS_ID,
        name=name,
        type=kind,
        environment=environment,
        operational_status=status,
        location=location,
    )
    relations = [related(text, number) for number, text in enumerate(texts)]
    for summary in (
        infrastructure_summary([item], relations),
        created_summary(item, name, linked=linked, created=created),
    ):
        lines = summary.split("\n")
        assert SYS_ID not in summary
        assert not any(
            line.endswith(":") and line.startswith("  ") and line.count(" ") == 2 for line in lines
        )
        assert sum(line.startswith("• ") for line in lines) == 1
