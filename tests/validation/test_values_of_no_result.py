"""Days, numbers and durations of no result, where results have others for the same thing."""

from recollect.validation.models import FactKind
from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_CASE = call(
    "getCase",
    case={
        "number": "SCS0007412", "state": "On Hold", "priority": "2 - High",
        "assigned_to": "Ingrid Solheim", "contact": "Maud Renier", "account": "Tarn Rail",
    },
    slas=[{"name": "Priority 2 resolution (8 hours)", "has_breached": False}],
    caseSummary="Summary\n\n1,840 cards were charged twice at 64 machines of Tarn Rail.\n\n"
    "Latest Activity\n\n"
    "\u2022 Mar 9, 16:45 \u2013 i.solheim: Rebuild of the ticket index stands at 64 %\n"
    "\u2022 Mar 9, 14:10 \u2013 t.okafor: Restarted the fare service on node 2 after the patch\n"
    "\u2022 Mar 8, 11:20 \u2013 i.solheim: The machines lose their session after 60 minutes\n"
    "\u2022 Mar 8, 09:05 \u2013 t.okafor: Invoices are paid on the 15th of every month\n\n"
    "Context\n\nThe new certificate of the gateway arrives on March 18. The inspection needs a "
    "maintenance window of 30 minutes. The log is kept for 14 days.",
)  # fmt: skip


@each_case(
    ("answer", "kind", "text"),
    [
        ("The certificate arrives on March 28.", "date", "March 28"),
        ("El certificado llega el 18 de abril.", "date", "18 de abril."),
        ("At 46 machines cards were charged twice.", "count", "46 machines"),
        ("1,480 cards were charged twice.", "count", "1,480"),
        ("Nach dem, was hier steht, hat es 1.480 Karten doppelt belastet.", "count", "1.480"),
        ("Sessions of the machines are lost after 45 minutes.", "duration", "45 minutes"),
        ("The inspection needs a maintenance window of 90 minutes.", "duration", "90 minutes"),
        ("The rebuild of the ticket index stands at 81 %.", "number", "81 %"),
        ("It falls under the 24-hour resolution target.", "sla", "24-hour"),
    ],
)
def test_a_value_of_no_result_is_contradicted_where_results_have_another(
    answer: str, kind: FactKind, text: str
) -> None:
    for told in (answer, f"{answer} That is all on SCS0007412.{PROSE}"):
        assert (kind, text) in wrong(told, _CASE)


@each_case(
    "answer",
    [
        "The certificate arrives on March 18.",
        # Days that may follow: from the day of the week, a length, a day beside them, a rule.
        "We look at it again on Monday, March 22.",
        "The log of March 8 is gone after March 22.",
        "The certificate should be in place by March 19.",
        "The next invoices are paid on April 15.",
        "I'd plan the change for March 25.",
        "We could meet on March 23.",
        "The index was rebuilt for two days from March 3 on.",
        # Numbers that may follow, or are denied.
        "1,840 cards at 64 machines are some 29 cards a machine.",
        "It was not 1,480 but 1,840 cards.",
        "The rebuild has 36 % to go.",
        "You may lose 46 seconds or 46 cents, I don't know which.",
        # Who told, who asked and who is told is not who did it.
        "For Ingrid Solheim: the fare service on node 2 was restarted after the patch.",
        "As of 14:10 Ingrid Solheim has it.",
        "Ingrid Solheim should restart the fare service on node 2 after the patch.",
        "t.okafor and Ingrid Solheim restarted the fare service on node 2 after the patch.",
        "Two windows of 30 minutes make an hour.",
        "It falls under the 8-hour resolution target.",
    ],
)
def test_a_derived_value_or_one_of_something_else_is_not_contradicted(answer: str) -> None:
    for tail in ("", PROSE):
        assert wrong(answer + tail, _CASE) == set()
