from recollect.discovery.caching import CaseInBrief
from recollect.discovery.schema import SlackMessage
from recollect.memories.requests import Search
from recollect.preparing.case_subjects import case_subjects
from recollect.preparing.request import as_question


def case(short_description: str) -> CaseInBrief:
    return CaseInBrief(
        number="SCS0001234",
        short_description=short_description,
        description="",
        state="",
        priority="",
        assigned_to="",
        assignment_group="",
        updated_at=None,
        url="",
    )


MESSAGES = (
    SlackMessage(role="user", text="The pump is stuck"),
    SlackMessage(role="assistant", text="Which pump?"),
    SlackMessage(role="user", text="thanks :+1:"),
    SlackMessage(role="user", text="the red one"),
)


def test_the_subject_is_the_cases_descriptions_or_else_the_users_messages() -> None:
    assert case_subjects([case("Packet loss"), case("No mail")], MESSAGES) == "Packet loss\nNo mail"
    assert case_subjects([], MESSAGES) == "The pump is stuck\nthe red one"
    assert case_subjects([case(" ")], MESSAGES) == "The pump is stuck\nthe red one"
    assert case_subjects([], ()) == ""


def test_any_case_description_makes_a_valid_search_query() -> None:
    for told in ("Pump\x00 stuck", "\ud800Pump\u202e stuck", "Pump \u200b\u2060" * 3_000):
        assert Search(query=as_question(case_subjects([case(told)], ()))).query.startswith("Pump")
    for nothing in ("\u200b\u2060", "\x00", "\u3000", ":+1:", "\U0001f642"):
        assert case_subjects([case(nothing)], ()) == ""
