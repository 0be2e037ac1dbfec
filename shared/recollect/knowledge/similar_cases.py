"""Finds resolved cases similar to the one at hand, and decides which of them are shown."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from recollect.core.customers import ALL_CUSTOMERS, Customers
from recollect.core.messages import CamelMessage, Omittable
from recollect.detection.injection import is_instruction_like, without_injections
from recollect.detection.injection_cuts import abridged_without_injection
from recollect.knowledge.case_settling import ComparedCase, settled_order
from recollect.knowledge.folded_names import folded_name
from recollect.language.abridging import lines_of_both_ends
from recollect.language.texts import SHOWN, collapsed
from recollect.questions.messages import extract_question
from recollect.relevance.arms import Arms
from recollect.relevance.calibration import Calibration
from recollect.relevance.odds import LIKELY
from recollect.relevance.scoring import relevances
from recollect.retrieval.readable_text import readable_text
from recollect.servicedesk.numbers import ticket_number

_MAX_FOUND: Final = 50
_MAX_QUERY_LENGTH: Final = 4_000
# In characters, from both ends of a text; an excerpt shows far fewer.
_MAX_READ_LENGTH: Final = 4_000
# So many candidates are compared for each result, since some are duplicates.
_COMPARED_FOR_EACH: Final = 4
_MAX_URL_LENGTH: Final = 2_048


class SimilarCase(CamelMessage):
    """A resolved case that is similar; `score` is 0…100."""

    case_number: str
    score: int
    excerpt: str
    url: Omittable[str] = None


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A resolved case, and how each arm scored it: see `recollect.relevance.scoring`."""

    case_number: str
    company: str | None
    url: str | None
    text: str
    arms: Arms
    resolved_at: datetime | None = None

    def is_of(self, names: Iterable[str]) -> bool:
        """Whether the case belongs to the customer with these names, compared as in the directory.

        A case without a company belongs to no customer.
        """
        called = folded_name(self.company or "")
        return called != "" and called in map(folded_name, names)


@dataclass(frozen=True, slots=True)
class RankedCase:
    """A found case and its relevance (0…1), scored together with the other found cases."""

    found: FoundCase
    relevance: float

    def shown(self) -> SimilarCase:
        """The case as callers see it: relevance in percent, an excerpt, and its link if valid."""
        url = self.found.url
        return SimilarCase(
            case_number=self.found.case_number,
            score=round(100 * self.relevance),
            excerpt=abridged_without_injection(_read(self.found.text), SHOWN),
            url=url if url and _is_link(url) else None,
        )


class ResolvedCases(Protocol):
    """The store in which resolved cases are searched. One round trip; raises StoreError."""

    async def similar(self, text: str, names: Sequence[str], limit: int) -> Sequence[FoundCase]:
        """The best `limit` cases of each arm, and the best of the customer with these `names`.

        They are in no particular order. Nothing is similar to an empty text.
        """


@dataclass(frozen=True, slots=True)
class SimilarCaseFinder:
    """Finds resolved cases with a relevance (0…1) of at least `least`.

    Cases of customers that are not among `customers` do not exist for it.
    """

    resolved: ResolvedCases
    calibration: Calibration
    least: float
    customers: Customers = ALL_CUSTOMERS

    async def find(
        self, text: str, names: Sequence[str], own: Collection[str], limit: int
    ) -> Sequence[RankedCase]:
        """The best `limit` cases: the customer's own first if likely relevant, then by relevance.

        The customer has these `names`. Cases with numbers in `own`, which the search is about, are
        left out. Raises StoreError.
        """
        text = extract_question(text)
        answered = await self.resolved.similar(text[:_MAX_QUERY_LENGTH], names, _MAX_FOUND)
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
    """The best `limit` of `candidates` that are not empty, each number once: see `find`.

    A case that gives orders to its reader comes behind all others, with the orders removed. The
    others are settled by `recollect.knowledge.case_settling`. `asked` is the query.
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
    """The readable part of a text: all of it, or both ends of a long one."""
    return lines_of_both_ends(readable_text(text), _MAX_READ_LENGTH)


def _compared(number: str, case: FoundCase) -> ComparedCase:
    return ComparedCase(number, folded_name(case.company or ""), case.text, case.resolved_at)


def _without_injections(case: RankedCase) -> Iterator[RankedCase]:
    """The case without injections; nothing if no text is left, or if that still gives orders."""
    left = without_injections(_read(case.found.text))
    if left.strip() and not is_instruction_like(left):
        yield replace(case, found=replace(case.found, text=left))


def _order(case: RankedCase, names: Sequence[str]) -> tuple[bool, bool, float, str]:
    # That a case is the customer's own says nothing if it is likely about something else.
    is_likely = case.relevance > LIKELY
    is_own = is_likely and case.found.is_of(names)
    return (not is_likely, not is_own, -case.relevance, case.found.case_number)


def _within(relevance: float) -> float:
    # NaN counts as not relevant.
    return min(max(relevance, 0.0), 1.0) if relevance == relevance else 0.0  # noqa: PLR0124 - NaN


def _is_link(url: str) -> bool:
    """Whether the text is a whole web address that a reader may follow."""
    is_web = url.startswith(("https://", "http://"))
    return is_web and len(url) <= _MAX_URL_LENGTH and collapsed(url) == url and " " not in url
