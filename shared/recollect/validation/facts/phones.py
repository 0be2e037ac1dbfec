"""Telephone numbers that are nearly those of a result.

+49 451 555 0127 is for +49 451 555 0172.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.validation.facts.codes import MOST_ALIKE, is_nearly, is_of_others
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.known.passages import SENTENCE, Passage
from recollect.validation.known.records import ResultValue

_PHONE: Final = re.compile(r"\+\d{1,3}(?:[ .()/-]{1,3}\d{2,5}){2,5}(?!\d)")
_ANY_PHONE: Final = re.compile(r"(?<![^\W_])\+?\(?\d(?:[ .()/-]{0,3}\d){6,17}(?!\d)")
"""However it is written: +494515550172, 0451 555 0172."""

_DIALLED_INSIDE: Final = "(0)"
_LONGEST_COUNTRY: Final = 3
_OWN: Final = re.compile(
    r"\b(?:we|our|us|my|your|wir|unser\w{0,2}|uns|notre|nos|votre|nuestr[ao]s?|vuestr[ao]s?"
    r"|nostr[aeio]|vostr[aeio]|noss[ao]s?|onze|ons|uw)\b"
)
"""What tells that a number is that of who writes the answer, or reads it."""


def phone_findings(fold: str, passages: Iterable[Passage]) -> Iterator[FactFinding]:
    """The telephone numbers of a folded answer that no result has, and one of theirs nearly is.

    Where the right one is told, too, the other one is spoken of.
    """
    if "+" not in fold or not (said := list(_said(fold))):
        return
    told = {figures for figures, _, _ in said}
    known: dict[str, ResultValue] = {}
    alike: dict[int, list[str]] = defaultdict(list)
    for passage in passages:
        for match in _ANY_PHONE.finditer(passage.text):
            if (figures := _figures(match.group())) not in known:
                known[figures] = ResultValue(match.group(), passage.result_value.source)
                if match.group().startswith("+"):
                    alike[len(figures)].append(figures)
    for figures, start, end in said:
        if any(figures[country:] in known for country in range(_LONGEST_COUNTRY + 1)):
            continue
        near = _near(figures, alike[len(figures)])
        if near is not None and near not in told:
            yield FactFinding(start, end, "number", "contradicted", known[near])


def _said(fold: str) -> Iterator[tuple[str, int, int]]:
    """The figures of the numbers that an answer does not deny or call its own, and their places."""
    for sentence in SENTENCE.finditer(fold):
        phones = list(_PHONE.finditer(fold, *sentence.span()))
        if phones and not is_of_others(text := sentence.group()) and not _OWN.search(text):
            for match in phones:
                yield _figures(match.group()), *match.span()


def _near(figures: str, alike: Sequence[str]) -> str | None:
    """The one number that another nearly is."""
    if len(alike) > MOST_ALIKE:
        return None
    near = [each for each in alike if is_nearly(figures, each)]
    return near[0] if len(near) == 1 else None


def _figures(phone: str) -> str:
    """What is dialled from abroad, as far as it is told."""
    return "".join(filter(str.isdigit, phone.replace(_DIALLED_INSIDE, ""))).lstrip("0")
