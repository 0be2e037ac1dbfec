"""The sentences of evidence, and which of them are only understood together.

"It was moved. The new port is 8443." means nothing without the sentence before it, and that one is
wrong without these two.
"""

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest

from pydantic import JsonValue

from recollect.context.evidence import Evidence, is_readable
from recollect.context.objects import in_lines, terms_of_thing
from recollect.language.headings import in_markdown
from recollect.language.markup import readable_in_sections
from recollect.language.sentences import split_lines
from recollect.language.tables import rows_in_words
from recollect.language.terms import STOP_WORDS, terms
from recollect.language.texts import without_emphasis
from recollect.language.wrapping import unwrapped
from recollect.retrieval.items import shown_records_of

MIN_WIDTH = 20
_MAX_BRIEF_WORDS = 2
_CLOSING = "\"')]”’»%°"
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
# Words of negation, which always make a difference.
NEGATIONS = frozenset({"not", "no", "never", "without", "nicht", "kein", "keine", "nie", "ohne"})
# Under a heading with one of these words something holds no longer, not yet, or not for all.
_LIMITS = NEGATIONS | frozenset(
    """
    archived cancelled deprecated draft except former invalid legacy obsolete old only outdated
    planned proposed superseded unless until void alt entwurf früher nur ungültig veraltet
    """.split()
)
# A run of sentences that need each other has at most so many before and behind the main one.
_MAX_BEFORE = 2
_MAX_BEHIND = 2
# The beginning of a sentence that refers to what the one before it named.
_BACKWARD_REFERENCE = re.compile(
    r"(?:it|its|they|their|them|this|that|these|those|he|she|him|her|both|neither|either"
    r"|but|however|so|then|otherwise|else|instead|also|therefore|hence|thus|because|except"
    r"|exceptions?|above (?:it|that)|over (?:it|that)|after (?:it|that)|below (?:it|that)"
    r"|das|er|sie|es|diese[rs]?|aber|sonst|dann|stattdessen)\b(?!-)",
    re.IGNORECASE,
)
_MAIL_FIELD = (
    r"(?:from|to|cc|bcc|date|sent|subject|reply-to|return-path|received|message-id|mime-version"
    r"|content-[a-z-]{1,40}|x-[a-z-]{1,40}|von|an|datum|gesendet|betreff|de|à|objet)"
)
# At least two such lines, then an empty one: a note may begin with one of them, since `from` and
# `to` are also words of rules and of parcels.
_HEAD_OF_A_MAIL = re.compile(
    rf"\s*(?:{_MAIL_FIELD}:[^\n]*\n(?:[ \t][^\n]*\n)*){{2,40}}(?=[ \t\r]*\n)", re.IGNORECASE
)
_SUBJECT = re.compile(r"^[ \t]*(?:subject|betreff|objet):\s*([^\n]*)", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*>[^\n]*\n?", re.MULTILINE)
# The beginning of a sentence that takes back or replaces what the one before it says.
_CORRECTS = re.compile(
    r"(?:correction|update|edit|erratum|actually|no longer|not any ?more|no,|nope|wrong\b"
    r"|but|however|instead|now\b|since then|meanwhile|the new\b|new:"
    r"|(?:it|this|that|they|these|those) (?:(?:has|have|had) (?:since )?(?:been )?|(?:is|are) "
    r"|(?:was|were) )"
    r"(?:now |since )?(?:no longer|not|wrong|false|outdated|obsolete|moved|changed|replaced|renamed"
    r"|raised|lowered|switched|retired|removed|gone|over)"
    r"|korrektur|nachtrag|aber|jetzt|inzwischen|seitdem)(?!\w)",
    re.IGNORECASE,
)


# The beginning of a turn in a chat; a turn mostly answers the one before it.
_TURN = re.compile(
    r"\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?:\](?: [\w.@-]{1,40}){1,3}|,? [\w.@-]{1,40}): ",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an item; its item's `rank` and its own `position` in the item count from 0.

    `inherited_terms` are the terms of the question that it has through others: those of the
    question in the item that it answers, of the headings over it, and of the thing that an object
    is about. `paragraph` counts from 0, too.
    """

    text: str
    evidence: Evidence = field(repr=False, compare=False)
    rank: int
    position: int
    terms: frozenset[str]
    inherited_terms: frozenset[str] = frozenset()
    paragraph: int = 0
    is_heading: bool = False
    """Whether it is a heading with something under it, or the title."""
    heading_position: int = -1
    """The position of the nearest heading over it; -1 if there is none but the title."""
    headings: tuple[str, ...] = ()
    """The texts of the headings over it, the highest first."""

    @property
    def id(self) -> str:
        """The id of its item."""
        return self.evidence.id

    @property
    def is_question(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip("\"'”’»)]*_ ").endswith(("?", "\uff1f"))

    @property
    def all_terms(self) -> frozenset[str]:
        """Its own terms, and those that it has through others (`inherited_terms`)."""
        return self.terms | self.inherited_terms

    def weight(self, weights: Mapping[str, float]) -> float:
        """The sum of the weights of its terms."""
        return math.fsum(weights[term] for term in self.all_terms & weights.keys())

    @property
    def closed(self) -> str:
        """Its text, with a full stop if a line or a list entry came without one."""
        last = self.text[-1]
        ends_open = last.isalnum() or last in _CLOSING or unicodedata.category(last) == "Sc"
        return f"{self.text}." if ends_open else self.text

    @property
    def is_brief(self) -> bool:
        """Whether it says little by itself: a heading, `Yes.`; not `Owner: Netops`."""
        words = self.text.split()
        return self.is_heading or (
            len(words) <= _MAX_BRIEF_WORDS
            and ":" not in self.text
            and _breadth(self.text) < MIN_WIDTH
        )

    @property
    def depends_on_previous(self) -> bool:
        """Whether it is only understood after the one before it."""
        return bool(_BACKWARD_REFERENCE.match(self.text) or self.corrects)

    @property
    def corrects(self) -> bool:
        """Whether it takes back or replaces what the one before it says."""
        return _CORRECTS.match(self.text) is not None


def read_sentences(evidence: Evidence, rank: int, sought: Iterable[str] = ()) -> list[Sentence]:
    """The readable sentences of an item, in order.

    Of a long item, those at its beginning, and those with most of the terms that are `sought`.
    """
    return list(_read(evidence, rank, tuple(sought)))


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text, and its numbers without leading zeros, so that "4" finds `04`."""
    found = terms(text)
    return found.union(
        each.lstrip("0") for each in found if each[0] == "0" and each.isdigit() and each.strip("0")
    )


def counts_of(asked: Iterable[str], sentences: Sequence[Sentence]) -> dict[str, int]:
    """For each of the terms that any sentence has, how many sentences have it."""
    counts = {term: sum(term in each.all_terms for each in sentences) for term in asked}
    return {term: count for term, count in counts.items() if count}


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
    text, thing = content_in_words(evidence.content)
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


def content_in_words(content: JsonValue) -> tuple[str, frozenset[str]]:
    """The beginning of a content as text, and the terms of the thing that an object is about.

    Of a mail the head, except its subject, and quotations are left out, unless nothing else is
    there.
    """
    if isinstance(content, str):
        body = _without_mail(readable_in_sections(content)[:_MAX_CHARS])
        return rows_in_words(without_emphasis(in_markdown(unwrapped(body)))), frozenset()
    records = [*shown_records_of(content, _MAX_CHARS)]
    return in_lines(records), terms_of_thing(records)


def _without_mail(text: str) -> str:
    head = _HEAD_OF_A_MAIL.match(text)
    if head is None:
        return text
    subject = _SUBJECT.search(head.group())
    body = _QUOTED.sub("", text[head.end() :])
    readable = f"{subject.group(1)}\n{body}" if subject else body
    return readable if is_readable(readable) else text


def run_of(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with those of its item that it needs, in order.

    These are the sentence that it refers to, a question that it answers, corrections of it, the
    next turn of a chat, and the heading over it where that is needed.
    """
    at = siblings.index(sentence)
    first, last = at, at
    while first > 0 and at - first < _MAX_BEFORE and needs(siblings[first - 1], siblings[first]):
        first -= 1
    while (
        last + 1 < len(siblings)
        and last - at < _MAX_BEHIND
        and _goes_on(*siblings[last : last + 2])
    ):
        if not _follows(siblings[last], siblings[last + 1]):
            break
        last += 1
    over = (each for each in siblings[:first] if each.position == sentence.heading_position)
    heading = [each for each in over if _needs_heading(each, sentence)]
    return [*heading, *siblings[first : last + 1]]


def _needs_heading(heading: Sentence, sentence: Sentence) -> bool:
    """Whether a heading has terms of the question that the sentence lacks, and more; or limits it.

    A heading limits a sentence with a word such as "not", "draft" or "only".
    """
    for_it = (heading.terms & sentence.inherited_terms) - sentence.terms
    more = heading.terms - sentence.all_terms - STOP_WORDS
    return bool(for_it and more) or bool((heading.terms - sentence.terms) & _LIMITS)


def _goes_on(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence needs the one before it, answers it in a chat, or continues a turn."""
    is_turn = _is_turn(sentence) or (_is_turn(before) and before.paragraph == sentence.paragraph)
    return sentence.depends_on_previous or is_turn


def _is_turn(sentence: Sentence) -> bool:
    return _TURN.match(sentence.text) is not None


def beside(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with its neighbours in its paragraph: one before it and two behind it."""
    return [
        each
        for each in siblings
        if each.paragraph == sentence.paragraph
        and -1 <= each.position - sentence.position <= _MAX_BEHIND
    ]


def needs(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence is only understood after the one before it."""
    return _follows(before, sentence) and (sentence.depends_on_previous or before.is_question)


def _follows(before: Sentence, sentence: Sentence) -> bool:
    return sentence.position - before.position == 1


def _breadth(text: str) -> int:
    """The characters of a text; wide ones of East Asia, which say as much as two, count double."""
    if text.isascii() or len(text) >= MIN_WIDTH:
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(each) in "WF" for each in text)
