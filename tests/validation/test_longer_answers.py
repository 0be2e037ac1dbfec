"""What only resembles a statement of a result is wrong in a brief answer, and no verdict elsewhere.

A label, a line of a journal, and what is told outright (a status, a priority, a quantity of all)
are wrong wherever they stand.
"""

import pytest

from tests.cases import each_case
from tests.validation.examples import CASE, CASE_SUMMARY, checked

_PROSE = (
    "Users in Finance wrote to us this morning since their mail would not arrive, and John Smith "
    "looks after it. He has asked Microsoft for help and keeps an eye on the flow of mail. "
)
_RESEMBLING = (
    "Azure Service Health shows outages.",
    "It was escalated to Microsoft on Oct 27.",
    "70 people in Finance are affected.",
    "The flow of mail was first monitored at 14:15.",
)
_OUTRIGHT = (
    "The case is closed.",
    "Its priority is low.",
    "It is assigned to Ann Lee.",
    "The SLA is breached.",
    "SLA: 9 hours remaining",
    "Oct 27, 15:30 \u2013 jsmith: Escalated to Microsoft Support",
)


@each_case("sentence", _RESEMBLING)
def test_what_resembles_a_statement_is_wrong_in_a_brief_answer(sentence: str) -> None:
    assert checked(sentence, CASE).contradictions


@each_case("sentence", _RESEMBLING)
def test_and_has_no_verdict_in_a_longer_one(sentence: str) -> None:
    assert checked(_PROSE + sentence, CASE).contradictions == ()


@each_case("sentence", _OUTRIGHT)
def test_what_is_told_outright_is_wrong_in_a_longer_answer_too(sentence: str) -> None:
    assert checked(f"{_PROSE}\n{sentence}", CASE).contradictions


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Oct 28, 15:15", "Oct 29, 15:15"),
        ("\u2013 jsmith: Monitoring", "\u2013 alee: Monitoring"),
        ("2 hours remaining", "9 hours remaining"),
    ],
)
def test_a_copy_with_one_thing_altered_is_wrong_however_long_it_is(old: str, new: str) -> None:
    assert checked(CASE_SUMMARY.replace(old, new), CASE).contradictions
