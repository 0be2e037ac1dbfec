"""Sums that an answer writes out: `9 unhealthy (3 + 3 + 2)`, `46 altogether (42 and 6)`."""

import re
from collections.abc import Iterator
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding
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
_INEXACT: Final = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|over|under|least|most|etwa|rund|fast|unos|unas|casi"
    r"|environ|presque|circa|quasi|quase|cerca de|bijna|ongeveer|if|would|could|not|of"
    r"|version|release|than)"
    r" (?:\w+ )?$"
)
_LEAD_CHARACTERS: Final = 80
"""Characters before a sum that are searched for words such as `altogether` or `about`."""

_MAX_RATIO: Final = 2
"""How many times the true total a number may be and still be read as the sum of the parts."""


def addition_findings(fold: str, index: Index) -> Iterator[FactFinding]:
    """The findings on wrong sums in a folded answer, where the results have all of the parts."""
    if "(" not in fold:
        return
    for found in _SUM.finditer(fold):
        parts = [*map(int, _NUMBER.findall(found["parts"]))]
        stated, total, start = int(found["sum"]), sum(parts), found.start()
        before = fold[max(0, start - _LEAD_CHARACTERS) : start]
        is_spelled_out = "+" in found["parts"] and found["of"] != ""  # but `room 12 (3 + 4)`
        is_sum = is_spelled_out or _TOTAL.search(before + found["of"]) is not None
        is_plausible = max(parts) <= stated <= _MAX_RATIO * total
        is_right = stated in {total, len(parts)}  # `3 levels (1, 2 and 3)`
        if is_right or not is_sum or not is_plausible or _INEXACT.search(before):
            continue
        known_parts = [index.amounts.by_number.get(float(each), ()) for each in parts]
        if all(known_parts):
            correct_sum = ResultValue(
                f"{' + '.join(map(str, parts))} = {total}", known_parts[0][0].result_value.source
            )
            yield FactFinding(start, found.end(), "count", "contradicted", correct_sum)
