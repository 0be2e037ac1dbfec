"""The stems of words."""

from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from recollect import relevance
from recollect.relevance.stems import stem


def test_forms_of_a_word_have_one_stem() -> None:
    families = (
        ("patch", "patches", "patched", "patching"),
        ("policy", "policies"),
        ("stop", "stops", "stopped", "stopping"),
        ("deploy", "deployed", "deployment", "deployments"),
        ("escalate", "escalated", "escalating", "escalation"),
    )
    for family in families:
        assert len({stem(word) for word in family}) == 1, family


def test_words_that_are_not_plain_english_keep_their_form() -> None:
    for word in ("e4031", "größen", "日本語", "vpn", "dns", "status", ""):
        assert stem(word) == word


def test_an_abbreviation_has_the_stem_of_its_word() -> None:
    families = (("sep", "sept", "september"), ("fri", "friday"), ("prod", "production"))
    for family in (*families, ("apps", "applications"), ("eur", "euros"), ("min", "minutes")):
        assert len({stem(word) for word in family}) == 1, family


def test_a_day_with_and_without_a_leading_zero_has_one_stem() -> None:
    assert (stem("01"), stem("10"), stem("00012")) == ("1", "10", "00012")


def test_irregular_forms_have_the_stem_of_their_verb() -> None:
    families = (("go", "goes", "went", "gone"), ("buy", "buys", "bought", "buying"))
    for family in (*families, ("write", "wrote", "written", "writing"), ("break", "broken")):
        assert len({stem(word) for word in family}) == 1, family


def test_no_irregular_form_belongs_to_two_verbs_or_is_itself_a_verb() -> None:
    lines = files(relevance).joinpath("verbs.txt").read_text(encoding="utf-8").splitlines()
    verbs = {line.split()[0] for line in lines}
    forms = [form for line in lines for form in line.split()[1:]]
    assert len(forms) == len(set(forms)) > len(lines)
    assert verbs.isdisjoint(forms)


@given(st.text(alphabet="abcdeginorsty", min_size=4, max_size=14))
def test_a_stem_is_never_empty_nor_longer_than_its_regular_word(word: str) -> None:
    assert stem(word)
    # No verb of another rule, and nothing that is written short, begins so.
    follows = f"x{word}"
    assert 0 < len(stem(follows)) <= len(follows)
