"""Words that a question spells in another way than the texts."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.misspellings import corrected, correction_note, corrections
from recollect.relevance.variants import variants
from tests.cases import each_case

TOLD = (
    "You can log in by e-mail after the time-out, or at the checkout with a username.",
    "The label-renderer of Müller and Mr Oeser runs on RabbitMQ. Fill in form 7 to fail over.",
)


def read(question: str) -> str:
    return corrected(question, corrections(question, TOLD)).lower()


@each_case(
    ("written", "meant"),
    [
        ("login", "log in"),
        ("email", "e-mail"),
        ("timeout", "time-out"),
        ("check-out", "checkout"),
        ("is the check out open", "is the checkout open"),
        ("labelrenderer", "label-renderer"),
        ("LabelRenderer is stuck", "label-renderer is stuck"),
        ("rabbit mq", "rabbitmq"),
        ("which user name", "which username"),
        ("failover", "fail over"),
        ("who is Mueller", "who is müller"),
        ("Öser", "oeser"),
    ],
)
def test_a_spelling_variant_is_read_as_the_texts_spell_it(written: str, meant: str) -> None:
    assert read(written) == meant


@each_case(
    "question",
    [
        "log in",
        "time out",
        "who can inform me",  # "in form" is none
        "user-name.example",
        "/srv/labelrenderer",
        "what of the sign in",
        "printer",
    ],
)
def test_words_without_a_variant_in_the_texts_stay(question: str) -> None:
    assert read(question) == question


def test_only_variants_of_letters_are_stated_as_corrections() -> None:
    assert correction_note({"login": "log in", "LabelRenderer": "label-renderer"}) == ""
    assert correction_note({"Mueller": "müller"}) == 'read "Mueller" as "müller"'


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_variant_occurs_in_the_texts(question: str, told: str) -> None:
    small = told.lower()
    assert all(said in small for said in variants(question, small).values())
