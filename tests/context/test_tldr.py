import random
from math import isclose

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.context.evidence import Evidence, is_readable
from recollect.context.tldr import sentence_score, summarise, telling_sentences
from recollect.language.texts import folded
from recollect.retrieval.items import prose_of
from tests.context.examples import EVIDENCE, QUERIES, evidence

LOGIN = evidence(
    "mem-001",
    {
        "title": "Test login-spec-001 failed due to a selector issue.",
        "details": "The run took 4 minutes. Element #login-button was not found in the page.",
        "status": "failed",
    },
    score=0.9,
)
REFUND = evidence(
    "mem-005",
    "The customer asked for a refund after 45 days.\n- Declined with the policy template",
    score=0.5,
)


def test_the_sentences_that_answer_stand_in_order_of_rank_and_place() -> None:
    tldr = summarise("login button, customer refund", [REFUND, LOGIN], 3)
    assert tldr.summary == (
        "Test login-spec-001 failed due to a selector issue. "
        "Element #login-button was not found in the page. "
        "The customer asked for a refund after 45 days."
    )
    assert tldr.citations == ("mem-001", "mem-005")


def test_the_score_of_a_sentence_is_what_the_formula_gives_by_hand() -> None:
    cases: list[tuple[float, float, int, int, float]] = [
        (1.0, 1.0, 0, 20, 1.0),
        (0.0, 0.0, 0, 200, 0.2),
        (0.0, 0.0, 4, 100, 0.1),
        (0.5, 0.0, 0, 100, 0.225 + 0.2),
        (0.0, 0.8, 0, 100, 0.28 + 0.2),
        (1.0, 1.0, 0, 400, 0.5),
    ]
    for share, item_score, position, length, expected in cases:
        assert isclose(sentence_score(share, item_score, position, length), expected)


def test_the_words_of_the_query_outweigh_the_rank_of_an_item() -> None:
    assert summarise("refund policy", [LOGIN, REFUND], 1).citations == ("mem-005",)


def test_a_word_that_all_items_have_weighs_less_than_a_rare_one() -> None:
    items = [
        evidence("a", "The workshop has begun on Monday.", score=0.5),
        evidence("b", "The workshop has a new invoice.", score=0.5),
        evidence("c", "The workshop has moved to Vienna.", score=0.5),
    ]
    assert summarise("workshop invoice", items, 1).citations == ("b",)


def test_without_a_query_rank_and_place_decide() -> None:
    assert summarise("", [LOGIN, REFUND], 1).summary.startswith("Test login-spec-001")


def test_plurals_and_case_do_not_matter() -> None:
    items = [
        evidence("a", "Nothing to see in this place.", score=0.6),
        evidence("b", "Two REFUNDS were sent to her.", score=0.5),
    ]
    assert summarise("refund", items, 1).citations == ("b",)


def test_chinese_is_searched_without_spaces() -> None:
    items = [
        evidence("a", "今天的天气非常好我们去公园。", score=0.6),
        evidence("b", "客户要求退款因为课程被取消。", score=0.5),
    ]
    assert summarise("退款", items, 1).citations == ("b",)


def test_what_was_said_already_is_skipped() -> None:
    items = [
        evidence("a", "The payment service on web-01 failed with a timeout.", score=0.9),
        evidence("b", "The payment service on web-02 failed with a timeout!", score=0.8),
        evidence("c", "A restart of the workers solved the problem.", score=0.7),
    ]
    assert summarise("payment", items, 2).citations == ("a", "c")


def test_the_contrary_is_not_what_was_said_already() -> None:
    items = [
        evidence("a", "The checkout of the shop is available again.", score=0.9),
        evidence("b", "The checkout of the shop is not available again.", score=0.8),
    ]
    assert summarise("checkout", items, 2).citations == ("a", "b")


def test_a_sentence_of_nothing_but_a_redaction_is_skipped() -> None:
    item = evidence("a", "[REDACTED]. [REDACTED] [REDACTED]\n[REDACTED] asked for the money back.")
    assert summarise("money", [item], 5).summary == "[REDACTED] asked for the money back."


def test_short_sentences_stand_only_where_there_are_no_others() -> None:
    assert summarise("", [evidence("a", "Yes. The server was restarted at noon.")], 5).summary == (
        "The server was restarted at noon."
    )
    assert summarise("", [evidence("a", "Yes."), evidence("b", "Restarted")], 5).summary == (
        "Yes. Restarted."
    )


def test_a_long_sentence_counts_for_less() -> None:
    long = f"The refund {'was talked about and about ' * 12}at length."
    items = [evidence("a", long), evidence("b", "The refund was sent today.")]
    assert summarise("refund", items, 1).citations == ("b",)


def test_without_anything_readable_it_is_empty() -> None:
    cases: list[JsonValue] = ["", "[REDACTED]", None, 5, {"a": True}, [], "…!"]
    for content in cases:
        tldr = summarise("query", [evidence("a", content)], 5)
        assert (tldr.summary, tldr.citations) == ("", ())
        assert summarise("query", [], 5).summary == ""


@given(QUERIES, EVIDENCE, st.integers(0, 6))
def test_every_sentence_stands_in_the_item_that_it_cites(
    query: str, items: list[Evidence], limit: int
) -> None:
    prose = {each.id: folded(prose_of(each.content)) for each in items}
    sentences = telling_sentences(query, items, limit)
    assert len(sentences) <= limit
    assert all(each.text in prose[each.id] for each in sentences)
    assert sentences == tuple(sorted(sentences, key=lambda each: (each.rank, each.position)))


@given(QUERIES, EVIDENCE, st.integers(1, 6))
def test_citations_are_given_ids_once_each(query: str, items: list[Evidence], limit: int) -> None:
    tldr = summarise(query, items, limit)
    assert len(set(tldr.citations)) == len(tldr.citations)
    assert set(tldr.citations) <= {each.id for each in items}
    assert bool(tldr.summary) == bool(tldr.citations)


@given(QUERIES, EVIDENCE)
def test_it_is_empty_only_where_nothing_is_readable(query: str, items: list[Evidence]) -> None:
    readable = any(is_readable(folded(prose_of(each.content))) for each in items)
    assert bool(summarise(query, items, 1).summary) == readable


@given(QUERIES, EVIDENCE, st.randoms(use_true_random=False))
def test_the_order_of_the_evidence_does_not_matter(
    query: str, items: list[Evidence], chance: random.Random
) -> None:
    mixed = chance.sample(items, len(items))
    assert summarise(query, mixed, 3) == summarise(query, items, 3)


@given(QUERIES, EVIDENCE)
def test_it_can_be_sent(query: str, items: list[Evidence]) -> None:
    assert summarise(query, items, 5).model_dump_json()
