"""In which spellings a person is found, and which texts name somebody else."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.erasure.masking import MARK, masked_text
from recollect.erasure.person_names import named
from recollect.erasure.subject_spellings import Find, addressed, equal_to, identified, phoned
from tests.cases import each_case

ADA = named("Ada King Lovelace")
MULLER = named("Jürgen Müller")
YAMADA = named("山田 太郎")
MAIL = addressed("Ada.Lovelace+lab@Example.com")
PHONE = phoned("+49 170 1234567")
USER = identified("U02ABC7")

_words = st.text(string.ascii_letters + "äöüßéø", min_size=2, max_size=9)
_names = st.lists(_words, min_size=1, max_size=4).map(" ".join)
_noise = st.text(
    st.sampled_from(
        "ab AdaLovelce.,-'()+0123456789山田太郎様@\n\u0301\u200bÀßﬁ\uff21[]REDACTED:subject"
    ),
    max_size=80,
)
_finders = st.sampled_from(
    [ADA, MULLER, YAMADA, MAIL, PHONE, USER, named("Bo"), equal_to("t-1", fields=("thread",))]
)


def found(find: Find, text: str) -> list[tuple[str, bool]]:
    return [(text[each.start : each.end], each.sure) for each in find(text)]


@each_case(
    "text",
    [
        "Ada King Lovelace", "Ada Lovelace", "lovelace, ada", "LOVELACE, Ada King",
        "Ádá  Lovelace", "Ada\nLovelace", "ada.lovelace", "\u0410da Lovelace",
        "A\u200bda Lovelace", "King Lovelace, Ada", "Ada K. Lovelace",
        "Lovelace, Dr. Ada King", "Lovelace, Ms Ada",
    ],
)  # fmt: skip
def test_a_name_is_found_in_each_order_of_its_words(text: str) -> None:
    assert found(ADA, f"(say {text}!)") == [(text, True)]


@each_case(
    "text",
    [
        "A. Lovelace",
        "A. K. Lovelace",
        "Lovelace, A",
        "Lovelace, Ms",
        "Ms Lovelace",
        "Frau Lovelace",
    ],
)
def test_a_short_form_that_may_be_somebody_else_is_not_sure(text: str) -> None:
    assert found(ADA, f"It was {text}'s") == [(text, False)]


@each_case(
    "text",
    [
        "Ada", "Lovelace", "Adalovelace", "Ada Lovelaceville", "a lovelace", "Ada and Lovelace",
        "Ada (King) Lovelacey", "xAda Lovelace", "B. Lovelace",
    ],
)  # fmt: skip
def test_part_of_a_name_or_of_a_word_is_not_found(text: str) -> None:
    assert found(ADA, text) == []


LEE = named("Ann Lee")


@each_case(
    "text",
    [
        "Ann Lee", "Ann&nbsp;Lee", "Ann%20Lee", "Ann** Lee", "Ann</b> <i>Lee",
        "Ann<br/>Lee", "Ann, last name: Lee", 'Ann", "last_name": "Lee',
        "Ann\nNachname: Lee", "Ann\n> > Lee", "Ann\\nLee", "Ann=20Lee", "A&#110;n\\u0020L=\nee",
        'Lee", "first": "Ann', "Lee, <span class='given'>Ann",
    ],
)  # fmt: skip
def test_a_name_is_found_through_markup_and_labels(text: str) -> None:
    assert found(LEE, f"(say {text}!)") == [(text, True)]


@each_case(
    "text",
    ["AnnLee", "annLee", "Ann (Lee)", "(Ann) Lee", "Lee [Ann]", "Ann | Lee", "Lee | Ann",
     "Ann, Lee", "Ann\tLee", "Ann</td><td>Lee", "Ann\n\nLee", "Lee</p>\n<p>Ann",
     "Ann+Lee", "Ann%2BLee"],
)  # fmt: skip
def test_words_that_may_be_two_people_or_another_name_are_not_sure(text: str) -> None:
    assert found(LEE, f"<td>Met {text}. Today") == [(text, False)]


@each_case(
    "text",
    [
        "- Ann\n- Lee", "* Ann\n* Lee", "1. Ann\n2. Lee", "<li>Ann</li><li>Lee</li>",
        "| Smith | Ann |\n| Lee | Bob |", "|Ann|\n|Lee|", "Smith;Ann\nLee;Bob",
        "Smith\tAnn\nLee\tBob", "Ann; Lee",
        "<tr><td>Smith</td><td>Ann</td></tr>\n<tr><td>Lee</td><td>Bob</td></tr>",
    ],
)  # fmt: skip
def test_list_items_and_rows_of_two_people_are_not_one_name(text: str) -> None:
    assert found(LEE, text) == []


def test_a_name_across_lines_that_may_be_rows_is_not_sure() -> None:
    assert found(LEE, "Smith, Ann\nLee, Bob") == [("Ann\nLee", False)]
    assert found(LEE, "We met Ann\nLee again") == [("Ann\nLee", True)]


@each_case(
    "text",
    [
        "Ann Leeds", "AnnLeeds", "JoAnn Lee", "JoAnnLee", "AnnLeeSmith", "LeeAnn", "annlee",
        "annlee.example.com", "git@annlee.example.com", "annlee-prod-01", "npm i @annlee/cli",
        "annlee@1.2.0", "http://x.test/annlee@x.com", "Ann (Lee's friend)", "Ann) Lee",
    ],
)  # fmt: skip
def test_another_name_a_product_or_a_host_is_not_found(text: str) -> None:
    assert found(LEE, text) == []


@each_case(
    ("text", "account"),
    [
        ("ask @annlee.", "@annlee"), ("annlee@x.com wrote", "annlee"),
        ("<ANNLEE+spam@mail.x.com>", "ANNLEE"), ("to=annlee=40x.com", "annlee"),
    ],
)  # fmt: skip
def test_a_name_joined_in_lower_case_is_found_only_as_an_account(text: str, account: str) -> None:
    assert found(LEE, text) == [(account, False)]
    assert found(named("Bo Ng"), "a bong@x.com") == []


def test_a_dotless_i_is_found_when_written_as_a_plain_i() -> None:
    assert found(named("İbrahim Y\u0131lmaz"), "Ibrahim Yilmaz") == [("Ibrahim Yilmaz", True)]


def test_umlauts_and_names_with_inner_capitals_are_found_written_together() -> None:
    assert found(MULLER, "JuergenMueller JürgenMüller") == [
        ("JuergenMueller", False),
        ("JürgenMüller", False),
    ]
    assert found(named("Ann McDonald"), "AnnMcDonald") == [("AnnMcDonald", False)]
    assert found(named("Ann McDonald"), "Ann Mcdonald") == [("Ann Mcdonald", True)]


@each_case("text", ["Ann O. Lee", "Ann O Lee"])
def test_a_name_with_an_extra_initial_is_not_sure(text: str) -> None:
    assert found(LEE, f"Met {text} today") == [(text, False)]


@each_case(
    "text",
    [
        "Ann <Lee@example.com>",
        "Ann <a.smith@example.com>, Lee <l.byron@example.com>",
        "Ann and last name: Lee",
        "Ann Marie Lee",
        "<Ann> of Lee",
        "Ann. First: Lee called",
    ],
)
def test_other_words_in_between_make_another_name(text: str) -> None:
    assert found(LEE, text) == []


def test_a_name_is_found_within_markup() -> None:
    assert found(LEE, '<a title="Ann Lee" href="/42">her</a>') == [("Ann Lee", True)]


@each_case("text", ["Juergen Mueller", "JURGEN MULLER", "Mueller, Jürgen", "Jürgen Müllers"])
def test_umlauts_are_found_when_written_without_dots(text: str) -> None:
    assert found(MULLER, text) == [(text, True)]


@each_case(
    "text",
    [
        "ada.lovelace@example.com", "ADA.Lovelace@EXAMPLE.com", "ada.lovelace+spam@example.com",
        "ada [dot] lovelace (at) example.com", "ada.lovelace at example dot com",
        "ada.lovelace[@]example[.]com", "ada.lovelace @ example.com",
        "ada.lovelace%40example.com", "ada.lovelace&#64;example.com",
        "ada.lovelace&commat;example.com", "ada.lovelace\\u0040example.com",
        "ada=2Elovelace=40example.com", "ada%2Elovelace%40example.com",
    ],
)  # fmt: skip
def test_an_address_is_found_however_it_is_disguised(text: str) -> None:
    assert found(MAIL, f"mailto:{text}.") == [(text, True)]


@each_case(
    ("before", "text", "after"),
    [
        ("_", "ada.lovelace@example.com", "_"),
        ("https://x.test/?to=mailto%3A", "ada.lovelace%40example.com", "&b=1"),
        ("?to=", "ada.lovelace%2Bspam%40example.com", "&b=1"),
        ("guest ", "ada.lovelace_example.com", "#EXT#@theirs.onmicrosoft.com"),
    ],
)
def test_an_address_is_found_in_markup_links_and_names_of_guests(
    before: str, text: str, after: str
) -> None:
    assert found(MAIL, f"{before}{text}{after}") == [(text, True)]


@each_case(
    "text",
    ["xada.lovelace@example.com", "ada.lovelace@example.com.au", "lovelace@example.com",
     "ada.lovelace@example.community", "ada.lovelace-x@example.com",
     "x_ada.lovelace@example.com", "x%2Eada.lovelace%40example.com",
     "x%2Bada.lovelace%40example.com", "x%5Fada.lovelace%40example.com",
     "ada.lovelace@example.com_x", "ada.lovelace_example.com"],
)  # fmt: skip
def test_another_address_is_not_found(text: str) -> None:
    assert found(MAIL, text) == []


@each_case(
    "text",
    ["+49 170 1234567", "0049-170-1234567", "0170/123 45 67", "+49 (0)170 12 34 567",
     "(0170) 1234567", "+491701234567", "491701234567", "%2B49%20170%201234567",
     "+49 0170 1234567", "+49&nbsp;170&nbsp;1234567",
     "tel%3A%2B491701234567"],
)  # fmt: skip
def test_a_number_is_found_with_and_without_its_country_code(text: str) -> None:
    assert [each.sure for each in PHONE(f"Tel. {text}.")] == [True]
    assert masked_text(f"Tel. {text}.", PHONE).endswith(f"{MARK}.")


@each_case(
    "text",
    [
        "+48 170 1234567",
        "0170 12345678",
        "INC01701234567",
        "50170 1234567",
        "v170.1234567x",
        "1491701234567",
        "+48&nbsp;&nbsp;&nbsp;170 1234567",
    ],
)
def test_another_number_is_not_found(text: str) -> None:
    assert found(PHONE, text) == []


def test_an_id_is_found_in_a_text_only_if_it_looks_like_no_other_word() -> None:
    assert found(USER, "said U02ABC7, twice") == [("U02ABC7", True)]
    assert found(USER, "U02ABC77 xU02ABC7") == []
    assert found(identified("ann"), "ann") == [("ann", True)]
    assert found(identified("ann"), "ask ann") == []
    assert found(equal_to("s-1", fields=("thread",)), '["bot", "s-1"]') == [
        ('["bot", "s-1"]', True)
    ]


@each_case(("told", "kept"), [("jo\u0308rg12", "j\u00f6rg12"), ("j\u00f6rg12", "jo\u0308rg12")])
def test_an_id_is_found_in_composed_and_decomposed_letters(told: str, kept: str) -> None:
    assert found(identified(told), f"said {kept}, twice") == [(kept, True)]
    assert found(equal_to(told, fields=("thread",)), kept) == [(kept, True)]


@each_case(
    ("before", "text", "after"),
    [
        ("ご連絡先は", "山田太郎", "様です。"), ("判断は", "山田太郎", "が行う。"),
        ("「", "山田 太郎", "」"), ("は", "山田\u3000太郎", "氏に"), ("は", "太郎・山田", "さんに"),
        ("", "山\n田太郎", "の件"),
    ],
)  # fmt: skip
def test_a_name_without_spaces_is_found_where_its_letters_stand(
    before: str, text: str, after: str
) -> None:
    assert found(YAMADA, before + text + after) == [(text, True)]
    if text[0] == "山":
        assert found(named("山田太郎"), before + text + after) == [(text, True)]


@each_case(
    ("name", "text", "place"),
    [
        ("林太郎", "小林太郎です", "林太郎"), ("山田太", "山田太郎です", "山田太"),
        ("山田", "山田商事に", "山田"), ("张伟", "昨天张伟说", "张伟"),
        ("김철수", "김철수는", "김철수"),
    ],
)  # fmt: skip
def test_a_name_amid_more_letters_of_its_script_is_not_sure(
    name: str, text: str, place: str
) -> None:
    assert found(named(name), text) == [(place, False)]


@each_case(
    ("name", "text"),
    [("アンナ", "アンナプルナ"), ("さき", "おさきに"), ("山田太郎", "山田さんと太郎さん")],
)
def test_part_of_a_word_of_kana_is_not_found(name: str, text: str) -> None:
    assert found(named(name), text) == []


def test_a_name_of_kana_is_found_in_either_width_and_composed_or_not() -> None:
    assert found(named("ヤマダ ジョン"), "ﾔﾏﾀﾞ･ｼﾞｮﾝ様") == [("ﾔﾏﾀﾞ･ｼﾞｮﾝ", True)]
    assert found(named("ヤマダ"), "担当はヤマタ\u3099です") == [("ヤマタ\u3099", True)]


@each_case(
    ("find", "text"),
    [
        (MULLER, "Jürgen Müller"), (MULLER, "Müller, Jürgen"), (MAIL, "ada.lovelace@example.com"),
        (PHONE, "0170-1234567"), (PHONE, "+49 170 1234567"), (USER, "U02ABC7"),
    ],
)  # fmt: skip
def test_a_person_is_found_amid_letters_without_spaces(find: Find, text: str) -> None:
    assert found(find, f"担当は{text}です") == [(text, True)]


@each_case(("name", "text"), [("李 娜", "李娜"), ("林 翼", "林 翼"), ("Pan Wei", "Pan Wei")])
def test_a_two_letter_name_or_one_that_is_a_title_elsewhere_is_found(name: str, text: str) -> None:
    assert found(named(name), f"({text})") == [(text, True)]


def test_a_name_that_is_a_title_elsewhere_is_not_left_out_like_a_title() -> None:
    assert found(named("Pan Wei"), "Chen Wei called.") == []


@each_case("wrong", ["J", "?!", "- -", "林"])
def test_a_name_without_two_letters_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="two letters"):
        named(wrong)


@each_case("wrong", ["12345", "+49 170 1234567 8901234", "0000000"])
def test_a_number_with_too_few_or_too_many_digits_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="digits"):
        phoned(wrong)


@given(_names, _noise)
def test_a_name_is_found_among_anything(name: str, noise: str) -> None:
    find = named(name)
    assert any(each.sure for each in find(f"{noise} | {name} | {noise}"))
    *given_names, last = name.split()
    assert find(f"{noise}; {', '.join([last, ' '.join(given_names)]) if given_names else name}; x")


@given(_finders, _noise)
def test_nobody_is_found_in_a_masked_text(find: Find, noise: str) -> None:
    masked = masked_text(noise, find)
    assert not find(masked)
    assert (masked == noise) == (not find(noise))


@given(_finders, st.text("bcdfgh \n.", max_size=80))
def test_a_text_without_the_person_stays_as_it_is(find: Find, text: str) -> None:
    assert masked_text(text, find) == text


@each_case(
    "text",
    ["Ada " * 9_000, "A. " * 9_000, "0 1 7 0 " * 5_000, "ada.lovelace" * 4_000, "+49 " * 9_000,
     "ada dot " * 5_000, "1" * 40_000, "(" * 40_000, "Ms Ada K. " * 4_000, "(Ada [" * 9_000,
     "Ada|\n" * 9_000, "=41" * 9_000, "@ada" * 9_000,
     "adalovelace@" * 4_000, "&lt;Ada" * 5_000, "AdaK" * 9_000, "x, Ada\n" * 9_000,
     "山田太" * 9_000, "山 田 " * 9_000],
)  # fmt: skip
def test_a_text_that_nearly_names_somebody_over_and_over_is_read_to_its_end(text: str) -> None:
    for find in (ADA, MAIL, PHONE, USER, YAMADA):
        assert not any(each.sure for each in find(text))


@each_case("between", ["|", "|\n", "\n|", "(", "\n- ", " "])
def test_words_far_apart_are_quickly_found_to_be_no_name(between: str) -> None:
    assert found(ADA, f"Ada{between * 300_000}Lovelace") == []
