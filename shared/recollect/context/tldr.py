"""The TL;DR of a pack: its most informative sentences, word for word (seed 001, "Components").

It uses evidence above the floor of relevance, but not evidence about things whose names resemble
the ones that the question names, and of that the sentences that say something about the question
(`recollect.context.salience`).

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

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress

from recollect.context.cohesion import beside, run_of, under_title
from recollect.context.datelines import with_datelines
from recollect.context.evidence import Evidence, close_evidence
from recollect.context.item_sentences import read_sentences
from recollect.context.namesakes import may_be_about
from recollect.context.rivals import fields_of_row, without_rival_rows, without_rival_things
from recollect.context.salience import (
    AskedQuestion,
    asked_question,
    asks,
    echoes,
    informative_sentences,
    score_of,
    terms_asked,
)
from recollect.context.sentences import NEGATIONS, Sentence
from recollect.core.messages import Message
from recollect.detection.injection import is_injection
from recollect.relevance.calibration import UNCALIBRATED
from recollect.relevance.odds import LIKELY
from recollect.retrieval.items import is_vouched_for, words_of

# A sentence says nothing new if a chosen one has this share of its terms.
_SAME = 0.8
# An item with fewer sentences, and at most so many characters, is one statement.
_FEW = 6
_BRIEF = 320


class Tldr(Message):
    """Sentences of the evidence, joined, and the ids of their items, once each."""

    summary: str
    citations: tuple[str, ...]


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
        summary=" ".join(with_datelines(query, chosen)),
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
    asked = terms_asked(query)
    by_item = {
        each.id: without_rival_rows(
            under_title(read_sentences(each, rank, asked), asked), query, asked
        )
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
    """Whether a sentence, or a heading over it, which may be quoted with it, has an injection.

    Nothing has one that is as it was when somebody lifted the mark of its item.
    """
    if is_vouched_for(sentence.evidence.metadata):
        return False
    headings = sentence.headings
    return any(map(is_injection, {sentence.text, *headings, " ".join(headings)} - {""}))


def _chosen(
    query: str, asked: Sequence[str], read: Mapping[str, Sequence[Sentence]], limit: int
) -> tuple[Sentence, ...]:
    every = [sentence for found in read.values() for sentence in found]
    question = asked_question(query, asked, every)
    worth = _first_or_likely(list(informative_sentences(every, question)), question)
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


def _first_or_likely(worth: Sequence[Sentence], question: AskedQuestion) -> Sequence[Sentence]:
    """The sentences of the first item that has any, and of items likely about the question."""
    first = min((each.rank for each in worth), default=0)
    return [
        each
        for each in worth
        if not question.text or each.rank == first or each.evidence.relevance > LIKELY
    ]


def _of_the_best(
    read: Sequence[Sentence], worth: Sequence[Sentence], question: AskedQuestion
) -> Sequence[Sentence]:
    """The best sentence of the best item with what it needs, else the one nearest to the question.

    This reserves room for the best item beside another that is quoted whole. None if its sentence
    is the best of all anyway, if it only repeats that one, or if the item asks the question itself.
    """
    best = [each for each in read if each.rank == 0]
    worthy = next((each for each in worth if each.rank == 0), None)
    if worthy is not None:
        return () if worthy is worth[0] else run_of(worthy, best)
    if not worth or any(asks(each, question) for each in best):
        return ()
    statements = (each for each in best if not (each.is_question or each.is_brief))
    new = [each for each in statements if not (echoes(each, question) or _repeats(each, worth[0]))]
    return sorted(new, key=lambda each: (-score_of(each, question), each.position))[:1]


def _is_one_statement(item: Sequence[Sentence]) -> bool:
    """Whether sentences of an item are so few and short that they are one statement."""
    is_short = item[-1].position - item[0].position < _FEW
    return is_short and sum(len(each.text) for each in item) <= _BRIEF


def _repeats(sentence: Sentence, other: Sentence) -> bool:
    differ = sentence.terms ^ other.terms
    if differ & NEGATIONS or _are_different_rows(sentence, other):
        return False
    if differ and sentence.contradicts(other):
        return False  # their difference is what the conflict is about
    if (
        sentence.id == other.id
        and sentence.heading_position != other.heading_position
        and any(map(str.isdigit, differ))
    ):
        return False  # the fee of one tariff and of the other
    return len(sentence.terms & other.terms) >= _SAME * len(sentence.terms)


def _are_different_rows(one: Sentence, other: Sentence) -> bool:
    """Whether two are records of one form about different things: their first fields differ."""
    first, others = (fields_of_row(each.text)[:1] for each in (one, other))
    return bool(first and others) and first[0][0] == others[0][0] and first[0][1] != others[0][1]


def _with_context(
    sentence: Sentence,
    read: Mapping[str, Sequence[Sentence]],
    question: AskedQuestion,
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
        about = without_rival_things(extended, question.text)
        run = [each for each in about if each in kept or not echoes(each, question)]
    yield from run
    for item in read.values():
        against = [each for each in item if not each.is_question]
        if against and sentence.contradicts(against[0]):
            best = max(against, key=lambda each: (score_of(each, question), -each.position))
            yield from run_of(best, item)
