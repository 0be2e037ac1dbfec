"""What the caller should know about an answer that says little, or what is not to be relied on."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from recollect.context.building import ContextPack
from recollect.context.request import ContextRequest
from recollect.core.timestamps import parse_moment_after
from recollect.relevance.filters import Filters
from recollect.relevance.odds import DOUBTFUL, LIKELY
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.ranking import rounded_below
from recollect.slicing.slicer import JudgedCandidate, LedgerEntryStage
from recollect.slicing.unconfirmed import NEW_ACCOUNT, names_unconfirmed_account

RELEVANT: Final[frozenset[LedgerEntryStage]] = frozenset({"kept", "budget", "limit"})
"""The stages of the candidates that would be results if there were room for all."""


def shortcomings_of(
    request: ContextRequest, query: EvidenceQuery, pack: ContextPack, now: datetime
) -> Iterator[str]:
    """The warnings about a pack that is an answer to `request` at the time `now`."""
    judged = pack.agent_slice.judged
    yield from _unmatched(request, query, pack)
    yield from _all_withheld(pack)
    yield from _unaffordable(judged)
    yield from _outdated(judged)
    yield from _upcoming(judged, query.as_of or now)
    yield from _irrelevant(query, judged, pack.retrieval.ranking.bound)
    yield from _unconfirmed(query, judged)


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
    relevant = [each for each in judged if each.stage in RELEVANT]
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


def _unconfirmed(query: EvidenceQuery, judged: Sequence[JudgedCandidate]) -> Iterator[str]:
    """The warning that results about what was asked name a new account for payments."""
    for each in judged:
        is_about = not query.text or each.ranked.signals.relevance > DOUBTFUL
        if is_about and each.sent is not None and names_unconfirmed_account(each.sent):
            yield f"{each.id} {NEW_ACCOUNT}"


def _is_likely(judged: JudgedCandidate) -> bool:
    return judged.ranked.signals.relevance > LIKELY


def _irrelevant(
    query: EvidenceQuery, judged: Sequence[JudgedCandidate], bound: float
) -> Iterator[str]:
    """The warning that no candidate is relevant enough, or that the results hardly are."""
    if query.walk and all(each.id != query.walk.start_node for each in judged):
        yield f"the start node {query.walk.start_node} was not found"
    if not query.text or not judged:
        return
    if any(each.stage in RELEVANT for each in judged):
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
