"""The relevance of candidates that are judged together."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import Arms
from recollect.relevance.calibration import UNCALIBRATED, QueryType, calibration_of
from recollect.relevance.scoring import relevances
from recollect.relevance.things import things_in
from tests.cases import each_case

FRACTIONS = st.floats(0, 1)
ARMS = st.builds(Arms, FRACTIONS)
TYPES: st.SearchStrategy[QueryType] = st.sampled_from(
    ["semantic", "keyword", "hybrid", "graph_traversal"]
)
ASKED = "what about SCS0001234"
REPORT = "the gateway says SCS0001234 and then " + "word " * 12


def judged(query_type: QueryType, query: str, *texts: str, dense: float = 0.5) -> list[float]:
    arms = [Arms(dense / (at + 1)) for at in range(len(texts))]
    return relevances(query_type, query, arms, texts, UNCALIBRATED)


def test_a_semantic_query_is_scored_by_meaning_alone() -> None:
    assert judged("semantic", "printer", "login", "printer") == [0.5, 0.25]


def test_a_keyword_query_is_scored_by_words_alone() -> None:
    unlike, like = judged("keyword", "printer", "login", "printer")
    assert unlike == 0 < like


def test_a_hybrid_query_is_scored_by_meaning_and_words() -> None:
    (word,) = judged("keyword", "printer", "printer")
    assert judged("hybrid", "printer", "printer") == [pytest.approx(0.5 + 0.3 * word)]


def test_texts_with_an_identifier_of_the_question_are_lifted_in_their_order() -> None:
    found = judged("semantic", ASKED, "about scs0001234", "SCS0001234 is closed")
    assert found == pytest.approx([0.8 + 0.2 * 0.5, 0.8 + 0.2 * 0.25])


def test_an_identifier_of_a_question_counts_however_many_texts_hold_it() -> None:
    assert min(judged("semantic", ASKED, *["SCS0001234"] * 9)) >= 0.8


def test_an_identifier_of_a_report_counts_if_at_most_three_texts_hold_it() -> None:
    cases: list[tuple[int, bool]] = [(1, True), (3, True), (4, False), (9, False)]
    for holders, counts in cases:
        found = judged("semantic", REPORT, *["SCS0001234"] * holders)
        assert [each >= 0.8 for each in found] == [counts] * holders


def test_an_identifier_of_a_situation_counts_if_only_one_text_holds_it() -> None:
    for holders, lifted in ((1, [True]), (2, [False] * 2)):
        texts = ["SCS0001234"] * holders
        arms = [Arms(0.5)] * holders
        found = relevances("hybrid", REPORT, arms, texts, UNCALIBRATED, situations=[""] * holders)
        assert [each >= 0.8 for each in found] == lifted
    # Who names hardly anything else asks for all that was done about it.
    two = ["SCS0001234"] * 2
    asked = relevances("hybrid", ASKED, [Arms(0.5)] * 2, two, UNCALIBRATED, situations=["", ""])
    assert min(asked) >= 0.8


def test_a_rare_identifier_of_a_report_counts_beside_a_common_one() -> None:
    report = f"{REPORT} ERR_CONNECTION_REFUSED"
    texts = ["SCS0001234"] * 4 + ["SCS0001234 says ERR_CONNECTION_REFUSED"]
    assert [each >= 0.8 for each in judged("semantic", report, *texts)] == [False] * 4 + [True]


def test_an_identifier_lifts_less_if_a_long_question_names_another_rare_one() -> None:
    asked = f"{REPORT} ERR_CONNECTION_REFUSED"
    texts = ("SCS0001234 says ERR_CONNECTION_REFUSED", "SCS0001234", "nothing")
    arms = [Arms(0.2)] * 3
    both, one, none = relevances(
        "semantic", asked, arms, texts, UNCALIBRATED, is_question=True, among=range(3)
    )
    odds = 0.2 / 0.8
    assert both == pytest.approx(1 - 1 / (1 + odds * math.exp(5)))
    # Of the other both hold the one, so that it is one of two.
    assert one == pytest.approx(1 - 1 / (1 + odds * math.exp(2.5)))
    assert none == 0.2


@each_case(
    ("question", "about_it", "lacks_it", "about_another"),
    [
        (
            "when is sftp-03 patched",
            "sftp-03: first Monday of the month",
            "Patches are for the first Monday",
            "sftp-01: second Tuesday of the month",
        ),
        (
            "the response time of Halden Marine",
            "Halden Marine: within an hour",
            "Customers are answered within a day",
            "Halden Optics: within four hours",
        ),
        (
            "who is the champion at Wick Lane",
            "Champion at Wick Lane: Jo Fin",
            "Champions are nurses",
            "Champion at Ashby Row: Ann Bee",
        ),
        (
            "what does E71 mean",
            "E71: paper is missing",
            "An E means that something is missing",
            "E17: paper is in the wrong way round",
        ),
        (
            "the response time of a P1",
            "Priority 1: within an hour",
            "Customers are answered within a day",
            "P2: within four hours",
        ),
    ],
)
def test_a_text_without_the_named_thing_is_doubted_and_one_about_another_is_irrelevant(
    question: str, about_it: str, lacks_it: str, about_another: str
) -> None:
    arms = [Arms(0.6)] * 3
    texts = (about_it, lacks_it, about_another)
    held, lacking, other = relevances(
        "semantic", question, arms, texts, UNCALIBRATED, is_question=True, among=range(3)
    )
    assert held >= 0.6
    assert 0.05 < lacking < 0.3
    assert other < 0.05


@each_case(
    ("question", "open_to_it", "about_another"),
    [
        ("whats wrong with jet bridge 6", "Jet bridge 6 does not close.", "Jet bridge 5 is slow."),
        ("how often does route 33 run", "Routes 12 and 33 run hourly.", "Route 12 runs hourly."),
        ("how often does route 33 run", "Our buses run hourly.", "route 12: hourly"),
        ("does the lift pay for 8 people", "Pay for all.", "They pay for 12 people at most."),
        ("may I pay back 380", "We pay back 400 at most.", "Pay back 400, ask for more."),
    ],
)
def test_a_numbered_word_excludes_others_but_lacking_it_is_not_doubted(
    question: str, open_to_it: str, about_another: str
) -> None:
    arms, texts = [Arms(0.6)] * 2, (open_to_it, about_another)
    held, other = relevances("semantic", question, arms, texts, UNCALIBRATED, is_question=True)
    assert held == 0.6
    assert other == pytest.approx(0.6 if "pay" in question else 0.03)


def test_a_day_of_a_month_in_other_words_is_not_doubted() -> None:
    question, texts = "what happened on May 12", ["May 11, or the day after: the feed stopped."]
    found = relevances("semantic", question, [Arms(0.6)], texts, UNCALIBRATED, is_question=True)
    assert found == [0.6]


def test_a_question_what_to_do_with_one_machine_is_answered_for_its_kind() -> None:
    arms, texts = [Arms(0.5)] * 2, ["Trim the segments of a full broker.", "mq-12 is empty."]
    asked = "mq-11 is full, what do I do"
    for_all, other = relevances(
        "semantic", asked, arms, texts, UNCALIBRATED, is_question=True, among=range(2)
    )
    assert (for_all, other < 0.05) == (0.5, True)


def test_german_nouns_are_not_taken_for_names() -> None:
    arms, texts = [Arms(0.5)], ["Bei Urlaubsanträgen entscheidet der Abteilungsleiter."]
    asked = "wer genehmigt einen Antrag auf Urlaub im Sommer"
    found = relevances(
        "semantic", asked, arms, texts, UNCALIBRATED, is_question=True, among=range(1)
    )
    assert found == [0.5]
    asked = "wer genehmigt einen Antrag auf srv-kassel-02"
    (lacking,) = relevances(
        "semantic", asked, arms, texts, UNCALIBRATED, is_question=True, among=range(1)
    )
    assert lacking < 0.5


def test_a_text_is_not_doubted_for_lacking_names_of_a_report() -> None:
    report = "since the last release of Halden Marine our nightly export on sftp-03 stops halfway"
    arms, texts = [Arms(0.5)], ["sftp-01 stops"]
    assert relevances(
        "semantic", report, arms, texts, UNCALIBRATED, is_question=True, among=range(1)
    ) == [0.5]


def test_a_turn_may_omit_the_named_thing_but_not_name_another() -> None:
    arms, texts = [Arms(0.6)] * 2, ["We saw the cathedral there.", "sftp-01 is patched on Mondays."]
    there, other = relevances(
        "semantic",
        "what did we see in Barcelona, after sftp-03",
        arms,
        texts,
        UNCALIBRATED,
        is_question=True,
    )
    assert (there, other < 0.05) == (0.6, True)


@given(st.lists(ARMS, min_size=1, max_size=8))
def test_equal_likeness_to_a_longer_question_is_more_relevant_in_the_same_order(
    arms: list[Arms],
) -> None:
    calibration, texts = calibration_of("all-MiniLM-L6-v2"), ["The lift stops."] * len(arms)

    def judge(asked: str, *, is_question: bool = True, turns: bool = False) -> list[float]:
        return relevances(
            *("semantic", asked, arms, texts, calibration),
            is_question=is_question,
            among=() if turns else range(len(arms)),
        )

    told = judge("lift keys", is_question=False)
    brief = judge("lift keys")
    usual = judge("where does the caretaker hide lift keys")
    lengthy = judge("where does the caretaker hide lift keys before holidays begin")
    report = judge(f"where does the caretaker hide lift keys before holidays begin {'or ' * 9}")

    for one in (brief, usual, lengthy):
        assert sorted(range(len(arms)), key=one.__getitem__) == sorted(
            range(len(arms)), key=told.__getitem__
        )
    for at, each in enumerate(told):
        assert brief[at] < each < lengthy[at]
        assert brief[at] < usual[at] < lengthy[at]
        assert report[at] == each
    of_turns = judge("lift keys", is_question=False, turns=True)
    assert judge("where does the caretaker hide lift keys", turns=True) == of_turns


def test_a_query_of_one_or_two_words_prefers_texts_with_all_of_them() -> None:
    texts = ["Mr Dubreuil keeps the keys.", "Somebody keeps the keys.", "Ask Dubreuil."]
    arms = [Arms(0.2)] * len(texts)
    calibration = calibration_of("all-MiniLM-L6-v2")

    def judge(asked: str, query_type: QueryType = "hybrid") -> list[float]:
        among = range(len(texts))
        return relevances(
            query_type, asked, arms, texts, calibration, is_question=True, among=among
        )

    by_name, without, also = judge("dubreuil")
    assert without < 0.05
    assert min(by_name, also) > 0.5
    both, one, other = judge("dubreuil keys")
    assert max(one, other) < 0.5 < both
    # Of three words it is a question, and a semantic query looks for no words.
    assert judge("dubreuil keys cellar")[0] < both
    assert len(set(judge("dubreuil", "semantic"))) == 1


def test_a_situation_is_compared_with_those_of_other_customers() -> None:
    assert judged("semantic", "the export of Halden Marine stops", "Halden Optics: stops") == [0.5]


@given(TYPES, st.lists(ARMS, max_size=8), st.sampled_from([ASKED, REPORT, "q"]))
def test_relevance_is_a_probability_and_a_shared_identifier_keeps_the_order(
    query_type: QueryType, arms: list[Arms], text: str
) -> None:
    calibration = calibration_of("all-MiniLM-L6-v2")
    texts = ["SCS0001234"] * len(arms)
    named = relevances(query_type, text, arms, texts, calibration)
    plain = relevances(query_type, "q", arms, texts, calibration)
    assert all(0 <= each <= 1 for each in (*named, *plain))
    for one, other, lifted_one, lifted_other in zip(
        plain, plain[1:], named, named[1:], strict=False
    ):
        assert one < other or lifted_one >= lifted_other


def test_only_the_words_of_a_situation_count_and_they_count_more() -> None:
    arms = [Arms(0.5, 0), Arms(0.5, 0)]
    texts = ["The lamp is dark. Changed the fuse.", "The fuse is hot. Changed the lamp."]
    situations = ["The lamp is dark.", "The fuse is hot."]

    whole = relevances("hybrid", "dark lamp", arms, texts, UNCALIBRATED)
    dark, hot = relevances("hybrid", "dark lamp", arms, texts, UNCALIBRATED, situations=situations)

    assert dark > whole[0] > whole[1] > hot == 0.5


def test_an_identifier_in_another_spelling_lifts_a_text() -> None:
    for asked in ("what about SCS1234", "what about scs-0001234"):
        found = relevances(
            "hybrid", asked, [Arms(0.5)], ["SCS0001234 is closed"], UNCALIBRATED, is_question=True
        )
        assert found[0] > 0.8


def test_another_identifier_of_the_same_form_is_about_another_thing() -> None:
    asked, arms = "inc 4711", [Arms(0.5)] * 2
    own, other = relevances(
        "hybrid", asked, arms, ["INC-4711 again", "INC-20417"], UNCALIBRATED, is_question=True
    )
    assert other < 0.1 < own


def test_question_words_are_no_keywords() -> None:
    texts, arms = ["Mr Dubreuil has the key", "the lift"], [Arms(0.2), Arms(0.2)]
    calibration = calibration_of("all-MiniLM-L6-v2")
    plain = relevances("hybrid", "dubreuil", arms, texts, calibration)
    asked = relevances("hybrid", "what do we know about dubreuil", arms, texts, calibration)
    assert plain[0] > 0.5
    assert asked[0] > 0.5


def test_a_code_of_a_thousand_parts_is_matched_only_exactly() -> None:
    (short,), (long,) = things_in("is db-03-west up"), things_in("a1-" * 1_300 + "b")
    assert (short.is_in("db03west"), short.is_in("db-03-west")) == (True, True)
    assert (long.is_in(long.name), long.is_in(long.name.replace("-", ""))) == (True, False)


@each_case(("holders", "is_lifted"), [(1, True), (3, True), (4, False)])
def test_a_day_of_the_question_counts_if_at_most_three_texts_name_it(
    holders: int, is_lifted: bool
) -> None:
    texts = ["Post-mortem of 14 September 2026"] * holders
    arms = [Arms(0.1)] * holders
    ask = [
        relevances(
            "semantic", question, arms, texts, UNCALIBRATED, is_question=True, among=range(holders)
        )
        for question in ("what broke on sept 14th", "what broke on sept 15th")
    ]
    assert (ask[0] > ask[1]) is is_lifted
    turns = relevances(
        "semantic", "what broke on sept 14th", arms, texts, UNCALIBRATED, is_question=True
    )
    assert turns == ask[1]
