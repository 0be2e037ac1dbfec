"""The section `similarCases`: resolved cases like this one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.discovery.cases import FoundCase
from recollect.discovery.schema import SimilarCase, SimilarCases
from recollect.language.texts import folded, shortened
from recollect.relevance.fusion import Fusion
from recollect.relevance.scoring import fused

_LONGEST_URL: Final = 2_048


@dataclass(frozen=True, slots=True)
class ResolvedCase:
    """A resolved case that was found; `relevance` is 0…1, absolute."""

    case_number: str
    company: str | None
    url: str | None
    relevance: float
    text: str


def relevant_cases(found: Sequence[FoundCase], fusion: Fusion) -> list[ResolvedCase]:
    """Cases with their relevance, the arms weighed as in `recollect.relevance.arms`."""
    scores = fused("hybrid", [each.arms for each in found], fusion)
    return [
        ResolvedCase(
            case_number=each.case_number,
            company=each.company or "",
            url=each.url or "",
            relevance=score,
            text=each.text,
        )
        for each, score in zip(found, scores, strict=True)
    ]


def similar_cases(
    candidates: Sequence[ResolvedCase], company: str | None, own: Collection[str], limit: int
) -> SimilarCases | None:
    """The best `limit` of `candidates`: those of `company` first, each group by its relevance.

    The cases that the pack is about, `own`, are not like themselves. `score` is the relevance in
    percent. None when nothing is left.
    """
    excluded = {number.casefold() for number in own}
    best: dict[str, ResolvedCase] = {}
    for each in sorted(candidates, key=lambda each: _order(each, company)):
        key = each.case_number.casefold()
        if key not in excluded and folded(each.text):
            best.setdefault(key, each)
    cases = tuple(_shown(each) for each in list(best.values())[: max(limit, 0)])
    return SimilarCases(total=len(cases), cases=cases) if cases else None


def _order(case: ResolvedCase, company: str | None) -> tuple[bool, float, str]:
    ours = folded(company or "").casefold()
    is_own = bool(ours) and folded(case.company or "").casefold() == ours
    return (not is_own, -_within(case.relevance), case.case_number)


def _within(relevance: float) -> float:
    # What is not a number is not relevant.
    return min(max(relevance, 0.0), 1.0) if relevance == relevance else 0.0  # noqa: PLR0124 - NaN


def _shown(case: ResolvedCase) -> SimilarCase:
    return SimilarCase(
        caseNumber=case.case_number,
        score=round(100 * _within(case.relevance)),
        excerpt=shortened(case.text),
        url=case.url if case.url and _is_link(case.url) else None,
    )


def _is_link(url: str) -> bool:
    """Whether somebody may be sent there; a part of an address is no address."""
    is_web = url.startswith(("https://", "http://"))
    return is_web and len(url) <= _LONGEST_URL and folded(url) == url and " " not in url
