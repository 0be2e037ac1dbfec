from recollect.language.capitals import are_nouns_large
from tests.cases import each_case


@each_case("text", ["Was kostet der Versand nach Halden?", "Gilt das beim neuen Vertrag?"])
def test_a_german_article_before_a_large_noun_tells_that_nouns_are_large(text: str) -> None:
    assert are_nouns_large(text)


@each_case(
    "text",
    ["Where is Maria das Neves?", "What did Jan vom Brocke order?", "Who is Max von der Au?"],
)
def test_the_name_of_somebody_in_an_english_question_makes_it_no_german(text: str) -> None:
    assert not are_nouns_large(text)
