"""Settles memories that are good enough: drops superseded ones and duplicates, pairs conflicts.

The rules are those of `recollect.settlement.relations`; a memory states a decision in a case.

- A memory is superseded if
  - another one of no less trust names it in `supersedes`, and is proven if the old one is. A
    subject may replace its own memories before they are proven;
  - a newer decision of no less trust, in a case described alike, says that it replaces it;
  - it was corrected, and a newer decision in a case described alike says what the correction does;
  - its `valid_until` is over.
  A memory does not supersede one that more judges stand by (`recollect.learning.judges`).
- Duplicates decide the same in the same situation, apart from names in the situation and numbers
  that tell one case from another. The best believed one stands for all.
- A conflict is two decisions, in cases described alike, that state different facts about one
  subject. Two different ways to help are no conflict.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from recollect.core.timestamps import age_in_days, parse_moment
from recollect.memories.finding.replacing import comparable_trust, may_supersede
from recollect.memories.finding.scored import ScoredMemory, backed_first
from recollect.memories.known.confidence import confidence
from recollect.memories.known.reading import memory_has_injection
from recollect.memories.search_result import DroppedMemory
from recollect.retrieval.items import string_of
from recollect.settlement.relations import (
    NO_RELATIONS,
    Relations,
    best_places,
    conflicts_together,
    find_relations,
)
from recollect.settlement.statements import Statement, Wording, is_alike
from recollect.settlement.supersession import named_superseded


@dataclass(frozen=True, slots=True)
class Settled:
    """The memories that are results if there is room (`kept`, best first), and the dropped ones."""

    kept: tuple[ScoredMemory, ...]
    aside: tuple[DroppedMemory, ...]


def settled_memories(
    ranked: Sequence[ScoredMemory],
    successors: Sequence[ScoredMemory],
    shown: frozenset[str],
    asked: str,
    now: datetime,
    *,
    include_superseded: bool,
) -> Settled:
    """Settle `ranked` memories, best first, together with `successors` of some of them by name.

    A successor whose id is in `shown` takes the place of the memory that it supersedes, with the
    same relevance. `asked` is the query.
    """
    read = _wordings_of((*ranked, *successors))
    named = named_superseded(list(read.values()), now)
    ranked = _with_successors(ranked, successors, shown, named)
    by_id = {each.id: each for each in ranked}
    found = find_relations([read[each] for each in by_id], named, asked, now)
    superseded = {each: by for each, by in found.superseded_by.items() if each in by_id}
    hidden = {} if include_superseded else superseded
    aside = (*found.duplicate_of, *hidden)
    order = conflicts_together(
        best_places(list(by_id), found.relations, aside),
        found.relations,
        lambda each: _contested_order(by_id[each], now),
    )
    instead_of = {
        each: tuple(old for old, by in superseded.items() if by == each)
        for each in superseded.values()
    }
    return Settled(
        tuple(
            replace(
                by_id[each],
                relations=found.relations.get(each, NO_RELATIONS),
                supersedes=instead_of.get(each, ()),
            )
            if each in found.relations or each in instead_of
            else by_id[each]
            for each in order
        ),
        (
            *(by_id[each].dropped("superseded", superseded_by=by) for each, by in hidden.items()),
            *(
                by_id[each].dropped("duplicate", duplicate_of=first)
                for each, first in found.duplicate_of.items()
            ),
        ),
    )


def relations_of(memory_id: str, memories: Sequence[ScoredMemory], now: datetime) -> Relations:
    """How a memory relates to the others of these, even if a duplicate of it stands for both."""
    read = list(_wordings_of(memories).values())
    found = find_relations(read, named_superseded(read, now), "", now)
    first = found.duplicate_of.get(memory_id, memory_id)
    relations = found.relations.get(first, NO_RELATIONS)
    same = (each for each in (first, *relations.duplicates) if each != memory_id)
    return replace(relations, duplicates=tuple(same))


def superseded_among(memories: Sequence[ScoredMemory], now: datetime) -> dict[str, str | None]:
    """The ids of superseded memories, each with that of the one that names it; None if by time."""
    return named_superseded(list(_wordings_of(memories).values()), now)


def _wordings_of(memories: Sequence[ScoredMemory]) -> dict[str, Wording]:
    by_id = {each.id: each for each in memories}
    corrected = [each for each in memories if _correction_of(each)]
    return {each.id: Wording(_statement_of(each, by_id, corrected)) for each in memories}


def _correction_of(memory: ScoredMemory) -> str:
    return string_of(memory.metadata.get("correction")) or ""


def _carries_out(memory: ScoredMemory, corrected: ScoredMemory) -> bool:
    """Whether a memory's decision does what the correction of another one asks for."""
    made, before = map(_made_at, (memory, corrected))
    if made is None or before is None or made <= before:
        return False
    return is_alike(memory.record.decision, _correction_of(corrected)) and is_alike(
        memory.record.situation, corrected.record.situation
    )


def _made_at(memory: ScoredMemory) -> datetime | None:
    """When it was decided: the earlier of `created_at` and `valid_from`."""
    times = (parse_moment(memory.metadata.get(each)) for each in ("created_at", "valid_from"))
    return min(filter(None, times), default=None)


def _contested_order(memory: ScoredMemory, now: datetime) -> tuple[float, float]:
    """The sort key of conflicting memories: better believed ones first, then younger ones.

    The age counts from the last confirmation or, without any, from the decision.
    """
    made, age = _made_at(memory), memory.age_days
    if made and memory.metadata.get("last_confirmed_at") == memory.metadata.get("created_at"):
        age = age_in_days(made, now)
    return -confidence(age, memory.counts, memory.context, memory.parameters), age


def _statement_of(
    memory: ScoredMemory, by_id: Mapping[str, ScoredMemory], corrected: Sequence[ScoredMemory]
) -> Statement:
    record, metadata = memory.record, memory.metadata
    own = comparable_trust(memory)
    carried_out = (each.id for each in corrected if _carries_out(memory, each))
    known = {each: by_id.get(each) for each in (*record.supersedes, *carried_out)}
    return Statement(
        id=record.id,
        text=record.decision,
        case=record.situation,
        created_at=_made_at(memory),
        trust=own,
        belief=memory.confidence,
        supersedes=tuple(each for each, old in known.items() if old and may_supersede(memory, old)),
        valid_from=parse_moment(metadata.get("valid_from")),
        valid_until=parse_moment(metadata.get("valid_until")),
        has_injection=memory_has_injection(metadata),
        backers=memory.counts.backers,
    )


def _with_successors(
    ranked: Sequence[ScoredMemory],
    successors: Sequence[ScoredMemory],
    shown: frozenset[str],
    named: Mapping[str, str | None],
) -> list[ScoredMemory]:
    """The memories together with their shown successors, each as relevant as what it replaces."""
    relevance: dict[str, float] = {}
    for each in ranked:
        if current := named.get(each.id):
            relevance[current] = max(each.relevance, relevance.get(current, 0.0))
    known = {each.id for each in ranked}
    joining = [
        replace(each, relevance=max(each.relevance, relevance[each.id]))
        for each in successors
        if each.id in relevance and each.id in shown and each.id not in known
    ]
    if not joining:
        return [*ranked]
    return backed_first(sorted((*ranked, *joining), key=lambda each: each.order))
