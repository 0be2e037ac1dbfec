"""Codes without letters, and hexadecimal ones, that are nearly a code of a result.

7714-0923 stands for 7741-0932, and 0x906 for 0x907.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.slips import differing, shape_of
from recollect.validation.known.name_index import HEXADECIMAL, NameIndex
from recollect.validation.known.passages import SENTENCE
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.stated_clauses import read_statement

_CODE: Final = re.compile(
    r"(?<![^\W_])(?<![.,:/+\u20ac$-])(?<!\d )(?:\d{2,8}-\d{2,8}(?:-\d{2,8})?|\d{7,20})"
    r"(?![^\W_]|[.,:%-]\d|[-/]|\s?(?:%|[kmgt]i?b\b|\u20ac|eur\b|usd\b)| \d)"
    rf"|{HEXADECIMAL.pattern}"
)
_MAY_BE_CODE: Final = re.compile(r"\d(?:\d-\d\d|\d{6}|x)")
"""Part of every match of `_CODE`; quick to look for, so that most texts are passed over."""

_HEX: Final = "0x"
_DATE: Final = re.compile(
    r"\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{2,4}|(?:19|20)\d\d-(?:19|20)?\d\d"
    r"|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{0,2}"
)
"""Dates, and numbers that begin with one: 20270216, serial 2027021602."""

_ROUND: Final = re.compile(r"\d+00")
_OF_OTHERS: Final = re.compile(
    r"\?|\b(?:you (?:\w+ )?(?:wrote|said|typed|gave|sent|meant|mean|asked|quoted|mentioned|have)"
    r"|someone|somebody|correct|typo|schrieben|nannten|ecrit|escribio)\b"
)
"""Words that show that a code is somebody else's, or is asked for."""

_MIN_DIGITS: Final = 6
"""Digits of the shortest code; shorter ones may be ranges: 10-25."""

_MAX_WRONG_DIGITS: Final = 2
MAX_CODES_OF_SHAPE: Final = 50
"""Codes of one shape in the results; if there are more, none of them is taken to be meant."""


def code_findings(fold: str, names: NameIndex) -> Iterator[FactFinding]:
    """The findings on codes in a folded answer that no result has, and that are nearly a result's.

    Where the answer has the result's code as well, it means another code, and gets no finding.
    """
    if not _MAY_BE_CODE.search(fold):
        return
    is_in_answer = cache(lambda text: stands_in(text, fold))
    for sentence in SENTENCE.finditer(fold):
        if not _MAY_BE_CODE.search(fold, *sentence.span()):
            continue
        codes = [each for each in _CODE.finditer(sentence.group()) if _is_code(each.group())]
        if not codes or is_of_others(sentence.group()):
            continue
        for match in codes:
            known = _code_meant(match.group(), names)
            if known is not None and not is_in_answer(known.text):
                start, end = (sentence.start() + at for at in match.span())
                yield FactFinding(start, end, "identifier", "contradicted", known)


def _code_meant(code: str, names: NameIndex) -> ResultValue | None:
    """The only code of the results that `code`, which they do not have, nearly is; else None."""
    is_hex = code.startswith(_HEX)
    alike = names.hexadecimal(len(code)) if is_hex else names.shaped(shape_of(code)).names
    if not 0 < len(alike) <= MAX_CODES_OF_SHAPE or names.find(code) is not None:
        return None
    near = list(islice((each for each in alike if is_nearly(code, each)), 2))
    return names.find(near[0]) if len(near) == 1 else None


def _is_code(text: str) -> bool:
    """Whether a match is a code: long enough, and no date, rounded number or range: 50000-50039."""
    if text.startswith(_HEX):
        return True
    parts = text.split("-")
    is_range = len(parts) > 1 and len(set(map(len, parts))) == 1 and parts == sorted(parts)
    is_short = sum(map(str.isdigit, text)) < _MIN_DIGITS
    return not (is_short or is_range or _DATE.fullmatch(text) or _ROUND.fullmatch(text))


def is_of_others(sentence: str) -> bool:
    """Whether a sentence denies or asks for a code, or tells what somebody else called it."""
    return _OF_OTHERS.search(sentence) is not None or read_statement(sentence).denies


def is_nearly(one: str, other: str) -> bool:
    """Whether two codes of one shape differ by a slip: in one or two digits, or in their order.

    Digits that differ in the last two places alone are no slip, since numbers that are counted up
    have neighbours. Hexadecimal codes are not counted up; they differ by a slip in any one digit.
    """
    wrong = differing(one, other)
    is_turned = sorted(one) == sorted(other)
    if one.startswith(_HEX):
        return is_turned or len(wrong) == 1
    return is_turned or (
        len(wrong) <= _MAX_WRONG_DIGITS and wrong[0] < len(one) - _MAX_WRONG_DIGITS
    )
