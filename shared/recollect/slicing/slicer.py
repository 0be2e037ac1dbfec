"""The slicer: of the ranked evidence what the policy lets a specialist see and the budget holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from recollect.retrieval.ranked import Ranked
from recollect.slicing.budget import Budget, BudgetUsed, Spending, Tokenizer
from recollect.slicing.decisions import PolicyDecisions, Rulings
from recollect.slicing.policy import Verdict
from recollect.slicing.redaction import Redacted, redact, shown
from recollect.slicing.sliced import Including, SlicedItem, sliced
from recollect.slicing.specialist import Specialist

Stage = Literal["kept", "policy", "budget", "limit"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of an item, which stage decided, and why; never what the item says.

    An item of stage `limit`, and one that came when the budget was used up, was not shown to the
    policy: treat it as denied.
    """

    id: str
    stage: Stage
    explanation: str
    redacted: bool = False


@dataclass(frozen=True, slots=True)
class Slice:
    """The evidence for a specialist, best first, and how it came about.

    `ledger` has every ranked item, in order. `total_redacted` counts the items that were withheld
    or changed for the policy's sake. `asked` and `cache_hits` are those of the decisions.
    """

    items: tuple[SlicedItem, ...]
    ledger: tuple[Ruling, ...]
    total_redacted: int
    total_dropped_budget: int
    budget_used: BudgetUsed
    warnings: tuple[str, ...]
    cache_hits: int
    asked: int


async def slice_evidence(
    ranked: Sequence[Ranked],
    specialist: Specialist,
    *,
    limit: int,
    budget: Budget,
    decisions: PolicyDecisions,
    include_scores: bool,
    include_embeddings: bool,
    tokenizer: Tokenizer | None = None,
) -> Slice:
    """Give at most `limit` of the `ranked` items (best first) to the specialist.

    The policy decides in waves: the first `limit` items, then twice as many of the rest, and so on
    while places are left. The result is the same as if it had decided on all at once.
    """
    work = _Work(Spending(budget, tokenizer), limit, Including(include_scores, include_embeddings))
    rulings, start, size = Rulings(), 0, max(limit, 1)
    while start < len(ranked) and not work.closed:
        wave = ranked[start : start + size]
        decided = await decisions.decide(specialist, [one.candidate.item for one in wave])
        for one, verdict in zip(wave, decided.verdicts, strict=True):
            work.rule(one, verdict)
        rulings += decided
        start, size = start + len(wave), 2 * size
    for one in ranked[start:]:
        work.close(one)
    return work.slice(rulings)


@dataclass(slots=True)
class _Work:
    """A slice in the making."""

    spending: Spending
    limit: int
    including: Including
    items: list[SlicedItem] = field(default_factory=list)
    ledger: list[Ruling] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def closed(self) -> bool:
        return len(self.items) >= self.limit or bool(self.spending.exhausted)

    def close(self, ranked: Ranked) -> None:
        """Rule on an item for which there is no place."""
        if len(self.items) >= self.limit:
            self._rule(ranked, "limit", f"below the {self.limit} that were asked for")
        else:
            self._rule(ranked, "budget", self.spending.exhausted)

    def rule(self, ranked: Ranked, verdict: Verdict) -> None:
        """Rule on an item that the policy has decided on."""
        if self.closed:
            self.close(ranked)
            return
        if not verdict.allow:
            self._rule(ranked, "policy", verdict.reason)
            return
        item = ranked.candidate.item
        left = redact(item, verdict.redacted_fields)
        if left.problem:
            self._rule(ranked, "policy", left.problem)
            self.warnings.append(f"{item.id}: {left.problem}; the item is withheld")
            return
        self.warnings += (
            f"{item.id}: the redaction path {shown(path)} matches nothing"
            for path in left.unmatched
        )
        self._send(ranked, left)

    def _send(self, ranked: Ranked, left: Redacted) -> None:
        redacted = left.replaced > 0
        try:
            item = sliced(ranked, left, self.including)
        except ValueError:  # NaN, a lone surrogate, endless nesting: its message would show content
            self._rule(ranked, "budget", "cannot be sent as JSON", redacted=redacted)
            return
        if refusal := self.spending.take(item.json_text, item.byte_size):
            self._rule(ranked, "budget", refusal, redacted=redacted)
            return
        self.items.append(item)
        places = "1 place" if left.replaced == 1 else f"{left.replaced} places"
        explanation = f"kept, redacted in {places}" if redacted else "kept"
        self._rule(ranked, "kept", explanation, redacted=redacted)

    def _rule(
        self, ranked: Ranked, stage: Stage, explanation: str, *, redacted: bool = False
    ) -> None:
        self.ledger.append(Ruling(ranked.candidate.item.id, stage, explanation, redacted))

    def slice(self, rulings: Rulings) -> Slice:
        """All of it."""
        stages = [ruling.stage for ruling in self.ledger]
        return Slice(
            items=tuple(self.items),
            ledger=tuple(self.ledger),
            total_redacted=sum(one.redacted or one.stage == "policy" for one in self.ledger),
            total_dropped_budget=stages.count("budget"),
            budget_used=self.spending.used,
            warnings=(*rulings.warnings, *self.warnings),
            cache_hits=rulings.cache_hits,
            asked=rulings.asked,
        )
