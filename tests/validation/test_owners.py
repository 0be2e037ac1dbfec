"""Teams, customers and people that an answer attributes to a record wrongly or rightly."""

from recollect.validation.models import FactKind
from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_LIST = call(
    "list_service_cases",
    cases=[
        {
            "number": "SCS0065079", "state": "Open", "priority": "2 - High",
            "assigned_to": "Rashid Banerjee", "assignment_group": "Endpoint Services",
            "account": "Halvorsen Foods GmbH", "contact": "Ute Brandt",
            "opened_at": "2026-03-02T09:10:00Z", "updated_at": "2026-03-04T10:30:00Z",
        },
        {
            "number": "SCS0065080", "state": "On Hold", "priority": "3 - Moderate",
            "assigned_to": "Nina Achterberg", "assignment_group": "Network Engineering",
            "account": "Castellan Dairy", "contact": "Aoife Byrne",
            "opened_at": "2026-03-01T07:20:00Z", "updated_at": "2026-03-04T11:45:00Z",
        },
    ],
)  # fmt: skip
_ITEMS = call(
    "searchCMDB",
    items=[
        {"name": "RHL-SQL02", "owner_group": "Database Services", "company": "Halvorsen Foods"},
        {"name": "RHL-LB01", "owner_group": "Network Engineering", "company": "Halvorsen Foods"},
    ],
)


@each_case(
    ("answer", "kind", "text"),
    [
        ("SCS0065079 is from Castellan Dairy.", "customer", "Castellan Dairy"),
        ("SCS0065080 (the scanners) belongs to Halvorsen Foods.", "customer", "Halvorsen Foods"),
        ("Den Fall SCS0065079 bearbeitet Nina Achterberg.", "assignee", "Nina Achterberg"),
        ("- SCS0065080: On Hold, P3, Rashid Banerjee", "assignee", "Rashid Banerjee"),
        ("RHL-SQL02 is owned by Network Engineering.", "group", "Network Engineering"),
        ("RHL-SQL02 belongs to Server Operations.", "group", "Server Operations"),
        ("It sits with Rashid Banerjee in Server Operations.", "group", "Server Operations"),
        (
            "SCS0065079 is assigned to Rashid Banerjee in Network Engineering.",
            "group",
            "Network Engineering",
        ),
        ("Rashid Banerjee, aus dem Server-Team, hat es.", "group", "Server-Team"),
        ("RHL-LB01 belongs to Montaigne Dairy.", "customer", "Montaigne Dairy"),
        ("SCS0065080 from Montaigne Dairy is on hold.", "customer", "Montaigne Dairy"),
        ("SCS0065079 is an account for Castellan Dairy.", "customer", "Castellan Dairy"),
        # Beside it, before it, behind a verb or a label, of the record that the line before named.
        ("SCS0065079 (Nina Achterberg)", "assignee", "Nina Achterberg"),
        ("**SCS0065079** \u2013 Castellan Dairy \u2013 the roster", "customer", "Castellan Dairy"),
        ("Castellan Dairy: SCS0065079, the roster", "customer", "Castellan Dairy"),
        ("Nina Achterberg has SCS0065079.", "assignee", "Nina Achterberg"),
        ("Network Engineering owns **SCS0065079**.", "group", "Network Engineering"),
        ("Castellan Dairy opened SCS0065079.", "customer", "Castellan Dairy"),
        ("Aoife Byrne reported SCS0065079.", "person", "Aoife Byrne"),
        ("The contact for SCS0065079 is Aoife Byrne.", "person", "Aoife Byrne"),
        ("Kunde von SCS0065079 ist Castellan Dairy.", "customer", "Castellan Dairy"),
        ("SCS0065079, the roster, with Nina Achterberg", "assignee", "Nina Achterberg"),
        (
            "SCS0065079 is with Rashid Banerjee (Network Engineering).",
            "group",
            "Network Engineering",
        ),
        ("SCS0065079 is open. It's assigned to Nina Achterberg.", "assignee", "Nina Achterberg"),
        ("SCS0065079 is open. Nina Achterberg is on it.", "assignee", "Nina Achterberg"),
        ("SCS0065079 is open. It's for Castellan Dairy.", "customer", "Castellan Dairy"),
        ("SCS0065079 \u2013 Castellan Dairy's rosters", "customer", "Castellan Dairy"),
        ("SCS0065079 was raised at 09:10 for Castellan Dairy.", "customer", "Castellan Dairy"),
        ("Nina Achterberg closed SCS0065079.", "assignee", "Nina Achterberg"),
        # When it was opened, and last updated.
        ("SCS0065079 has been open since March 1.", "date", "March 1"),
        ("Opened on March 1: SCS0065079.", "date", "March 1"),
        ("SCS0065079 was last updated on March 4 at 11:45.", "date", "March 4 at 11:45"),
        (
            "For RHL-SQL02 please contact Server Operations, they own it.",
            "group",
            "Server Operations",
        ),
        (
            "Route SCS0065080 to Data Center Power, that's the group it belongs to.",
            "group",
            "Data Center Power",
        ),
    ],
)
def test_a_wrong_owner_is_contradicted_in_answers_of_any_length(
    answer: str, kind: FactKind, text: str
) -> None:
    assert (kind, text) in wrong(answer, _LIST, _ITEMS)
    assert (kind, text) in wrong(answer + PROSE, _LIST, _ITEMS)


@each_case(
    "answer",
    [
        "SCS0065079 is from Halvorsen Foods.",
        "SCS0065080 is Castellan Dairy's and not from Halvorsen Foods.",
        "SCS0065079 is with Rashid Banerjee of Endpoint Services.",
        "Network Engineering for RHL-LB01, Database Services for RHL-SQL02.",
        "RHL-SQL02 belongs to Database Services, RHL-LB01 to Network Engineering.",
        "Nothing here belongs to Server Operations.",
        "For RHL-SQL02 ask Database Services, they own it.",
        "SCS0065080 from Castellan Dairy is on hold.",
        "SCS0065080 from Monday is on hold.",
        "Half of them belong to Network Engineering.",
        "Rashid Banerjee of Halvorsen Foods asked.",  # a namesake of theirs
        "Rashid Banerjee in Bergen has it.",
        "If the balancer itself needs work, ask Server Operations.",
        # What stands in the same sentence and is somebody else's.
        "SCS0065079 is on top, then comes the roster app of Castellan Dairy.",
        "For SCS0065079 I would also ask Network Engineering.",
        "SCS0065079 could be escalated to Network Engineering.",
        "SCS0065079 is like the case of Castellan Dairy.",
        "SCS0065079 (Rashid Banerjee), SCS0065080 (Nina Achterberg)",
        "Castellan Dairy: SCS0065080. Halvorsen Foods: SCS0065079.",
        "SCS0065079 \u2013 Network Engineering for the balancer is asked.",
        "Nina Achterberg has other cases, and SCS0065079 is with Rashid Banerjee.",
        "The contact for SCS0065079 is Ute Brandt, that for SCS0065080 Aoife Byrne.",
        "SCS0065079 has been open since March 2; SCS0065080 was last updated on March 4 at 11:45.",
        # What a reviewer found: it behind a sentence about another one, lists, relative clauses.
        "SCS0065079 is open. The other case is on hold; it was with Nina Achterberg.",
        "SCS0065079 is open. The other one is on hold, and Nina Achterberg is on it.",
        "Endpoint Services owns SCS0065079, Network Engineering owns SCS0065080.",
        "Rashid Banerjee is handling SCS0065079, Nina Achterberg is handling SCS0065080.",
        "SCS0065079 outranks the roster case of Castellan Dairy.",
        "SCS0065079 is unrelated to the roster issue at Castellan Dairy.",
        "SCS0065079 is open, so the roster case from Castellan Dairy has to wait.",
        "RHL-SQL02, which sits behind RHL-LB01, belongs to Database Services.",
        "RHL-SQL02 depends on RHL-LB01 and is owned by Database Services.",
        "SCS0065079 needs an approval from Network Engineering.",
        "Nina Achterberg isn't working on SCS0065079.",
        "While Rashid Banerjee is on leave, Nina Achterberg looks after SCS0065079.",
        "SCS0065080 is older than SCS0065079, which has been open since March 2.",
        "There is one P2, SCS0065079, and one P3, SCS0065080.",
        "SCS0065079 depends on the change for Castellan Dairy.",
        "SCS0065079 is not urgent for Network Engineering.",
    ],
)
def test_the_owner_and_people_named_beside_it_are_not_contradicted(answer: str) -> None:
    assert wrong(answer, _LIST, _ITEMS) == set()


TEAM = "Network Engineering"


@each_case("said", ["Network Operations", "Network Support"])
def test_half_of_a_teams_name_does_not_support_another_team(said: str) -> None:
    given = call("getCase", case={"number": "SCS0001234", "assignment_group": TEAM})
    assert checked(f"Group: {said}", given).facts == ()


@each_case("said", ["Network", "Network Eng", "Network-Team"])
def test_a_team_may_be_called_by_the_distinctive_part_of_its_name(said: str) -> None:
    given = call("getCase", case={"number": "SCS0001234", "assignment_group": TEAM})
    (fact,) = checked(f"Group: {said}", given).facts
    assert (fact.kind, fact.verdict) == ("group", "supported")
