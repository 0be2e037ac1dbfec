"""Which sentences say something about a question, and how much (seed 001, "Components").

    score = type · length · (0.45 · share + 0.35 · item + 0.2 · position)

    share     the idf-weighted share of the question's terms that the sentence has; terms that no
              evidence has do not count
    item      the relevance of its item; in a graph traversal, which asks nothing, its score
    position  1 / (1 + index / 4), index 0 for the first sentence of its item
    length    1 up to 200 characters, 200 / characters beyond
    type      0.7 if the question wants a type of answer that the sentence lacks, else 1

A sentence must say something about the question:

- It must not only repeat or ask the question.
- It must share enough of the question's words, or belong to an item that is more likely relevant
  than not.
- It must score nearly as well as the best sentence.
- In a long item, it must have three tenths of the question's words that the nearest sentence has,
  weighted by their rarity in the item.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from recollect.context.rivals import without_rival_sections, without_rival_things
from recollect.context.sentences import NEGATIONS, Sentence, counts_of
from recollect.core.grouping import grouped
from recollect.language.courtesies import is_only_courtesy
from recollect.language.terms import STOP_WORDS, content_terms, rarity, terms
from recollect.questions.messages import extract_question
from recollect.relevance.answer_types import AnswerType, answer_type_of
from recollect.relevance.odds import LIKELY
from recollect.retrieval.items import is_of_thread, trust_of

_SHARE_WEIGHT = 0.45
_ITEM_WEIGHT = 0.35
_POSITION_WEIGHT = 0.2
_POSITION_HALF = 4
_LONG = 200
# The least share of the question's terms in a sentence; it is lower the more relevant its item is.
_MIN_TERM_SHARE = 0.3
# The least score of a sentence, as a share of the best one.
_NEARLY = 0.6
# A question in the evidence that has this share of the asked one's terms repeats it.
_REPEATED = 0.7
_TRUSTED = 0.8
_UNANSWERING_FACTOR = 0.7
# An item with more sentences says several things. A sentence is about the question if it has this
# share of the question's words that the nearest sentence has, weighted by their rarity in the item.
_MANY = 8
_NEAR = 0.3
_TERMS = 64
# Words of asking, which say nothing of what a question is about.
_ASKING = frozenset(
    """
    how many much long often soon anybody anyone somebody someone everybody know knows tell told
    please pls help need want wants get got give let still again there here ever thing things
    something anything hi hello hey thanks
    """.split()
)
_INTERROGATIVE = re.compile(
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|may"
    r"|should|will|would|has|have|wer|was|wann|wo|warum|wie|kann)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, and the weight of each of its terms; the weights sum to 1.

    `weights` are by rarity, for the terms that the evidence has; `strict` weighs all terms the
    same. `wanted` is the type of answer that it wants, if it shows one.
    """

    text: str
    weights: Mapping[str, float]
    strict: Mapping[str, float]
    wanted: AnswerType | None = None


def sentence_score(share: float, item: float, position: int, length: int) -> float:
    """The score by the module's formula without `type`, in 0…1.

    `position` counts from 0, `length` characters.
    """
    place = 1 / (1 + position / _POSITION_HALF)
    score = _SHARE_WEIGHT * share + _ITEM_WEIGHT * item + _POSITION_WEIGHT * place
    return min(1.0, _LONG / length) * score


def terms_asked(query: str) -> Sequence[str]:
    """The terms that say what a question is about, without words of asking."""
    return [term for term in content_terms(query, _TERMS) if term not in _ASKING]


def asked_question(query: str, asked: Sequence[str], read: Sequence[Sentence]) -> AskedQuestion:
    """A question with its terms weighed by the sentences that were read; `asked` are its terms."""
    having: dict[str, set[int]] = {term: set() for term in asked}
    for each in read:
        for term in each.terms & having.keys():
            having[term].add(each.rank)
    size = len({each.rank for each in read})
    counts = {term: len(ranks) for term, ranks in having.items()}
    known = {term: count for term, count in counts.items() if count}
    return AskedQuestion(
        query.strip(),
        _weights(known, size),
        {term: 1 / len(asked) for term in asked},
        answer_type_of(query),
    )


def _weights(counts: Mapping[str, int], size: int) -> dict[str, float]:
    idf = rarity(counts, size)
    whole = sum(idf.values())
    return {term: weight / whole for term, weight in idf.items()}


def informative_sentences(read: Sequence[Sentence], question: AskedQuestion) -> Iterable[Sentence]:
    """The sentences that say something about the question, best first."""
    informative = [each for each in read if _is_informative(each, question)]
    informative = without_rival_things(_on_the_question(informative, question), question.text)
    informative = without_rival_sections(_of_the_nearest_entries(informative, question))
    informative = _known_before_echoed(informative, read, question)
    full = {each.rank for each in informative if not each.is_brief}
    informative = [each for each in informative if not (each.is_brief and each.rank in full)]
    scores = {(each.rank, each.position): score_of(each, question) for each in informative}
    enough = _NEARLY * max(scores.values(), default=0.0) if question.text else 0.0
    ranked = sorted(
        informative,
        key=lambda each: (-scores[each.rank, each.position], each.rank, each.position),
    )
    return (each for each in ranked if scores[each.rank, each.position] >= enough)


def _is_informative(sentence: Sentence, question: AskedQuestion) -> bool:
    if not question.text:
        return True
    if sentence.is_question or echoes(sentence, question):
        return False
    likely = min(1.0, sentence.evidence.relevance / LIKELY)
    return sentence.weight(question.strict) >= _MIN_TERM_SHARE * (1 - likely)


def _on_the_question(informative: list[Sentence], question: AskedQuestion) -> list[Sentence]:
    """Without sentences of long items that have too few of the question's words.

    The other parts of a long item are about something else, however relevant the item is as a
    whole.
    """
    of_items = grouped((each.rank, each) for each in informative)
    return [
        each
        for own in of_items.values()
        for each in (own if len(own) <= _MANY else _nearest(own, question))
    ]


def _nearest(own: Sequence[Sentence], question: AskedQuestion) -> Iterator[Sentence]:
    weights = _weights(counts_of(question.strict, own), len(own))
    shares = [each.weight(weights) for each in own]
    enough = _NEAR * max(shares)
    return compress(own, [share >= enough for share in shares])


def _of_the_nearest_entries(
    informative: Sequence[Sentence], question: AskedQuestion
) -> list[Sentence]:
    """Without sentences of entries of a FAQ of which another entry is nearer to the question.

    An entry stands under a heading that asks, and its sentences have the heading's terms, too.
    """
    entries = grouped((each.rank, each) for each in informative if _is_of_an_entry(each))
    farther = {each for own in entries.values() for each in _farther(own, question)}
    return [each for each in informative if each not in farther]


def _farther(own: Sequence[Sentence], question: AskedQuestion) -> Iterator[Sentence]:
    """The sentences of the entries of one item, but of the nearest entry and those about as near.

    Words of the question count by their rarity in the item.
    """
    weights = _weights(counts_of(question.strict, own), len(own))
    entries = grouped((each.heading_position, each) for each in own)
    nearness = {at: max(each.weight(weights) for each in its) for at, its in entries.items()}
    enough = _NEARLY * max(nearness.values())
    return (each for each in own if nearness[each.heading_position] < enough)


def _is_of_an_entry(sentence: Sentence) -> bool:
    """Whether the nearest heading over a sentence asks something."""
    return sentence.heading_position >= 0 and sentence.headings[-1].endswith("?")


def _known_before_echoed(
    informative: list[Sentence], read: Sequence[Sentence], question: AskedQuestion
) -> list[Sentence]:
    """Without the items that ask the question themselves, if others are likely relevant.

    To repeat a question is the cheapest way to be found by it, so only a highly trusted item, such
    as an entry of a FAQ, may do so. A message of a thread that asks it is usually answered by
    another: what it says besides must have words of the question itself.
    """
    asking = {each.id for each in read if asks(each, question)}
    known = [each for each in informative if each.id not in asking]
    if any(each.evidence.relevance >= LIKELY for each in known):
        return known
    return [
        each
        for each in informative
        if each.id not in asking
        or not is_of_thread(each.evidence.metadata)
        or math.fsum(question.strict.get(term, 0.0) for term in each.terms) >= _MIN_TERM_SHARE
    ]


def asks(sentence: Sentence, question: AskedQuestion) -> bool:
    """Whether a sentence asks the question itself, in an item that is not highly trusted.

    An entry of a FAQ may be trusted so highly.
    """
    return (
        sentence.is_question
        and sentence.weight(question.strict) >= _REPEATED
        and trust_of(sentence.evidence.metadata) < _TRUSTED
        and _INTERROGATIVE.match(extract_question(sentence.text)) is not None
    )


def echoes(sentence: Sentence, question: AskedQuestion) -> bool:
    """Whether a sentence says nothing but what the question says, or is a mere courtesy.

    A negation that the question lacks is an answer: "the clinic is not affected".
    """
    if is_only_courtesy(sentence.text):
        return True
    denials = sentence.terms & NEGATIONS
    if denials and not denials <= terms(question.text):
        return False
    if len(question.strict) < 2:  # noqa: PLR2004 - a name alone is asked for, and repeated by all
        return False
    said = STOP_WORDS | _ASKING | question.strict.keys()
    if sentence.terms <= said:
        return True
    # "The customer would like to know …" also says nothing but the question.
    repeats = sentence.weight(question.strict) >= _REPEATED
    return repeats and terms(extract_question(sentence.text)) <= said


def score_of(sentence: Sentence, question: AskedQuestion) -> float:
    """The score of a sentence for a question, in 0…1."""
    item = sentence.evidence.relevance if question.text else sentence.evidence.score
    share = sentence.weight(question.weights)
    score = sentence_score(share, item, sentence.position, len(sentence.text))
    wanted = question.wanted
    return score if wanted is None or wanted.is_in(sentence.text) else _UNANSWERING_FACTOR * score
