"""Reads the sentences of an item, with the headings that they stand under.

Of a long item, not all sentences are read.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest

from pydantic import JsonValue

from recollect.context.evidence import Evidence, is_readable
from recollect.context.objects import in_lines, terms_of_thing
from recollect.context.sentences import Sentence, terms_of
from recollect.language.headings import in_markdown
from recollect.language.mail_threads import read_mail
from recollect.language.markup import readable_in_sections
from recollect.language.sentences import split_lines
from recollect.language.tables import rows_in_words
from recollect.language.terms import terms
from recollect.language.texts import without_emphasis
from recollect.language.wrapping import unwrapped
from recollect.retrieval.items import is_of_thread, shown_records_of

# The part of an item that is read: so many characters, of these so many sentences at the beginning,
# and so many further ones with most words of the question, each with those beside it.
_MAX_CHARS = 64_000
_MAX_FIRST_SENTENCES = 32
_MAX_FURTHER_SENTENCES = 16
_MAX_BEHIND_IN_PARAGRAPH = 4
# A line with more sentences says several things, and is no paragraph.
_MAX_PARAGRAPH_SENTENCES = 8
# The level of a heading that leads a group of lines (`recollect.language.headings`).
_GROUP_LEVEL = 6
# A mail of fewer words, such as "FYI" and "Yes, please do", says what the mail below it says.
_MIN_OWN_WORDS = 8


def read_sentences(evidence: Evidence, rank: int, sought: Iterable[str] = ()) -> list[Sentence]:
    """The readable sentences of an item, in order.

    Of a long item, those at its beginning, and those with most of the terms that are `sought`.
    """
    return list(_read(evidence, rank, tuple(sought)))


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence at its place in a text; `about` are the terms of the headings over it."""

    text: str
    paragraph: int
    is_heading: bool
    about: frozenset[str]
    heading_position: int
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Heading:
    """The place of the nearest heading, and the texts and question terms of all headings there."""

    place: int
    texts: tuple[str, ...]
    terms: frozenset[str]


def _read(evidence: Evidence, rank: int, sought: Sequence[str]) -> Iterator[Sentence]:
    text, thing = content_in_words(evidence.content, is_message=is_of_thread(evidence.metadata))
    found = [*_statements(text, sought)]
    over = {0, *(each.heading_position for each in found)}
    thing = thing.intersection(sought)
    answered = frozenset[str]()
    for position in _places(found, sought):
        each = found[position]
        inherited = thing | each.about | answered
        own = terms_of(each.text)
        is_heading = each.is_heading and position in over
        sentence = Sentence(
            each.text,
            evidence,
            rank,
            position,
            own,
            inherited,
            each.paragraph,
            is_heading,
            each.heading_position,
            each.headings,
        )
        answered = own if sentence.is_question else frozenset()
        yield sentence


def _statements(text: str, sought: Sequence[str]) -> Iterator[_Statement]:
    """The sentences of a text.

    A heading in the first line is the title of the whole text, unless it only leads a group of
    lines.
    """
    headings: dict[int, _Heading] = {}
    over = _joined(())
    paragraph, place = 0, 0
    for level, sentences in split_lines(text):
        found = [*filter(is_readable, sentences)]
        if level:
            headings = {above: each for above, each in headings.items() if above < level}
            over = _joined(headings.values())
        for each in found:
            yield _Statement(each, paragraph, bool(level), over.terms, over.place, over.texts)
            paragraph += len(found) > _MAX_PARAGRAPH_SENTENCES
        if level and found and (place or level == _GROUP_LEVEL):
            heading = " ".join(found)
            headings[level] = _Heading(
                place, (heading.rstrip(":"),), terms(heading).intersection(sought)
            )
            over = _joined(headings.values())
        paragraph += 1
        place += len(found)


def _joined(headings: Collection[_Heading]) -> _Heading:
    """The headings over a sentence as one: the place of the nearest, and the words of all."""
    return _Heading(
        max((each.place for each in headings), default=-1),
        tuple(text for each in headings for text in each.texts),
        frozenset().union(*(each.terms for each in headings)),
    )


def _places(found: Sequence[_Statement], sought: Sequence[str]) -> Iterable[int]:
    """The indices of the sentences that are read, in order."""
    beginning = range(min(len(found), _MAX_FIRST_SENTENCES))
    having: dict[int, int] = {}
    for place in range(len(beginning), len(found)):
        folded, about = found[place].text.casefold(), found[place].about
        if count := sum(term in folded or term in about for term in sought):
            having[place] = count
    further = nlargest(_MAX_FURTHER_SENTENCES, having, key=lambda place: (having[place], -place))
    beside = (near for place in further for near in _beside(place, found))
    return sorted({*beginning, *beside})


def _beside(place: int, found: Sequence[_Statement]) -> Iterator[int]:
    yield from range(place - 1, min(place + 2, len(found)))
    if found[place].heading_position >= 0:
        yield found[place].heading_position
    last = min(place + 1 + _MAX_BEHIND_IN_PARAGRAPH, len(found))
    yield from (
        near for near in range(place + 2, last) if found[near].paragraph == found[place].paragraph
    )


def content_in_words(content: JsonValue, *, is_message: bool = False) -> tuple[str, frozenset[str]]:
    """The beginning of a content as text, and the terms of the thing that an object is about.

    Of a mail the head is left out, except its subject, unless nothing else is there; of any message
    the earlier ones that it quotes, unless it says little itself.
    """
    if isinstance(content, str):
        body = _without_mail(readable_in_sections(content)[:_MAX_CHARS], is_message=is_message)
        return rows_in_words(without_emphasis(in_markdown(unwrapped(body)))), frozenset()
    records = [*shown_records_of(content, _MAX_CHARS)]
    return in_lines(records), terms_of_thing(records)


def _without_mail(text: str, *, is_message: bool) -> str:
    mail = read_mail(text, is_message=is_message)
    said = mail.own if len(mail.own.split()) >= _MIN_OWN_WORDS else mail.body
    readable = f"{mail.subject}\n{said}" if mail.subject else said
    return readable if is_readable(readable) else text
