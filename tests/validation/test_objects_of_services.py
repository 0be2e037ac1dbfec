"""Objects in the forms of payment, alerting and monitoring services, and of databases."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

ORDER = call("get_order", id="ORD-774", status="delivered")
ALERT = call("get_alert", id="ALT-774", status="resolved")
RUN = call("get_run", id="run-9912", status="failed", attempt=2)
ACKNOWLEDGED = call("get_alert", id="ALT-775", status="acknowledged")


@each_case(
    ("answer", "given"),
    [
        ("ORD-774 was shipped on Nov 24 and delivered on Nov 26.", ORDER),
        ("ORD-774 was pending for two days.", ORDER),
        ("It was acknowledged at 03:27 and resolved at 04:10.", ALERT),
        ("run-9912 was queued for 4 minutes and then failed.", RUN),
    ],
)
def test_a_state_that_an_object_was_in_before_is_not_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).contradictions == ()


@each_case(
    ("answer", "given"),
    [
        ("ALT-775 has been resolved.", ACKNOWLEDGED),
        ("ALT-774 is acknowledged.", ALERT),
        ("run-9912 was cancelled.", RUN),
    ],
)
def test_a_state_that_an_object_is_not_in_or_not_yet_is_contradicted(
    answer: str, given: ToolCall
) -> None:
    assert len(checked(answer, given).contradictions) == 1
