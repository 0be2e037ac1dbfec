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
    ("right", "wrong"),
    [
        ("hotfix has the most retries.", "nightly has the most retries."),
        ("The fewest retries has preview.", "The fewest retries has nightly."),
        ("The highest number of retries is 9.", "The highest number of retries is 2."),
        ("hotfix has more retries than nightly.", "nightly has more retries than hotfix."),
        ("The newest pipeline is hotfix.", "The newest pipeline is nightly."),
        ("preview was started before nightly.", "nightly was started before preview."),
        ("The most retries of the queued ones has nightly.", "preview is the most recent."),
    ],
)
def test_what_is_said_to_be_first_of_a_list_is_compared_with_the_others(
    right: str, wrong: str
) -> None:
    assert checked(right, _PIPELINES).contradictions == ()
    assert checked(wrong, _PIPELINES).contradictions


@each_case(
    ("right", "wrong"),
    [
        ("There are three pipelines.", "There are four pipelines."),
        ("I found three pipelines: nightly, hotfix and preview.", "I found 2 pipelines."),
        ("There are two pipelines in linting.", "No pipelines were found."),
        ("There are two queued ones.", "There is only one pipeline: nightly."),
    ],
)
def test_how_many_objects_were_found_is_held_against_the_list(right: str, wrong: str) -> None:
    assert checked(right, _PIPELINES).contradictions == ()
    assert checked(wrong, _PIPELINES).contradictions


@each_case(
    ("right", "wrong"),
    [
        ("There are no issues.", "There are 3 issues."),
        ("I found no issues of Altus.", "I found two open issues of Altus."),
        ("No issues were found.", "There are several issues."),
        ("There is another case.", "Es gibt 2 Issues."),
    ],
)
def test_nothing_may_be_said_to_be_there_beside_an_empty_list(right: str, wrong: str) -> None:
    nothing = call("search_issues", issues=[], total=0)
    assert checked(right, nothing).contradictions == ()
    assert checked(wrong, nothing).contradictions


def test_a_list_with_further_pages_tells_no_number() -> None:
    page = call("search_issues", issues=[{"key": "P-1"}, {"key": "P-2"}], has_more=True)
    assert checked("There are three issues.", page).contradictions == ()


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
