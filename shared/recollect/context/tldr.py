"""The TL;DR of a pack: its most telling sentences, word for word (seed 001, "Components").

    score = length · (0.45 · share + 0.35 · item + 0.2 · position)

    share     the idf-weighted share of the question's terms that the sentence has; terms that no
              evidence has do not count
    item      the relevance of its item; in a graph traversal, which asks nothing, its score
    position  1 / (1 + index / 4), index 0 for the first sentence of its item
    length    1 up to 200 characters, 200 / characters beyond

It is made of evidence above the floor of relevance, and not of what is named nearly like what the
question asks for. A sentence has to say something about the question: to answer, not only to repeat
or to ask it, to share enough of its words or to be of an item that is more likely relevant than
not, and to score nearly as well as the best one; of a long item, to have three tenths of the
question's words that its nearest sentence has, by their rarity in the item. Of what is likely about
something else only the first item that tells anything is told. So there may be few sentences, or
none. A heading or a `Yes.` comes in only with others; what stands under a heading is about it, too,
and told with it where that says more than is asked (`The port is 9443`), or denies (`Do not`).
Nothing comes of evidence that gives orders to its reader (`recollect.detection.injection`). Records
and rows of tables are sentences, too, with their values word for word behind the names in words
(`recollect.context.objects`).

Sentences that need each other stay together (`recollect.context.sentences`); the item of the best
one is told whole where it is short, and of a long one what stands beside it in its paragraph. A
conflict is told with both sides. What changes in time, and what is newer than another that is told
on the same subject, is told with the date of its item, once for each, and so is that other:
`(2026-09-01) The port is 8443.` What does not hold yet is told with the day from which it does:
`(from 2027-01-01) The port is 9443.`
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from recollect.context.evidence import Evidence, close_evidence
from recollect.context.namesakes import may_be_about
from recollect.context.rivals import (
    fields_of_row,
    of_several_sections,
    of_their_rows,
    of_their_sections,
    of_their_things,
)
from recollect.context.sentences import (
    NEGATIONS,
    Sentence,
    beside,
    counts_of,
    read_sentences,
    run_of,
)
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
# A sentence of whose terms one that was chosen has so large a part says nothing new.
SAME = 0.8
# What a sentence has at least of the question's terms, or its item of relevance, to be about it.
ENOUGH_SHARE = 0.3
# What it scores at least, as a part of the best one.
NEARLY = 0.6
# A question that has so large a part of the one that is asked repeats it.
REPEATED = 0.7
TRUSTED = 0.8
# An item of so few sentences and characters is one statement.
FEW = 6
BRIEF = 320
# An item of more sentences tells of several things; those with so large a part of the question's
# words that the nearest has, by their rarity in the item, are about the same.
MANY = 8
NEAR = 0.3
_TERMS = 64
# Words of asking, which every question and no answer is about.
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
# What stands between headings that stand over each other.
_WITHIN = " / "
_DATED = re.compile(r"\b\d{4}-\d\d-\d\d\b")


class Tldr(Message):
    """Sentences of the evidence, joined, and the ids that they come from, once each."""

    summary: str
    citations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    """What each term of a question weighs; together 1.

    `weights` are by rarity, of the terms that the evidence has; `strict` are the same for all.
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
    """Sum up evidence, best first, for a query, empty for a graph traversal, in so many sentences.

    They stand in the order of their items and their place; none where nothing tells of the query.
    """
    chosen = summary_sentences(query, evidence, sentences, floor=floor)
    return Tldr(
        summary=" ".join(_told(query, chosen)),
        citations=tuple(dict.fromkeys(each.id for each in chosen)),
    )


def summary_sentences(
    query: str,
    evidence: Sequence[Evidence],
    limit: int,
    *,
    floor: float = UNCALIBRATED.floor,
) -> tuple[Sentence, ...]:
    """The sentences that sum up the evidence, in the order in which they are read."""
    close = close_evidence(query, evidence, floor)
    about = compress(close, may_be_about(query, [words_of(each.content) for each in close]))
    asked = _terms_asked(query)
    read = {
        each.id: of_their_rows(read_sentences(each, rank, asked), query, asked)
        for rank, each in enumerate(about)
    }
    while True:
        chosen = _chosen(query, asked, read, limit)
        # Of a long item only the beginning was looked at when it was stored.
        ordering = {each.id for each in chosen if _gives_orders(each)}
        if not ordering:
            return chosen
        read = {each: read[each] for each in read if each not in ordering}


def _gives_orders(sentence: Sentence) -> bool:
    """Whether a sentence gives orders to its reader, or what stands over it and may be told."""
    heads = sentence.headings
    return any(map(is_injection, {sentence.text, *heads, " ".join(heads)} - {""}))


def _chosen(
    query: str, asked: Sequence[str], read: Mapping[str, Sequence[Sentence]], limit: int
) -> tuple[Sentence, ...]:
    every = [sentence for found in read.values() for sentence in found]
    question = _asked(query, asked, every)
    worth = _first_or_likely(list(_worth_telling(every, question)), question)
    chosen = [*_of_the_best(every, worth, question)][: max(0, limit - 1)]
    for place, each in enumerate(worth):
        if len(chosen) == limit:
            break
        if not any(_repeats(each, other) for other in chosen):
            told = _told_with(each, read, question, whole=not place)
            new = [one for one in dict.fromkeys(told) if one not in chosen]
            chosen += _fitting(each, new, limit - len(chosen))
    return tuple(sorted(chosen, key=lambda each: (each.rank, each.position)))


def _fitting(sentence: Sentence, run: Sequence[Sentence], room: int) -> Sequence[Sentence]:
    """A run if there is room for it, or else its sentence, behind the heading that it needs."""
    if len(run) <= room:
        return run
    over = (sentence.rank, sentence.under)
    heading = (each for each in run if each.heads and (each.rank, each.position) == over)
    return [*heading, sentence][:room]


def _first_or_likely(worth: Sequence[Sentence], question: _Question) -> Sequence[Sentence]:
    """Those of the first item that tells anything, and of what is likely about the question."""
    first = min((each.rank for each in worth), default=0)
    return [
        each
        for each in worth
        if not question.text or each.rank == first or each.evidence.relevance > LIKELY
    ]


def _of_the_best(
    read: Sequence[Sentence], worth: Sequence[Sentence], question: _Question
) -> Sequence[Sentence]:
    """What the best item says that is worth most, or nearest to the question where nothing is.

    So it has room beside another that is told whole, and stands for what says the same. Not what
    is worth most anyway, nor of an item that asks the question itself.
    """
    best = [each for each in read if each.rank == 0]
    worthy = next((each for each in worth if each.rank == 0), None)
    if worthy is not None:
        return () if worthy is worth[0] else run_of(worthy, best)
    if not worth or any(_asks(each, question) for each in best):
        return ()
    said = (each for each in best if not (each.is_question or each.is_brief))
    new = [each for each in said if not (_echoes(each, question) or _repeats(each, worth[0]))]
    return sorted(new, key=lambda each: (-_score(each, question), each.position))[:1]


def _is_one(item: Sequence[Sentence]) -> bool:
    is_short = item[-1].position - item[0].position < FEW
    return is_short and sum(len(each.text) for each in item) <= BRIEF


def sentence_score(share: float, item: float, position: int, length: int) -> float:
    """The formula above, in 0…1; `position` counts from 0, `length` in characters."""
    place = 1 / (1 + position / POSITION_HALF)
    said = SHARE_WEIGHT * share + ITEM_WEIGHT * item + POSITION_WEIGHT * place
    return min(1.0, LONG / length) * said


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


def _worth_telling(read: Sequence[Sentence], question: _Question) -> Iterable[Sentence]:
    """The sentences that say something, best first."""
    telling = [each for each in read if _tells(each, question)]
    telling = of_their_things(_on_the_question(telling, question), question.text)
    telling = of_their_sections(telling)
    telling = _known_before_echoed(telling, read, question)
    full = {each.rank for each in telling if not each.is_brief}
    telling = [each for each in telling if not (each.is_brief and each.rank in full)]
    scores = {(each.rank, each.position): _score(each, question) for each in telling}
    enough = NEARLY * max(scores.values(), default=0.0) if question.text else 0.0
    ranked = sorted(
        telling,
        key=lambda each: (-scores[each.rank, each.position], each.rank, each.position),
    )
    return (each for each in ranked if scores[each.rank, each.position] >= enough)


def _tells(sentence: Sentence, question: _Question) -> bool:
    if not question.text:
        return True
    if sentence.is_question or _echoes(sentence, question):
        return False
    likely = min(1.0, sentence.evidence.relevance / LIKELY)
    return sentence.weight(question.strict) >= ENOUGH_SHARE * (1 - likely)


def _on_the_question(telling: list[Sentence], question: _Question) -> list[Sentence]:
    """Of long items what has most of the question's words, by their rarity in it, or nearly that.

    What a long item says elsewhere is about something else, however relevant it is for the rest.
    """
    of_items = grouped((each.rank, each) for each in telling)
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
    telling: list[Sentence], read: Sequence[Sentence], question: _Question
) -> list[Sentence]:
    """Those of items that do not ask the question themselves, where there are any.

    To repeat a question is the cheapest way to be found by it; only what is trusted more than
    anybody is (an entry of a FAQ) may.
    """
    asking = {each.id for each in read if _asks(each, question)}
    known = [each for each in telling if each.id not in asking]
    return known if any(each.evidence.relevance >= LIKELY for each in known) else telling


def _asks(sentence: Sentence, question: _Question) -> bool:
    """Whether it asks the question itself, and is of nobody who may (who keeps a FAQ)."""
    return (
        sentence.is_question
        and _INTERROGATIVE.match(sentence.text) is not None
        and sentence.weight(question.strict) >= REPEATED
        and traits_of(sentence.evidence.metadata).trust < TRUSTED
    )


def _echoes(sentence: Sentence, question: _Question) -> bool:
    """Whether it says nothing that the question does not say."""
    if len(question.strict) < 2:  # noqa: PLR2004 - a name alone is asked for, and repeated by all
        return False
    return sentence.terms <= STOP_WORDS | _ASKING | question.strict.keys()


def _score(sentence: Sentence, question: _Question) -> float:
    item = sentence.evidence.relevance if question.text else sentence.evidence.score
    share = sentence.weight(question.weights)
    return sentence_score(share, item, sentence.position, len(sentence.text))


def _repeats(sentence: Sentence, other: Sentence) -> bool:
    differ = sentence.terms ^ other.terms
    if differ & NEGATIONS or _are_rows(sentence, other):
        return False
    if differ and _contradict(sentence, other):
        return False  # what they differ in is what is contested
    if sentence.id == other.id and sentence.under != other.under and any(map(str.isdigit, differ)):
        return False  # the fee of one tariff and of the other
    return len(sentence.terms & other.terms) >= SAME * len(sentence.terms)


def _are_rows(one: Sentence, other: Sentence) -> bool:
    """Whether they are records of one form on different things: their first fields differ."""
    first, others = (fields_of_row(each.text)[:1] for each in (one, other))
    return bool(first and others) and first[0][0] == others[0][0] and first[0][1] != others[0][1]


def _told_with(
    sentence: Sentence,
    read: Mapping[str, Sequence[Sentence]],
    question: _Question,
    *,
    whole: bool,
) -> Iterator[Sentence]:
    """The sentence with what it needs, and what the items say that contradict its own.

    With all of its item if that shall be told whole and is short, or else with those beside it in
    its paragraph if they are.
    """
    own = read[sentence.id]
    run = run_of(sentence, own)
    if whole and question.text:
        near = beside(sentence, own)
        told = own if _is_one(own) else [*near, *run] if _is_one(near) else run
        # Of several headings one that only repeats the question is told, too.
        heads = {each for each in told if each.heads}
        kept = {*run, *heads} if len(heads) > 1 else {*run}
        run = [each for each in told if each in kept or not _echoes(each, question)]
    yield from run
    for item in read.values():
        against = [each for each in item if not each.is_question]
        if against and _contradict(sentence, against[0]):
            best = max(against, key=lambda each: (_score(each, question), -each.position))
            yield from run_of(best, item)


def _contradict(one: Sentence, other: Sentence) -> bool:
    """Whether either's item says that it conflicts with the other's."""
    return other.id in one.evidence.conflicts_with or one.id in other.evidence.conflicts_with


def _is_newer(one: Sentence, other: Sentence) -> bool:
    """Whether either is of an item that comes before the other's for being newer."""
    return one.evidence.newer_than == other.id or other.evidence.newer_than == one.id


def _told(query: str, chosen: Sequence[Sentence]) -> Iterator[str]:
    """The sentences closed, the first of each item with its date where that matters.

    What several sections of an item say of the question is told behind their headings.
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
    headed = of_several_sections(chosen, _terms_asked(query))
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
