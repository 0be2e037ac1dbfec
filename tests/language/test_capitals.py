from recollect.language.capitals import are_nouns_capitalised
from tests.cases import each_case


@each_case("text", ["Was kostet der Versand nach Halden?", "Gilt das beim neuen Vertrag?"])
def test_a_german_article_before_a_capitalized_noun_marks_the_text_as_german(text: str) -> None:
    assert are_nouns_capitalised(text)


@each_case(
    "text",
    ["Where is Maria das Neves?", "What did Jan vom Brocke order?", "Who is Max von der Au?"],
)
def test_a_name_with_a_german_particle_does_not_mark_a_question_as_german(text: str) -> None:
    assert not are_nouns_capitalised(text)
