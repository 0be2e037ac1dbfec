"""A message that asks several things is asked one after the other."""

from recollect.questions.several import MAX_QUESTIONS, questions_in
from recollect.relevance.arms import Arms
from tests.cases import each_case

PAGER, DEPOT = "Who has the pager tonight?", "When does the depot open?"


@each_case(
    ("message", "asks"),
    [
        (f"Hello. {PAGER} {DEPOT}", (PAGER, DEPOT)),
        (f"- {PAGER}\n- {DEPOT}", (PAGER, DEPOT)),
        (f"{PAGER} The depot is shut. (Or why?) {DEPOT}", (PAGER, DEPOT)),
        (
            'Is it "open today?" And who holds the key?',
            ('Is it "open today?"', "And who holds the key?"),
        ),
        (
            "当番は誰ですか\uff1f倉庫はいつ開きますか\uff1f",
            ("当番は誰ですか\uff1f", "倉庫はいつ開きますか\uff1f"),
        ),
        (PAGER, ()),
        (f"The depot is shut. {PAGER}", ()),
        (f"Really? {PAGER}", ()),
        ("The pager is with Ann. The depot opens at six.", ()),
        (f"{PAGER} {DEPOT} {'word ' * 150}", ()),
        ("", ()),
    ],
)
def test_the_questions_of_a_short_message_are_told_apart(
    message: str, asks: tuple[str, ...]
) -> None:
    assert questions_in(message) == asks


def test_no_message_asks_more_than_four_things() -> None:
    many = [f"Who has pager {number} tonight?" for number in range(9)]
    assert questions_in(" ".join(many)) == tuple(many[:MAX_QUESTIONS])


def test_what_was_said_to_one_question_stands_for_the_whole_where_none_was_asked() -> None:
    assert Arms(0.5, 2.0, (0.1, 0.9)).to_ask(1) == Arms(0.9, 2.0, (0.1, 0.9))
    assert Arms(0.5, 2.0).to_ask(1) == Arms(0.5, 2.0)
    assert Arms(0.5, 2.0, (0.1,)).to_ask(1) == Arms(0.5, 2.0, (0.1,))
