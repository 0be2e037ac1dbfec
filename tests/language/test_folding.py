import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from recollect.language import lookalikes as table
from recollect.language.folding import fold, identity_form
from recollect.language.lookalikes import lookalikes
from tests.cases import each_case

CYRILLIC_A, CYRILLIC_O, GREEK_O = "\u0430", "\u043e", "\u03bf"
RUSSIAN = "Сервер nginx не отвечает, а он был перезапущен"  # noqa: RUF001  # a text of another script
GREEK = "Η υπηρεσία nginx δεν απαντά"  # noqa: RUF001  # a text of another script


@each_case("first", [0x1F150, 0x1F170])
def test_letters_in_black_circles_and_squares_are_read(first: int) -> None:
    shown = "".join(chr(first + ord(each) - ord("A")) for each in "PASSWORD")
    assert fold(f"{shown}: x").text == "PASSWORD: x"


@each_case(
    "disguised",
    [
        f"p{CYRILLIC_A}ssw{CYRILLIC_O}rd",
        f"passw{GREEK_O}rd",
        "pass\u200bword",
        "pass\u00adword",
        "pass\u2060word\ufeff",
        "\u202epassword",
        "p\ufe0fassword",
        "password\U000e0041\U000e0042",
        "pass\x08word",
        "".join(chr(ord(each) + 0xFEE0) for each in "password"),
        "".join(chr(ord(each) - ord("a") + 0x1D41A) for each in "password"),
        "\u1d18\u1d00\ua731\ua731\u1d21\u1d0f\u0280\u1d05",  # small capitals
    ],
)
def test_a_disguised_word_is_read_as_what_it_looks_like(disguised: str) -> None:
    assert fold(disguised).text == "password"


@each_case(
    "text", ["plain ASCII\twith\nlines", "Grüße, ça va, señor 日本語 한국어", "50 € — “quoted” … ±"]
)
def test_a_text_that_hides_nothing_keeps_its_words(text: str) -> None:
    assert fold(text).text == unicodedata.normalize("NFKC", text)


@each_case("word", ["ﾔﾏﾀﾞ･ｼﾞｮﾝ", unicodedata.normalize("NFD", "김철수님")])
def test_letters_that_compose_into_one_are_read_as_one(word: str) -> None:
    folded = fold(f"\u200b{word}!")
    assert folded.text == unicodedata.normalize("NFKC", word) + "!"
    assert folded.original_span(0, len(folded.text) - 1) == (1, len(word) + 1)


def test_a_span_is_located_in_the_original_text() -> None:
    text = f"zu\u200berst ﬁle, p{CYRILLIC_A}ss\u200bw{CYRILLIC_O}rd: hunter\N{FULLWIDTH DIGIT TWO}!"
    folded = fold(text)
    assert folded.text == "zuerst file, password: hunter2!"
    start = folded.text.index("password")
    begin, end = folded.original_span(start, start + len("password"))
    assert text[begin:end] == f"p{CYRILLIC_A}ss\u200bw{CYRILLIC_O}rd"
    start = folded.text.index("hunter2")
    assert text[slice(*folded.original_span(start, start + 7))] == "hunter\N{FULLWIDTH DIGIT TWO}"


@given(st.text())
def test_every_span_lies_in_the_original_and_keeps_the_order(text: str) -> None:
    folded = fold(text)
    spans = [folded.original_span(place, place + 1) for place in range(len(folded.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cf", "Mn", "Lo", "Zs"])))
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(unicodedata.normalize("NFKC", once)).text == unicodedata.normalize("NFKC", once)


@each_case("text", [RUSSIAN, GREEK, "SQLзапрос", "α = 0.05", "σ und ρ", "Grüße", "naïve", "ı"])  # noqa: RUF001  # texts of other scripts
def test_texts_in_other_scripts_keep_their_identity(text: str) -> None:
    assert identity_form(text) == text


def test_a_word_of_only_lookalikes_is_latin_in_a_latin_text() -> None:
    access = "\u0430\u0441\u0441\u0435\u0455\u0455"
    assert identity_form(f"The {access} token") == "The access token"
    assert identity_form(f"{RUSSIAN}: {access}") == f"{RUSSIAN}: {access}"


@given(st.text(alphabet=st.characters(max_codepoint=0x7F, exclude_categories=["Cc"])))
def test_plain_ascii_is_its_own_identity(text: str) -> None:
    assert identity_form(text) == text


def test_lookalikes_map_to_ascii_letters() -> None:
    assert len(lookalikes()) > 200
    assert all(each.isascii() and each.isalpha() for each in lookalikes().values())
    assert all(point > 0x7F for point in lookalikes())


def test_hostile_texts_are_folded_quickly() -> None:
    for text in ("a\u0301" * 25_000, "\u200b" * 50_000, "\ufdfa" * 10_000, "\u0430\u200b" * 25_000):
        folded = fold(text)
        identity_form(text)
        if folded.text:
            assert folded.original_span(0, len(folded.text))[0] >= 0


def test_the_table_of_lookalikes_comes_with_the_notice_of_its_licence() -> None:
    notice = Path(table.__file__).with_name("LICENSE-UNICODE").read_text(encoding="utf-8")
    assert notice.startswith("UNICODE LICENSE V3")
    assert "this copyright and permission notice appear" in notice
