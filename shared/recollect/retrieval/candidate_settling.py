"""Settles ranked candidates: what holds now, each thing once, the most believed first.

The results of a walk are left as they are: it asks for connections, also between old items.

- Superseded items are put aside, unless asked for (`recollect.settlement.supersession`); the
  successor takes the place, or comes right before. A question about the past asks for them.
- Of duplicates one is kept, at the best of their places (`recollect.settlement.duplicates`).
- Among items that have all that a question names, and where a text hints at a change, the newer
  comes first (`recollect.settlement.newest`).
- Among items that are each more likely relevant than not, the more believed come first.
- If the question asks what to do, alerts come behind items that answer: an alert only says that
  something is the matter.
- Conflicting items stand together, at the best of their places; first those that hold already, then
  the more believed, then the newer.
- Expired items, where asked for, come last.

Only items that the reader may see take part.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from recollect.relevance.intents import asks_for_a_way, asks_for_the_past
from recollect.relevance.odds import LIKELY
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.item_statements import statement_of
from recollect.retrieval.items import Item
from recollect.retrieval.ranked import Ranked
from recollect.retrieval.ranking import Ranking
from recollect.settlement.newest import newest_first
from recollect.settlement.relations import (
    FoundRelations,
    Relations,
    best_places,
    conflicts_together,
    find_relations,
)
from recollect.settlement.statements import Wording
from recollect.settlement.supersession import named_superseded

_MAX_ALERT_CHARS: Final = 200
"""A longer text that mentions an alert says more than that, as a runbook does."""

_ANSWER_SHARE: Final = 0.1
_NEWER_SHARE: Final = 0.5

_MIN_BELIEVED_TRUST: Final = 0.8


def bounded_by_as_of(query: EvidenceQuery) -> EvidenceQuery:
    """The query, with its filters limited to items that had been created at its `as_of`."""
    if query.as_of is None:
        return query
    until = query.filters.until
    latest = query.as_of if until is None else min(until, query.as_of)
    return replace(query, filters=replace(query.filters, until=latest))


def settled_ranking(
    query: EvidenceQuery, ranking: Ranking, now: datetime, left_out: Iterable[Item] = ()
) -> Ranking:
    """The ranking without items superseded at `now` and duplicates, with conflicts side by side.

    Superseded items and duplicates go to `aside`. `left_out` are items that the filters exclude:
    they are no results, but supersede the items that they name.
    """
    if query.walk is not None:
        return ranking
    ranked_items = (each.candidate.item for each in (*ranking.kept, *ranking.dropped))
    read = {each.id: Wording(statement_of(each)) for each in (*ranked_items, *left_out)}
    named = named_superseded(list(read.values()), now)
    ranking = _with_successors(ranking, named)
    ranked = {each.candidate.item.id: each for each in ranking.kept}
    # Texts that read the same here may differ in the parts that are hidden.
    masked = {each for each, one in ranked.items() if _is_masked(one)}
    found = find_relations([read[each] for each in ranked], named, query.text, now, masked)
    ranked = _as_relevant_as_superseded(ranked, read, found.superseded_by, ranking)
    explained = {
        each: _with_relations(one, found.relations[each]) if each in found.relations else one
        for each, one in ranked.items()
    }
    aside = {each: why for each, why in _put_aside(query, found) if each in ranked}
    order = best_places(list(ranked), found.relations, aside)
    unknown = {each for each, wording in read.items() if wording.statement.hides_subject}
    texts = _searched(ranked, found.superseded_by.keys() | unknown)
    relevance = {each: one.signals.relevance for each, one in ranked.items()}
    newest = newest_first([read[each] for each in order], query.text, texts, relevance, now)
    adjusted = {each: its.adjusts for each, its in found.relations.items()}
    explained |= {
        each: _with_newer(explained[each], ranked[than], ranking.shares)
        for each in newest
        if (than := newest[each] or adjusted.get(each)) is not None
    }
    order = _better_believed_first(list(newest), ranked)
    if asks_for_a_way(query.text):
        alerts = {each for each in order if _is_alert(read[each])}
        order = _answers_first(order, alerts, ranked)

    def worth(item: str) -> tuple[bool, float]:
        created_at = read[item].statement.created_at
        return not _is_believed(ranked[item]), -created_at.timestamp() if created_at else 0.0

    return replace(
        ranking,
        kept=tuple(explained[each] for each in conflicts_together(order, found.relations, worth)),
        aside=tuple(
            replace(explained[each], explanation=aside[each]) for each in ranked if each in aside
        ),
    )


def _put_aside(query: EvidenceQuery, found: FoundRelations) -> Iterator[tuple[str, str]]:
    """The ids of duplicates and, unless they are asked for, of superseded items, each with why."""
    for each, first in found.duplicate_of.items():
        yield each, f"says the same as {first}, which stands for it"
    if not (query.include_superseded or asks_for_the_past(query.text)):
        for each, by in found.superseded_by.items():
            yield each, _supersession_note(by)


def _searched(ranked: Mapping[str, Ranked], left_out: Collection[str]) -> Mapping[str, str]:
    """The searched texts of items that are not left out and are no turns of a conversation."""
    whole = {each: one.candidate for each, one in ranked.items() if each not in left_out}
    return {each: one.searched for each, one in whole.items() if one.around is None}


def _with_successors(ranking: Ranking, superseded: Mapping[str, str | None]) -> Ranking:
    """The ranking with named successors of good items kept, even if their own score was too low."""
    current = {superseded.get(each.candidate.item.id) for each in ranking.kept}
    raised = tuple(each for each in ranking.dropped if each.candidate.item.id in current)
    dropped = tuple(each for each in ranking.dropped if each.candidate.item.id not in current)
    return replace(ranking, kept=(*ranking.kept, *raised), dropped=dropped)


def _as_relevant_as_superseded(
    ranked: Mapping[str, Ranked],
    read: Mapping[str, Wording],
    superseded_by: Mapping[str, str | None],
    ranking: Ranking,
) -> dict[str, Ranked]:
    """The items, each successor with the relevance of the most relevant item that it supersedes.

    It answers what that item answered, in other words. Its score rises by relevance's share of it.
    A successor that is not relevant at all and has no word of that item's subject answers nothing.
    """
    raised = dict(ranked)
    for old, current in superseded_by.items():
        if old not in ranked or current not in raised:
            continue
        successor, relevance = raised[current], ranked[old].signals.relevance
        shared = read[old].prose.subject & read[current].prose.subject
        answers = successor.signals.relevance >= ranking.bound or bool(shared)
        if answers and relevance > successor.signals.relevance:
            note = f"as relevant as {old}, which it supersedes"
            raised[current] = _raised(successor, relevance, note, ranking.shares)
    return raised


def _raised(ranked: Ranked, relevance: float, note: str, shares: Mapping[str, float]) -> Ranked:
    gain = relevance - ranked.signals.relevance
    return replace(
        ranked,
        signals=replace(ranked.signals, relevance=relevance),
        score=min(1.0, ranked.score + shares.get("relevance", 0.0) * gain),
        explanation=f"{ranked.explanation}; {note}",
    )


def _better_believed_first(ids: Sequence[str], ranked: Mapping[str, Ranked]) -> list[str]:
    """The ids in order, but among likely relevant ones the more believed first."""
    likely = [each for each in ids if ranked[each].signals.relevance > LIKELY]
    # Likely items keep their places as a group; the more believed get the first of these.
    believed = iter(sorted(likely, key=lambda each: not _is_believed(ranked[each])))
    places = set(likely)
    return [next(believed) if each in places else each for each in ids]


def _answers_first(
    ids: Sequence[str], alerts: Collection[str], ranked: Mapping[str, Ranked]
) -> list[str]:
    """The ids in order, but alerts behind items a tenth as relevant as the best alert."""
    least = _ANSWER_SHARE * max((ranked[each].signals.relevance for each in alerts), default=0.0)
    answers = dict.fromkeys(
        each for each in ids if each not in alerts and ranked[each].signals.relevance >= least
    )
    return [*answers, *(each for each in ids if each not in answers)] if alerts else list(ids)


def _is_alert(wording: Wording) -> bool:
    return wording.statement.is_alert or (
        wording.prose.is_alert and len(wording.prose.text) <= _MAX_ALERT_CHARS
    )


def _is_masked(ranked: Ranked) -> bool:
    return ranked.candidate.sight is not None and ranked.candidate.sight.masked


def _is_believed(ranked: Ranked) -> bool:
    return ranked.signals.trust >= _MIN_BELIEVED_TRUST


def _with_relations(ranked: Ranked, relations: Relations) -> Ranked:
    return replace(ranked, relations=relations, explanation=_explained(ranked, relations))


def _with_newer(ranked: Ranked, old: Ranked, shares: Mapping[str, float]) -> Ranked:
    """A newer item, at least half as relevant as the older one that it comes before."""
    than = old.candidate.item.id
    note = f"newer than {than}, on the same subject"
    relevance = max(ranked.signals.relevance, _NEWER_SHARE * old.signals.relevance)
    return replace(_raised(ranked, relevance, note, shares), newer_than=than)


def _explained(ranked: Ranked, relations: Relations) -> str:
    parts = [ranked.explanation]
    if relations.superseded_by or relations.is_over:
        parts.append(_supersession_note(relations.superseded_by))
    elif not relations.holds:
        parts.append("does not hold yet")
    if relations.duplicates:
        parts.append(f"stands for {', '.join(relations.duplicates)}")
    if relations.conflicts_with:
        parts.append(f"conflicts with {', '.join(relations.conflicts_with)}")
    return "; ".join(parts)


def _supersession_note(by: str | None) -> str:
    return f"superseded by {by}" if by else "no longer valid"
