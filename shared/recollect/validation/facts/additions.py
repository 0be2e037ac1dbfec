"""Sums that an answer writes out: `9 unhealthy (3 + 3 + 2)`, `46 altogether (42 and 6)`."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.known.index import Index
from recollect.validation.known.records import ResultValue

_SUM: Final = re.compile(
    r"(?<![\w.,:/+-])(?P<sum>\d{1,6})(?P<of>(?: [^\W\d_]{1,20}){0,4}) "
    r"\((?P<parts>\d{1,6}(?:(?: ?\+ ?|, | (?:and|und|y|et|e|en) )\d{1,6}){1,8})\)"
)
_NUMBER: Final = re.compile(r"\d+")
_TOTAL: Final = re.compile(
    r"\b(?:total|altogether|together|combined|between|overall|insgesamt|zusammen|juntos|ensemble"
    r"|insieme|samen|totaal|totale)\b[^.;!?\n\d]*$"
)
_ROUGH: Final = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|over|under|least|most|etwa|rund|fast|unos|unas|casi"
    r"|environ|presque|circa|quasi|quase|cerca de|bijna|ongeveer|if|would|could|not|of"
    r"|version|release|than)"
    r" (?:\w+ )?$"
)
_FAR: Final = 80
_NEAR: Final = 2


def addition_findings(fold: str, index: Index) -> Iterator[FactFinding]:
    """The findings on sums that are wrong, of numbers that results have."""
    if "(" not in fold:
        return
    for found in _SUM.finditer(fold):
        parts = [*map(int, _NUMBER.findall(found["parts"]))]
        said, total, start = int(found["sum"]), sum(parts), found.start()
        before = fold[max(0, start - _FAR) : start]
        is_told = "+" in found["parts"] and found["of"] != ""  # but `room 12 (3 + 4)`
        is_sum = is_told or _TOTAL.search(before + found["of"]) is not None
        is_near = max(parts) <= said <= _NEAR * total
        is_right = said in {total, len(parts)}  # `3 levels (1, 2 and 3)`
        if is_right or not is_sum or not is_near or _ROUGH.search(before):
            continue
        known = [index.amounts.by_number.get(float(each), ()) for each in parts]
        if all(known):
            told = ResultValue(
                f"{' + '.join(map(str, parts))} = {total}", known[0][0].result_value.source
            )
            yield FactFinding(start, found.end(), "count", "contradicted", told)
