"""Which item depends on which: stated the right way round, and reversed."""

from tests.cases import each_case
from tests.validation.examples import call, wrong

_ITEM = call(
    "getConfigurationItem",
    ci={"name": "GRZ-SQL-01", "operational_status": "Operational", "location": "Graz"},
    relations=[
        {"parent_name": "GRZ-BDG-02", "child_name": "GRZ-SQL-01", "type": "Depends on::Used by"}
    ],
)
_LONG = (
    " I have read the whole of the record, and there is nothing else in it that would be of any use"
    " for the change that you plan for tonight. The two were looked at once more this morning, and"
    " whoever owns them was told, so you can go on as it was agreed last week in the meeting."
)


@each_case(
    "answer",
    [
        "GRZ-SQL-01 depends on GRZ-BDG-02.",
        "GRZ-SQL-01 needs GRZ-BDG-02.",
        "GRZ-SQL-01 is operational. It depends on GRZ-BDG-02.",
        "GRZ-SQL-01 hängt von GRZ-BDG-02 ab.",
        "GRZ-SQL-01 depende de GRZ-BDG-02.",
    ],
)
def test_a_reversed_dependence_is_contradicted_in_answers_of_any_length(answer: str) -> None:
    for told in (answer, f"{answer}{_LONG}"):
        assert [kind for kind, _ in wrong(told, _ITEM)] == ["status"]


@each_case(
    "answer",
    [
        "GRZ-BDG-02 depends on GRZ-SQL-01.",
        "On GRZ-SQL-01 depends GRZ-BDG-02.",
        "On GRZ-SQL-01 depend the door system GRZ-BDG-02 and nothing else.",
        "Von GRZ-SQL-01 hängt GRZ-BDG-02 ab.",
        "De GRZ-SQL-01 depende GRZ-BDG-02.",
        "GRZ-SQL-01 needs a restart before GRZ-BDG-02.",
        "It needs a maintenance window with GRZ-BDG-02 stopped.",
        "Stopping GRZ-SQL-01 needs care: GRZ-BDG-02 depends on it.",
        "Before you patch GRZ-SQL-01 note what depends: GRZ-BDG-02.",
        "GRZ-SQL-01 doesn't depend on GRZ-BDG-02.",
        "I looked up what GRZ-SQL-01 needs.",
        "I looked up on what GRZ-SQL-01 depends.",
    ],
)
def test_a_dependence_the_right_way_round_is_not_contradicted(answer: str) -> None:
    for told in (answer, f"{answer}{_LONG}"):
        assert not wrong(told, _ITEM)
