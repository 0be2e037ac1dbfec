"""The things that a query names, in any usual spelling, and those it does not name."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.named_items import is_one_typo_off, named_in
from tests.cases import each_case

LETTERS = "abcdeé"
WORDS = st.text(LETTERS, min_size=1, max_size=8)
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def named(query: str, *names: str) -> set[str]:
    """Those of these names, each of a different thing, that a query names."""
    return {names[place] for place in named_in(query, [[each] for each in names])}


@each_case(
    ("name", "query"),
    [
        ("payments-api", "Why is the payments API down?"),
        ("Payments API", "is payments-api slow"),
        ("payments_api", "is PAYMENTS API slow"),
        ("Zürich", "the office in zurich"),
        ("Cafe Müller", "CAFÉ MULLER is closed"),
        ("Straße", "die strasse ist gesperrt"),
        ("Łódź VPN", "vpn lodz? lodz vpn!"),
        ("İbrahim Y\u0131lmaz", "ibrahim yilmaz"),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05bc\u05b8\u05d5\u05b4\u05d3"),  # with vowels, as below
        ("\u0645\u062d\u0645\u062f", "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f"),
        ("手順書", "手順書を見せて"),
        ("返金規定", "昨日の返金規定について"),
        ("プリンター", "このﾌﾟﾘﾝﾀｰは"),
        ("VPN手順", "大阪のVPN手順は"),
        ("Müller", "担当のMüllerさん"),
        ("Jane Doe", "has jane  doe's laptop arrived"),
        ("PRB12", "what became of prb12?"),
        ("10.0.0.7", "who owns 10.0.0.7"),
        ("ops", "ask OPS"),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, query: str) -> None:
    assert named(query, name) == {name}


@each_case("query", ["paymnts", "paymentss", "paymebts", "paymetns", "apyments", "paymentz"])
def test_a_long_word_may_have_one_typo(query: str) -> None:
    assert named(f"is {query} down", "payments") == {"payments"}


@each_case(
    ("name", "query"),
    [
        ("payments", "pay"),
        ("pay", "payments"),
        ("payments", "prepayments"),
        ("payments", "pyament"),
        ("ops", "opt"),
        ("mail", "nail"),
        ("E4031", "E4032"),
        ("INC0007003", "INC0007002"),
        ("payments api", "payments and the api"),
        ("payments api", "api payments"),
        ("payments api", "payments"),
        ("10.0.0.7", "10.0.0.70"),
        ("バス", "パスの設定"),
        ("サーバ", "サーバルームの鍵"),
        ("林", "森林の管理"),
        ("", "anything"),
        ("?!", "anything?!"),
    ],
)
def test_a_text_that_differs_from_a_name_does_not_name_it(name: str, query: str) -> None:
    assert named(query, name) == set()


def test_the_longest_name_wins_where_names_overlap() -> None:
    names = ("payments", "payments api", "api")
    assert named("the payments api is down", *names) == {"payments api"}
    assert named("payments, not the payments api", *names) == {"payments", "payments api"}


def test_an_exact_name_wins_over_one_with_a_typo() -> None:
    assert named("the office in berlin", "merlin", "Berlin") == {"Berlin"}
    assert named("the office in cerlin", "merlin", "Berlin") == {"merlin", "Berlin"}


def test_a_thing_has_several_names_and_a_name_may_be_of_several_things() -> None:
    things = [("Payments", "pay hub"), ("billing", "hub"), ("Pay Hub",)]
    assert named_in("the pay hub is slow", things) == {0, 2}
    assert named_in("hub and billing", things) == {1}
    assert named_in("", things) == frozenset()


def edited(word: str) -> Iterable[str]:
    """All strings that are one typo away from a word."""
    for at in range(len(word) + 1):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
        for letter in "abcde":
            yield word[:at] + letter + word[at:]
            yield word[:at] + letter + word[at + 1 :]


@given(st.text("abcde", min_size=1, max_size=6), st.text("abcde", max_size=7))
def test_one_typo_is_one_edit(one: str, other: str) -> None:
    assert is_one_typo_off(one, other) == (other in {*edited(one)} - {one})
    assert is_one_typo_off(one, other) == is_one_typo_off(other, one)


@given(st.text("abcde", min_size=5, max_size=9), st.data())
def test_a_word_of_five_letters_is_found_with_any_one_typo(word: str, data: st.DataObject) -> None:
    typed = data.draw(st.sampled_from(sorted({*edited(word)} - {word})))
    assert named(f"x {typed} y", word) == {word}


@given(NAMES, st.lists(WORDS, max_size=3), st.lists(WORDS, max_size=3))
def test_a_single_name_is_found_anywhere_in_a_query(
    name: str, before: list[str], after: list[str]
) -> None:
    assert named(" ".join([*before, name, *after]), name) == {name}


@given(st.lists(NAMES, max_size=6), st.lists(WORDS, max_size=8).map(" ".join))
def test_further_names_never_add_a_name_that_alone_is_not_found(
    names: list[str], query: str
) -> None:
    assert all(named(query, each) for each in named(query, *names))
    assert bool(named(query, *names)) == any(named(query, each) for each in names)


@given(st.lists(NAMES, max_size=6, unique=True), st.lists(WORDS, max_size=8).map(" ".join))
def test_the_order_of_the_names_does_not_matter(names: list[str], query: str) -> None:
    assert named(query, *names) == named(query, *reversed(names))


@each_case(
    ("word", "named"), [("a ", {500}), ("abcde ", {500}), ("abcdefghijklmnopqrstuvwxyz", set())]
)
def test_among_many_similar_names_a_long_query_names_only_the_exact_one(
    word: str, named: set[int]
) -> None:
    query = (word * 4_096)[:4_096]
    names = [(f"{word * (1 + n % 16)} {n}", f"{word} {n % 7}") for n in range(500)]
    assert named_in(query, [*names, (word,), (word * 17,)]) == named
