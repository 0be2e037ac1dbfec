"""The TL;DR of a pack: its most telling sentences, word for word (seed 001, "Components").

    score = length · (0.45 · share + 0.35 · item + 0.2 · position)

    share     the idf-weighted share of the query's terms that the sentence has; terms that no
              evidence has do not count
    item      the score of its item
    position  1 / (1 + index / 4), index 0 for the first sentence of its item
    length    1 up to 200 characters, 200 / characters beyond

Sentences below 20 characters come in only where there are no others; those that give orders to the
reader (`recollect.detection.orders`) never do.
"""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from recollect.context.evidence import Evidence, best_first, is_readable
from recollect.core.messages import Message
from recollect.detection.orders import gives_orders
from recollect.language.sentences import split_sentences
from recollect.language.terms import rarity, telling_terms, terms
from recollect.retrieval.items import prose_of

SHARE_WEIGHT = 0.45
ITEM_WEIGHT = 0.35
POSITION_WEIGHT = 0.2
POSITION_HALF = 4
SHORTEST = 20
LONG = 200
# A sentence of whose terms one that was chosen has so large a part says nothing new.
SAME = 0.8
# Whether something is or is not so is never a small difference.
_NEGATIONS = frozenset({"not", "no", "never", "without", "nicht", "kein", "keine", "nie", "ohne"})
# What is looked at: of an item so many characters and sentences, of a query so many terms.
_CHARACTERS = 16_384
_SENTENCES = 32
_TERMS = 64


class Tldr(Message):
    """Sentences of the evidence, joined, and the ids that they come from, once each."""

    summary: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, its item's id, rank and score, and its place in there; rank and place from 0."""

    text: str
    id: str
    rank: int
    item_score: float
    position: int
    terms: frozenset[str]


def summarise(query: str, evidence: Sequence[Evidence], sentences: int) -> Tldr:
    """Sum up evidence for a query, empty for a graph traversal, in at most so many sentences.

    They stand in order of their items' rank and their place; empty only where nothing is readable.
    """
    chosen = telling_sentences(query, evidence, sentences)
    return Tldr(
        summary=" ".join(_closed(each.text) for each in chosen),
        citations=tuple(dict.fromkeys(each.id for each in chosen)),
    )


def telling_sentences(query: str, evidence: Sequence[Evidence], limit: int) -> tuple[Sentence, ...]:
    """The sentences that sum up the evidence, in the order in which they are read."""
    ranked = best_first(evidence)
    read = [sentence for rank, each in enumerate(ranked) for sentence in _read(each, rank)]
    read = [each for each in read if _breadth(each.text) >= SHORTEST] or read
    weights = _weights(telling_terms(query, _TERMS), read)
    chosen: list[Sentence] = []
    for each in sorted(read, key=lambda each: (-_score(each, weights), each.rank, each.position)):
        if len(chosen) >= limit:
            break
        if not any(_repeats(each, other) for other in chosen):
            chosen.append(each)
    return tuple(sorted(chosen, key=lambda each: (each.rank, each.position)))


def sentence_score(share: float, item_score: float, position: int, length: int) -> float:
    """The formula above, in 0…1; `position` counts from 0, `length` in characters."""
    place = 1 / (1 + position / POSITION_HALF)
    said = SHARE_WEIGHT * share + ITEM_WEIGHT * item_score + POSITION_WEIGHT * place
    return min(1.0, LONG / length) * said


def _read(evidence: Evidence, rank: int) -> Iterator[Sentence]:
    prose = prose_of(evidence.content)[:_CHARACTERS]
    found = islice(filter(is_readable, split_sentences(prose)), _SENTENCES)
    for position, text in enumerate(found):
        if not (evidence.may_give_orders and gives_orders(text)):
            yield Sentence(text, evidence.id, rank, evidence.score, position, terms(text))


def _weights(asked: Iterable[str], read: Sequence[Sentence]) -> dict[str, float]:
    """What each term of the query weighs; together 1, or nothing where no evidence has any."""
    having: dict[str, set[int]] = {term: set() for term in asked}
    for each in read:
        for term in each.terms & having.keys():
            having[term].add(each.rank)
    counts = {term: len(ranks) for term, ranks in having.items() if ranks}
    idf = rarity(counts, len({each.rank for each in read}))
    whole = sum(idf.values())
    return {term: weight / whole for term, weight in idf.items()}


def _score(sentence: Sentence, weights: dict[str, float]) -> float:
    share = math.fsum(weights[term] for term in sentence.terms & weights.keys())
    return sentence_score(share, sentence.item_score, sentence.position, len(sentence.text))


def _breadth(text: str) -> int:
    """Characters, of which the wide ones of East Asia say as much as two."""
    if text.isascii() or len(text) >= SHORTEST:
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(each) in "WF" for each in text)


def _repeats(sentence: Sentence, other: Sentence) -> bool:
    if (sentence.terms ^ other.terms) & _NEGATIONS:
        return False
    return len(sentence.terms & other.terms) >= SAME * len(sentence.terms)


def _closed(text: str) -> str:
    """With a full stop where a line or a list entry came without one."""
    return f"{text}." if text[-1].isalnum() or text[-1] in "\"')]”’»%" else text
