"""Answers a ContextRequest: renders a pack as the outgoing envelope, with the ledger."""

from collections.abc import Mapping
from datetime import datetime

from recollect.context.building import ContextPack, PackOptions
from recollect.context.request import ContextRequest, Party, RequestMeta
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
from recollect.context.shortcomings import RELEVANT, shortcomings_of
from recollect.core.timestamps import iso
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.ranked import Signals
from recollect.slicing.budget import UNLIMITED
from recollect.slicing.reader import Withheld
from recollect.slicing.sliced import Including
from recollect.slicing.slicer import JudgedCandidate


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
            total_count=sum(each.stage in RELEVANT for each in judged),
            candidate_count=len(judged) + len(withheld),
            query_duration_ms=_ms(pack.total_seconds),
            sources=tuple(
                sorted({name for each in judged for name in each.ranked.candidate.sources})
            ),
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
                    *shortcomings_of(request, query, pack, now),
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
        signals=SignalValues.model_validate(judged.ranked.signals, from_attributes=True),
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


def _shares(signals: Signals, weights: Mapping[str, float] | None) -> SignalValues | None:
    if weights is None:
        return None
    return SignalValues(**{name: share * getattr(signals, name) for name, share in weights.items()})
