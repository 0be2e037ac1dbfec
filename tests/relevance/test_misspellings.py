"""Corrections of misspelt words of a question, and words that are no typos."""

from importlib.resources import files

from hypothesis import assume, given
from hypothesis import strategies as st

from recollect import relevance
from recollect.relevance.misspellings import corrected, correction_note, corrections
from tests.cases import each_case

FAR_BELOW = "of the handbook " * 200 + "ask Nilsen"
TOLD = (
    "Pellow's of Truro is on stop: no dispatch without a signature.",
    "De-sludge the separator every 20 minutes. Keep it open. Shift lead signs, under the tower.",
    "The Alder boardroom has HDMI 2, and Zürich none.",
    "Mangan and Mangal share the launch desk of Nielsen. Chats are kept.",
    FAR_BELOW,
)


def read(question: str) -> str:
    return corrected(question, corrections(question, TOLD))


@each_case(
    ("written", "meant"),
    [
        ("is Pelow on stop", "is Pellow on stop"),
        ("the limit of Pelow's", "the limit of Pellow's"),
        ("the limit of Pello", "the limit of Pellow"),
        ("the limit of Pelllow", "the limit of Pellow"),
        ("who is Pallow", "who is Pellow"),
        ("who signs the dispach", "who signs the dispatch"),
        ("who signs the dispacth", "who signs the dispatch"),
        ("how often to desludge it?", "how often to de-sludge it?"),
        ("who has the plug in zürihc", "who has the plug in zürich"),
    ],
)
def test_an_unknown_word_is_corrected_to_the_known_one_a_typo_away(
    written: str, meant: str
) -> None:
    assert read(written) == meant


@each_case(
    "question",
    [
        "where is lunch",  # a word of English, as near as it is to "launch"
        "where is the toner",  # one that the vocabulary does not have: no "tower"
        "what of the udder",
        "HDMI of the Elder boardroom",
        "HDMI of the Ulder boardroom",  # the first letter is seldom wrong
        "extension of Nilsen",  # far below in a text
        "who is Mangar",  # two are as near
        "which are separators",  # a form of what is told
        "is it dispatched",
        "is it truro2 or TRURP",
        "who runs OpenShift",
        "who runs openshift",  # no pair, with a full stop between
        "who has /srv/pelow/x",
        "who has pelow-01 and pelow.example",
        "mail to info@pelow.com",
        "Wann haben Kunden von Pelow Anspruch",  # no English
        "wer hat die Schlüssel von Pelow im Tor",
        "¿A qué hora abre la taquilla de Pelow en España?",  # the one word of English is a name
        "which chars",  # a plural of four letters and one
    ],
)
def test_a_word_that_may_be_meant_is_not_corrected(question: str) -> None:
    assert read(question) == question


@each_case("report", ["the dispach of yesterday was late " * 3, "the dispach/" * 30])
def test_longer_texts_are_not_corrected(report: str) -> None:
    assert not corrections(report, TOLD)


def test_the_corrections_of_a_question_are_stated_in_a_line() -> None:
    meant = corrections("may Pelow get a dispach", TOLD)
    assert correction_note(meant) == 'read "Pelow" as "Pellow", "dispach" as "dispatch"'
    assert correction_note({"desludge": "de-sludge"}) == ""


def test_addresses_and_codes_with_a_misspelt_word_are_not_corrected() -> None:
    question = "may pelow, pelow@a.example, use pelow.example/pelow and pelow-01?"
    assert corrected(question, {"pelow": "pellow"}) == question.replace("pelow,", "pellow,")


def test_the_word_list_has_distinct_lower_case_words() -> None:
    words = files(relevance).joinpath("words.txt").read_text(encoding="ascii").split()
    assert len(set(words)) == len(words)
    assert all(each.isalpha() and each.islower() and len(each) > 4 for each in words)


@given(st.text("abdelqrz", min_size=5, max_size=9), st.data())
def test_a_name_that_lacks_a_letter_is_corrected_to_the_only_known_one(
    name: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(name) - 1))
    typed = name[:at] + name[at + 1 :]
    found = corrections(f"what is the limit of {typed}", [f"The limit of {name} is 5."])
    assume(found)
    assert found == {typed: name}
