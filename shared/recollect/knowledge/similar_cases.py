"""Resolved cases like the one at hand: where they are searched, and which of them are shown."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.messages import CamelMessage, Omittable
from recollect.detection.injection import is_instruction_like, without_injections
from recollect.detection.injection_cuts import abridged_without_injection
from recollect.knowledge.case_settling import ComparedCase, settled_order
from recollect.knowledge.names import folded_name
from recollect.language.abridging import lines_of_both_ends
from recollect.language.texts import SHOWN, collapsed
from recollect.questions.messages import extract_question
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration
from recollect.relevance.scoring import relevances
from recollect.retrieval.readable_text import readable_text
from recollect.servicedesk.numbers import ticket_number

_MOST_FOUND: Final = 50
_LONGEST_QUERY: Final = 4_000
# Of its beginning, and of its end; an excerpt shows far less.
_LONGEST_READ: Final = 4_000
# Some say the same as others.
_COMPARED_FOR_EACH: Final = 4
_LONGEST_URL: Final = 2_048


class SimilarCase(CamelMessage):
    """A resolved case; `score` is 0…100."""

    case_number: str
    score: int
    excerpt: str
    url: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A resolved case, and how well it answers: see `recollect.relevance.scoring`."""

    case_number: str
    company: str | None
    url: str | None
    text: str
    arms: Arms
    resolved_at: datetime | None = None

    def is_of(self, names: Iterable[str]) -> bool:
        """Whether it is a case of the customer that is called so, as the directory compares names.

        Of none, no case is.
        """
        called = folded_name(self.company or "")
        return called != "" and called in map(folded_name, names)


@dataclass(frozen=True, slots=True)
class RankedCase:
    """A case that was found, and its relevance among those that were found with it, 0…1."""

    found: FoundCase
    relevance: float

    def shown(self) -> SimilarCase:
        """The case as callers see it: its relevance in percent, an excerpt, a link if it is one."""
        url = self.found.url
        return SimilarCase(
            case_number=self.found.case_number,
            score=round(100 * self.relevance),
            excerpt=abridged_without_injection(_read(self.found.text), SHOWN),
            url=url if url and _is_link(url) else None,
        )


class ResolvedCases(Protocol):
    """Where resolved cases are searched. One round trip; raises StoreError."""

    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        """The best `limit` cases of each arm and, besides, the best of the customer called so.

        They are in no order of importance. An empty text is like nothing.
        """


@dataclass(frozen=True, slots=True)
class SimilarCaseFinder:
    """Finds resolved cases. Those under `least` (a relevance, 0…1) are not similar.

    Cases of other customers than `customers` are not there.
    """

    resolved: ResolvedCases
    calibration: Calibration
    least: float
    customers: Customers = ALL_CUSTOMERS

    async def find(
        self, text: str, names: Sequence[str], own: Collection[str], limit: int
    ) -> Sequence[RankedCase]:
        """The best `limit` cases: those of the customer with `names` first, then by relevance.

        The cases that the search is about, `own`, are not like themselves. Raises StoreError.
        """
        text = extract_question(text)
        answered = await self.resolved.similar(text[:_LONGEST_QUERY], names, _MOST_FOUND)
        found = [each for each in answered if self.customers.allow(each.company)]
        similar = [each for each in self._ranked(text, found) if each.relevance >= self.least]
        return best_cases(similar, names, own, limit, text)

    def _ranked(self, text: str, found: Sequence[FoundCase]) -> list[RankedCase]:
        arms, texts = [each.arms for each in found], [each.text for each in found]
        scores = relevances("hybrid", text, arms, texts, self.calibration)
        return [RankedCase(each, _within(score)) for each, score in zip(found, scores, strict=True)]


def best_cases(
    candidates: Sequence[RankedCase],
    names: Sequence[str],
    own: Collection[str],
    limit: int,
    asked: str,
) -> list[RankedCase]:
    """The best `limit` of `candidates` that say something, each number once: see `find`.

    One that gives orders to its reader comes behind all that do not, without them. How the others
    stand to each other is told by `recollect.knowledge.case_settling`.
    """
    excluded = set(map(ticket_number, own))
    best: dict[str, RankedCase] = {}
    for each in sorted(candidates, key=lambda each: _order(each, names)):
        key = ticket_number(each.found.case_number)
        if key not in excluded and collapsed(each.found.text):
            best.setdefault(key, each)
    plain, flagged = dict[str, RankedCase](), list[RankedCase]()
    for number, case in best.items():
        if len(plain) >= _COMPARED_FOR_EACH * limit:
            break
        if is_instruction_like(_read(case.found.text)):
            flagged += _without_injections(case)
        else:
            plain[number] = case
    compared = [_compared(number, each.found) for number, each in plain.items()]
    return [*(plain[each] for each in settled_order(compared, asked)), *flagged][: max(limit, 0)]


def _read(text: str) -> str:
    """What is read of a text, as people read it: of a long one both its ends."""
    return lines_of_both_ends(readable_text(text), _LONGEST_READ)


def _compared(number: str, case: FoundCase) -> ComparedCase:
    return ComparedCase(number, folded_name(case.company or ""), case.text, case.resolved_at)


def _without_injections(case: RankedCase) -> Iterator[RankedCase]:
    """The case without injections; nothing where nothing is left, or that presses its reader."""
    left = without_injections(_read(case.found.text))
    if left.strip() and not is_instruction_like(left):
        yield replace(case, found=replace(case.found, text=left))


def _order(case: RankedCase, names: Sequence[str]) -> tuple[bool, float, str]:
    return (not case.found.is_of(names), -case.relevance, case.found.case_number)


def _within(relevance: float) -> float:
    # What is not a number is not relevant.
    return min(max(relevance, 0.0), 1.0) if relevance == relevance else 0.0  # noqa: PLR0124 - NaN


def _is_link(url: str) -> bool:
    """Whether somebody may be sent there; a part of an address is no address."""
    is_web = url.startswith(("https://", "http://"))
    return is_web and len(url) <= _LONGEST_URL and collapsed(url) == url and " " not in url
