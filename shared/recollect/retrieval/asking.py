"""Asks all sources of a query at the same time, each within its deadline."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from recollect.core.concurrency import gather_all
from recollect.core.degradation import Degradation
from recollect.core.errors import StoreError, StoreTimeout
from recollect.core.stopwatch import Clock
from recollect.retrieval.candidates import Candidate, CandidateSource, EvidenceQuery
from recollect.retrieval.visibility import See


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """What a source found, or its error, and how long it took, in seconds."""

    source: str
    found: Sequence[Candidate] | StoreError
    seconds: float


async def ask_sources(
    sources: Sequence[CandidateSource],
    query: EvidenceQuery,
    see: See,
    deadline: float,
    clock: Clock,
    degradation: Degradation,
) -> tuple[dict[str, Sequence[Candidate]], dict[str, float]]:
    """What each source found, by its name, and how long each took; `deadline` is in seconds.

    A source that fails is noted in `degradation`. Raises the first error if all of them fail.
    """
    answered = await gather_all(_ask(source, query, see, deadline, clock) for source in sources)
    answers, errors = {}, []
    for each in answered:
        if isinstance(each.found, StoreError):
            errors.append(each.found)
            warning = f"the source {each.source} was left out ({each.found.reason})"
            degradation.note(each.source, warning)
        else:
            answers[each.source] = each.found
    if errors and not answers:
        raise errors[0]
    return answers, {each.source: each.seconds for each in answered}


async def _ask(
    source: CandidateSource, query: EvidenceQuery, see: See, deadline: float, clock: Clock
) -> SourceAnswer:
    started = clock()
    found: Sequence[Candidate] | StoreError
    try:
        async with asyncio.timeout(deadline):
            found = await source.candidates(query, see)
    except StoreError as error:
        found = error
    except TimeoutError:
        found = StoreTimeout(source.name, f"no answer within {deadline} s")
    return SourceAnswer(source.name, found, clock() - started)
