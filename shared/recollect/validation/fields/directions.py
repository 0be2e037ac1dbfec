"""Which way something went from one number to another: `it rose from 12,450 to 10,897`."""

from collections.abc import Iterator, Mapping
from typing import Final

from recollect.validation.facts.quantities import amounts_in
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.fields import vocabulary
from recollect.validation.fields.subjects import Claim, is_denial

_WAYS: Final[Mapping[str, int]] = {
    **dict.fromkeys(vocabulary.RISING.split(), 1),
    **dict.fromkeys(vocabulary.FALLING.split(), -1),
}
_FROM: Final = frozenset(["from", "von", "de", "desde", "da", "van"])
_PAIR: Final = 2


def direction_findings(claim: Claim) -> Iterator[FoundFact]:
    """The finding on a sentence with one word for rising or falling, and two numbers of results."""
    context = claim.context
    line = context.clause.line
    if not context.clause.is_first or not context.clause.states or context.supposes:
        return
    ways = [word for word in line if word.text in _WAYS]
    if len(ways) != 1 or any(is_denial(word) for word in line):
        return
    known = {abs(cell.number): cell for cell in claim.tables.cells if cell.form == "number"}
    told = [each for each in amounts_in(line) if each.value in known and each.start > ways[0].start]
    if len(told) != _PAIR or told[0].concept != told[1].concept:
        return
    begins = line[told[0].place - 1].text in _FROM
    if begins and (told[1].value - told[0].value) * _WAYS[ways[0].text] < 0:
        cell = known[told[1].value]
        yield FoundFact(ways[0].start, ways[0].end, "status", "contradicted", cell.known)
