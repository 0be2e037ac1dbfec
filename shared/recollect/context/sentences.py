"""The sentences of evidence, and which of them are understood only together.

"It was moved. The new port is 8443." says nothing without the sentence before, and that one is
wrong without these.
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

SHORTEST = 20
_FEWEST_WORDS = 2
_CLOSING = "\"')]”’»%°"
# What is looked at of an item: so many characters, of these so many sentences of the beginning, and
# so many further ones that have most words of the question, each with the two beside it.
_CHARACTERS = 64_000
_SENTENCES = 32
_FURTHER = 16
_IN_PARAGRAPH = 4
# A line of more sentences tells of several things, and is no paragraph.
_LONGEST_PARAGRAPH = 8
# The level of a heading that leads a group of lines (`recollect.language.headings`).
_LOWEST = 6
# Whether something is or is not so is never a small difference.
NEGATIONS = frozenset({"not", "no", "never", "without", "nicht", "kein", "keine", "nie", "ohne"})
# What stands under a heading with one of these holds no more, not yet, or not for all.
_LIMITS = NEGATIONS | frozenset(
    """
    archived cancelled deprecated draft except former invalid legacy obsolete old only outdated
    planned proposed superseded unless until void alt entwurf früher nur ungültig veraltet
    """.split()
)
# A run of sentences that need each other reaches so many back and on.
_BACK = 2
_ON = 2
# It speaks of what the sentence before named.
_LEANS = re.compile(
    r"(?:it|its|they|their|them|this|that|these|those|he|she|him|her|both|neither|either"
    r"|but|however|so|then|otherwise|else|instead|also|therefore|hence|thus|because|except"
    r"|exceptions?|above (?:it|that)|over (?:it|that)|after (?:it|that)|below (?:it|that)"
    r"|das|er|sie|es|diese[rs]?|aber|sonst|dann|stattdessen)\b(?!-)",
    re.IGNORECASE,
)
_OF_A_HEAD = (
    r"(?:from|to|cc|bcc|date|sent|subject|reply-to|return-path|received|message-id|mime-version"
    r"|content-[a-z-]{1,40}|x-[a-z-]{1,40}|von|an|datum|gesendet|betreff|de|à|objet)"
)
# Two lines at least, of which a note may begin with one, and an empty one: `from` and `to` are
# words of rules and of parcels, too.
_HEAD_OF_A_MAIL = re.compile(
    rf"\s*(?:{_OF_A_HEAD}:[^\n]*\n(?:[ \t][^\n]*\n)*){{2,40}}(?=[ \t\r]*\n)", re.IGNORECASE
)
_SUBJECT = re.compile(r"^[ \t]*(?:subject|betreff|objet):\s*([^\n]*)", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*>[^\n]*\n?", re.MULTILINE)
# It takes back or replaces what the sentence before says.
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


# Who speaks next in a chat mostly answers who spoke before.
_TURN = re.compile(
    r"\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?:\](?: [\w.@-]{1,40}){1,3}|,? [\w.@-]{1,40}): ",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an item; its item's rank and its own place in there count from 0.

    `asked` are the terms of the question in the item that it answers, if it does, of the headings
    that it stands under, and of the thing that an object is about. `paragraph` counts from 0, too.
    """

    text: str
    evidence: Evidence = field(repr=False, compare=False)
    rank: int
    position: int
    terms: frozenset[str]
    asked: frozenset[str] = frozenset()
    paragraph: int = 0
    heads: bool = False
    """Whether it is a heading with something under it, or the title."""
    under: int = -1
    """The place of the nearest heading over it, -1 if there is none but the title."""
    headings: tuple[str, ...] = ()
    """What the headings over it say, the highest first."""

    @property
    def id(self) -> str:
        """The item's."""
        return self.evidence.id

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return self.text.rstrip("\"'”’»)]*_ ").endswith(("?", "\uff1f"))

    @property
    def said(self) -> frozenset[str]:
        """Its terms, and those that it is about though others say them."""
        return self.terms | self.asked

    def weight(self, weights: Mapping[str, float]) -> float:
        """What the terms weigh that it says."""
        return math.fsum(weights[term] for term in self.said & weights.keys())

    @property
    def closed(self) -> str:
        """Its text, with a full stop where a line or a list entry came without one."""
        last = self.text[-1]
        ends_open = last.isalnum() or last in _CLOSING or unicodedata.category(last) == "Sc"
        return f"{self.text}." if ends_open else self.text

    @property
    def is_brief(self) -> bool:
        """Whether it says little without others: a heading, `Yes.`; not `Owner: Netops`."""
        words = self.text.split()
        return self.heads or (
            len(words) <= _FEWEST_WORDS and ":" not in self.text and _breadth(self.text) < SHORTEST
        )

    @property
    def leans(self) -> bool:
        """Whether it is understood only after the one before it."""
        return bool(_LEANS.match(self.text) or self.corrects)

    @property
    def corrects(self) -> bool:
        """Whether it takes back or replaces what the one before it says."""
        return _CORRECTS.match(self.text) is not None


def read_sentences(evidence: Evidence, rank: int, sought: Iterable[str] = ()) -> list[Sentence]:
    """The readable sentences of an item in order.

    Of a long item its beginning, and what has most of the terms that are `sought`.
    """
    return list(_read(evidence, rank, tuple(sought)))


def terms_of(text: str) -> frozenset[str]:
    """The terms of a text, in which who asks for the fourth of a month finds `04`."""
    found = terms(text)
    return found.union(
        each.lstrip("0") for each in found if each[0] == "0" and each.isdigit() and each.strip("0")
    )


def counts_of(asked: Iterable[str], sentences: Sequence[Sentence]) -> dict[str, int]:
    """How many sentences say each of the terms that are asked for, of those that any says."""
    counts = {term: sum(term in each.said for each in sentences) for term in asked}
    return {term: count for term, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence as it stands in a text; `about` are the terms of the headings over it."""

    text: str
    paragraph: int
    heads: bool
    about: frozenset[str]
    under: int
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Heading:
    """The place of a heading, or the nearest of several, their texts and terms of the question."""

    place: int
    texts: tuple[str, ...]
    terms: frozenset[str]


def _read(evidence: Evidence, rank: int, sought: Sequence[str]) -> Iterator[Sentence]:
    said, thing = said_by(evidence.content)
    found = [*_statements(said, sought)]
    over = {0, *(each.under for each in found)}
    thing = thing.intersection(sought)
    answered = frozenset[str]()
    for position in _places(found, sought):
        each = found[position]
        asked = thing | each.about | answered
        own = terms_of(each.text)
        heads = each.heads and position in over
        sentence = Sentence(
            each.text,
            evidence,
            rank,
            position,
            own,
            asked,
            each.paragraph,
            heads,
            each.under,
            each.headings,
        )
        answered = own if sentence.is_question else frozenset()
        yield sentence


def _statements(text: str, sought: Sequence[str]) -> Iterator[_Statement]:
    """The sentences of a text, of which a heading in the first line is the title of all.

    One of the lowest level is that of a group.
    """
    heads: dict[int, _Heading] = {}
    over = _under(())
    paragraph, place = 0, 0
    for level, sentences in split_lines(text):
        found = [*filter(is_readable, sentences)]
        if level:
            heads = {above: each for above, each in heads.items() if above < level}
            over = _under(heads.values())
        for each in found:
            yield _Statement(each, paragraph, bool(level), over.terms, over.place, over.texts)
            paragraph += len(found) > _LONGEST_PARAGRAPH
        if level and found and (place or level == _LOWEST):
            said = " ".join(found)
            heads[level] = _Heading(place, (said.rstrip(":"),), terms(said).intersection(sought))
            over = _under(heads.values())
        paragraph += 1
        place += len(found)


def _under(heads: Collection[_Heading]) -> _Heading:
    """What stands over a sentence: the place of the nearest heading, and what all of them say."""
    return _Heading(
        max((each.place for each in heads), default=-1),
        tuple(text for each in heads for text in each.texts),
        frozenset().union(*(each.terms for each in heads)),
    )


def _places(found: Sequence[_Statement], sought: Sequence[str]) -> Iterable[int]:
    """Which sentences are read, in order."""
    beginning = range(min(len(found), _SENTENCES))
    having: dict[int, int] = {}
    for place in range(len(beginning), len(found)):
        folded, about = found[place].text.casefold(), found[place].about
        if count := sum(term in folded or term in about for term in sought):
            having[place] = count
    further = nlargest(_FURTHER, having, key=lambda place: (having[place], -place))
    beside = (near for place in further for near in _beside(place, found))
    return sorted({*beginning, *beside})


def _beside(place: int, found: Sequence[_Statement]) -> Iterator[int]:
    yield from range(place - 1, min(place + 2, len(found)))
    if found[place].under >= 0:
        yield found[place].under
    last = min(place + 1 + _IN_PARAGRAPH, len(found))
    yield from (
        near for near in range(place + 2, last) if found[near].paragraph == found[place].paragraph
    )


def said_by(content: JsonValue) -> tuple[str, frozenset[str]]:
    """What a content says at its beginning, and the terms of the thing that an object is about.

    Of a mail neither the lines of its head, but for the subject, nor what it quotes is told, unless
    there is nothing else.
    """
    if isinstance(content, str):
        said = _without_mail(readable_in_sections(content)[:_CHARACTERS])
        return rows_in_words(without_emphasis(in_markdown(unwrapped(said)))), frozenset()
    records = [*shown_records_of(content, _CHARACTERS)]
    return in_lines(records), terms_of_thing(records)


def _without_mail(text: str) -> str:
    head = _HEAD_OF_A_MAIL.match(text)
    if head is None:
        return text
    subject = _SUBJECT.search(head.group())
    said = _QUOTED.sub("", text[head.end() :])
    told = f"{subject.group(1)}\n{said}" if subject else said
    return told if is_readable(told) else text


def run_of(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with those of its item that it needs, in order.

    Those that it leans on, a question that it answers, those that correct it, in a chat what is
    said next, and the heading that it stands under where that is needed.
    """
    at = siblings.index(sentence)
    first, last = at, at
    while first > 0 and at - first < _BACK and needs(siblings[first - 1], siblings[first]):
        first -= 1
    while last + 1 < len(siblings) and last - at < _ON and _goes_on(*siblings[last : last + 2]):
        if not _follows(siblings[last], siblings[last + 1]):
            break
        last += 1
    over = (each for each in siblings[:first] if each.position == sentence.under)
    heading = [each for each in over if _is_said_by_heading(each, sentence)]
    return [*heading, *siblings[first : last + 1]]


def _is_said_by_heading(heading: Sentence, sentence: Sentence) -> bool:
    """Whether a heading says what the sentence is told for, and more; or denies or limits that."""
    for_it = (heading.terms & sentence.asked) - sentence.terms
    more = heading.terms - sentence.said - STOP_WORDS
    return bool(for_it and more) or bool((heading.terms - sentence.terms) & _LIMITS)


def _goes_on(before: Sentence, sentence: Sentence) -> bool:
    """Whether the next sentence needs this one, answers it in a chat, or goes on answering."""
    is_turn = _is_turn(sentence) or (_is_turn(before) and before.paragraph == sentence.paragraph)
    return sentence.leans or is_turn


def _is_turn(sentence: Sentence) -> bool:
    return _TURN.match(sentence.text) is not None


def beside(sentence: Sentence, siblings: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentence with those right beside it in its paragraph, one before it and two behind it."""
    return [
        each
        for each in siblings
        if each.paragraph == sentence.paragraph and -1 <= each.position - sentence.position <= _ON
    ]


def needs(before: Sentence, sentence: Sentence) -> bool:
    """Whether a sentence is understood only after the one before it."""
    return _follows(before, sentence) and (sentence.leans or before.is_question)


def _follows(before: Sentence, sentence: Sentence) -> bool:
    return sentence.position - before.position == 1


def _breadth(text: str) -> int:
    """Characters, of which the wide ones of East Asia say as much as two."""
    if text.isascii() or len(text) >= SHORTEST:
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(each) in "WF" for each in text)
