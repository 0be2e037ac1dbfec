"""The TL;DR of a pack: its most informative sentences, word for word (seed 001, "Components").

    score = length · (0.45 · share + 0.35 · item + 0.2 · position)

    share     the idf-weighted share of the question's terms that the sentence has; terms that no
              evidence has do not count
    item      the relevance of its item; in a graph traversal, which asks nothing, its score
    position  1 / (1 + index / 4), index 0 for the first sentence of its item
    length    1 up to 200 characters, 200 / characters beyond

It uses evidence above the floor of relevance, but not evidence about things whose names resemble
the ones that the question names. A sentence must say something about the question:

- It must not only repeat or ask the question.
- It must share enough of the question's words, or belong to an item that is more likely relevant
  than not.
- It must score nearly as well as the best sentence.
- In a long item, it must have three tenths of the question's words that the nearest sentence has,
  weighted by their rarity in the item.

Of the items that are likely about something else, only the first with such a sentence is quoted. So
there may be few sentences, or none. If there are any, there is one of the best item, unless it only
repeats another one, or the item asks the question itself.

A heading or a `Yes.` is only quoted with others. A sentence under a heading is about it, too, and
the heading is quoted with it if the sentence says more than is asked (`The port is 9443`), or
denies (`Do not`). Evidence with orders to its reader is never quoted
(`recollect.detection.injection`). Records and rows of tables are sentences, too: their values, word
for word, behind the names in words (`recollect.context.objects`).

Sentences that need each other stay together (`recollect.context.cohesion`). The item of the best
sentence is quoted whole if it is short; of a long one, what stands beside that sentence in its
paragraph. A conflict is quoted from both sides. Sentences about something that changes in time get
the date of their item, once for each item, and so do those of two items of which one is newer on
the same subject: `(2026-09-01) The port is 8443.` A sentence that does not hold yet gets the day
from which it does: `(from 2027-01-01) The port is 9443.`
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from recollect.context.cohesion import beside, run_of
from recollect.context.evidence import Evidence, close_evidence
from recollect.context.namesakes import may_be_about
from recollect.context.reading import read_sentences
from recollect.context.rivals import (
    fields_of_row,
    first_of_rival_sections,
    without_rival_rows,
    without_rival_sections,
    without_rival_things,
)
from recollect.context.sentences import NEGATIONS, Sentence, counts_of
from recollect.core.grouping import grouped
from recollect.core.messages import Message
from recollect.core.timestamps import parse_moment
from recollect.detection.injection import is_injection
from recollect.language.terms import STOP_WORDS, content_terms, rarity
from recollect.relevance.calibration import UNCALIBRATED
from recollect.relevance.odds import LIKELY
from recollect.retrieval.items import traits_of, words_of

SHARE_WEIGHT = 0.45
ITEM_WEIGHT = 0.35
POSITION_WEIGHT = 0.2
POSITION_HALF = 4
LONG = 200
# A sentence says nothing new if a chosen one has this share of its terms.
SAME = 0.8
# The least share of the question's terms in a sentence; it is lower the more relevant its item is.
MIN_TERM_SHARE = 0.3
# The least score of a sentence, as a share of the best one.
NEARLY = 0.6
# A question in the evidence that has this share of the asked one's terms repeats it.
REPEATED = 0.7
TRUSTED = 0.8
# An item with fewer sentences, and at most so many characters, is one statement.
FEW = 6
BRIEF = 320
# An item with more sentences says several things. A sentence is about the question if it has this
# share of the question's words that the nearest sentence has, weighted by their rarity in the item.
MANY = 8
NEAR = 0.3
_TERMS = 64
# Words of asking, which say nothing of what a question is about.
_ASKING = frozenset(
    """
    how many much long often soon anybody anyone somebody someone everybody know knows tell told
    please pls help need want wants get got give let still again there here ever thing things
    something anything hi hello hey thanks
    """.split()
)
_IN_TIME = re.compile(
    r"\b(?:now|nowadays|today|currently|at present|at the moment|still|yet|since|until|no longer"
    r"|any ?more|these days|so far|latest|last|recent(?:ly)?|as of|from \w+ on|moved|changed"
    r"|replaced|raised|lowered|switched|new|when|aktuell|derzeit|jetzt|noch|seit|heute|wann)\b",
    re.IGNORECASE,
)
_INTERROGATIVE = re.compile(
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|may"
    r"|should|will|would|has|have|wer|was|wann|wo|warum|wie|kann)\b",
    re.IGNORECASE,
)
# The separator between a heading and the one below it.
_WITHIN = " / "
_DATED = re.compile(r"\b\d{4}-\d\d-\d\d\b")


class Tldr(Message):
    """Sentences of the evidence, joined, and the ids of their items, once each."""

    summary: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """A question, and the weight of each of its terms; the weights sum to 1.

    `weights` are by rarity, for the terms that the evidence has; `strict` weighs all terms the
    same.
    """

    text: str
    weights: Mapping[str, float]
    strict: Mapping[str, float]


def summarise(
    query: str,
    evidence: Sequence[Evidence],
    sentences: int,
    *,
    floor: float = UNCALIBRATED.floor,
) -> Tldr:
    """Sum up evidence, best first, for a query, in at most so many sentences.

    `query` is empty for a graph traversal. The sentences are in the order of their items and of
    their places there; there are none if nothing in the evidence is about the query.
    """
    chosen = summary_sentences(query, evidence, sentences, floor=floor)
    return Tldr(
        summary=" ".join(_with_dates_and_headings(query, chosen)),
        citations=tuple(dict.fromkeys(each.id for each in chosen)),
    )


def summary_sentences(
    query: str,
    evidence: Sequence[Evidence],
    limit: int,
    *,
    floor: float = UNCALIBRATED.floor,
) -> tuple[Sentence, ...]:
    """The sentences that sum up the evidence, in reading order."""
    close = close_evidence(query, evidence, floor)
    about = compress(close, may_be_about(query, [words_of(each.content) for each in close]))
    asked = _terms_asked(query)
    by_item = {
        each.id: without_rival_rows(read_sentences(each, rank, asked), query, asked)
        for rank, each in enumerate(about)
    }
    while True:
        chosen = _chosen(query, asked, by_item, limit)
        # When a long item was stored, only its beginning was checked for injections.
        injected = {each.id for each in chosen if _has_injection(each)}
        if not injected:
            return chosen
        by_item = {each: by_item[each] for each in by_item if each not in injected}


def _has_injection(sentence: Sentence) -> bool:
    """Whether a sentence, or a heading over it, which may be quoted with it, has an injection."""
    headings = sentence.headings
    return any(map(is_injection, {sentence.text, *headings, " ".join(headings)} - {""}))


def _chosen(
    query: str, asked: Sequence[str], read: Mapping[str, Sequence[Sentence]], limit: int
) -> tuple[Sentence, ...]:
    every = [sentence for found in read.values() for sentence in found]
    question = _asked(query, asked, every)
    worth = _first_or_likely(list(_informative(every, question)), question)
    chosen = [*_of_the_best(every, worth, question)][: max(0, limit - 1)]
    for place, each in enumerate(worth):
        if len(chosen) == limit:
            break
        if not any(_repeats(each, other) for other in chosen):
            related = _with_context(each, read, question, whole=not place)
            new = [one for one in dict.fromkeys(related) if one not in chosen]
            chosen += _fitting(each, new, limit - len(chosen))
    return tuple(sorted(chosen, key=lambda each: (each.rank, each.position)))


def _fitting(sentence: Sentence, run: Sequence[Sentence], room: int) -> Sequence[Sentence]:
    """A run of sentences if there is room for it, else its main sentence, behind its heading."""
    if len(run) <= room:
        return run
    over = (sentence.rank, sentence.heading_position)
    heading = (each for each in run if each.is_heading and (each.rank, each.position) == over)
    return [*heading, sentence][:room]


def _first_or_likely(worth: Sequence[Sentence], question: _Question) -> Sequence[Sentence]:
    """The sentences of the first item that has any, and of items likely about the question."""
    first = min((each.rank for each in worth), default=0)
    return [
        each
        for each in worth
        if not question.text or each.rank == first or each.evidence.relevance > LIKELY
    ]


def _of_the_best(
    read: Sequence[Sentence], worth: Sequence[Sentence], question: _Question
) -> Sequence[Sentence]:
    """The best sentence of the best item with what it needs, else the one nearest to the question.

    This reserves room for the best item beside another that is quoted whole. None if its sentence
    is the best of all anyway, if it only repeats that one, or if the item asks the question itself.
    """
    best = [each for each in read if each.rank == 0]
    worthy = next((each for each in worth if each.rank == 0), None)
    if worthy is not None:
        return () if worthy is worth[0] else run_of(worthy, best)
    if not worth or any(_asks(each, question) for each in best):
        return ()
    statements = (each for each in best if not (each.is_question or each.is_brief))
    new = [each for each in statements if not (_echoes(each, question) or _repeats(each, worth[0]))]
    return sorted(new, key=lambda each: (-_score(each, question), each.position))[:1]


def _is_one_statement(item: Sequence[Sentence]) -> bool:
    """Whether sentences of an item are so few and short that they are one statement."""
    is_short = item[-1].position - item[0].position < FEW
    return is_short and sum(len(each.text) for each in item) <= BRIEF


def sentence_score(share: float, item: float, position: int, length: int) -> float:
    """The score by the module's formula, in 0…1; `position` counts from 0, `length` characters."""
    place = 1 / (1 + position / POSITION_HALF)
    score = SHARE_WEIGHT * share + ITEM_WEIGHT * item + POSITION_WEIGHT * place
    return min(1.0, LONG / length) * score


def _terms_asked(query: str) -> Sequence[str]:
    return [term for term in content_terms(query, _TERMS) if term not in _ASKING]


def _asked(query: str, asked: Sequence[str], read: Sequence[Sentence]) -> _Question:
    having: dict[str, set[int]] = {term: set() for term in asked}
    for each in read:
        for term in each.terms & having.keys():
            having[term].add(each.rank)
    size = len({each.rank for each in read})
    counts = {term: len(ranks) for term, ranks in having.items()}
    known = {term: count for term, count in counts.items() if count}
    return _Question(query.strip(), _weights(known, size), {term: 1 / len(asked) for term in asked})


def _weights(counts: Mapping[str, int], size: int) -> dict[str, float]:
    idf = rarity(counts, size)
    whole = sum(idf.values())
    return {term: weight / whole for term, weight in idf.items()}


def _informative(read: Sequence[Sentence], question: _Question) -> Iterable[Sentence]:
    """The sentences that say something about the question, best first."""
    informative = [each for each in read if _is_informative(each, question)]
    informative = without_rival_things(_on_the_question(informative, question), question.text)
    informative = without_rival_sections(informative)
    informative = _known_before_echoed(informative, read, question)
    full = {each.rank for each in informative if not each.is_brief}
    informative = [each for each in informative if not (each.is_brief and each.rank in full)]
    scores = {(each.rank, each.position): _score(each, question) for each in informative}
    enough = NEARLY * max(scores.values(), default=0.0) if question.text else 0.0
    ranked = sorted(
        informative,
        key=lambda each: (-scores[each.rank, each.position], each.rank, each.position),
    )
    return (each for each in ranked if scores[each.rank, each.position] >= enough)


def _is_informative(sentence: Sentence, question: _Question) -> bool:
    if not question.text:
        return True
    if sentence.is_question or _echoes(sentence, question):
        return False
    likely = min(1.0, sentence.evidence.relevance / LIKELY)
    return sentence.weight(question.strict) >= MIN_TERM_SHARE * (1 - likely)


def _on_the_question(informative: list[Sentence], question: _Question) -> list[Sentence]:
    """Without sentences of long items that have too few of the question's words.

    The other parts of a long item are about something else, however relevant the item is as a
    whole.
    """
    of_items = grouped((each.rank, each) for each in informative)
    return [
        each
        for own in of_items.values()
        for each in (own if len(own) <= MANY else _nearest(own, question))
    ]


def _nearest(own: Sequence[Sentence], question: _Question) -> Iterator[Sentence]:
    weights = _weights(counts_of(question.strict, own), len(own))
    shares = [each.weight(weights) for each in own]
    enough = NEAR * max(shares)
    return compress(own, [share >= enough for share in shares])


def _known_before_echoed(
    informative: list[Sentence], read: Sequence[Sentence], question: _Question
) -> list[Sentence]:
    """Without the items that ask the question themselves, if others are likely relevant.

    To repeat a question is the cheapest way to be found by it, so only a highly trusted item, such
    as an entry of a FAQ, may do so.
    """
    asking = {each.id for each in read if _asks(each, question)}
    known = [each for each in informative if each.id not in asking]
    return known if any(each.evidence.relevance >= LIKELY for each in known) else informative


def _asks(sentence: Sentence, question: _Question) -> bool:
    """Whether a sentence asks the question itself, in an item that is not highly trusted.

    An entry of a FAQ may be trusted so highly.
    """
    return (
        sentence.is_question
        and _INTERROGATIVE.match(sentence.text) is not None
        and sentence.weight(question.strict) >= REPEATED
        and traits_of(sentence.evidence.metadata).trust < TRUSTED
    )


def _echoes(sentence: Sentence, question: _Question) -> bool:
    """Whether a sentence says nothing but what the question says."""
    if len(question.strict) < 2:  # noqa: PLR2004 - a name alone is asked for, and repeated by all
        return False
    return sentence.terms <= STOP_WORDS | _ASKING | question.strict.keys()


def _score(sentence: Sentence, question: _Question) -> float:
    item = sentence.evidence.relevance if question.text else sentence.evidence.score
    share = sentence.weight(question.weights)
    return sentence_score(share, item, sentence.position, len(sentence.text))


def _repeats(sentence: Sentence, other: Sentence) -> bool:
    differ = sentence.terms ^ other.terms
    if differ & NEGATIONS or _are_different_rows(sentence, other):
        return False
    if differ and _contradict(sentence, other):
        return False  # their difference is what the conflict is about
    if (
        sentence.id == other.id
        and sentence.heading_position != other.heading_position
        and any(map(str.isdigit, differ))
    ):
        return False  # the fee of one tariff and of the other
    return len(sentence.terms & other.terms) >= SAME * len(sentence.terms)


def _are_different_rows(one: Sentence, other: Sentence) -> bool:
    """Whether two are records of one form about different things: their first fields differ."""
    first, others = (fields_of_row(each.text)[:1] for each in (one, other))
    return bool(first and others) and first[0][0] == others[0][0] and first[0][1] != others[0][1]


def _with_context(
    sentence: Sentence,
    read: Mapping[str, Sequence[Sentence]],
    question: _Question,
    *,
    whole: bool,
) -> Iterator[Sentence]:
    """The sentence with those that it needs, and the sentences of items that contradict its item.

    With `whole`, the run is extended to all of its item if that is short, or else to the sentences
    beside it in its paragraph if they are short.
    """
    own = read[sentence.id]
    run = run_of(sentence, own)
    if whole and question.text:
        near = beside(sentence, own)
        extended = (
            own if _is_one_statement(own) else [*near, *run] if _is_one_statement(near) else run
        )
        # If there are several headings, one that only repeats the question is kept, too.
        headings = {each for each in extended if each.is_heading}
        kept = {*run, *headings} if len(headings) > 1 else {*run}
        run = [each for each in extended if each in kept or not _echoes(each, question)]
    yield from run
    for item in read.values():
        against = [each for each in item if not each.is_question]
        if against and _contradict(sentence, against[0]):
            best = max(against, key=lambda each: (_score(each, question), -each.position))
            yield from run_of(best, item)


def _contradict(one: Sentence, other: Sentence) -> bool:
    """Whether the items of two sentences conflict."""
    return other.id in one.evidence.conflicts_with or one.id in other.evidence.conflicts_with


def _is_newer(one: Sentence, other: Sentence) -> bool:
    """Whether one of two items precedes the other because it is newer."""
    return one.evidence.newer_than == other.id or other.evidence.newer_than == one.id


def _with_dates_and_headings(query: str, chosen: Sequence[Sentence]) -> Iterator[str]:
    """The closed sentences, the first of each item behind its date where that matters.

    If several sections of an item answer the question, their sentences stand behind their headings.
    """
    in_time = _IN_TIME.search(query) is not None
    dated = {
        each.id
        for each in chosen
        if in_time
        or each.evidence.begins
        or _IN_TIME.search(each.text)
        or any(_contradict(each, other) or _is_newer(each, other) for other in chosen)
    }
    headed = first_of_rival_sections(chosen, _terms_asked(query))
    for each in chosen:
        date = _date(each) if each.id in dated else ""
        dated.discard(each.id)
        heading = f"{_WITHIN.join(each.headings)}: " if each in headed else ""
        yield f"{date}{heading}{each.closed}"


def _date(sentence: Sentence) -> str:
    if begins := sentence.evidence.begins:
        return f"(from {begins.date().isoformat()}) "
    created = parse_moment(sentence.evidence.metadata.get("created_at"))
    if created is None or _DATED.search(sentence.text):
        return ""
    return f"({created.date().isoformat()}) "
