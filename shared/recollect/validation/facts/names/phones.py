"""Find telephone numbers that nearly are one of a result.

+49 451 555 0127 for +49 451 555 0172.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.validation.facts.findings.verdicts import FactFinding
from recollect.validation.facts.names.codes import MAX_CODES_OF_SHAPE, is_nearly, is_of_others
from recollect.validation.known.passages import SENTENCE, Passage
from recollect.validation.known.records import ResultValue

_PHONE: Final = re.compile(r"\+\d{1,3}(?:[ .()/-]{1,3}\d{2,5}){2,5}(?!\d)")
_ANY_PHONE: Final = re.compile(r"(?<![^\W_])\+?\(?\d(?:[ .()/-]{0,3}\d){6,17}(?!\d)")
"""A telephone number, however it is written: +494515550172, 0451 555 0172."""

_NATIONAL_PREFIX: Final = "(0)"
_MAX_COUNTRY_DIGITS: Final = 3
_OWN: Final = re.compile(
    r"\b(?:we|our|us|my|your|wir|unser\w{0,2}|uns|notre|nos|votre|nuestr[ao]s?|vuestr[ao]s?"
    r"|nostr[aeio]|vostr[aeio]|noss[ao]s?|onze|ons|uw)\b"
)
"""Words that say that a number is the writer's or the reader's of the answer."""


def phone_findings(fold: str, passages: Iterable[Passage]) -> Iterator[FactFinding]:
    """The findings on the telephone numbers of a folded answer that nearly are one of the results.

    Where the answer has the right number, too, it means another one by this.
    """
    if "+" not in fold or not (stated := list(_stated_phones(fold))):
        return
    stated_figures = {figures for figures, _, _ in stated}
    known: dict[str, ResultValue] = {}
    alike: dict[int, list[str]] = defaultdict(list)
    for passage in passages:
        for match in _ANY_PHONE.finditer(passage.text):
            if (figures := _figures(match.group())) not in known:
                known[figures] = ResultValue(match.group(), passage.result_value.source)
                if match.group().startswith("+"):
                    alike[len(figures)].append(figures)
    for figures, start, end in stated:
        if any(figures[country:] in known for country in range(_MAX_COUNTRY_DIGITS + 1)):
            continue
        near = _nearest(figures, alike[len(figures)])
        if near is not None and near not in stated_figures:
            yield FactFinding(start, end, "number", "contradicted", known[near])


def _stated_phones(fold: str) -> Iterator[tuple[str, int, int]]:
    """The digits, start and end of the numbers that an answer neither denies nor calls its own."""
    for sentence in SENTENCE.finditer(fold):
        phones = list(_PHONE.finditer(fold, *sentence.span()))
        if phones and not is_of_others(text := sentence.group()) and not _OWN.search(text):
            for match in phones:
                yield _figures(match.group()), *match.span()


def _nearest(figures: str, alike: Sequence[str]) -> str | None:
    """The only one of the results' numbers of this length that `figures` nearly is, or None."""
    if len(alike) > MAX_CODES_OF_SHAPE:
        return None
    near = [each for each in alike if is_nearly(figures, each)]
    return near[0] if len(near) == 1 else None


def _figures(phone: str) -> str:
    """The digits of a number as it is dialled from abroad, without leading noughts."""
    return "".join(filter(str.isdigit, phone.replace(_NATIONAL_PREFIX, ""))).lstrip("0")
