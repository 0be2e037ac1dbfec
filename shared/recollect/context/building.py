"""Builds a context pack: evidence retrieved, sliced to a specialist's rights and budget, explained.

The TL;DR, the affordances and the graph are made only from what the specialist may see, after
redaction.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from recollect.context.affordances import Affordance, affordances_of
from recollect.context.causal_graph import CausalGraph, causal_graph
from recollect.context.evidence import visible_evidence
from recollect.context.tldr import Tldr, summarise
from recollect.core.degradation import Degradation
from recollect.core.stopwatch import Clock
from recollect.retrieval.candidates import EvidenceQuery
from recollect.retrieval.joining import Usages
from recollect.retrieval.retrieving import Retrieval
from recollect.retrieval.visibility import Reader
from recollect.slicing.budget import UNLIMITED, Budget
from recollect.slicing.decisions import PolicyDecisions
from recollect.slicing.reader import SpecialistReader, Withheld, broken_warnings, fallback_warnings
from recollect.slicing.sliced import Including
from recollect.slicing.slicer import Slice, slice_evidence
from recollect.slicing.specialist import Specialist

_COUNTING_SECONDS = 0.2

Retrieve = Callable[[EvidenceQuery, Reader, datetime], Awaitable[Retrieval]]
"""H4R, as a pack uses it: the ranked candidates for a query, as its reader may see them."""


@dataclass(frozen=True, slots=True)
class PackOptions:
    """What the request wants of its pack: at most `limit` items, what comes with each, a graph.

    With `audits` the pack also lists what the specialist may not see. `budget` can lower the
    configured one, never raise it.
    """

    limit: int
    including: Including
    graph: bool
    audits: bool = False
    budget: Budget = UNLIMITED


@dataclass(frozen=True, slots=True)
class ContextRules:
    """The configured rules of all packs.

    Items less relevant than `floor` (0…1) are used for neither summary nor hints.
    """

    budget: Budget
    tldr_sentences: int
    floor: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A summary of the evidence, hints on what to do, and the causal graph if requested."""

    tldr: Tldr
    affordances: Sequence[Affordance]
    causal_graph: CausalGraph | None


@dataclass(frozen=True, slots=True)
class PolicyWork:
    """What the policy did: `asked` and `cache_hits` count the items it decided on, kept or not.

    `withheld` is empty unless the pack audits.
    """

    withheld: tuple[Withheld, ...] = ()
    warnings: tuple[str, ...] = ()
    asked: int = 0
    cache_hits: int = 0


@dataclass(frozen=True, slots=True)
class ContextPack:
    """The result of `ContextBuilder.build`, with its explanation; times in seconds."""

    explanation: Explanation
    agent_slice: Slice
    retrieval: Retrieval
    slicing_seconds: float
    summarization_seconds: float
    total_seconds: float
    policy: PolicyWork
    audits: bool
    degraded: tuple[str, ...]
    """The parts that were left out because they failed."""


@dataclass(frozen=True, slots=True)
class ContextBuilder:
    """The use case of `POST /context`: retrieve, slice to the specialist's rights, explain."""

    retrieve: Retrieve
    usages: Usages
    decisions: PolicyDecisions
    rules: ContextRules
    clock: Clock

    async def build(
        self,
        query: EvidenceQuery,
        specialist: Specialist,
        options: PackOptions,
        now: datetime,
        subject: str,
    ) -> ContextPack:
        """Build a pack, and count that `subject` has read its items.

        `subject` is the caller, whatever name the specialist claims. Raises StoreError when no
        source of evidence answers.
        """
        started = self.clock()
        reader = SpecialistReader(specialist, self.decisions, audits=options.audits)
        retrieval = await self.retrieve(query, reader, now)
        retrieved = self.clock()
        agent_slice = slice_evidence(
            retrieval.ranking,
            limit=options.limit,
            budget=self.rules.budget.within(options.budget),
            including=options.including,
        )
        sliced, degradation = self.clock(), Degradation()
        async with asyncio.TaskGroup() as meanwhile:
            # The deadline bounds the time of counting, which runs beside our own work.
            counting = self.usages.count_reads(
                query.scope, [each.id for each in agent_slice.items], subject, now
            )
            meanwhile.create_task(degradation.result_or("reads", None, counting, _COUNTING_SECONDS))
            await asyncio.sleep(0)  # it is sent before we go on
            explanation = self._explain(
                retrieval.text, agent_slice, query.as_of or now, with_graph=options.graph
            )
            explained = self.clock()
        return ContextPack(
            explanation=explanation,
            agent_slice=agent_slice,
            retrieval=retrieval,
            slicing_seconds=sliced - retrieved,
            summarization_seconds=explained - sliced,
            total_seconds=self.clock() - started,
            policy=_policy_work(query, reader, retrieval),
            audits=options.audits,
            degraded=(*retrieval.degraded, *degradation.parts),
        )

    def _explain(
        self, asked: str, agent_slice: Slice, now: datetime, *, with_graph: bool
    ) -> Explanation:
        evidence, floor = visible_evidence(agent_slice.judged, now), self.rules.floor
        considered = [each.ranked.signals.relevance for each in agent_slice.judged]
        return Explanation(
            tldr=summarise(asked, evidence, self.rules.tldr_sentences, floor=floor),
            affordances=affordances_of(
                asked,
                [each for each in evidence if each.begins is None],
                now=now,
                floor=floor,
                considered=considered,
            ),
            causal_graph=causal_graph(evidence) if with_graph else None,
        )


def _policy_work(
    query: EvidenceQuery, reader: SpecialistReader, retrieval: Retrieval
) -> PolicyWork:
    """What the policy did; without audit, only for items that the specialist may see."""
    ranking = retrieval.ranking
    seen = (*ranking.kept, *ranking.dropped, *ranking.aside)
    ids = {each.candidate.item.id for each in seen}
    withheld = tuple(
        each
        for each in reader.withheld
        if each.item.id not in ids and query.filters.match(each.item.metadata)
    )
    fallbacks = [each.candidate.sight.fallback for each in seen if each.candidate.sight]
    fallbacks += [each.fallback for each in withheld]
    return PolicyWork(
        withheld=withheld,
        warnings=(*fallback_warnings(fallbacks), *broken_warnings(withheld)),
        asked=reader.asked,
        cache_hits=reader.cache_hits,
    )
