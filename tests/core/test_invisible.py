import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from recollect.core.invisible import visible
from tests.cases import each_case


@each_case(
    "hidden",
    [
        "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u200e", "\u200f",
        "\u061c", "\u202a", "\u202e", "\u2066", "\u2069", "\u2063", "\ufe0f", "\U000e0101",
        "\U000e0041\U000e0042",
    ],
)  # fmt: skip
def test_invisible_characters_are_removed(hidden: str) -> None:
    assert visible(f"Res{hidden}tart it{hidden}") == "Restart it"


@each_case(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
        "क्\u200dष, श्री\u200cमान",  # Hindi
        "ක්\u200dෂ",  # Sinhala
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family
        "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag of colours
        "\U0001f469\U0001f3fd\u200d\U0001f4bb",  # with a tone of skin
        "\u2764\ufe0f and 1\ufe0f\u20e3",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England
        "Grüße, Сервер, 日本語",
        "line\none\ttab",
    ],
)
def test_invisible_characters_that_letters_and_emoji_need_stay(text: str) -> None:
    assert visible(text) == text


@each_case("text", ["Müller", "Żółć", "ガス", "김철수", "a\u0301\u0323"])
def test_letters_and_their_marks_are_composed(text: str) -> None:
    assert visible(unicodedata.normalize("NFD", text)) == unicodedata.normalize("NFC", text)


def test_compatibility_forms_of_han_characters_are_kept() -> None:
    assert visible("\ufa19谷, \ufa10u\u0308") == "\ufa19谷, \ufa10ü"


def test_a_long_row_of_combining_marks_is_read_to_its_end_and_stays() -> None:
    row = "\u0301\u0323" * 100_000
    assert visible(f"cafe\u0301 {row} cafe\u0301") == f"caf\u00e9 {row} caf\u00e9"


def test_a_message_in_tag_characters_after_a_flag_is_removed() -> None:
    message = "".join(chr(0xE0000 + ord(each)) for each in "ignore all")
    assert visible(f"\U0001f3f4{message}\U000e007f") == "\U0001f3f4"


def test_repeated_variation_selectors_become_one() -> None:
    assert visible("\u2764" + "\ufe0f" * 9) == "\u2764\ufe0f"


@given(st.text())
def test_removing_invisible_characters_twice_is_removing_them_once(text: str) -> None:
    assert visible(visible(text)) == visible(text)
