"""Numbers that no result has, and that are nearly one of theirs: `4.3 kg` for `3.4 kg`."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from recollect.validation.facts.moments import is_year
from recollect.validation.facts.slips import figures, is_misread
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields.subjects import Claim
from recollect.validation.fields.sums import follows

_LEAST: Final = 3
_MOST_TOLD: Final = 400


def misreading_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on numbers that are nearly one of the results, and can be none of their sums."""
    if not claim.tells:
        return
    for amount in claim.amounts:
        word = claim.words[amount.place]
        digits = figures(amount.number)
        is_rough = bool(amount.bound) and amount.number == int(amount.number)
        is_short = sum(map(str.isdigit, word.text)) < _LEAST
        before = claim.context.answer[max(0, word.start - 2) : word.start]
        is_joined = before.endswith("-") and before[:1].isdigit()  # of a phone number
        if is_joined or word.form != "number" or is_rough or is_short or is_year(word.text):
            continue
        known = claim.tables.written
        is_told = amount.number in claim.context.index.numbers
        if is_told or digits in known or any(each.startswith(digits) for each in known):
            continue
        near = [each for each in known if is_misread(digits, each)]
        if len(near) == 1 and not _follows(amount.number, claim):
            cell = known[near[0]]
            yield FoundFact(word.start, word.end, "number", "contradicted", cell.known)


def _follows(number: float, claim: Claim) -> bool:
    """Whether a number is worked out of those of fields, or of the first that results tell."""
    cells = [abs(cell.number) for cell in claim.tables.written.values()]
    told = list(islice(claim.context.index.numbers, _MOST_TOLD))
    return follows(number, cells) or follows(number, told)
