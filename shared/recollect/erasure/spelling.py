"""How somebody is spelled: the places of a text that name a subject, in the usual spellings.

An address is found with any tag, hidden as people hide them; a phone number with its country or
without; a name as `naming` says. Always whole words, whatever their case, accents, escapes and
disguise (`recollect.language.escapes`, `folding`); letters of a script without spaces begin another
word. Each finder reads a text once, and what it tries at a place is bounded.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from recollect.core.invisible import composed
from recollect.detection.rules import words
from recollect.language.escapes import unescaped
from recollect.language.folding import fold
from recollect.language.unspaced import SPACED


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


# Countries whose number has two digits (ITU-T E.164); all others but 1 and 7 have three.
_TWO_DIGITS: Final = words(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 "
    "60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
)
_FEWEST, _MOST = 7, 15
# An id that is shorter, or has no digit, may be a word of anybody's.
RARE: Final = 6
"""How many characters make a word hardly anybody else's."""


def addressed(email: str) -> Find:
    """Finds an e-mail address, with or without a tag; also as `ada (at) example [dot] com`."""
    local, _, domain = fold(email).text.casefold().rpartition("@")
    dot, at = _sign(r"\.", "dot|punkt|point|punto"), _sign("@", "at|bei|arroba")
    own, place = (
        dot.join(map(re.escape, part.split("."))) for part in (local.partition("+")[0], domain)
    )
    # In italics, too; a guest of Entra bears it with another sign.
    begins = rf"(?<![.+%-])(?:(?<!{SPACED})|(?<!{SPACED}_)(?<![.+%-]_)(?<=_))"
    ends = rf"(?!(?!_){SPACED}|_{SPACED}|-|\.{SPACED})"
    return _by_pattern(
        rf"{begins}{own}(?:(?:\+[\w.-]{{0,64}})?{at}{place}{ends}|_{place}(?=#EXT#))"
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
    gap = r"[\s().\-/\u2010-\u2015]{0,3}"
    sign, trunk, any_country = r"(?:\+|00)", rf"(?:\(?0\)?{gap})?", "[0-9]{1,3}"
    # A number whose country is known may have that without a sign.
    own = rf"{sign}?{gap}{gap.join(country)}" if country else rf"{sign}{gap}{any_country}"
    abroad = rf"{own}{gap}{trunk}"
    pattern = rf"(?<!{SPACED})(?<!\+)(?:\(?{abroad}|\(?0{gap})?{gap.join(rest)}(?!{SPACED})"
    # A number without its country may have another one before it.
    foreign = re.compile(rf"{sign}{gap}{any_country}{gap}{trunk}\Z", re.IGNORECASE)
    return _by_pattern(pattern, unless_behind=foreign)


def identified(reference: str) -> Find:
    """Finds an id: as a whole value, and in a text where nothing else is written like it."""
    is_rare = len(reference) >= RARE and any(each.isdigit() or each == "@" for each in reference)
    forms = _forms(reference)
    own = "|".join(map(re.escape, forms))
    within = re.compile(rf"(?<!{SPACED})(?<![.@+-])(?:{own})(?!{SPACED}|[@+-]|\.{SPACED})")

    def find(text: str) -> Sequence[Spelling]:
        if text in forms:
            return (Spelling(0, len(text), sure=True),)
        found = within.finditer(text) if is_rare else ()
        return [Spelling(*each.span(), sure=True) for each in found]

    return Find(find)


def equal_to(*references: str, fields: tuple[str, ...]) -> Find:
    """Finds an id as a whole value of some fields, other texts for it, and a writer's own of it."""
    forms = frozenset(form for each in references for form in _forms(each))
    endings = tuple(f", {json.dumps(each)}]" for each in forms)

    def find(text: str) -> Sequence[Spelling]:
        is_it = text in forms or (text.startswith('["') and text.endswith(endings))
        return (Spelling(0, len(text), sure=True),) if is_it else ()

    return Find(find, fields)


def _forms(reference: str) -> frozenset[str]:
    """An id as it is told, and with its letters one with their marks or apart from them."""
    return frozenset({reference, composed(reference), unicodedata.normalize("NFD", reference)})


def _sign(literal: str, spoken: str) -> str:
    """A sign of an address as people write it: itself, spoken, or either in brackets."""
    blank = r"\s{0,2}"
    bracketed = rf"{blank}[\[({{<]{blank}(?:{literal}|{spoken}){blank}[\])}}>]{blank}"
    return rf"(?:{blank}{literal}{blank}|{bracketed}|\s{{1,2}}(?:{spoken})\s{{1,2}})"


def _by_pattern(pattern: str, unless_behind: re.Pattern[str] | None = None) -> Find:
    compiled = re.compile(pattern, re.IGNORECASE)
    reach = 48  # the longest country before a number, with its gaps

    def places(text: str) -> Iterator[Spelling]:
        for each in compiled.finditer(text):
            before = text[max(0, each.start() - reach) : each.start()]
            if unless_behind is None or not unless_behind.search(before):
                yield Spelling(*each.span(), sure=True)

    return in_original(places)


def in_original(places: Callable[[str], Iterator[Spelling]]) -> Find:
    """Finds the places of a text read without escapes and disguise where they stand in the text.

    Those that overlap are one.
    """

    def find(text: str) -> Sequence[Spelling]:
        plain = unescaped(text)
        folded = fold(plain.text)
        joined: list[Spelling] = []
        for start, end, sure in sorted(
            Spelling(*plain.original_span(*folded.original_span(*each[:2])), each.sure)
            for each in places(folded.text)
        ):
            if joined and start < joined[-1].end:
                last = joined.pop()
                joined.append(Spelling(last.start, max(last.end, end), last.sure or sure))
            else:
                joined.append(Spelling(start, end, sure))
        return joined

    return Find(find)
