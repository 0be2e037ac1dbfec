"""The relevance of all candidates of a query, which are judged together.

How like the query each is becomes a probability (`recollect.relevance.calibration`). Who holds an
identifier of the query to the letter is lifted above 0.8, to 0.8 + 0.2 · relevance, so that the
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

What is not calibrated is no probability, and stays as it is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.relevance.answer_types import answering, asks_for_a_way
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration, QueryType
from recollect.relevance.identifiers import identifiers, meant_identifiers
from recollect.relevance.odds import weighed
from recollect.relevance.support import supported
from recollect.relevance.things import is_about_another, is_report, shares_lacking, things_in
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
    """The relevance (0…1) of each candidate, in order, by what its arms said and by its text.

    Those `among` them, by their places, stand by themselves: they support each other
    (`recollect.relevance.support`) and say themselves what they are about. The others are turns of
    a conversation.

    Of what tells a situation, and what was done in it, the words of the `situations` count alone,
    and for half as much again: a query tells a situation, too.

    What lacks the things that are named is doubted where that `is_question` about them. Where a
    situation is told it is not: what was done for another customer is what is looked for.
    """
    words = [0.0] * len(texts) if query_type == "semantic" else _words(query, texts, situations)
    judged = calibration.relevance(query_type, [each.dense for each in arms], words)
    judged = supported(judged, texts, among)
    if is_question and calibration.curve(query_type) is not None:
        judged = _by_length(query, judged, among)
    few = _HOLDERS_OF_A_CASE if situations else _FEW_HOLDERS
    judged = ruled(query, texts, judged, is_question=is_question, among=among, few=few)
    return answering(query, texts, judged, among) if is_question else judged


def _by_length(question: str, judged: Sequence[float], among: Sequence[int]) -> list[float]:
    """Relevance to a question, the more of it the longer that is.

    To a report it is as it was, and to what is no plain English: words that ask are known of that
    (and of German), and other writing has no spaces to tell words by.
    """
    found = list(judged)
    if question.isascii() and not is_report(question):
        words = min(max(len(terms_of(question)), _FEWEST_WORDS), _MOST_WORDS)
        for place in among:
            found[place] = weighed(found[place], _OF_EACH_WORD * (words - _USUAL_WORDS))
    return found


def _words(query: str, texts: Sequence[str], situations: Sequence[str]) -> list[float]:
    if not situations:
        return word_scores(query, texts)
    return [_OF_SITUATIONS * each for each in word_scores(query, situations)]


def ruled(
    query: str,
    texts: Sequence[str],
    judged: Sequence[float],
    *,
    is_question: bool,
    among: Sequence[int],
    few: int = _FEW_HOLDERS,
) -> list[float]:
    """Relevance by how like a query texts are, changed by what they name and what they lack.

    Only those `among` them are doubted for what they lack: who talks says "there" and "she" of what
    was named long before. An identifier of a long query lifts what holds it where no more than a
    `few` do.
    """
    if is_question and (things := things_in(query)):
        # A runbook is for all machines of a kind: who asks what to do names one by the way.
        needed = [each for each in things if not each.form] if asks_for_a_way(query) else things
        apart = frozenset(among)
        lacking = [
            share if place in apart else 0.0
            for place, share in enumerate(shares_lacking(needed, texts))
        ]
        judged = [
            weighed(relevance, _LACKING * share)
            * (_OF_ANOTHER if is_about_another(things, text) else 1)
            for relevance, share, text in zip(judged, lacking, texts, strict=True)
        ]
    asked = identifiers(query)
    if not asked:
        return list(judged)
    held = [_held(asked, each) for each in texts]
    if not is_report(query):
        return _lifted(judged, held)
    holders = Counter(identifier for each in held for identifier in each)
    rare = frozenset(each for each, count in holders.items() if count <= few)
    held = [each & rare for each in held]
    return _raised(judged, held, len(rare)) if is_question else _lifted(judged, held)


def _lifted(judged: Sequence[float], held: Sequence[frozenset[str]]) -> list[float]:
    """What holds an identifier is lifted, not levelled: which answers best is still to be seen."""
    return [
        IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * relevance if each else relevance
        for relevance, each in zip(judged, held, strict=True)
    ]


def _raised(judged: Sequence[float], held: Sequence[frozenset[str]], count: int) -> list[float]:
    """What holds some of so many identifiers has the more of the odds, the more of them it has."""
    return [
        weighed(relevance, _HOLDING * len(each) / count) if each else relevance
        for relevance, each in zip(judged, held, strict=True)
    ]


def _held(asked: frozenset[str], text: str) -> frozenset[str]:
    # Looking for what is asked for is much less work than looking for all that there is.
    small = text.lower()
    return asked & meant_identifiers(text) if any(each in small for each in asked) else frozenset()
