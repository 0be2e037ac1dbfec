"""The relevance of all candidates of a query, which are judged together.

How like the query each is becomes a probability (`recollect.relevance.calibration`). Who holds an
identifier of the query, in any spelling, is lifted above 0.8, to 0.8 + 0.2 · relevance, so that the
order among them stays. An identifier of a long query counts only where few candidates hold it: a
question names what it is about; a report of a hundred words also names its framework, which all the
others do. Where a situation is told, it counts where one holds it, which is the very case: what
several hold says whose case it is, and what to do for a customer follows from what has happened.
What is asked of knowledge at length also names hosts that it links to and errors of many causes,
and lifts an item as far as it names no others:

    odds = odds · exp(5 · share of those identifiers that it holds)

What lacks the things that a question about knowledge names is doubted
(`recollect.relevance.things`), but for turns of a conversation:

    odds = odds · exp(-2.2 · share of those that it lacks)

and what is about another of the same form is a twentieth as relevant.

That a text is as like a long question as others are a short one says more: it agrees with more
words. Of judged questions of teams about knowledge (docs/quality.md) the answer to one of three
words, stop words aside, seldom is less relevant than .3 by its likeness, to one of seven or more
often .1, and where there is no answer both find what is as relevant as that:

    odds = odds · exp(0.4 · (different words of the question, 3…8, - 4½))

A word or two are no question: who asks for them looks for what has them all, whose odds are
exp(3) times as high (docs/quality-measured.md). Words that only ask ("what do we know about") are
not among them.

What is not calibrated is no probability, and stays as it is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.relevance.answer_types import asks_for_a_way, by_answer_type
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration, QueryType
from recollect.relevance.identifiers import held_of, identifiers, spelling_of
from recollect.relevance.odds import weighed
from recollect.relevance.stems import stem
from recollect.relevance.support import by_support
from recollect.relevance.things import is_about_another, is_report, missing_shares, things_in
from recollect.relevance.words import terms_of, word_scores

IDENTIFIER_FLOOR: Final = 0.8
_FEW_HOLDERS: Final = 3
_HOLDERS_OF_A_CASE: Final = 1
_HOLDING: Final = 5.0
_LACKING: Final = -2.2
_OF_ANOTHER: Final = 0.05
_OF_SITUATIONS: Final = 1.5
_OF_EACH_WORD: Final = 0.4
_USUAL_WORDS: Final = 4.5
_FEWEST_WORDS: Final = 3
_MOST_WORDS: Final = 8
_MOST_KEYWORDS: Final = 2
_OF_KEYWORDS: Final = 3.0
# What asks and is not asked for: "what do we know about", "show everything on".
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
    weighs half as much again: the query describes a situation, too.

    With `is_question`, a candidate that lacks the things that the query names is less relevant. A
    search for similar situations does not say so: another customer's case may help.
    """
    words = [0.0] * len(texts) if query_type == "semantic" else _words(query, texts, situations)
    relevance = calibration.relevance(query_type, [each.dense for each in arms], words)
    relevance = by_support(relevance, texts, among)
    if calibration.curve(query_type) is not None:
        relevance = _by_keywords(query_type, query, texts, relevance)
        relevance = _by_length(query, relevance, among) if is_question else relevance
    if is_question:
        relevance = by_things(query, texts, relevance, among)
    few = _HOLDERS_OF_A_CASE if situations else _FEW_HOLDERS
    relevance = by_identifiers(query, texts, relevance, is_question=is_question, few=few)
    return by_answer_type(query, texts, relevance, among) if is_question else relevance


def _by_length(question: str, relevance: Sequence[float], among: Sequence[int]) -> list[float]:
    """Relevance to a question, the more of it the longer that is.

    To a report it is as it was, and to what is no plain English: words that ask are known of that
    (and of German), and other writing has no spaces to tell words by.
    """
    found = list(relevance)
    if question.isascii() and not is_report(question):
        words = min(max(len(terms_of(question)), _FEWEST_WORDS), _MOST_WORDS)
        for place in among:
            found[place] = weighed(found[place], _OF_EACH_WORD * (words - _USUAL_WORDS))
    return found


def _by_keywords(
    query_type: QueryType, query: str, texts: Sequence[str], relevance: Sequence[float]
) -> list[float]:
    """Relevance to a word or two, more of it for what has them all, if words are looked for."""
    asked = terms_of(query).keys()
    keywords = asked - _ASKING or asked
    if query_type == "semantic" or not 0 < len(keywords) <= _MOST_KEYWORDS:
        return list(relevance)
    return [
        weighed(own, _OF_KEYWORDS) if keywords <= terms_of(text).keys() else own
        for own, text in zip(relevance, texts, strict=True)
    ]


def _words(query: str, texts: Sequence[str], situations: Sequence[str]) -> list[float]:
    if not situations:
        return word_scores(query, texts)
    return [_OF_SITUATIONS * each for each in word_scores(query, situations)]


def by_things(
    question: str, texts: Sequence[str], relevance: Sequence[float], among: Sequence[int]
) -> list[float]:
    """The relevance of texts to a question, less of it for what lacks the things that it names.

    Only those `among` them are doubted for what they lack: who talks says "there" and "she" of what
    was named long before. What is about another thing instead is so wherever it stands.
    """
    things = things_in(question)
    if not things:
        return list(relevance)
    # A runbook is for all machines of a kind: who asks what to do names one by the way.
    needed = [each for each in things if not each.form] if asks_for_a_way(question) else things
    apart = frozenset(among)
    lacking = [
        share if place in apart else 0.0
        for place, share in enumerate(missing_shares(needed, texts))
    ]
    return [
        weighed(own, _LACKING * share) * (_OF_ANOTHER if is_about_another(things, text) else 1)
        for own, share, text in zip(relevance, lacking, texts, strict=True)
    ]


def by_identifiers(
    query: str,
    texts: Sequence[str],
    relevance: Sequence[float],
    *,
    is_question: bool,
    few: int = _FEW_HOLDERS,
) -> list[float]:
    """The relevance of texts, more of it for what holds an identifier of the query.

    An identifier of a long query counts only where no more than a `few` hold it.
    """
    asked = frozenset(map(spelling_of, identifiers(query)))
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
    """What holds an identifier is lifted, not levelled: which answers best is still to be seen."""
    return [
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * own if each else own
        for own, each in zip(relevance, held, strict=True)
    ]


def _raised(relevance: Sequence[float], held: Sequence[frozenset[str]], count: int) -> list[float]:
    """What holds some of so many identifiers has the more of the odds, the more of them it has."""
    return [
        weighed(own, _HOLDING * len(each) / count) if each else own
        for own, each in zip(relevance, held, strict=True)
    ]
