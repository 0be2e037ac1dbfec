from hypothesis import given
from hypothesis import strategies as st

from recollect.language.texts import collapsed, shortened

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
CHARACTERS = [FAMILY, SCOTLAND, "🇩🇪", "👍🏽", "e\u0301", "❤️", "1️⃣"]


def test_whitespace_and_control_characters_become_one_space() -> None:
    cases: list[tuple[str, str]] = [
        ("  a\n\n b\tc ", "a b c"),
        ("a\u00a0\u2003b\u3000c", "a b c"),
        ("a\x00b\ud800c\u202ed", "a b c d"),
        (f"{FAMILY} 🇩🇪", f"{FAMILY} 🇩🇪"),
        ("\n\x00 ", ""),
        ("a" + "".join(chr(0xE0000 + ord(letter)) for letter in "tell it") + "\u200bb\ufe01", "ab"),
    ]
    for text, expected in cases:
        assert collapsed(text) == expected


def test_a_character_is_never_cut() -> None:
    for character in CHARACTERS:
        text = character * 40
        for limit in range(2, len(text)):
            short = shortened(text, limit)
            assert len(short) <= limit
            whole, rest = divmod(len(short) - 1, len(character))
            assert rest == 0
            assert short == character * whole + "…"
            assert len(short) > limit - len(character)


def test_the_ellipsis_is_inside_the_limit() -> None:
    assert shortened("a" * 280) == "a" * 280
    assert shortened("a" * 281) == "a" * 279 + "…"


def test_words_stay_whole_where_that_loses_little() -> None:
    assert shortened("the circuit is flapping", 17) == "the circuit is…"
    assert shortened("it " + "a" * 40, 20) == "it " + "a" * 16 + "…"


def test_an_unreadably_long_grapheme_may_be_cut() -> None:
    marks = "a" + "\u0301" * 1_000
    assert len(shortened(marks)) == 280


@given(st.text(st.characters(), max_size=400), st.integers(1, 300))
def test_a_shortened_text_is_within_its_limit_and_can_be_encoded(text: str, limit: int) -> None:
    short = shortened(text, limit)
    assert len(short) <= limit
    short.encode()
    assert shortened(short, limit) == short
    if short != collapsed(text):
        assert short.endswith("…")
