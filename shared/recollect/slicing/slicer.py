"""The slicer: of the ranked evidence what the policy lets a specialist see and the budget holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from recollect.retrieval.ranked import Ranked
from recollect.retrieval.ranking import Ranking
from recollect.slicing.budget import Budget, BudgetUsed, Spending, Tokenizer
from recollect.slicing.decisions import PolicyDecisions, Verdicts
from recollect.slicing.policy import Verdict
from recollect.slicing.redaction import Redacted, Work, redact, shown
from recollect.slicing.sliced import Including, SlicedItem, sliced
from recollect.slicing.specialist import Specialist

Stage = Literal["kept", "ranking", "policy", "budget", "limit"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with what became of it: which stage decided, why, and what of it is sent.

    `explanation` never says what the item says. An item of stage `limit`, and one that came when
    the budget was used up, was not shown to the policy: treat it as denied.
    """

    ranked: Ranked = field(repr=False)
    stage: Stage
    explanation: str
    redacted: bool = False
    sent: SlicedItem | None = None

    @property
    def id(self) -> str:
        """The item's id."""
        return self.ranked.candidate.item.id


@dataclass(frozen=True, slots=True)
class Slice:
    """The evidence for a specialist, and how it came about.

    `judged` has every candidate: those that were good enough best first, then the others. `asked`
    and `cache_hits` are those of the policy's verdicts.
    """

    judged: tuple[Judged, ...]
    budget_used: BudgetUsed
    warnings: tuple[str, ...]
    cache_hits: int
    asked: int

    @property
    def items(self) -> tuple[SlicedItem, ...]:
        """What is sent, best first."""
        return tuple(each.sent for each in self.judged if each.sent is not None)

    @property
    def total_redacted(self) -> int:
        """How many items were withheld or changed for the policy's sake."""
        return sum(each.redacted or each.stage == "policy" for each in self.judged)

    @property
    def total_dropped_budget(self) -> int:
        """How many items the budget had no room for."""
        return sum(each.stage == "budget" for each in self.judged)


async def slice_evidence(
    ranking: Ranking,
    specialist: Specialist,
    *,
    limit: int,
    budget: Budget,
    decisions: PolicyDecisions,
    including: Including,
    tokenizer: Tokenizer | None = None,
) -> Slice:
    """Give the specialist at most `limit` of the items that ranking has kept.

    The policy decides in waves: the first `limit` items, then twice as many of the rest, and so on
    while places are left. The result is the same as if it had decided on all at once.
    """
    slicing = _Slicing(Spending(budget, tokenizer), limit, including)
    verdicts, rest, size = Verdicts(), ranking.kept, max(limit, 1)
    while rest and not slicing.is_full:
        wave, rest, size = rest[:size], rest[size:], 2 * size
        decided = await decisions.decide(specialist, [each.candidate.item for each in wave])
        slicing.judge(wave, decided.verdicts)
        verdicts += decided
    slicing.close(rest, ranking.dropped)
    return Slice(
        judged=tuple(slicing.judged),
        budget_used=slicing.spending.used,
        warnings=(*verdicts.warnings, *slicing.warnings),
        cache_hits=verdicts.cache_hits,
        asked=verdicts.asked,
    )


@dataclass(slots=True)
class _Slicing:
    """A slice in the making."""

    spending: Spending
    limit: int
    including: Including
    judged: list[Judged] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    work: Work = field(default_factory=Work)
    sent: int = 0

    @property
    def is_full(self) -> bool:
        return self.sent >= self.limit or bool(self.spending.exhausted)

    def judge(self, wave: Sequence[Ranked], verdicts: Sequence[Verdict]) -> None:
        """Judge items that the policy has decided on."""
        for ranked, verdict in zip(wave, verdicts, strict=True):
            judged = self._without_place(ranked) if self.is_full else self._judged(ranked, verdict)
            self.judged.append(judged)
            self.sent += judged.sent is not None

    def close(self, rest: Iterable[Ranked], dropped: Iterable[Ranked]) -> None:
        """Judge items for which there is no place any more, and those that ranking has dropped."""
        self.judged += map(self._without_place, rest)
        self.judged += (
            Judged(each, "ranking", f"{each.explanation} is below the least that is kept")
            for each in dropped
        )

    def _without_place(self, ranked: Ranked) -> Judged:
        if self.sent >= self.limit:
            return Judged(ranked, "limit", f"below the {self.limit} that were asked for")
        return Judged(ranked, "budget", self.spending.exhausted)

    def _judged(self, ranked: Ranked, verdict: Verdict) -> Judged:
        if not verdict.allow:
            return Judged(ranked, "policy", verdict.reason)
        item = ranked.candidate.item
        left = redact(item, verdict.redacted_fields, self.work)
        if left.problem:
            self.warnings.append(f"{item.id}: {left.problem}; the item is withheld")
            return Judged(ranked, "policy", left.problem)
        self.warnings += (
            f"{item.id}: the redaction path {shown(path)} matches nothing"
            for path in left.unmatched
        )
        return self._sent(ranked, left)

    def _sent(self, ranked: Ranked, left: Redacted) -> Judged:
        redacted = left.replaced > 0
        try:
            item = sliced(ranked, left, self.including)
        except ValueError:  # NaN, a lone surrogate, endless nesting: its message would show content
            return Judged(ranked, "budget", "cannot be sent as JSON", redacted)
        if refusal := self.spending.take(item.json_text, item.byte_size):
            return Judged(ranked, "budget", refusal, redacted)
        # Of what is kept the score is the reason.
        return Judged(ranked, "kept", ranked.explanation, redacted, item)
