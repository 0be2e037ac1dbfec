"""What misspelt words of a question mean, and which are no typos."""

from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from recollect import relevance
from recollect.relevance.spelling import corrected, corrections
from tests.cases import each_case

TOLD = (
    "Pellow's of Truro is on stop: no dispatch without a signature.",
    "De-sludge the separator every 20 minutes.",
    "The Alder boardroom has HDMI 2, and Zürich none.",
    "Mangan and Mangal share the launch desk.",
)


def read(question: str) -> str:
    return corrected(question, corrections(question, TOLD))


@each_case(
    ("written", "meant"),
    [
        ("is Pelow on stop", "is Pellow on stop"),
        ("Pelow's limit", "Pellow's limit"),
        ("PELLWO limit", "Pellow limit"),
        ("who signs the dispach", "who signs the dispatch"),
        ("desludge every?", "de-sludge every?"),
        ("plug in zürihc", "plug in zurich"),
    ],
)
def test_a_word_that_nothing_has_is_the_one_that_is_a_typo_away(written: str, meant: str) -> None:
    assert read(written) == meant


@each_case(
    "question",
    [
        "where is lunch",  # a word of English, as near as it is to "launch"
        "HDMI of the Elder boardroom",
        "HDMI of the Ulder boardroom",  # the first letter is seldom wrong
        "who is Mangar",  # two are as near
        "sepa",
        "separators",  # a form of what is told
        "truro2",
        "is it dispatched",
    ],
)
def test_what_may_be_meant_as_it_is_stays(question: str) -> None:
    assert read(question) == question


def test_longer_texts_are_read_as_they_are() -> None:
    report = " ".join(["the dispach of yesterday was late"] * 3)
    assert not corrections(report, TOLD)


def test_the_words_of_english_are_small_letters_and_each_there_once() -> None:
    words = files(relevance).joinpath("words.txt").read_text(encoding="ascii").split()
    assert len(set(words)) == len(words)
    assert all(each.isalpha() and each.islower() and len(each) > 4 for each in words)


@given(st.text(st.sampled_from("abpelowPL' -"), max_size=40))
def test_what_is_read_of_a_question_is_among_what_was_told(question: str) -> None:
    told = "pellow de-sludge".split()
    for written, meant in corrections(question, told).items():
        assert written in question
        assert meant.lower() in told
