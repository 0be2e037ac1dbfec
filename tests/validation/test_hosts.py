"""One host, person, number, day or status in the place of another."""

from recollect.validation.models import FactKind
from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_INCIDENT = call(
    "getIncident",
    incident={
        "number": "INC0030417", "state": "In Progress", "priority": "1 - Critical",
        "assigned_to": "Tomasz Wierzba", "contact": "Oona Mills", "sla": "breached 55 minutes ago",
    },
    slas=[{"name": "Priority 1 resolution (4 hours)", "has_breached": True}],
    incidentSummary="Summary\n\nThe booking service answers 503.\n\nLatest Activity\n\n"
    "\u2022 Feb 17, 10:05 \u2013 t.wierzba: SPF-BGO-API02 is back in the pool of the balancer\n"
    "\u2022 Feb 17, 08:20 \u2013 Nina Achterberg: Sessions close after 600 seconds by the capture\n"
    "\u2022 Feb 17, 07:40 \u2013 hanna.ek: 9 of the 22 access points in hall 3 share channel 36\n"
    "\u2022 Feb 17, 07:10 \u2013 t.wierzba: SPF-BGO-API01 waits for a disk\n\n"
    "Context\n\nThe window for the certificate is on Feb 26, 20:00. Mail to "
    "reservations@spf.example; portal-web-75d9f8c6b4-k9fzd can't pull its image.\n\n"
    "References\n\n\u2022 https://desk.spf.example/incident/INC0030417",
)  # fmt: skip


@each_case(
    ("answer", "kind", "text"),
    [
        ("SPF-BGO-API01 is back in the balancer's pool.", "host", "SPF-BGO-API01"),
        ("12 of the 22 access points in hall 3 share channel 36.", "count", "12"),
        ("The window is on Feb 20 at 20:00.", "date", "Feb 20 at 20:00"),
        ("Their address is reservation@spf.example.", "address", "reservation@spf.example"),
        ("The pod portal-web-75d9f8c6b4-x2k4v is down.", "host", "portal-web-75d9f8c6b4-x2k4v"),
        (
            "See https://desk.spf.example/case/INC0030417 for it.",
            "url",
            "https://desk.spf.example/case/INC0030417",
        ),
        ("Good news: INC0030417 has been resolved.", "status", "resolved"),
        ("INC0030417 was resolved at 10:05.", "status", "resolved at"),
        ("INC0030417 is still within its four-hour SLA.", "sla", "within"),
        ("It has a two-hour SLA, which is breached.", "sla", "two-hour"),
    ],
)
def test_a_value_in_the_place_of_another_is_contradicted_in_answers_of_any_length(
    answer: str, kind: FactKind, text: str
) -> None:
    for told in (answer, f"{answer} That is all on INC0030417.{PROSE}"):
        assert (kind, text) in wrong(told, _INCIDENT)


@each_case(
    "answer",
    [
        "SPF-BGO-API02 is back in the pool.",
        "SPF-BGO-API01 waits for a disk.",
        "API01 is not back in the pool yet.",
        "By Nina Achterberg's capture sessions close after 600 seconds.",
        "9 of the 22 access points in hall 3 share channel 36.",
        "The window is on Feb 26 at 20:00.",
        "Their address is reservations@spf.example.",
        "See https://desk.spf.example/incident/INC0030417?tab=notes for it.",
        "INC0030417 is no longer within its four-hour SLA.",
        "INC0030417 was not resolved at 10:05.",
        "The journal doesn't say why the second node of SPF-BGO-API01 is back in the pool.",
        "It was breached just under an hour ago.",
        "SPF-BGO-API01 is not back in the pool of the balancer.",
        "For Oona Mills: SPF-BGO-API02 is back in the pool of the balancer.",
        "Tomasz Wierzba asked when sessions close by the capture.",
        "INC0030417 has a one hour SLA buffer.",
        "A mailbox such as test@spf.example could help.",
        "Its page is https://desk.spf.example/incident/INC0030417/attachments.",
        "Thanks, Martin Weber: it is assigned to Tomasz Wierzba.",
    ],
)
def test_statements_that_results_confirm_or_leave_open_are_not_contradicted(answer: str) -> None:
    assert wrong(answer, _INCIDENT) == set()
