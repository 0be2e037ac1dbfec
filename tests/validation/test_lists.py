"""Whose the tickets of a list are said to be, by a heading or by the name that leads them."""

from tests.cases import each_case
from tests.validation.examples import PROSE, wrong
from tests.validation.tool_calls import THREE_CASES


@each_case(
    ("lead", "kind"),
    [
        ("**Amara Nwosu**\n- {}", "assignee"),
        ("## Amara Nwosu (2)\n\n1. {} \u2013 something", "assignee"),
        ("**Larkfield City Council**\n- {} (the audio)", "customer"),
        ("**Endpoint Services**\n- {}", "group"),
        ("Amara Nwosu: SCS0007438, {}", "assignee"),
        ("- **Amara Nwosu** \u2013 SCS0007438 (kiosks), {} (something)", "assignee"),
        ("Endpoint Services (2): SCS0007438 and {}", "group"),
        ("| Case | Handled by |\n|---|---|\n| {} | Amara Nwosu |", "person"),
    ],
)
def test_a_ticket_that_is_listed_as_somebodys_is_theirs(lead: str, kind: str) -> None:
    for tail in ("", PROSE):
        assert wrong(lead.format("SCS0007438") + tail, THREE_CASES) == set()
        assert {each for each, _ in wrong(lead.format("SCS0007433") + tail, THREE_CASES)} == {kind}


@each_case(
    "answer",
    [
        # What else a name stands above, or before: who is to be called, and what is told besides.
        "**Amara Nwosu**\nShe asked about SCS0007433.",
        "**Amara Nwosu is away**\n- SCS0007433",
        "**Ask Amara Nwosu about:**\n- SCS0007433",
        "Amara Nwosu: SCS0007438 is hers, SCS0007433 is not.",
        "Amara Nwosu: SCS0007438; Yusuf Demirel: SCS0007433",
        "Amara Nwosu \u2013 SCS0007438, like SCS0007433.",
        "**Yusuf Demirel**\n- SCS0007433\n\n**Amara Nwosu**\n- SCS0007438",
        "**Jo Hart**\n- SCS0007433",  # a contact
    ],
)
def test_what_else_a_name_stands_before_is_no_list_of_theirs(answer: str) -> None:
    assert wrong(answer, THREE_CASES) == set()
