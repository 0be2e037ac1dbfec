"""What an answer says outright about a value that a result has in a field of one of a list."""

from tests.cases import each_case
from tests.validation.examples import call, checked

_PIPELINES = call(
    "list_pipelines",
    pipelines=[
        {"name": "nightly", "status": "queued", "stage": "linting", "branch": "main",
         "owner": "Ada Brooks", "retries": 2, "started_at": "2026-11-17T08:00:00Z"},
        {"name": "hotfix", "status": "blocked", "stage": "signing", "branch": "release-2",
         "owner": "Noah Quinn", "retries": 9, "started_at": "2026-11-19T08:00:00Z"},
        {"name": "preview", "status": "merged", "stage": "linting", "branch": "feature/rates",
         "owner": "Vera Stahl", "retries": 0, "started_at": "2026-11-12T08:00:00Z"},
    ],
)  # fmt: skip


@each_case(
    ("lead", "right", "wrong"),
    [
        ("I looked up nightly. Its branch is ", "main.", "release-2."),
        ("Nightly, whose branch is ", "main, is one.", "release-2, is one."),
        ("The owner of nightly is Ada Brooks. It is ", "queued.", "blocked."),
        ("**nightly**\n- Branch: ", "main", "feature/rates"),
    ],
)
def test_what_refers_to_the_object_before_is_of_that_object(
    lead: str, right: str, wrong: str
) -> None:
    assert checked(lead + right, _PIPELINES).contradictions == ()
    assert checked(lead + wrong, _PIPELINES).contradictions


@each_case(
    "answer",
    [
        "hotfix is blocked. Its successor is on main.",
        "hotfix is blocked. Its next successor has the branch main.",
        "hotfix, whose successor on main is queued, is blocked.",
    ],
)
def test_a_thing_of_the_object_before_that_is_no_field_of_it_is_another_object(answer: str) -> None:
    assert checked(answer, _PIPELINES).contradictions == ()


@each_case(
    ("right", "wrong"),
    [
        ("The branch of nightly is not release-2.", "The branch of nightly is not main."),
        ("The retries of nightly are not 9.", "The retries of nightly are not 2."),
        ("The owner of hotfix isn't Ada Brooks.", "The owner of hotfix isn't Noah Quinn."),
    ],
)
def test_a_value_that_a_named_field_has_may_not_be_denied(right: str, wrong: str) -> None:
    assert checked(right, _PIPELINES).contradictions == ()
    assert checked(wrong, _PIPELINES).contradictions


@each_case(
    ("right", "wrong"),
    [
        ("nightly (queued)", "nightly (blocked)"),
        ("- **nightly** \u2013 queued", "- **nightly** \u2013 blocked"),
        ("nightly: queued", "nightly: blocked"),
        ("The blocked pipeline is hotfix.", "The blocked pipeline is nightly."),
        ("Only hotfix is blocked.", "Only nightly is blocked."),
        ("The only queued pipeline is nightly.", "The only queued pipeline is hotfix."),
        ("nightly and hotfix are pipelines.", "Both nightly and hotfix are blocked."),
        ("nightly and hotfix are queued or blocked.", "nightly and hotfix are queued."),
    ],
)
def test_a_state_of_another_object_is_wrong_however_briefly_it_is_given(
    right: str, wrong: str
) -> None:
    assert checked(right, _PIPELINES).contradictions == ()
    assert checked(wrong, _PIPELINES).contradictions


@each_case(
    "answer",
    [
        "The oldest pipeline is nightly.",  # of those that are not merged
        "nightly has the most retries.",  # of those in linting
        "Two are in linting. The newest is nightly.",
        "nightly is one of the newest. It is recent.",
        "nightly and hotfix have more than one retry.",
        "Before nightly, preview was started.",
        "More retries than nightly has hotfix.",
    ],
)
def test_neither_who_is_first_nor_who_has_more_is_compared(answer: str) -> None:
    assert checked(answer, _PIPELINES).contradictions == ()


def test_it_is_the_ticket_whose_assignee_stands_behind_a_comma() -> None:
    cases = call(
        "list_service_cases",
        cases=[
            {"number": "SCS0001234", "state": "Open", "assigned_to": "Ann Lee"},
            {"number": "SCS0001250", "state": "Closed", "assigned_to": "Bo Hall"},
        ],
    )
    lead = "SCS0001234 is open, assigned to Ann Lee. It is "
    assert checked(lead + "open.", cases).contradictions == ()
    assert checked(lead + "closed.", cases).contradictions


@each_case(
    "answer",
    [
        "The priority of SCS0001234 is not 4 - Low.",
        "The priority of SCS0001234 is not P4.",
        "The priority of ticket SCS0001234 is certainly not Low.",
    ],
)
def test_a_priority_that_a_ticket_does_not_have_may_be_denied_with_its_number(answer: str) -> None:
    ticket = call("getCase", number="SCS0001234", state="Open", priority="2 - High")
    assert checked(answer, ticket).contradictions == ()


@each_case(
    "answer",
    [
        "SCS0001234 is not only open but breached.",
        "SCS0001234 ist nicht nur offen, sondern auch wichtig.",
        "SCS0001234 is not merely P2, it blocks everybody.",
    ],
)
def test_not_only_denies_nothing(answer: str) -> None:
    ticket = call("getCase", number="SCS0001234", state="Open", priority="2 - High")
    assert checked(answer, ticket).contradictions == ()
