"""Codes without a letter, and hexadecimal ones, that are nearly those of a result.

7714-0923 is for 7741-0932, and 0x906 for 0x907.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import differing, shape_of
from recollect.validation.known.name_index import HEXADECIMAL, NameIndex
from recollect.validation.known.passages import SENTENCE
from recollect.validation.known.records import ResultValue
from recollect.validation.known.statements import read_statement

_CODE: Final = re.compile(
    r"(?<![^\W_])(?<![.,:/+\u20ac$-])(?<!\d )(?:\d{2,8}-\d{2,8}(?:-\d{2,8})?|\d{7,20})"
    r"(?![^\W_]|[.,:%-]\d|[-/]|\s?(?:%|[kmgt]i?b\b|\u20ac|eur\b|usd\b)| \d)"
    rf"|{HEXADECIMAL.pattern}"
)
_MAY_BE_CODE: Final = re.compile(r"\d(?:\d-\d\d|\d{6}|x)")
"""What each of them has, which is looked for fast."""

_HEX: Final = "0x"
_DATE: Final = re.compile(
    r"\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{2,4}|(?:19|20)\d\d-(?:19|20)?\d\d"
    r"|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{0,2}"
)
"""Dates, and numbers that begin with one: 20270216, serial 2027021602."""

_ROUND: Final = re.compile(r"\d+00")
_OTHERS: Final = re.compile(
    r"\?|\b(?:you (?:\w+ )?(?:wrote|said|typed|gave|sent|meant|mean|asked|quoted|mentioned|have)"
    r"|someone|somebody|correct|typo|schrieben|nannten|ecrit|escribio)\b"
)
"""What tells that a code is somebody else's, or asked for."""

_FEWEST: Final = 6
"""Figures from which a code is none of a range: 10-25."""

_MOST_WRONG: Final = 2
MOST_ALIKE: Final = 50
"""Codes of one shape of which none is meant, where results have more."""


def code_findings(fold: str, names: NameIndex) -> Iterator[FactFinding]:
    """The codes of a folded answer that no result has, and one of theirs nearly is.

    Where the right one is told, too, the other one is spoken of.
    """
    if not _MAY_BE_CODE.search(fold):
        return
    is_told = cache(lambda text: stands_in(text, fold))
    for sentence in SENTENCE.finditer(fold):
        if not _MAY_BE_CODE.search(fold, *sentence.span()):
            continue
        codes = [each for each in _CODE.finditer(sentence.group()) if _is_code(each.group())]
        if not codes or is_of_others(sentence.group()):
            continue
        for match in codes:
            known = _meant(match.group(), names)
            if known is not None and not is_told(known.text):
                start, end = (sentence.start() + at for at in match.span())
                yield FactFinding(start, end, "identifier", "contradicted", known)


def _meant(code: str, names: NameIndex) -> ResultValue | None:
    """The one code of the results that one which they do not have nearly is."""
    is_hex = code.startswith(_HEX)
    alike = names.hexadecimal(len(code)) if is_hex else names.shaped(shape_of(code)).names
    if not 0 < len(alike) <= MOST_ALIKE or names.find(code) is not None:
        return None
    near = list(islice((each for each in alike if is_nearly(code, each)), 2))
    return names.find(near[0]) if len(near) == 1 else None


def _is_code(text: str) -> bool:
    """Whether they are none of a date, a rounded number or a range: 50000-50039."""
    if text.startswith(_HEX):
        return True
    parts = text.split("-")
    is_range = len(parts) > 1 and len(set(map(len, parts))) == 1 and parts == sorted(parts)
    is_short = sum(map(str.isdigit, text)) < _FEWEST
    return not (is_short or is_range or _DATE.fullmatch(text) or _ROUND.fullmatch(text))


def is_of_others(sentence: str) -> bool:
    """Whether a sentence denies a code, asks for it or tells what somebody else called it."""
    return _OTHERS.search(sentence) is not None or read_statement(sentence).denies


def is_nearly(one: str, other: str) -> bool:
    """Whether codes of one shape differ in a figure or two, but not in the last ones alone.

    What is counted up has others behind it; hexadecimal codes are not, and one figure differs.
    """
    wrong = differing(one, other)
    is_turned = sorted(one) == sorted(other)
    if one.startswith(_HEX):
        return is_turned or len(wrong) == 1
    return is_turned or (len(wrong) <= _MOST_WRONG and wrong[0] < len(one) - _MOST_WRONG)
