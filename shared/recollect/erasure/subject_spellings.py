"""Finds the places in a text that name a subject, in the usual spellings.

An address is found with any tag, and disguised as people do it; a phone number with or without its
country; a name as described in `person_names`. Only whole words match, whatever their case,
accents, escapes and disguise (`recollect.language.escapes`, `folding`); a letter of a script
without spaces begins another word. Each finder reads a text once, with bounded work at each place.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from recollect.core.invisible import composed
from recollect.language.escapes import unescaped
from recollect.language.folding import fold
from recollect.language.unspaced import SPACED


class Spelling(NamedTuple):
    """A place that names the subject. It is not `sure` if it may also name somebody else."""

    start: int
    end: int
    sure: bool


@dataclass(frozen=True, slots=True)
class Find:
    """Finds a subject in texts: its places, in order and without overlaps.

    With `fields`, the subject is meant only where it is the value of one of these fields: the same
    text elsewhere is something else. Names of fields are in lower case, without signs.
    """

    places: Callable[[str], Sequence[Spelling]]
    fields: tuple[str, ...] = ()

    def __call__(self, text: str) -> Sequence[Spelling]:
        """The places of a text that name the subject."""
        return self.places(text)


# Country codes of two digits (ITU-T E.164); all others except 1 and 7 have three.
_TWO_DIGIT_COUNTRIES: Final = (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 "
    "60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
).split()
_MIN_DIGITS, _MAX_DIGITS = 7, 15
# A shorter id, or one without a digit, may be an ordinary word.
RARE: Final = 6
"""How many characters an id or account needs to be hardly anybody else's."""


def addressed(email: str) -> Find:
    """Finds an e-mail address, with or without a tag; also as `ada (at) example [dot] com`."""
    local, _, domain = fold(email).text.casefold().rpartition("@")
    dot, at = _sign(r"\.", "dot|punkt|point|punto"), _sign("@", "at|bei|arroba")
    own, place = (
        dot.join(map(re.escape, part.split("."))) for part in (local.partition("+")[0], domain)
    )
    # Also in Markdown italics; guest accounts of Entra have `_` in place of `@`, before `#EXT#`.
    begins = rf"(?<![.+%-])(?:(?<!{SPACED})|(?<!{SPACED}_)(?<![.+%-]_)(?<=_))"
    ends = rf"(?!(?!_){SPACED}|_{SPACED}|-|\.{SPACED})"
    return _by_pattern(
        rf"{begins}{own}(?:(?:\+[\w.-]{{0,64}})?{at}{place}{ends}|_{place}(?=#EXT#))"
    )


def phoned(phone: str) -> Find:
    """Finds a phone number, with or without its country code, however it is grouped.

    Raises ValueError for fewer than seven digits, or more than fifteen.
    """
    digits = re.sub(r"\D", "", fold(phone).text.replace("(0)", ""))
    country = ""
    if "+" in phone or digits.startswith("00"):
        digits = digits.removeprefix("00")
        length = 1 if digits[:1] in {"1", "7"} else 2 if digits[:2] in _TWO_DIGIT_COUNTRIES else 3
        country, digits = digits[:length], digits[length:]
    rest = digits if country else digits.removeprefix("0")
    if not _MIN_DIGITS <= len(country + rest) <= _MAX_DIGITS or not rest:
        raise ValueError(f"must have {_MIN_DIGITS} to {_MAX_DIGITS} digits")
    gap = r"[\s().\-/\u2010-\u2015]{0,3}"
    sign, trunk, any_country = r"(?:\+|00)", rf"(?:\(?0\)?{gap})?", "[0-9]{1,3}"
    # If the country is known, its code may also stand without a plus sign.
    own = rf"{sign}?{gap}{gap.join(country)}" if country else rf"{sign}{gap}{any_country}"
    abroad = rf"{own}{gap}{trunk}"
    pattern = rf"(?<!{SPACED})(?<!\+)(?:\(?{abroad}|\(?0{gap})?{gap.join(rest)}(?!{SPACED})"
    # A number found without its country code may follow the code of another country.
    foreign = re.compile(rf"{sign}{gap}{any_country}{gap}{trunk}\Z", re.IGNORECASE)
    return _by_pattern(pattern, unless_behind=foreign)


def identified(reference: str) -> Find:
    """Finds an id: as a whole value and, if it cannot be an ordinary word, within a text."""
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
    """Finds an id as the whole value of some fields.

    `references` are texts for the same id; each is found also as a writer's own, `["…", "id"]`.
    """
    forms = frozenset(form for each in references for form in _forms(each))
    endings = tuple(f", {json.dumps(each)}]" for each in forms)

    def find(text: str) -> Sequence[Spelling]:
        is_it = text in forms or (text.startswith('["') and text.endswith(endings))
        return (Spelling(0, len(text), sure=True),) if is_it else ()

    return Find(find, fields)


def _forms(reference: str) -> frozenset[str]:
    """The id as given, and in the composed and the decomposed form of Unicode."""
    return frozenset({reference, composed(reference), unicodedata.normalize("NFD", reference)})


def _sign(literal: str, spoken: str) -> str:
    """The pattern of a sign in an address as people write it: itself, in words, or in brackets."""
    blank = r"\s{0,2}"
    bracketed = rf"{blank}[\[({{<]{blank}(?:{literal}|{spoken}){blank}[\])}}>]{blank}"
    return rf"(?:{blank}{literal}{blank}|{bracketed}|\s{{1,2}}(?:{spoken})\s{{1,2}})"


def _by_pattern(pattern: str, unless_behind: re.Pattern[str] | None = None) -> Find:
    compiled = re.compile(pattern, re.IGNORECASE)
    reach = 48  # characters; the longest country code before a number, with its gaps

    def places(text: str) -> Iterator[Spelling]:
        for each in compiled.finditer(text):
            before = text[max(0, each.start() - reach) : each.start()]
            if unless_behind is None or not unless_behind.search(before):
                yield Spelling(*each.span(), sure=True)

    return in_original(places)


def in_original(places: Callable[[str], Iterator[Spelling]]) -> Find:
    """Maps places found in a text without escapes and disguise back to the original text.

    Overlapping places are joined.
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
