"""How somebody is spelled: the places of a text that name a subject, in the usual spellings.

A name is found in each order of its words, with initials, after a title and through markup; an
address with any tag, hidden as people hide them; a phone number with its country or without. Always
whole words, whatever their case, accents and disguise (`recollect.language.folding`). Each finder
reads a text once, a name also once without markup, and what it tries at a place is bounded.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from recollect.detection.rules import words
from recollect.erasure.written_apart import FILLER, without_markup
from recollect.language.folding import FoldedText, fold


class Spelling(NamedTuple):
    """A place that names the subject. One that may name somebody else as well is not `sure`."""

    start: int
    end: int
    sure: bool


@dataclass(frozen=True, slots=True)
class Find:
    """Finds a subject in texts: its places, in order and apart from each other.

    With `fields` it is the subject as a value of these fields alone: the same text elsewhere is
    something else. They are named without case and signs.
    """

    places: Callable[[str], Sequence[Spelling]]
    fields: tuple[str, ...] = ()

    def __call__(self, text: str) -> Sequence[Spelling]:
        """The places of a text that name the subject."""
        return self.places(text)


_WORD: Final = re.compile(r"[^\W_]+")
_SIGNS: Final = r"[\s.,|_'\u2019\u2010-\u2015-]"
_GAP: Final = re.compile(rf"{FILLER}*(?:{_SIGNS}{FILLER}*){{1,3}}|{FILLER}+")
_LETTERS: Final = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l"}
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_TITLES: Final = words(
    "mr mrs ms miss mx sir madam dr prof professor doctor herr frau hr fr mme madame mlle "
    "monsieur sr sra srta senor senora senhor senhora sig signor signora signorina dott "
    "mevrouw mevr meneer dhr"
)
# What a word may stand for in a name; no word has a blank.
_INITIAL, _ANY_INITIAL, _TITLE = "initial ", "any initial", "a title"
# Countries whose number has two digits (ITU-T E.164); all others but 1 and 7 have three.
_TWO_DIGITS: Final = words(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 "
    "60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
)
_FEWEST, _MOST = 7, 15
# What parts an address from others in a link; an encoded dot, plus or _ is part of another one.
_PARTED: Final = "%(?:0[9ad]|2[026-9cf]|3[a-f]|5[bd]|7[bd])"
# The sign of an address, also as links, HTML and JSON have it.
_AT: Final = r"(?:@|%40|&#(?:64|x40);|&commat;|\\u0040)"
# An id that is shorter, or has no digit, may be a word of anybody's.
_RARE: Final = 6


def named(name: str) -> Find:
    """Finds a person by name: "Ada King Lovelace" also as "Lovelace, Ada" and "Ms Lovelace".

    With only an initial, or only a title and the last word, it is not sure; nor are two words with
    another initial between. Raises ValueError for a name without a word of two letters.
    """
    family, comma, given = name.partition(",")
    written = _WORD.findall(fold(f"{given} {family}" if comma else name).text)
    own = [_plain(each) for each in written]
    own = own[1:] if len(own) > 1 and own[0] in _TITLES else own
    if not any(len(each) > 1 for each in own):
        raise ValueError("must have a word of two letters or more")
    known = {key: _plain(each) for each in written for key in _keys(each)}
    sequences: dict[str, list[tuple[Sequence[str], bool]]] = {}
    for sequence, sure in _orders(own).items():
        sequences.setdefault(sequence[0], []).append((sequence, sure))

    def places(folded: FoldedText) -> Iterator[Spelling]:
        text = folded.text
        # Each order has a whole word of the name: most texts need not be parted into words.
        if text.isascii() and not any(each in text.lower() for each in known):
            return
        for reading in dict.fromkeys((text, without_markup(text))):
            yield from places_in(reading)

    def places_in(text: str) -> Iterator[Spelling]:
        found = [each.span() for each in _WORD.finditer(text)]
        told = [text[start:end] for start, end in found]
        meant = {each: _read(each, known, of_many=len(own) > 1) for each in set(told)}
        read = [meant[each] for each in told]
        for at, (start, _) in enumerate(found):
            for sequence, sure in (one for each in read[at] for one in sequences.get(each, ())):
                if _follow(text, found, read, at, sequence):
                    yield Spelling(start, found[at + len(sequence) - 1][1], sure)

    return _in_original(places)


def addressed(email: str) -> Find:
    """Finds an e-mail address, with or without a tag; also as `ada (at) example [dot] com`."""
    local, _, domain = fold(email).text.casefold().rpartition("@")
    dot, at = _sign(r"\.", "dot|punkt|point|punto"), _sign(_AT, "at|bei|arroba")
    own, place = (
        dot.join(map(re.escape, part.split("."))) for part in (local.partition("+")[0], domain)
    )
    # Behind a sign of a link, or in italics; a guest of Entra bears it with another sign.
    begins = rf"(?:(?<![\w.+%-])|(?<={_PARTED})|(?<![\w.+%-]_)(?<=_))"
    ends = r"(?![^\W_]|_\w|-|\.\w)"
    return _by_pattern(
        rf"{begins}{own}(?:(?:(?:\+|%2B)[\w.-]{{0,64}})?{at}{place}{ends}|_{place}(?=#EXT#))"
    )


def phoned(phone: str) -> Find:
    """Finds a phone number, with or without its country, however it is grouped.

    Raises ValueError for less than seven digits, or more than fifteen.
    """
    digits = re.sub(r"\D", "", fold(phone).text.replace("(0)", ""))
    country = ""
    if "+" in phone or digits.startswith("00"):
        digits = digits.removeprefix("00")
        length = 1 if digits[:1] in {"1", "7"} else 2 if digits[:2] in _TWO_DIGITS else 3
        country, digits = digits[:length], digits[length:]
    rest = digits if country else digits.removeprefix("0")
    if not _FEWEST <= len(country + rest) <= _MOST or not rest:
        raise ValueError(f"must have {_FEWEST} to {_MOST} digits")
    gap = r"(?:[\s().\-/\u2010-\u2015]|&nbsp;|%20){0,3}"
    sign, trunk, any_country = r"(?:\+|%2B|00)", rf"(?:\(?0\)?{gap})?", "[0-9]{1,3}"
    # A number whose country is known may have that without a sign.
    own = rf"{sign}?{gap}{gap.join(country)}" if country else rf"{sign}{gap}{any_country}"
    abroad = rf"{own}{gap}{trunk}"
    pattern = rf"(?:(?<![\w+])|(?<={_PARTED}))(?:\(?{abroad}|\(?0{gap})?{gap.join(rest)}(?!\w)"
    # A number without its country may have another one before it.
    foreign = re.compile(rf"{sign}{gap}{any_country}{gap}{trunk}\Z", re.IGNORECASE)
    return _by_pattern(pattern, unless_behind=foreign)


def identified(reference: str) -> Find:
    """Finds an id: as a whole value, and in a text where nothing else is written like it."""
    is_rare = len(reference) >= _RARE and any(each.isdigit() or each == "@" for each in reference)
    within = re.compile(rf"(?<![\w.@+-]){re.escape(reference)}(?![\w@+-]|\.\w)")

    def find(text: str) -> Sequence[Spelling]:
        if text == reference:
            return (Spelling(0, len(text), sure=True),)
        found = within.finditer(text) if is_rare else ()
        return [Spelling(*each.span(), sure=True) for each in found]

    return Find(find)


def equal_to(*references: str, fields: tuple[str, ...]) -> Find:
    """Finds an id as a whole value of some fields, other texts for it, and a writer's own of it."""
    endings = tuple(f", {json.dumps(each)}]" for each in references)

    def find(text: str) -> Sequence[Spelling]:
        is_it = text in references or (text.startswith('["') and text.endswith(endings))
        return (Spelling(0, len(text), sure=True),) if is_it else ()

    return Find(find, fields)


def _orders(name: Sequence[str]) -> Mapping[tuple[str, ...], bool]:
    """The orders in which a name is written, and whether each is surely this one."""
    if len(name) == 1:
        return {(name[0],): True}
    first, *between, last = name
    initials = [_INITIAL + each[0] for each in name]
    unsure: list[tuple[str, ...]] = [
        (initials[0], last),
        (last, initials[0]),
        (initials[0], *name[1:]),
        (*initials[:-1], last),
        (last, *initials[:-1]),
        (_TITLE, last),
        (_TITLE, *name[1:]),
        (last, _TITLE),
        *(() if between else [(first, _ANY_INITIAL, last)]),
    ]
    sure: list[tuple[str, ...]] = [
        *((*name[at:], *name[:at]) for at in range(len(name))),
        (_TITLE, *name),
        (_TITLE, first, last),
        (last, _TITLE, *name[:-1]),
        (last, _TITLE, first),
        (first, last),
        (last, first),
        (first, *initials[1:-1], last),
        (last, first, *initials[1:-1]),
    ]
    return dict.fromkeys(unsure, False) | dict.fromkeys(sure, True)


def _read(word: str, known: Mapping[str, str], *, of_many: bool) -> Sequence[str]:
    """What a word of a text can be in a name: the word itself, an initial, a title."""
    keys = _keys(word)
    plain = next((known[each] for each in keys if each in known), keys[0])
    if of_many and keys[0] not in known and keys[0].endswith("s"):
        plain = known.get(keys[0][:-1], plain)  # "Lovelaces"
    initial = [_INITIAL + keys[0], _ANY_INITIAL] if len(word) == 1 and word.isupper() else []
    return [plain, *initial, *([_TITLE] if keys[0] in _TITLES else [])]


def _follow(
    text: str,
    found: Sequence[tuple[int, int]],
    read: Sequence[Sequence[str]],
    at: int,
    sequence: Sequence[str],
) -> bool:
    """Whether the rest of a sequence follows a word, with nothing but signs of names between."""
    return at + len(sequence) <= len(found) and all(
        wanted in read[place] and _GAP.fullmatch(text, found[place - 1][1], found[place][0])
        for place, wanted in enumerate(sequence[1:], at + 1)
    )


def _keys(word: str) -> Sequence[str]:
    """A word as it is compared: without accents, and with umlauts as two letters."""
    lower = word.casefold()
    if lower.isascii():
        return (lower,)
    spelled = "".join(_UMLAUTS.get(each, each) for each in unicodedata.normalize("NFC", lower))
    return _plain(lower), _plain(spelled)


def _plain(word: str) -> str:
    lower = word.casefold()
    if lower.isascii():
        return lower
    apart = unicodedata.normalize("NFKD", lower)
    return "".join(_LETTERS.get(each, each) for each in apart if not unicodedata.combining(each))


def _sign(literal: str, spoken: str) -> str:
    """A sign of an address as people write it: itself, spoken, or either in brackets."""
    blank = r"\s{0,2}"
    bracketed = rf"{blank}[\[({{<]{blank}(?:{literal}|{spoken}){blank}[\])}}>]{blank}"
    return rf"(?:{blank}{literal}{blank}|{bracketed}|\s{{1,2}}(?:{spoken})\s{{1,2}})"


def _by_pattern(pattern: str, unless_behind: re.Pattern[str] | None = None) -> Find:
    compiled = re.compile(pattern, re.IGNORECASE)
    reach = 48  # the longest country before a number, with its gaps

    def places(folded: FoldedText) -> Iterator[Spelling]:
        for each in compiled.finditer(folded.text):
            before = folded.text[max(0, each.start() - reach) : each.start()]
            if unless_behind is None or not unless_behind.search(before):
                yield Spelling(*each.span(), sure=True)

    return _in_original(places)


def _in_original(places: Callable[[FoldedText], Iterator[Spelling]]) -> Find:
    """Where places of a folded text stand in the original; those that overlap are one."""

    def find(text: str) -> Sequence[Spelling]:
        folded = fold(text)
        joined: list[Spelling] = []
        for each in sorted(places(folded)):
            if joined and each.start < joined[-1].end:
                last = joined.pop()
                end, sure = max(last.end, each.end), last.sure or each.sure
                joined.append(Spelling(last.start, end, sure))
            else:
                joined.append(each)
        return [Spelling(*folded.original_span(each.start, each.end), each.sure) for each in joined]

    return Find(find)
