"""A message with several questions is searched question by question."""

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
def test_the_questions_of_a_short_message_are_separated(
    message: str, asks: tuple[str, ...]
) -> None:
    assert questions_in(message) == asks


def test_at_most_four_questions_of_a_message_are_read() -> None:
    many = [f"Who has pager {number} tonight?" for number in range(9)]
    assert questions_in(" ".join(many)) == tuple(many[:MAX_QUESTIONS])


def test_the_score_for_one_question_replaces_that_of_the_whole_message() -> None:
    assert Arms(0.5, 2.0, (0.1, 0.9)).to_ask(1) == Arms(0.9, 2.0, (0.1, 0.9))
    assert Arms(0.5, 2.0).to_ask(1) == Arms(0.5, 2.0)
