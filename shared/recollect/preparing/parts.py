"""The parts of a prepared prompt, requested as their own routes request them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from recollect.context.answering import options_of
from recollect.context.building import ContextBuilder
from recollect.context.request import ContextRequest, query_of, specialist_of
from recollect.context.shortcomings import expired_ids, holds_nothing
from recollect.core.customers import Customers
from recollect.core.errors import StoreUnavailable
from recollect.discovery.discovering import Discovery, unknown_customer
from recollect.discovery.shared_answers import SharedAnswer
from recollect.memories.finding.search import MemoryFinder
from recollect.memories.requests import Search
from recollect.memories.search_result import HARDLY_BELIEVED, NO_LONGER_VALID, SearchResult
from recollect.preparing.authorized_request import AuthorizedRequest
from recollect.preparing.case_subjects import case_subjects
from recollect.preparing.facts import (
    facts_of_evidence,
    facts_of_memories,
    facts_of_pack,
    relevant_evidence,
)
from recollect.preparing.preparing import DEADLINE, Part
from recollect.preparing.request import PartName, as_question
from recollect.retrieval.joining import USAGE

_MAX_RESULTS = 10
_OUTDATED = "What is known about this as evidence is no longer valid"
_UNSETTLED = "Whether something newer replaces this evidence could not be looked up"


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """The builder of context packs, and the least number of candidates for each."""

    builder: ContextBuilder
    candidate_limit: int


@dataclass(frozen=True, slots=True)
class PartSources:
    """What the parts are made from; each is only created if its part is requested.

    `packs` depends on the customers that the caller may know of.
    """

    packs: Callable[[Customers], Awaitable[Discovery]]
    evidence: Callable[[], EvidenceSource]
    memories: Callable[[], MemoryFinder]


async def pack_of(authorized: AuthorizedRequest, sources: PartSources) -> Part:
    """The discovery pack, cached or new."""
    packs = await sources.packs(authorized.customers)
    request, at = authorized.request.discovery, authorized.operation.at
    built, _ = await packs.pack(request, at, authorized.sight, authorized.namespace)
    echoes = bool(request.messages)
    facts = facts_of_pack(built.content, built.cases, built.customer_notes, echoes=echoes)
    doubts = [f"There is no case {number}" for number in built.unknown_cases]
    if stranger := unknown_customer(request, built):
        doubts.append(f"The directory has no customer {stranger}")
    thread = built.content.slack_recent
    about = case_subjects(built.cases, thread.messages if thread else ())
    sections = built.content.model_dump(by_alias=True)
    return Part(
        built.content,
        tuple(facts),
        built.degraded,
        tuple(doubts),
        about=about,
        incomplete=tuple(each for each in built.degraded if each in sections),
    )


async def evidence_of(authorized: AuthorizedRequest, sources: PartSources) -> Part:
    """The ten best pieces of evidence for the specialist."""
    source, asked = sources.evidence(), authorized.request
    request = ContextRequest.model_validate(
        {
            "meta": {
                "type": "ContextRequest",
                "from": {"type": asked.specialist, "id": "prepare"},
                "tenant": asked.tenant,
                "project": asked.project,
            },
            "payload": {
                "query": {"type": "hybrid", "text": authorized.question},
                "limit": _MAX_RESULTS,
                "include_graph": False,
            },
        }
    )
    query = query_of(request, source.candidate_limit)
    pack = await source.builder.build(
        query,
        specialist_of(request.meta, authorized.level, authorized.groups),
        options_of(request, graph_by_default=False),
        authorized.operation.at,
        authorized.subject,
    )
    judged = pack.agent_slice.judged
    evidence = tuple(relevant_evidence(judged, source.builder.rules.floor))
    doubts = [_OUTDATED] if expired_ids(judged) else []
    if evidence and USAGE in pack.degraded:  # the usages record what was superseded by name
        doubts.append(_UNSETTLED)
    return Part(
        tuple(each.item for each in evidence),
        tuple(facts_of_evidence(evidence, authorized.question, authorized.operation.at)),
        pack.degraded,
        doubts=tuple(doubts),
        read_as=pack.retrieval.read_as,
        is_empty=holds_nothing(query, pack),
    )


async def memories_of(authorized: AuthorizedRequest, sources: PartSources) -> Part:
    """The ten best memories of the app, and what failed."""
    asked = authorized.request
    search = Search(query=authorized.question, limit=_MAX_RESULTS, run_id=asked.run_id)
    found, degraded = await sources.memories().find(
        search, [asked.app_slug or ""], authorized.level, authorized.operation
    )
    outlived = ((NO_LONGER_VALID, found.no_longer_valid), (HARDLY_BELIEVED, found.stale))
    return Part(
        found,
        tuple(facts_of_memories(found, authorized.operation.at)),
        degraded,
        doubts=tuple(doubt for doubt, ids in outlived if ids),
        read_as=found.read_as,
        is_empty=found.empty,
    )


@asynccontextmanager
async def asked_parts(
    authorized: AuthorizedRequest, names: Collection[PartName], sources: PartSources
) -> AsyncIterator[Mapping[PartName, Callable[[], Awaitable[Part]]]]:
    """For each of these names, a function that requests the part.

    If the request does not say what it is about, the other parts wait for the pack to find out.
    """
    if authorized.question or not names:
        yield {name: partial(_ASK[name], authorized, sources) for name in names}
        return
    pack = SharedAnswer.begin(pack_of(authorized, sources), DEADLINE)

    async def behind_the_pack(name: PartName) -> Part:
        answered = await pack.answer()
        if name == "pack":
            return answered
        about = replace(authorized, question=as_question(answered.about))
        if about.question:
            return await _ASK[name](about, sources)
        if answered.missing:
            raise StoreUnavailable("pack", "may lack what it is about")
        return _NOTHING[name]

    try:
        yield {name: partial(behind_the_pack, name) for name in names}
    finally:
        pack.task.cancel()


_ASK: Final[Mapping[PartName, Callable[[AuthorizedRequest, PartSources], Awaitable[Part]]]] = {
    "pack": pack_of,
    "evidence": evidence_of,
    "memories": memories_of,
}
_NOTHING: Final[Mapping[PartName, Part]] = {
    "evidence": Part(()),
    "memories": Part(SearchResult(results=())),
}
