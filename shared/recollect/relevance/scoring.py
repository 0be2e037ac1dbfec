"""The relevance of all candidates of a query, which are judged together.

The likeness of a candidate to the query becomes a probability (`recollect.relevance.calibration`).
A candidate that holds an identifier of the query, in any spelling, is lifted to 0.8 + 0.2 ·
relevance, so that the order among such candidates stays. An identifier in a long query counts only
if few candidates hold it: a question names what it is about, but a report of a hundred words also
names its framework, which all others have, too. In a search for similar situations it counts only
if one candidate holds it, which is then the very case: what several hold only says whose case it
is, and what to do for a customer depends on what has happened. A long question about knowledge also
names hosts that it links to and errors with many causes; there each identifier lifts a candidate
in part:

    odds = odds · exp(5 · share of those identifiers that it holds)

If a question names a day, and at most three candidates do, their odds are exp(2) times as high.

A candidate that lacks the things that a question about knowledge names is doubted
(`recollect.relevance.things`), unless it is a turn of a conversation:

    odds = odds · exp(-2.2 · share of those that it lacks)

A candidate about another thing of the same form is a twentieth as relevant.

The same likeness means more for a long question than for a short one, since more words agree. In
judged questions of teams about knowledge (docs/quality.md) the answer to a question of three words,
without stop words, is seldom less relevant than .3 by its likeness, and to one of seven or more
often .1; and questions without an answer, short or long, find candidates of that relevance:

    odds = odds · exp(0.4 · (different words of the question, 3…8, - 4½))

A word or two are no question: the caller looks for what has them all, and the odds of such a
candidate are exp(3) times as high (docs/quality-measured.md). Words that only ask ("what do we know
about") do not count.

Without a calibration, relevance is no probability, and stays as it is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.relevance.answer_types import by_answer_type
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration, QueryType
from recollect.relevance.identifiers import exact_names, held_of, spelling_of
from recollect.relevance.intents import asks_for_a_way
from recollect.relevance.notations import days_in
from recollect.relevance.odds import weighed
from recollect.relevance.stems import stem
from recollect.relevance.support import by_support
from recollect.relevance.things import is_about_another, is_report, missing_shares, things_in
from recollect.relevance.word_scores import terms_of, word_scores

IDENTIFIER_FLOOR: Final = 0.8
_MAX_HOLDERS: Final = 3
_MAX_HOLDERS_OF_A_CASE: Final = 1
_HOLDING_EXPONENT: Final = 5.0
_LACKING_EXPONENT: Final = -2.2
_OTHER_THING_FACTOR: Final = 0.05
_SITUATION_FACTOR: Final = 1.5
_EXPONENT_PER_WORD: Final = 0.4
_USUAL_WORDS: Final = 4.5
_MIN_COUNTED_WORDS: Final = 3
_MAX_COUNTED_WORDS: Final = 8
_MAX_KEYWORDS: Final = 2
_KEYWORDS_EXPONENT: Final = 3.0
_DAY_EXPONENT: Final = 2.0
# Words that only ask: "what do we know about", "show everything on".
_ASKING: Final = frozenset(
    map(
        stem,
        "anybody anything detail docs documentation everything find give happen help info"
        " information know known look mean meaning note please search show something tell".split(),
    )
)


def relevances(
    query_type: QueryType,
    query: str,
    arms: Sequence[Arms],
    texts: Sequence[str],
    calibration: Calibration,
    *,
    is_question: bool = False,
    among: Sequence[int] = (),
    situations: Sequence[str] = (),
) -> list[float]:
    """The relevance (0…1) of each candidate, in order, by the scores of its arms and its text.

    `among` are the indices of candidates that stand by themselves and support each other
    (`recollect.relevance.support`); the others are turns of a conversation.

    `situations`, given for memories, replace the texts in the comparison of words, which then
    counts half as much again, since the query describes a situation, too.

    With `is_question`, a candidate that lacks the things that the query names is less relevant. A
    search for similar situations does not set it: another customer's case may help.
    """
    words = [0.0] * len(texts) if query_type == "semantic" else _words(query, texts, situations)
    relevance = calibration.relevance(query_type, [each.dense for each in arms], words)
    relevance = by_support(relevance, texts, among)
    if calibration.curve(query_type) is not None:
        relevance = _by_keywords(query_type, query, texts, relevance)
        relevance = _by_length(query, relevance, among) if is_question else relevance
    if is_question:
        relevance = by_things(query, texts, relevance, among)
    few = _MAX_HOLDERS_OF_A_CASE if situations else _MAX_HOLDERS
    relevance = by_identifiers(query, texts, relevance, is_question=is_question, few=few)
    if is_question:
        relevance = by_days(query, texts, relevance, among)
    return by_answer_type(query, texts, relevance, among) if is_question else relevance


def _by_length(question: str, relevance: Sequence[float], among: Sequence[int]) -> list[float]:
    """Relevance, raised for a long question and lowered for a short one.

    It stays as it is for a report, and for a question that is not plain ASCII: the words that only
    ask are known in English (and German), and other scripts may have no spaces between words.
    """
    found = list(relevance)
    if question.isascii() and not is_report(question):
        words = min(max(len(terms_of(question)), _MIN_COUNTED_WORDS), _MAX_COUNTED_WORDS)
        for place in among:
            found[place] = weighed(found[place], _EXPONENT_PER_WORD * (words - _USUAL_WORDS))
    return found


def _by_keywords(
    query_type: QueryType, query: str, texts: Sequence[str], relevance: Sequence[float]
) -> list[float]:
    """Relevance, raised for texts that have all words of a query of one or two words."""
    asked = terms_of(query).keys()
    keywords = asked - _ASKING or asked
    if query_type == "semantic" or not 0 < len(keywords) <= _MAX_KEYWORDS:
        return list(relevance)
    return [
        weighed(own, _KEYWORDS_EXPONENT) if keywords <= terms_of(text).keys() else own
        for own, text in zip(relevance, texts, strict=True)
    ]


def _words(query: str, texts: Sequence[str], situations: Sequence[str]) -> list[float]:
    if not situations:
        return word_scores(query, texts)
    return [_SITUATION_FACTOR * each for each in word_scores(query, situations)]


def by_things(
    question: str, texts: Sequence[str], relevance: Sequence[float], among: Sequence[int]
) -> list[float]:
    """Relevance to a question, lowered for texts that lack the things that it names.

    Only those `among` the texts are doubted for what they lack: in a conversation people say
    "there" and "she" for what was named long before. A text about another thing is lowered in any
    case.
    """
    things = things_in(question)
    if not things:
        return list(relevance)
    # A runbook is for all machines of a kind, so a question for what to do names one by the way.
    needed = [each for each in things if not each.form] if asks_for_a_way(question) else things
    apart = frozenset(among)
    lacking = [
        share if place in apart else 0.0
        for place, share in enumerate(missing_shares(needed, texts))
    ]
    return [
        weighed(own, _LACKING_EXPONENT * share)
        * (_OTHER_THING_FACTOR if is_about_another(things, text) else 1)
        for own, share, text in zip(relevance, lacking, texts, strict=True)
    ]


def by_days(
    question: str, texts: Sequence[str], relevance: Sequence[float], among: Sequence[int]
) -> list[float]:
    """Relevance, raised for the texts that name a day of the question, if they are few.

    Only texts `among` those that stand by themselves count: each turn of a conversation has a day.
    """
    asked = days_in(question)
    if not asked:
        return list(relevance)
    found = list(relevance)
    holding = [place for place in among if not asked.isdisjoint(days_in(texts[place]))]
    if len(holding) <= _MAX_HOLDERS:
        for place in holding:
            found[place] = weighed(found[place], _DAY_EXPONENT)
    return found


def by_identifiers(
    query: str,
    texts: Sequence[str],
    relevance: Sequence[float],
    *,
    is_question: bool,
    few: int = _MAX_HOLDERS,
) -> list[float]:
    """Relevance, raised for texts that hold an identifier of the query.

    In a long query an identifier counts only if no more than `few` texts hold it.
    """
    asked = frozenset(map(spelling_of, exact_names(query)))
    if not asked:
        return list(relevance)
    held = [held_of(asked, each) for each in texts]
    if not is_report(query):
        return _lifted(relevance, held)
    holders = Counter(identifier for each in held for identifier in each)
    rare = frozenset(each for each, count in holders.items() if count <= few)
    held = [each & rare for each in held]
    return _raised(relevance, held, len(rare)) if is_question else _lifted(relevance, held)


def _lifted(relevance: Sequence[float], held: Sequence[frozenset[str]]) -> list[float]:
    """Relevance above the floor for texts with an identifier, in the order that they had."""
    return [
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * own if each else own
        for own, each in zip(relevance, held, strict=True)
    ]


def _raised(relevance: Sequence[float], held: Sequence[frozenset[str]], count: int) -> list[float]:
    """Relevance with the odds raised by the share of the `count` identifiers that a text holds."""
    return [
        weighed(own, _HOLDING_EXPONENT * len(each) / count) if each else own
        for own, each in zip(relevance, held, strict=True)
    ]
