import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.ids import collection_of
from recollect.core.messages import REFERENCE_PATTERN
from recollect.memories.identity import memory_id

SENTENCE = 'Customer paid $5 for "Epic Web" (v3.5), wants a refund'


def id_of(situation: str, decision: str = "Refunded") -> str:
    return memory_id("support:epic-web", situation, decision)


def test_a_variant_of_the_same_words_is_the_same_decision() -> None:
    cases: list[str] = [
        SENTENCE.upper(),
        SENTENCE.lower(),
        f"  {SENTENCE}\n",
        SENTENCE.replace(" ", "  \t "),
        SENTENCE + ".",
        SENTENCE + "?!…",
        f"“{SENTENCE}”",
        SENTENCE.replace('"', ""),
        SENTENCE.replace(",", " ;"),
        SENTENCE.replace("(v3.5)", "v3.5"),
        SENTENCE.replace("3", "\N{FULLWIDTH DIGIT THREE}"),
        SENTENCE.replace("f", "\N{FULLWIDTH LATIN SMALL LETTER F}"),
    ]
    for variant in cases:
        assert id_of(variant) == id_of(SENTENCE)
        assert id_of("Asked", variant) == id_of("Asked", SENTENCE)


def test_what_means_something_else_is_another_decision() -> None:
    cases: list[tuple[str, str]] = [
        ("Refund $5", "Refund €5"),
        ("Upgrade to 3.5", "Upgrade to 35"),
        ("Written in C++", "Written in C"),
        ("Written in C#", "Written in C"),
        ("A discount of 10%", "A discount of 10"),
        ("Set it to -5", "Set it to 5"),
        ("user@example.com", "userexample.com"),
        ("Use a/b", "Use ab"),
        ("It's done", "Its done"),
        ("the rapist", "therapist"),
        ("Refund now", "now Refund"),
        ("Straße 5", "Strase 5"),
        ("naïve", "naive"),
        ("?", "!"),
        ("...", "?!"),
        ('"', "'"),
        ("👍", "👎"),
    ]
    for one, other in cases:
        assert id_of(one) != id_of(other)
        assert id_of("Asked", one) != id_of("Asked", other)


def test_collections_and_fields_are_not_mixed_up() -> None:
    ids = {
        memory_id("support:a", "b", "c"),
        memory_id("support:b", "b", "c"),
        memory_id("support:a", "c", "b"),
        memory_id("support:a", "b c", "c"),
        memory_id("support:a", "b", "b c"),
        memory_id("support:a", 'b","c', "c"),
    }
    assert len(ids) == 6


@given(st.text(min_size=1), st.text(min_size=1))
def test_an_id_may_stand_in_a_path(situation: str, decision: str) -> None:
    made = memory_id(collection_of("epic-web"), situation, decision)
    assert re.fullmatch(r"mem_[0-9a-f]{32}", made)
    assert re.fullmatch(REFERENCE_PATTERN, made)


@given(st.text())
def test_an_id_does_not_depend_on_case_normal_form_or_spacing(text: str) -> None:
    expected = id_of(text)
    assert id_of(text.casefold()) == expected
    assert id_of(f" {text}\n") == expected
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert id_of(unicodedata.normalize(form, text)) == expected


@given(st.text(alphabet="0123456789.,$€%+-#/ ", min_size=1), st.integers(0, 20))
def test_no_digit_is_ever_lost(text: str, position: int) -> None:
    at = min(position, len(text))
    assert id_of(f"{text[:at]}7{text[at:]}") != id_of(text)


def test_a_hostile_text_gets_its_id_at_once() -> None:
    cases: list[str] = [
        "." * 15_999 + "x",
        "'\"" * 7_999 + "x",
        ("." * 99 + "x") * 160,
        "( " * 8_000,
    ]
    for text in cases:
        ids = {memory_id("support:epic-web", text, f"{text}{number}") for number in range(40)}
        assert len(ids) == 40
