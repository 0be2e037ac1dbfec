"""Finds a person by name: the words of the name in each order, and what may stand between them.

It finds names with initials, after a title, across markup and labels, in brackets, and written
together. Spellings that may also name somebody else are found, but not `sure`: an initial or a
title with the last word, a word in brackets, words written together, and words in different cells
or paragraphs (they may belong to two people). Words always match whole: `Ann Leeds` and `JoAnn Lee`
are not `Ann Lee`. The end of a list item or of a table row ends a name. For names in scripts
without spaces see `names_without_spaces`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import contains
from typing import Final

from recollect.core.grouping import grouped
from recollect.erasure.names_without_spaces import NameWithoutSpaces, is_without_spaces
from recollect.erasure.subject_spellings import RARE, Find, Spelling, in_original
from recollect.erasure.written_apart import CELL, END, FILLER, without_markup
from recollect.language.accents import without_accents
from recollect.language.folding import fold
from recollect.language.unspaced import SPACED, UNSPACED

_WORD: Final = re.compile(rf"[^\W_{UNSPACED}]+|[{UNSPACED}]+")
# A plus is a space in a form that was sent as a link.
_GAP: Final = re.compile(r"[\s.,|()\[\]_'\u2019\u2010-\u2015-]{1,3}|\+")
_ITEM_END: Final = re.compile(rf"{END}|\n[ \t]*[\u2013-] |\n.*\||\|.*\n")
# The words on both sides may belong to two people. In a reversed name a comma separates nothing.
_SEPARATED: Final = re.compile(rf"[{CELL},|\t()\[\]+]|\n\s*\n")
_SEPARATED_TURNED: Final = re.compile(rf"[{CELL}|\t()\[\]+]|\n\s*\n")
# A row of cells ends before a line break, or begins after it; with commas it may be prose.
_CELL_BEFORE: Final = re.compile(r"\S *([,;|\t]) *\Z")
_CELL_BEHIND: Final = re.compile(r" *([,;|\t])")
_MAX_CELL_DISTANCE: Final = 40
_CLOSING: Final = {"(": ")", "[": "]"}
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_TITLES: Final = (
    "mr mrs ms miss mx sir madam dr prof professor doctor herr frau hr fr mme madame mlle "
    "monsieur sr sra srta senor senora senhor senhora sig signor signora signorina dott "
    "mevrouw mevr meneer dhr pan pani"
).split()
# Titles before the requested name are no part of it, except Pan: a Polish title, but also a name.
_NEVER_NAMES: Final = frozenset(_TITLES) - {"pan"}
# What a word may stand for in a name. They contain spaces, so that no word equals one.
_INITIAL, _ANY_INITIAL, _TITLE, _TOGETHER = "initial ", "any initial", "a title", "all of it"


def named(name: str) -> Find:
    """Finds a person by name: "Ada King Lovelace" also as "Lovelace, Ada" and "Ms Lovelace".

    Raises ValueError for a name without a word of two letters.
    """
    family, comma, given = name.partition(",")
    written = _WORD.findall(fold(f"{given} {family}" if comma else name).text)
    if len(written) > 1 and without_accents(written[0]) in _NEVER_NAMES:
        written = written[1:]
    if is_without_spaces(written) and len("".join(written)) > 1:  # 李 娜
        return in_original(NameWithoutSpaces(written).places)
    if not any(len(without_accents(each)) > 1 for each in written):
        raise ValueError("must have a word of two letters or more")
    return in_original(_Name(written).places)


class _Name:
    """The words of a name, and the forms by which they are found."""

    def __init__(self, written: Sequence[str]) -> None:
        own = [without_accents(each) for each in written]
        self._last = own[-1]
        self._known = {key: without_accents(each) for each in written for key in _keys(each)}
        self._together = _together(written)
        self._account = _account(self._together)
        self._sequences = grouped((each[0], (each, sure)) for each, sure in _orders(own).items())
        self._sequences[_TOGETHER] = [((_TOGETHER,), False)]

    def places(self, text: str) -> Iterator[Spelling]:
        """The places that name the person in a text without escapes and disguise."""
        # Each order has a whole word of the name, so most texts need not be split into words.
        if text.isascii() and not any(each in text.lower() for each in self._known):
            return
        for account in self._account.finditer(text):
            yield Spelling(*account.span(), sure=False)
        for reading in dict.fromkeys((text, without_markup(text))):
            yield from self._places_in(reading)

    def _places_in(self, text: str) -> Iterator[Spelling]:
        found = [each.span() for each in _WORD.finditer(text)]
        words = [text[start:end] for start, end in found]
        meant = {each: self._read(each) for each in set(words)}
        read = [meant[each] for each in words]
        for at, first in enumerate(read):
            for sequence, sure in (one for each in first for one in self._sequences.get(each, ())):
                end = at + len(sequence)
                if end <= len(read) and all(map(contains, read[at:end], sequence)):
                    yield from self._joined(text, found[at:end], sequence, sure=sure)

    def _read(self, word: str) -> Sequence[str]:
        """What a word of a text can be in the name: a word, an initial, a title, or all of it."""
        keys, is_of_many = _keys(word), bool(self._together)
        plain = next((self._known[each] for each in keys if each in self._known), keys[0])
        if is_of_many and keys[0] not in self._known and keys[0].endswith("s"):
            plain = self._known.get(keys[0][:-1], plain)  # "Lovelaces"
        if any(each[-1] in keys for each in self._together) and self._changes_case(word):
            plain = _TOGETHER
        initial = [_INITIAL + keys[0], _ANY_INITIAL] if len(word) == 1 and word.isupper() else []
        return [plain, *initial, *([_TITLE] if keys[0] in _TITLES else [])]

    def _changes_case(self, word: str) -> bool:
        """Whether a word has a capital wherever a further word of the name begins (`annLee`)."""
        cuts = [at for at in range(1, len(word)) if word[at - 1].islower() and word[at].isupper()]
        begun = {key for at in (*cuts, len(word)) for key in _keys(word[:at])}
        return any(begun.issuperset(each) for each in self._together)

    def _joined(
        self, text: str, spans: Sequence[tuple[int, int]], sequence: Sequence[str], *, sure: bool
    ) -> Iterator[Spelling]:
        """The place that these words form together, if nothing between them separates them."""
        place = _closed(text, spans[0][0], spans[-1][1])
        gaps = [text[a:b].replace(FILLER, "") for (_, a), (b, _) in pairwise(spans)]
        if place is None or not all(map(_is_gap, gaps)):
            return
        between = "".join(gaps)
        apart = _SEPARATED if sequence[-1] == self._last else _SEPARATED_TURNED
        is_apart = apart.search(between) is not None
        if "\n" in between:
            cells = _cells_beside(text, *place)
            if cells - {","}:
                return
            is_apart = is_apart or bool(cells)
        yield Spelling(*place, sure=sure and not is_apart)


def _is_gap(gap: str) -> bool:
    """Whether words of one name may stand on both sides of a gap."""
    signs = gap.replace(CELL, "")
    # The length is checked first, so that the end of an item is searched in a short gap only.
    return (not signs or _GAP.fullmatch(signs) is not None) and not _ITEM_END.search(gap)


def _cells_beside(text: str, start: int, end: int) -> set[str]:
    """The signs that separate a place from a cell before it, and from one after it."""
    before = _CELL_BEFORE.search(text, max(0, start - _MAX_CELL_DISTANCE), start)
    behind = _CELL_BEHIND.match(text, end)
    return {each[1] for each in (before, behind) if each is not None}


def _closed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The place extended by the bracket that closes or opens it; None if that is missing."""
    inside = text[start:end]
    for opening, closing in _CLOSING.items():
        surplus = inside.count(opening) - inside.count(closing)
        if surplus == 1 and text[end : end + 1] == closing:
            end += 1
        elif surplus == -1 and start and text[start - 1] == opening:
            start -= 1
        elif surplus:
            return None
    return start, end


def _together(written: Sequence[str]) -> Sequence[Sequence[str]]:
    """The beginnings of a name of several words that is written together: `ann`, `annlee`."""
    if len(written) == 1:
        return ()
    spelled = [[_keys(each)[which] for each in written] for which in (0, -1)]
    forms = [*spelled, *([each[0], each[-1]] for each in spelled)]
    return list(dict.fromkeys(tuple(accumulate(each)) for each in forms))


def _account(together: Sequence[Sequence[str]]) -> re.Pattern[str]:
    """Finds a name written together in small letters as an account: `@annlee`, `annlee@x.com`.

    In other places it may also be a product, a host (`git@annlee.com`) or a package (`@annlee/x`).
    """
    names = [re.escape(each[-1]) for each in together if len(each[-1]) >= RARE]
    if not names:
        return re.compile(r"(?!)")
    own = "|".join(names)
    mention = rf"(?<!{SPACED})(?<![.+-])@(?:{own})(?!{SPACED}|[/@]|[.-]{SPACED})"
    host = r"[\w.-]{1,64}\.[^\W\d_]{2}"
    address = rf"(?<!{SPACED})(?<![.+%/@-])(?:{own})(?=(?:\+[\w.-]{{1,64}})?@{host})"
    return re.compile(f"{mention}|{address}", re.IGNORECASE)


def _orders(name: Sequence[str]) -> Mapping[tuple[str, ...], bool]:
    """The orders in which a name is written, each with whether it surely names this person."""
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


def _keys(word: str) -> Sequence[str]:
    """The forms by which a word is compared: without accents, and with umlauts as two letters."""
    lower = word.casefold()
    if lower.isascii():
        return (lower,)
    spelled = "".join(_UMLAUTS.get(each, each) for each in unicodedata.normalize("NFC", lower))
    return without_accents(lower), without_accents(spelled)
