from recollect.context.hints.liveness import is_background
from recollect.context.hints.situation import EvidenceReading
from tests.cases import each_case


def _is_background(text: str) -> bool:
    return is_background(EvidenceReading("a", text, {}, frozenset(), 1.0))


@each_case(
    "text", ["policy: call the duty officer", "- how-to: a", "--- disaster-recovery plan guide: b"]
)
def test_a_text_that_begins_as_a_policy_is_background(text: str) -> None:
    assert _is_background(text)


@each_case("sign", ["-", "- ", "(", "a-"])
def test_a_long_line_of_signs_is_read_in_linear_time(sign: str) -> None:
    # Not timed: what is quadratic in these takes many minutes.
    assert not _is_background(f"{sign * 100_000}the checkout is down")
