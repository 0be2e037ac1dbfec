"""Answers a ContextRequest: from the incoming envelope to the outgoing one."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from recollect.context.building import ContextPack, PackOptions
from recollect.context.request import ContextRequest, Party, RequestMeta, Sender
from recollect.context.result import (
    ContextResult,
    ExperienceValue,
    Explainability,
    LedgerEntry,
    ResultMeta,
    ResultPayload,
    SignalValues,
    Slicing,
    Timings,
    UsedBudget,
)
from recollect.core.security_levels import SecurityLevel, lower_of
from recollect.core.timestamps import iso, parse_moment_after
from recollect.relevance.filters import Filters
from recollect.relevance.odds import DOUBTFUL, LIKELY
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.ranked import Signals
from recollect.retrieval.ranking import rounded_below
from recollect.slicing.budget import UNLIMITED
from recollect.slicing.reader import Withheld
from recollect.slicing.sliced import Including
from recollect.slicing.slicer import JudgedCandidate, LedgerEntryStage
from recollect.slicing.specialist import ALL_GROUPS, Specialist

_RELEVANT: Final[frozenset[LedgerEntryStage]] = frozenset({"kept", "budget", "limit"})
"""The stages of the candidates that would be results if there were room for all."""


def specialist_of(
    meta: RequestMeta, granted_level: SecurityLevel, granted_groups: frozenset[str]
) -> Specialist:
    """The specialist with the rights that are both claimed and granted."""
    claimed = meta.sender
    return Specialist(
        type=claimed.type,
        id=claimed.id,
        security_level=lower_of(claimed.security_level or granted_level, granted_level),
        authorized_groups=_groups_of(claimed, granted_groups),
    )


def _groups_of(claimed: Sender, granted: frozenset[str]) -> frozenset[str]:
    """The groups that are both claimed and granted.

    A caller that is granted all groups (`*`) may ask on behalf of a member of any group. So a
    specialist for which it claims a level but no groups is in none of them; if it claims neither,
    it asks for itself.
    """
    if claimed.authorized_groups is None:
        return granted if claimed.security_level is None else granted - {ALL_GROUPS}
    asked = frozenset(claimed.authorized_groups)
    if ALL_GROUPS in asked:
        return granted
    return asked if ALL_GROUPS in granted else granted & asked


def options_of(
    request: ContextRequest, *, graph_by_default: bool, audits: bool = False
) -> PackOptions:
    """The options of a pack for a request. A graph traversal has a graph unless declined."""
    payload = request.payload
    by_default = graph_by_default or payload.query.type == "graph_traversal"
    return PackOptions(
        limit=payload.limit,
        including=Including(payload.include_scores, payload.include_embeddings),
        graph=by_default if payload.include_graph is None else payload.include_graph,
        audits=audits,
        budget=payload.budget.limits if payload.budget else UNLIMITED,
    )


def result_of(
    request: ContextRequest,
    query: EvidenceQuery,
    pack: ContextPack,
    now: datetime,
    message_id: str,
) -> ContextResult:
    """Render a pack as the ContextResult that answers `request`: results, explanation, ledger."""
    judged, withheld = pack.agent_slice.judged, pack.policy.withheld
    shares = pack.retrieval.ranking.shares if request.payload.include_explain else None
    return ContextResult(
        meta=_meta(request.meta, now, message_id),
        payload=ResultPayload(
            results=pack.agent_slice.items,
            total_count=sum(each.stage in _RELEVANT for each in judged),
            candidate_count=len(judged) + len(withheld),
            query_duration_ms=_ms(pack.total_seconds),
            sources=tuple(sorted({name for each in judged for name in _sources(each)})),
            explainability=Explainability(
                tldr=pack.explanation.tldr,
                affordances=tuple(pack.explanation.affordances),
                causal_graph=pack.explanation.causal_graph,
                slicing=_slicing(pack),
                timings=_timings(pack),
                warnings=(
                    *pack.retrieval.warnings,
                    *pack.policy.warnings,
                    *pack.agent_slice.warnings,
                    *_unmatched(request, query, pack),
                    *_all_withheld(pack),
                    *_unaffordable(judged),
                    *_outdated(judged),
                    *_upcoming(judged, query.as_of or now),
                    *_shortcomings(query, judged, pack.retrieval.ranking.bound),
                ),
                ledger=_ledger(request, pack, shares),
            ),
        ),
    )


def _meta(asked: RequestMeta, now: datetime, message_id: str) -> ResultMeta:
    return ResultMeta(
        sender=Party(type="service", id="recollect"),
        to=(Party(type=asked.sender.type, id=asked.sender.id),),
        message_id=message_id,
        reply_to=asked.message_id,
        trace_id=asked.trace_id,
        tenant=asked.tenant,
        project=asked.project,
        timestamp=iso(now),
    )


def _sources(judged: JudgedCandidate) -> tuple[str, ...]:
    return judged.ranked.candidate.sources


def _slicing(pack: ContextPack) -> Slicing:
    cut = pack.agent_slice
    return Slicing(
        total_redacted=cut.total_redacted + len(pack.policy.withheld),
        total_dropped_budget=cut.total_dropped_budget,
        budget_used=UsedBudget(
            bytes=cut.budget_used.bytes,
            estimated_tokens=cut.budget_used.estimated_tokens,
            items=cut.budget_used.items,
        ),
    )


def _timings(pack: ContextPack) -> Timings:
    retrieval = pack.retrieval
    return Timings(
        retrieval_ms=_ms(retrieval.total),
        candidate_ms=_ms(retrieval.gathering),
        ranking_ms=_ms(retrieval.ranking_time),
        slicing_ms=_ms(pack.slicing_seconds),
        summarization_ms=_ms(pack.summarization_seconds),
        total_ms=_ms(pack.total_seconds),
        # Without audit these are hidden: cached candidates reveal that nobody has written since.
        sources={
            name: _ms(seconds)
            for name, seconds in (retrieval.source_seconds if pack.audits else {}).items()
        },
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)


def holds_nothing(query: EvidenceQuery, pack: ContextPack) -> bool:
    """Whether the project holds nothing that the caller may see, whatever is asked.

    That is so for an unknown project, for one that holds nothing yet, and for one that holds
    nothing for this caller: the answer does not reveal which.
    """
    asks_for_all = query.asks_dense and query.match != "named" and query.as_of is None
    return asks_for_all and query.filters == Filters() and _is_nothing_found(pack)


def _is_nothing_found(pack: ContextPack) -> bool:
    """Whether there are no candidates, though no source failed and the policy hid nothing."""
    return not (pack.agent_slice.judged or pack.policy.withheld or pack.degraded)


def _unmatched(request: ContextRequest, query: EvidenceQuery, pack: ContextPack) -> Iterator[str]:
    """Warnings that the project holds nothing, or that nothing matches the filters."""
    names = ", ".join(request.payload.query.filters)
    if names and _is_nothing_found(pack):
        yield f"nothing was found with the filters: {names}"
    if holds_nothing(query, pack):
        scope = query.scope
        yield f"the project {scope.project} of the tenant {scope.tenant} holds nothing to be found"


def _all_withheld(pack: ContextPack) -> Iterator[str]:
    """The warning that the policy withholds everything, for a caller that audits."""
    if (many := len(pack.policy.withheld)) and not pack.agent_slice.judged:
        problem = f"all of {many} candidates" if many > 1 else "the only candidate"
        yield f"the policy withholds {problem}; the ledger says why"


def _unaffordable(judged: Sequence[JudgedCandidate]) -> Iterator[str]:
    """The warning that no relevant item fits into the budget."""
    relevant = [each for each in judged if each.stage in _RELEVANT]
    if relevant and all(each.stage == "budget" for each in relevant):
        many = len(relevant)
        problem = (
            f"none of {many} relevant items fits"
            if many > 1
            else "the only relevant item does not fit"
        )
        yield f"{problem} the budget: the best {relevant[0].explanation}"


def expired_ids(judged: Sequence[JudgedCandidate]) -> list[str]:
    """The ids of likely candidates that are no longer valid, if no likely candidate is kept."""
    likely = [each for each in judged if _is_likely(each)]
    if any(each.stage == "kept" for each in likely):
        return []
    return [each.id for each in likely if each.ranked.relations.is_over]


def _expired(judged: Sequence[JudgedCandidate]) -> list[str]:
    """The results that are no longer valid; without likely results, the likely candidates."""
    kept = [each for each in judged if each.stage == "kept"]
    if any(_is_likely(each) for each in kept):
        return [each.id for each in kept if each.ranked.relations.is_over]
    return expired_ids(judged)


def _outdated(judged: Sequence[JudgedCandidate]) -> Iterator[str]:
    if ids := _expired(judged):
        yield f"no longer valid: {', '.join(ids)}"


def _upcoming(judged: Sequence[JudgedCandidate], at: datetime) -> Iterator[str]:
    kept = (each.ranked.candidate.item for each in judged if each.stage == "kept")
    if ids := [each.id for each in kept if parse_moment_after(at, each.metadata.get("valid_from"))]:
        yield f"not yet valid: {', '.join(ids)}"


def _is_likely(judged: JudgedCandidate) -> bool:
    return judged.ranked.signals.relevance > LIKELY


def _shortcomings(
    query: EvidenceQuery, judged: Sequence[JudgedCandidate], bound: float
) -> Iterator[str]:
    """What the caller should know about an answer that says little or nothing."""
    if query.walk and all(each.id != query.walk.start_node for each in judged):
        yield f"the start node {query.walk.start_node} was not found"
    if not query.text or not judged:
        return
    if any(each.stage in _RELEVANT for each in judged):
        yield from _doubts(query, judged)
        return
    best = max(each.ranked.signals.relevance for each in judged)
    if query.match == "named":
        yield f"the query names none of {len(judged)} candidates"
    elif best < bound:
        many = f"the best of {len(judged)} candidates" if len(judged) > 1 else "the only candidate"
        yield f"{many} came to {rounded_below(best, bound, 2)}, below {bound:g}"


def _doubts(query: EvidenceQuery, judged: Sequence[JudgedCandidate]) -> Iterator[str]:
    """The warning that the results may not answer; none if one is named or was needed before."""
    kept = [each.ranked for each in judged if each.stage == "kept"]
    if not kept or query.match == "named" or any(each.is_known for each in kept):
        return
    best = max(each.signals.relevance for each in kept)
    if best <= DOUBTFUL:
        problem = f"the best result has a relevance of only {best:.2f}"
        yield f"{problem}: it may not answer what was asked"


def _ledger(
    request: ContextRequest, pack: ContextPack, shares: Mapping[str, float] | None
) -> tuple[LedgerEntry, ...]:
    """The entries that the request wants: of all candidates, of those kept, or none."""
    wanted, judged = request.payload.ledger, pack.agent_slice.judged
    if wanted == "none":
        return ()
    if wanted == "kept":
        return tuple(_ledger_entry(each, shares) for each in judged if each.stage == "kept")
    return (
        *(_ledger_entry(each, shares) for each in judged),
        *map(_withheld_entry, pack.policy.withheld),
    )


def _ledger_entry(judged: JudgedCandidate, weights: Mapping[str, float] | None) -> LedgerEntry:
    return LedgerEntry(
        id=judged.id,
        score=judged.ranked.score,
        signals=_values(judged.ranked.signals),
        shares=_shares(judged.ranked.signals, weights),
        reason="kept" if judged.stage == "kept" else "dropped",
        stage=judged.stage,
        explanation=judged.explanation,
        redacted=judged.redacted,
        experience=_experience(judged),
    )


def _experience(judged: JudgedCandidate) -> ExperienceValue | None:
    credit = judged.ranked.experience
    if credit is None:
        return None
    return ExperienceValue(credit=credit.value, cases=credit.cases)


def _withheld_entry(withheld: Withheld) -> LedgerEntry:
    """The entry of a withheld item, which was not ranked and so has no score."""
    return LedgerEntry(
        id=withheld.item.id,
        reason="dropped",
        stage="policy",
        explanation=withheld.reason,
    )


def _values(signals: Signals) -> SignalValues:
    return SignalValues.model_validate(signals, from_attributes=True)


def _shares(signals: Signals, weights: Mapping[str, float] | None) -> SignalValues | None:
    if weights is None:
        return None
    return SignalValues(**{name: share * getattr(signals, name) for name, share in weights.items()})
