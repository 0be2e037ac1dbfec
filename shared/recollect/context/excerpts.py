"""Excerpts of a long text that are about a question, as long as a prompt allows for one fact.

Two thirds of the length are for the heaviest run of sentences that fits. Each term of the question
weighs by its rarity in the text, once for the run and once for each sentence that has it. Of
equally heavy runs the shortest wins, and the sentences behind it fill its length: what is to be
done stands behind what it is about. If there is room, the run begins with the sentence without
which its first one is not understood. The rest of the length is for the heaviest sentences
elsewhere, each with those that it needs, and then for what follows the run: a page has a topic in
several places. If no term of the question tells the sentences apart, the text is quoted from its
beginning.

Measured on 482 answers that stood among twelve other texts, and on the pages of a wiki
(docs/quality-measured.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from pydantic import JsonValue

from recollect.context.cohesion import needs, run_of
from recollect.context.evidence import Evidence
from recollect.context.item_sentences import read_sentences
from recollect.context.sentences import Sentence, counts_of
from recollect.language.mail_threads import read_mail
from recollect.language.markup import readable
from recollect.language.tables import rows_in_words
from recollect.language.tags import is_html
from recollect.language.terms import content_terms, rarity
from recollect.language.texts import ELLIPSIS, collapsed, shortened
from recollect.retrieval.items import fields_in_words, shown_records_of

_MAX_TERMS: Final = 64
_MAX_READ_CHARS: Final = 20_000
_MAX_HEADING_CHARS: Final = 80
_RUN_SHARE: Final = 2 / 3
_EARLIER: Final = "earlier mail that it quotes"
# With less room, an earlier mail would be a scrap.
_MIN_EARLIER_CHARS: Final = 60
# Room for an ellipsis before a heading, and one before what stands under it.
_GAP_CHARS: Final = 2 * len(f"{ELLIPSIS} ")


def excerpt(question: str, content: JsonValue, most: int, *, is_message: bool = False) -> str:
    """A content in words, each value behind its name, a row a sentence; of a long one an excerpt.

    A content with more than `most` characters is long; its excerpt has at most `most`. Where the
    words of the question prefer no part of a long one, it is left whole, and the caller cuts it.
    What a mail says itself comes before the mail that it answers or forwards, which is named as
    that. With `is_message` the content is known to be a mail or another message.
    """
    if not isinstance(content, str):
        return _excerpt(question, content, _fields_in_words(content), most)
    shown = readable(content)
    mail = read_mail(shown, is_message=is_message)
    if not mail.earlier:
        return _excerpt(question, content, _in_words(content, shown), most)
    said = _excerpt_of_text(question, f"{mail.head}\n\n{mail.own}".lstrip(), most)
    room = most - len(collapsed(said)) - len(f" ({_EARLIER}: )")
    if room < _MIN_EARLIER_CHARS:
        return said
    return f"{said} ({_EARLIER}: {shortened(_excerpt_of_text(question, mail.earlier, room), room)})"


def _excerpt_of_text(question: str, text: str, most: int) -> str:
    return _excerpt(question, text, _in_words(text, readable(text)), most)


def _excerpt(question: str, content: JsonValue, whole: str, most: int) -> str:
    """An excerpt of a content, of which `whole` is all in words."""
    if len(collapsed(whole)) <= most and len(rows := rows_in_words(whole, end=".")) <= most:
        return rows
    asked = [*content_terms(question, _MAX_TERMS)]
    sentences = read_sentences(Evidence("", content, {}, 0, 0), 0, asked)
    weights = _weights(asked, sentences)
    room = most - len(f"{ELLIPSIS} {ELLIPSIS}")
    return "".join(_joined(_chosen(sentences, weights, room))) if weights else whole


def _in_words(text: str, shown: str) -> str:
    """A text in words; of HTML, which people see as `shown`, each row is a sentence."""
    return rows_in_words(shown, end=".") if is_html(text) else text


def _fields_in_words(content: JsonValue) -> str:
    return "; ".join(filter(None, map(fields_in_words, shown_records_of(content, _MAX_READ_CHARS))))


def _weights(asked: Iterable[str], sentences: Sequence[Sentence]) -> Mapping[str, float]:
    """The weights of the terms that some but not all sentences have: others tell none apart."""
    counts = counts_of(asked, sentences)
    some = {term: count for term, count in counts.items() if count < len(sentences)}
    return rarity(some, len(sentences))


def _chosen(
    sentences: Sequence[Sentence], weights: Mapping[str, float], room: int
) -> Iterable[Sentence]:
    """The heaviest run and the heaviest sentences elsewhere, in the order of the text."""
    run = _heaviest_run(sentences, weights, int(room * _RUN_SHARE))
    chosen = {each.position: each for each in run}
    left = room - _size(run)
    for sentence in _by_weight(sentences, weights):
        new = [each for each in run_of(sentence, sentences) if each.position not in chosen]
        if new and (size := _size(new) + _GAP_CHARS) <= left:
            chosen |= {each.position: each for each in new}
            left -= size
    for each in sentences[sentences.index(run[-1]) + 1 :]:
        if each.position not in chosen:
            left -= _size([each])
            if left < 0:
                break
            chosen[each.position] = each
    return [chosen[position] for position in sorted(chosen)]


def _by_weight(sentences: Iterable[Sentence], weights: Mapping[str, float]) -> Iterable[Sentence]:
    """The sentences with terms of the question, heaviest first; without questions."""
    relevant = [
        each for each in sentences if not each.is_question and each.all_terms & weights.keys()
    ]
    return sorted(relevant, key=lambda each: -each.weight(weights))


def _size(sentences: Iterable[Sentence]) -> int:
    return sum(len(each.closed) + 1 for each in sentences)


def _heaviest_run(
    sentences: Sequence[Sentence], weights: Mapping[str, float], room: int
) -> Sequence[Sentence]:
    sizes = [*accumulate((len(each.closed) + 1 for each in sentences), initial=0)]
    best, start = (0.0, 0), 0
    for first in range(len(sentences)):
        seen: set[str] = set()
        weight = 0.0
        for last in range(first, len(sentences)):
            if sizes[last + 1] - sizes[first] > room and last > first:
                break
            own = sorted(sentences[last].all_terms & weights.keys())
            weight += sum(weights[term] * (1 if term in seen else 2) for term in own)
            seen.update(own)
            if (weight, first - last) > best and not _is_heading(sentences, last):
                best, start = (weight, first - last), first
    end = start - best[1]
    while start and needs(*sentences[start - 1 : start + 1]):
        if sizes[end + 1] - sizes[start - 1] > room:
            break
        start -= 1
    return [
        each
        for place, each in enumerate(sentences[start:], start)
        if place == start or sizes[place + 1] - sizes[start] <= room
    ]


def _is_heading(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a line stands like a heading over a sentence: a run does not end with one."""
    line, behind = sentences[place], sentences[place + 1 : place + 2]
    is_line = len(line.text) <= _MAX_HEADING_CHARS and line.text[-1].isalnum()
    return is_line and any(not each.text[-1].isalnum() for each in behind)


def _joined(run: Iterable[Sentence]) -> Iterator[str]:
    """Sentences one behind the other, with an ellipsis where others are left out."""
    before = -1
    for each in run:
        if each.position != before + 1:
            yield f"{ELLIPSIS} "
        yield f"{each.closed} "
        before = each.position
    yield ELLIPSIS
