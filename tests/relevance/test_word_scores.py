"""The share of the weight of a query's words that a text has."""

import math
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.word_scores import (
    LONG,
    MAX_READ_CHARS,
    READ_OF_LONG,
    rarities_of,
    word_scores,
)
from tests.cases import each_case

WORDS = st.lists(st.sampled_from(["printer", "jams", "login", "vpn", "the"]), max_size=8)
TEXTS = st.lists(WORDS.map(" ".join), min_size=1, max_size=6)


def test_the_score_equals_the_formula_worked_out_by_hand() -> None:
    # Of two texts one has the word, once, and both are as long: (k1 + 1) / 3 · tf / (tf + k1). What
    # the only word of a query weighs is divided by itself.
    assert word_scores("printer", ["printer jams", "login fails"]) == [pytest.approx(1 / 3), 0]


@pytest.mark.parametrize(("words", "saturation"), [(3, 0.1), (30, 1), (60, 2), (200, 2)])
def test_the_frequency_of_a_word_matters_more_in_longer_texts(
    words: int, saturation: float
) -> None:
    filled = "jams " * (words - 2)
    once, often = word_scores("printer", [f"printer vpn {filled}", f"printer printer {filled}"])
    assert once == pytest.approx(1 / 3)
    assert often == pytest.approx((saturation + 1) / 3 * 2 / (2 + saturation))


def test_a_common_english_word_weighs_less_than_a_rare_one() -> None:
    wanted, mortgage = word_scores("want mortgage", ["clients want", "clients mortgage"])
    assert 0 < wanted < mortgage


def test_a_word_that_most_texts_have_weighs_less_than_one_that_few_have() -> None:
    texts = ["hadoop jams", *["hadoop runs"] * 8, "scheduler runs"]
    scores = word_scores("hadoop scheduler", texts)
    assert scores[-1] > scores[1]


def test_the_weights_of_words_equal_the_formula_worked_out_by_hand() -> None:
    # Of two texts each has one of two words, and neither word is frequent in English.
    english = 10 / 2030
    share = (1 + 0.5) / (2 + 1 + 4 * 2) + english
    half = -math.log(share) / (2 * (-math.log(share)) ** 1.5) ** (2 / 3)
    found = word_scores("mortgage kubernetes", ["mortgage", "kubernetes"])
    assert found == [pytest.approx(half / 3)] * 2


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    texts = ["printer login", "printer", "printer", "login"]
    both, printer, _, login = word_scores("printer login", texts)
    assert both > 0
    assert word_scores("printer vpn", ["printer", "printer", "vpn"])[2] > printer
    assert login > printer


def test_only_the_heaviest_words_of_a_long_query_count() -> None:
    rare = " ".join(f"code{number}" for number in range(25))
    found = word_scores(f"time {rare}", ["time", "code7"])
    assert found[0] == 0 < found[1]
    assert word_scores("time code7", ["time", "code7"])[0] > 0


def test_only_the_25_rarest_terms_of_a_query_count() -> None:
    rarities = rarities_of("the mortgage is wanted, the mortgage")
    assert rarities == {"mortgag": pytest.approx(-math.log(10 / 2030)), "want": rarities["want"]}
    assert 0 < rarities["want"] < rarities["mortgag"]
    assert len(rarities_of(" ".join(f"kubernetes{each}" for each in range(30)))) == 25
    assert rarities_of("the of and") == {}


def test_a_word_that_all_texts_have_counts_by_its_frequency() -> None:
    once, often = word_scores("first", ["first item", "first first"] + ["first row"] * 98)[:2]
    assert 0 < once < often


def test_other_forms_of_a_word_match() -> None:
    found = word_scores("patching the brokers", ["We patched a broker.", "Nothing of it."])
    assert found[0] > 0 == found[1]


@each_case(
    ("query", "text"),
    [
        ("rückläufer", unicodedata.normalize("NFD", "Rückläufer")), ("STRASSE", "Straße"),
        ("lodz", "Łódź"), ("izmir", "İzmir"),
        ("yilmaz", "Y\u0131lmaz"), ("besancon", "Besançon"), ("Peniscola", "Peñíscola"),
        ("注文123456", "注文番号１２３４５６"), ("プリンター", "ﾌﾟﾘﾝﾀｰの紙詰まり"),
        ("返金", "購入後の返金規定"), ("証明書の更新", "VPN証明書は失効した"),
        ("vpnの接続", "VPN接続が切れる"), ("서버", "서버가 느리다"),
    ],
)  # fmt: skip
def test_a_word_matches_in_any_unicode_form_and_in_text_without_spaces(
    query: str, text: str
) -> None:
    holds, other = word_scores(query, [text, "sonst für 別の話です"])
    assert holds > 0 == other


@each_case(("query", "text"), [("ハス", "パスの設定"), ("ですます", "停止です"), ("für", "Furt")])
def test_another_word_or_a_mere_ending_does_not_match(query: str, text: str) -> None:
    assert word_scores(query, [text]) == [0]


def test_a_text_without_spaces_scores_higher_the_more_of_the_query_it_has() -> None:
    whole, part = word_scores("接続数が上限", ["接続数が上限に達した場合", "上限を引き上げる"])
    assert whole > part > 0


def test_queries_of_only_stopwords_score_zero() -> None:
    assert word_scores("what is it", ["what is it", "it"]) == [0, 0]
    assert word_scores("", ["a"]) == [0]
    assert word_scores("printer", []) == []


def test_a_long_text_is_scored_by_its_best_passage() -> None:
    fact = "the generator is refuelled every third day"
    filler = "the committee spoke of gardens and of lunch "
    handbook = filler * (LONG // len(filler)) + fact + filler * (LONG // len(filler))
    page = filler * 20 + fact + filler * 20
    split = "generator " + filler * (LONG // len(filler)) + " refuelled"
    asked = "how often is the generator refuelled"
    far, near, apart = word_scores(asked, [handbook, page, split])
    assert far > 0.8 * near > 0
    assert far > 1.5 * apart


def test_passages_do_not_cut_words() -> None:
    text = "microsuite " * LONG
    assert word_scores("suite micro", [text, "y " * LONG]) == [0, 0]
    assert word_scores("microsuite", [text, "y " * LONG])[0] > 0


def test_many_long_texts_are_each_read_less_far() -> None:
    early, late = ("x " * (MAX_READ_CHARS // 8 * eighths) + "printer" for eighths in (1, 3))
    pages = ["y " * MAX_READ_CHARS] * (READ_OF_LONG // MAX_READ_CHARS - 2)
    assert all(score > 0 for score in word_scores("printer", [early, late, *pages])[:2])
    scores = word_scores("printer", [early, late, *pages, *pages])
    assert scores[0] > scores[1] == 0


def test_words_too_far_back_in_a_text_do_not_count() -> None:
    far = " " * MAX_READ_CHARS + "printer"
    assert word_scores("printer", [far, "printer"])[0] == 0


@given(WORDS.map(" ".join), TEXTS)
def test_scores_are_between_zero_and_the_root_of_the_number_of_words(
    query: str, texts: list[str]
) -> None:
    found = word_scores(query, texts)
    assert len(found) == len(texts)
    most = math.sqrt(max(len(set(query.split())), 1))
    assert all(0 <= each <= most for each in found)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=5))
def test_scores_are_finite_for_any_text(query: str, texts: list[str]) -> None:
    assert all(map(math.isfinite, word_scores(query, texts)))


@given(WORDS.map(" ".join), TEXTS)
def test_the_order_of_the_texts_does_not_matter(query: str, texts: list[str]) -> None:
    scores = dict(zip(texts, word_scores(query, texts), strict=True))
    again = dict(zip(texts[::-1], word_scores(query, texts[::-1]), strict=True))
    assert again == pytest.approx(scores)
