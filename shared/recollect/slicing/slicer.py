"""The slicer: takes from the visible evidence, best first, what the budget allows.

Items with orders to their reader come behind all others, whatever their score.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from recollect.retrieval.items import marked_as_injection
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.ranking import Ranking
from recollect.retrieval.visibility import Sight
from recollect.slicing.budget import Budget, BudgetUsed, Spending
from recollect.slicing.injection import InjectionScan
from recollect.slicing.redaction import shown
from recollect.slicing.sliced import Including, SlicedItem, sliced

LedgerEntryStage = Literal["kept", "ranking", "policy", "budget", "limit"]
"""The stage that decided about a candidate, by its name in the API."""


@dataclass(frozen=True, slots=True)
class JudgedCandidate:
    """A candidate after slicing: the stage that decided about it, why, and what of it is sent.

    `explanation` never quotes the item. `policy` is the stage of withheld items, which a slice does
    not contain.
    """

    ranked: Ranked = field(repr=False)
    stage: LedgerEntryStage
    explanation: str
    redacted: bool = False
    sent: SlicedItem | None = None

    @property
    def id(self) -> str:
        """The id of the item."""
        return self.ranked.candidate.item.id


@dataclass(frozen=True, slots=True)
class Slice:
    """The evidence for a specialist, with a reason for every candidate.

    `judged` has all candidates: those that ranking kept, best first, then those that it dropped,
    then superseded items and duplicates.
    """

    judged: tuple[JudgedCandidate, ...]
    budget_used: BudgetUsed
    warnings: tuple[str, ...]

    @property
    def items(self) -> tuple[SlicedItem, ...]:
        """The items that are sent, best first."""
        return tuple(each.sent for each in self.judged if each.sent is not None)

    @property
    def total_redacted(self) -> int:
        """How many items the policy changed."""
        return sum(each.redacted for each in self.judged)

    @property
    def total_dropped_budget(self) -> int:
        """How many items did not fit into the budget."""
        return sum(each.stage == "budget" for each in self.judged)


def slice_evidence(ranking: Ranking, *, limit: int, budget: Budget, including: Including) -> Slice:
    """Take at most `limit` of the kept items within `budget`, best first, as they may be seen."""
    slicing = _Slicing(Spending(budget), limit, including)
    slicing.judge(ranking.kept, ranking.dropped)
    slicing.judged += (JudgedCandidate(each, "ranking", each.explanation) for each in ranking.aside)
    return Slice(tuple(slicing.judged), slicing.spending.used, tuple(slicing.warnings))


@dataclass(slots=True)
class _Slicing:
    """A slice under construction."""

    spending: Spending
    limit: int
    including: Including
    judged: list[JudgedCandidate] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    sent: int = 0
    injection_scan: InjectionScan = field(default_factory=InjectionScan)

    def judge(self, kept: Iterable[Ranked], dropped: Iterable[Ranked]) -> None:
        """Judge the items that ranking kept, and those that it dropped."""
        behind: list[tuple[Ranked, Sight]] = []
        for ranked in kept:
            sight = ranked.candidate.sight or Sight(ranked.candidate.item)
            if self._has_room:
                sight = replace(sight, item=self.injection_scan.flagged(sight.item))
                if marked_as_injection(sight.item.metadata):
                    behind.append((ranked, sight))
                    continue
            self._judge(ranked, sight)
        for ranked, sight in behind:
            explanation = f"{ranked.explanation}; gives orders to its reader, and so comes last"
            self._judge(replace(ranked, explanation=explanation), sight)
        self.judged += (JudgedCandidate(each, "ranking", each.explanation) for each in dropped)

    @property
    def _has_room(self) -> bool:
        return self.sent < self.limit and not self.spending.exhausted

    def _judge(self, ranked: Ranked, sight: Sight) -> None:
        judged = self._judged(ranked, sight)
        self.judged.append(judged)
        self.sent += judged.sent is not None

    def _judged(self, ranked: Ranked, sight: Sight) -> JudgedCandidate:
        if self.sent >= self.limit:
            return JudgedCandidate(ranked, "limit", f"below the {self.limit} that were asked for")
        if exhausted := self.spending.exhausted:
            return JudgedCandidate(ranked, "budget", exhausted)
        self.warnings += (
            f"{sight.item.id}: the redaction path {shown(path)} matches nothing"
            for path in sight.unmatched
        )
        return self._sent(ranked, sight)

    def _sent(self, ranked: Ranked, sight: Sight) -> JudgedCandidate:
        try:
            item = sliced(ranked, sight, self.including)
        except ValueError:  # NaN, a lone surrogate, endless nesting: its message would show content
            return JudgedCandidate(ranked, "budget", "cannot be sent as JSON", sight.masked)
        if refusal := self.spending.take(item.byte_size):
            return JudgedCandidate(ranked, "budget", refusal, sight.masked)
        # An item is kept for its score.
        return JudgedCandidate(ranked, "kept", ranked.explanation, sight.masked, item)
